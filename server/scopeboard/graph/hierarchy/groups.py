"""Groups: nodes that no name stands for, folded from children of one scope.

A group stands between its scope and its members. It changes no names: `scope/add_3` means the same
op in every grouping. Members are ops or scopes, and each is in one group at most, which may be in
another: a series in a group of one role, a stack among scopes with one prefix.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

import numpy as np

from scopeboard.arrays import Amounts, Hashes, Indices

GroupKind = Literal["series", "role_group", "stack", "prefix_group", "flow_group", "block"]
GROUP_KINDS: Final[tuple[GroupKind, ...]] = get_args(GroupKind)


def _no_rows() -> Indices:
    return np.empty(0, dtype=np.int32)


@dataclass(frozen=True, slots=True)
class Group:
    """A group that is a row of the tree: `path` is its full name, `parent` the row above.

    `ops` are its members that are ops, `scopes` the rows of those that are scopes, both in order.
    Members that are groups have it as their `parent`.
    """

    path: str
    kind: GroupKind
    parent: int
    ops: Indices
    scopes: Indices = field(default_factory=_no_rows)

    @property
    def size(self) -> int:
        """Return the number of members that are ops or scopes."""
        return int(self.ops.size + self.scopes.size)


@dataclass(frozen=True, slots=True)
class GroupEvidence:
    """What the rules know about ops and scopes apart from their names.

    `role` [ops] is an index in `roles`, the kinds of loose ops that are grouped, -1 for any other
    op. `structure` [scopes] is a hash, equal for scopes with equal insides. `parameters`
    [ops] are counts, -1 where one is unknown.
    """

    role: Indices
    roles: tuple[str, ...]
    structure: Hashes
    parameters: Amounts
