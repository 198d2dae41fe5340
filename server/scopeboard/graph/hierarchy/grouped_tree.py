"""A tree of scopes with some groups, while others are being made: names and edges of its rows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.groups import Group
from scopeboard.graph.hierarchy.name_scopes import ROOT, NameScopes
from scopeboard.graph.hierarchy.rows import Rows, sibling_edges
from scopeboard.graph.model.op_graph import PYTORCH

_NUMBER: Final = re.compile(r"(?:n|node|op|t|tensor|val)?[_.-]?\d+")
"""A name of exporters that says nothing of the op."""

_MODULE: Final = re.compile(r"[^\[\]]+\[([^\[\]]+)\]")
"""A module of PyTorch, `Conv2d[enc1_conv]`: in brackets is its parent's attribute."""


@dataclass(frozen=True, slots=True)
class GroupedTree:
    """Scopes, groups and nodes as rows, in this order; `nodes` are the ops of the last."""

    graph: AnnotatedGraph
    scopes: NameScopes
    nodes: Indices
    groups: Sequence[Group]
    rows: Rows

    def path(self, row: int) -> str:
        """Return the full name of a row."""
        if row >= self.rows.first_op:
            op = int(self.nodes[row - self.rows.first_op])
            return self.scopes.path_of_op(self.graph.ops.names, op)
        if row >= self.rows.first_group:
            return self.groups[row - self.rows.first_group].path
        return self.scopes.path_of_scope(self.graph.ops.names, row)

    def label(self, row: int) -> str:
        """Return the last part of the name of a row."""
        return self.path(row).rpartition("/")[2]

    def attribute(self, row: int) -> str:
        """Return the label of a row; of a PyTorch module, the attribute that holds it."""
        label = self.label(row)
        module = _MODULE.fullmatch(label) if self.graph.ops.flavour in PYTORCH else None
        return label if module is None else module[1]

    def short_label(self, row: int) -> str:
        """Return what a row is called in the name of a group around it.

        Of a series or a stack, that is what its members begin with; of an op that is named by a
        number or by its result, its type.
        """
        label, first_op = self.label(row), self.rows.first_op
        if row < self.rows.first_group:
            return self.attribute(row)
        if row < first_op:
            return label[1:-1] if label.startswith("(") else label.rpartition("[")[0] or label
        ops = self.graph.ops
        namespace, _, kind = ops.op_types[int(ops.op_type[self.nodes[row - first_op]])].rpartition(
            "::"
        )
        is_result = ops.flavour in PYTORCH and namespace
        return kind if kind and (is_result or _NUMBER.fullmatch(label)) else label

    def children(self, scope: int) -> Indices:
        """Return the rows directly in a scope."""
        rows = np.flatnonzero(self.rows.parent == scope)
        inside: Indices = rows[rows != ROOT]
        return inside

    def children_in(self, scopes: Sequence[int]) -> list[Indices]:
        """Return the rows directly in each of some scopes."""
        return [rows[rows != ROOT] for rows in parts_of(self.rows.parent, scopes)]

    def edges(self, scopes: Sequence[int]) -> tuple[Indices, Indices]:
        """Return the edges among the children of some scopes, as rows."""
        is_wanted = np.zeros(self.rows.first_op, dtype=np.bool_)
        is_wanted[list(scopes)] = True
        return sibling_edges(self.graph, self.nodes, self.rows, is_wanted)


def parts_of(home: Indices, wanted: Sequence[int]) -> list[Indices]:
    """Return where each of some values stands in a column, in ascending order each."""
    order = np.argsort(home, kind="stable")
    first, end = (np.searchsorted(home, wanted, side, order) for side in ("left", "right"))
    return [order[a:b] for a, b in zip(first.tolist(), end.tolist(), strict=True)]
