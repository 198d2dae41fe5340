"""The role of a row of the tree: that of the ops inside.

A row is bookkeeping when the ops inside are, all or nearly all, and none of them is a weight or
lies on the way from the inputs to the loss. Its role is then the most telling one: an optimizer
holds slots and sets their initial values, too.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.roles.op_roles import (
    AVERAGE,
    CONTROL_ROLE,
    DERIVATIVE,
    EVIDENCE,
    GRADIENT,
    INITIALIZER,
    INPUT,
    LOSS,
    METRIC,
    MODEL,
    OP_TYPE,
    OPTIMIZER,
    ROLES,
    SAVER,
    SLOT,
    SUMMARY,
    OpRoles,
)

_MAX_OTHERS: Final = 0.1  # the share of other ops, none of them on the way to the loss
_BY_TELLING: Final = (
    OPTIMIZER, GRADIENT, AVERAGE, METRIC, SLOT, CONTROL_ROLE, SUMMARY, SAVER, INITIALIZER,
)  # fmt: skip
_TELLING: Final = 0.2  # the share of its ops with which a role names a row


@dataclass(frozen=True, slots=True)
class RowRoles:
    """Roles of rows as columns: one entry for each.

    `role` is a code of `ROLES`: MODEL, or bookkeeping. `count` is the number of nodes inside with
    that role, `evidence` (a code of `EVIDENCE`) what most of them have. `core` counts the nodes on
    the way from inputs to the loss, `updates` those that apply gradients; `has_loss`, `has_input`
    and `has_derivative` (an op of the backward pass) are whether one is inside.
    """

    role: Indices
    count: Amounts
    evidence: Indices
    core: Amounts
    updates: Amounts
    has_loss: Flags
    has_input: Flags
    has_derivative: Flags


class RoleIndex:
    """The roles of all nodes of a tree by position, so that rows count theirs in logarithmic time.

    Args:
        roles: the roles of the ops.
        weights: which ops are weights of the model.
        tree: the tree of the ops.
    """

    def __init__(self, roles: OpRoles, weights: Flags, tree: ScopeTree) -> None:
        nodes = np.flatnonzero(tree.position >= 0)
        self._tree = tree
        self._op_at = np.empty(nodes.size, dtype=np.int32)
        self._op_at[tree.position[nodes]] = nodes
        self._roles = roles
        role = roles.role[self._op_at]
        self._at = [np.flatnonzero(role == code) for code in range(len(ROLES))]
        self._core = np.flatnonzero(roles.is_core[self._op_at])
        self._weights = np.flatnonzero(weights[self._op_at])
        is_derivative = np.isin(roles.evidence[self._op_at], (OP_TYPE, DERIVATIVE))
        self._derivatives = np.flatnonzero(is_derivative & (role == GRADIENT))
        self._updates = np.flatnonzero(roles.is_update[self._op_at])

    def of_rows(self, rows: Indices) -> RowRoles:
        """Return the roles of some rows."""
        starts = self._tree.start[rows].astype(np.int64)
        ends = starts + self._tree.size[rows]

        def count(positions: Indices) -> Amounts:
            return np.searchsorted(positions, ends) - np.searchsorted(positions, starts)

        counts = np.stack([count(positions) for positions in self._at], axis=1)
        core = count(self._core)
        others = counts[:, MODEL] + counts[:, INPUT] + counts[:, LOSS]
        size = np.maximum(counts.sum(axis=1), 1)
        is_booked = (others <= _MAX_OTHERS * size) & (core == 0) & (count(self._weights) == 0)
        is_booked &= counts.sum(axis=1) > others
        booked = counts[:, _BY_TELLING]
        is_telling = booked >= _TELLING * size[:, None]
        first = np.where(is_telling.any(axis=1), is_telling.argmax(axis=1), booked.argmax(axis=1))
        role = np.where(is_booked, np.array(_BY_TELLING)[first], MODEL)
        return RowRoles(
            role=role,
            count=counts[np.arange(rows.size), role],
            evidence=self._evidence(role, starts, ends),
            core=core,
            updates=count(self._updates),
            has_loss=counts[:, LOSS] > 0,
            has_input=counts[:, INPUT] > 0,
            has_derivative=count(self._derivatives) > 0,
        )

    def _evidence(self, role: Indices, starts: Amounts, ends: Amounts) -> Indices:
        """Return the most frequent evidence of the ops of a role in each interval."""
        evidence = np.zeros(role.size, dtype=np.int8)
        for row in np.flatnonzero(role != MODEL).tolist():
            positions = self._at[int(role[row])]
            low, high = np.searchsorted(positions, (starts[row], ends[row])).tolist()
            ops = self._op_at[positions[low:high]]
            counts = np.bincount(self._roles.evidence[ops], minlength=len(EVIDENCE))
            evidence[row] = counts.argmax()
        return evidence
