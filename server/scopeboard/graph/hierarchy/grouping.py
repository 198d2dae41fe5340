"""The choice of what is folded into groups, from the viewer's settings."""

from dataclasses import dataclass, field
from typing import Final, Literal

from scopeboard.errors import QueryError

FoldRule = Literal["repeats", "tensorboard"]
"""What is folded: all that repeats, or TensorBoard's series alone."""

PrefixRule = Literal["auto", "all", "none"]
"""Where names with a common prefix are folded: where a scope would show too many boxes, in all
scopes, or where the viewer requests it alone."""

DEFAULT_THRESHOLD: Final = 5  # TensorBoard's `seriesNodeMinSize`
SHORTEST: Final = 2  # one op is no series node at any threshold
ENDING: Final = "*"
"""What names of prefix groups end with; as the name of a group, `s/*` requests all those in `s`."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """The settings that fold nodes into a group.

    `threshold` is the minimum number of members; 0 turns grouping off. `ungrouped` and `grouped`
    are full names of groups that a viewer ungrouped, or grouped below the threshold; `s/*` among
    them is for all prefix groups directly in the scope `s`, `*` for those at the top level.

    Raises:
        QueryError: the threshold is negative.
    """

    threshold: int = DEFAULT_THRESHOLD
    ungrouped: frozenset[str] = field(default_factory=frozenset)
    grouped: frozenset[str] = field(default_factory=frozenset)
    rule: FoldRule = "repeats"
    prefixes: PrefixRule = "auto"

    def __post_init__(self) -> None:
        """Validate the threshold."""
        if self.threshold < 0:
            raise QueryError("The minimum series length must be 0 (no series nodes) or more.")

    @property
    def shortest(self) -> int:
        """Return the minimum length of runs to find; 0 when no run can be grouped."""
        if any(scope_of_request(name) is None for name in self.grouped):
            return SHORTEST
        return max(self.threshold, SHORTEST) if self.threshold else 0

    @property
    def groups_crowds(self) -> bool:
        """Return whether prefix groups are made where a scope would show too many boxes."""
        return self.prefixes == "auto" and self.rule == "repeats" and self.threshold > 0

    def groups(self, name: str, members: int) -> bool:
        """Return whether the members of the group with this name are shown as one node."""
        if name in self.ungrouped or name in self.grouped:
            return name not in self.ungrouped
        return 0 < self.threshold <= members


def scope_of_request(name: str) -> str | None:
    """Return the scope that a name requests prefix groups for; None for the name of a group.

    The top level is the empty name.
    """
    scope, slash, label = name.rpartition("/")
    return scope if label == ENDING and (scope or not slash) else None


DEFAULT_GROUPING: Final = Grouping()
NO_GROUPING: Final = Grouping(threshold=0)
