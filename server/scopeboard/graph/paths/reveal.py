"""Reveal an op: the node that shows it, and the scopes that must be open."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.paths.paths import OpenCall, shown_op_path, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

MAX_AROUND: Final = 1 << 16
"""Characters of the names of the scopes around one node, in all."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The node that shows an op, and the scopes around it.

    `name` is its full name, `node` that of the node that shows it: its own, or for a constant or
    summary that of its first host. `scopes` must be open for the node to be seen, from the top
    level (left out) inwards, see `scopes_around`.
    """

    name: str
    node: str
    scopes: list[str]


def first_hosts(graph: PreparedGraph, ops: Indices) -> Indices:
    """Return for each op the one that shows it: itself, or its first host."""
    rows = graph.annotated.annotations
    order = np.argsort(rows.op, kind="stable")
    if not order.size:
        return ops
    place = np.minimum(np.searchsorted(rows.op[order], ops), order.size - 1)
    is_annotation = ~graph.annotated.is_node[ops]
    hosts: Indices = np.where(is_annotation, rows.host[order[place]], ops)
    return hosts


def reveal_op(graph: PreparedGraph, op: int, host: int, alias: OpenCall | None) -> Reveal:
    """Return the node and scopes that reveal an op; `host` shows it in the same function."""
    row = graph.tree.row_of_op(host)
    return Reveal(
        name=shown_op_path(graph, op, alias),
        node=shown_op_path(graph, host, alias),
        scopes=[] if row is None else scopes_around(graph, row, alias),
    )


def scopes_around(graph: PreparedGraph, row: int, alias: OpenCall | None) -> list[str]:
    """Return what must be open for a row to be seen, from the top level (left out) inwards.

    The names of all scopes around a node grow with the square of its depth: of a very deep one the
    outermost are returned, as many as take `MAX_AROUND` characters.
    """
    names: list[str] = []
    room = MAX_AROUND
    for above, within in reversed(_around(graph, row, alias)):
        name = above if isinstance(above, str) else shown_path(graph, above, within)
        room -= len(name)
        if room < 0:
            break
        names.append(name)
    return names


def count_around(graph: PreparedGraph, row: int, alias: OpenCall | None) -> int:
    """Return how many scopes must be open for a row to be seen."""
    return len(_around(graph, row, alias))


def _around(
    graph: PreparedGraph, row: int, alias: OpenCall | None
) -> list[tuple[int | str, OpenCall | None]]:
    """Return what is around a row from the inside out: rows within an alias, or names of calls."""
    around: list[tuple[int | str, OpenCall | None]] = []
    while True:
        root = ROOT if alias is None else alias.root
        line = graph.tree.ancestors(row)
        within = line[line.index(root) + 1 : -1] if root in line else line[1:-1]
        around += [(above, alias) for above in reversed(within)]
        if alias is None:
            return around
        if row != root:
            around.append((alias.path, None))
        call_path = shown_op_path(graph, alias.call, alias.outer)
        if call_path != alias.path:
            around.append((call_path, None))
        row, alias = _row_of_call(graph, alias.call), alias.outer


def _row_of_call(graph: PreparedGraph, op: int) -> int:
    """Return the row of a call op, which is always a node."""
    row = graph.tree.row_of_op(op)
    assert row is not None  # noqa: S101 - annotations call nothing
    return row
