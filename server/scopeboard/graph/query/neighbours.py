"""The neighbours of a node: its inputs and outputs as the scope around it shows them.

A neighbour is named like a bridge: as a child of the lowest scope that holds both nodes. A node in
a function opened in place also has the neighbours outside that its arguments and results are wired
to.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.metaedges import group_edges, outside_rows
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall, ShownNode, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.edge_tensors import EDGE_KINDS
from scopeboard.graph.scope.answer import EdgeKind, Status
from scopeboard.graph.scope.changes import STATUS_NAMES

MAX_NEIGHBOURS: Final = 1000


@dataclass(frozen=True, slots=True)
class Neighbour:
    """All tensors, or all control dependencies, between a node and a neighbour: see `Edge`.

    `change` is what became of them in a comparison of two graphs, absent where all are the same.
    """

    name: str
    kind: EdgeKind
    tensors: int
    label: str | None
    elements: int | None
    bytes: int | None
    change: Status | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The neighbours that feed a node, and the neighbours that it feeds, by position in the graph.

    `total_in` and `total_out` count them; `bound` is a sentence when not all are listed.
    """

    name: str
    total_in: int
    total_out: int
    inward: list[Neighbour]
    outward: list[Neighbour]
    bound: str | None


def find_neighbours(
    graph: PreparedGraph, node: ShownNode, limit: int = MAX_NEIGHBOURS
) -> Neighbours:
    """Return the neighbours of a shown node, at most `limit` in each direction."""
    inward = _neighbours(graph, node, is_inward=True)
    outward = _neighbours(graph, node, is_inward=False)
    limit = min(limit, MAX_NEIGHBOURS)
    total = len(inward) + len(outward)
    listed = min(len(inward), limit) + min(len(outward), limit)
    return Neighbours(
        name=node.path,
        total_in=len(inward),
        total_out=len(outward),
        inward=inward[:limit],
        outward=outward[:limit],
        bound=f"{listed:,} of {total:,} neighbours are listed." if listed < total else None,
    )


def _neighbours(graph: PreparedGraph, node: ShownNode, *, is_inward: bool) -> list[Neighbour]:
    """Return the neighbours in one direction: within the tree, then those outside an open call."""
    edges, tree, alias = graph.edges, graph.tree, node.alias
    start, end = tree.interval(node.row)
    if is_inward:
        inner, outer, sorted_inner, order = (
            edges.target, edges.source, edges.targets, edges.by_target,
        )  # fmt: skip
    else:
        inner, outer, sorted_inner, order = (
            edges.source, edges.target, edges.sources, edges.by_source,
        )  # fmt: skip
    low, high = np.searchsorted(sorted_inner, [start, end])
    rows = np.sort(order[low:high])
    ends = outer[rows]
    is_outside = (ends < start) | (ends >= end)
    outside = outside_rows(tree, node.row, ends[is_outside])
    neighbours = _grouped(graph, rows[is_outside], outside, alias)
    call = None if alias is None else tree.row_of_op(alias.call)
    if alias is None or call is None:
        return neighbours
    # Edges of the call that its arguments and results inside the row are wired to.
    position = tree.position[alias.call]
    rows = np.flatnonzero((inner == position) & (outer != position))
    wires = input_rows if is_inward else output_rows
    ops = wires(graph, alias.body, graph.annotated.edges, rows)
    positions = tree.position[ops]
    rows = rows[(ops >= 0) & (positions >= start) & (positions < end)]
    return neighbours + _grouped(graph, rows, outside_rows(tree, call, outer[rows]), alias.outer)


def _grouped(
    graph: PreparedGraph, rows: Indices, outside: Indices, alias: OpenCall | None
) -> list[Neighbour]:
    """Return one neighbour for each row outside and kind of edge, in the order of the graph."""
    groups = group_edges(graph.edges, rows, np.zeros(rows.size, dtype=np.int64), outside)
    changes = _changes(graph, rows, outside)
    neighbours = []
    for row in np.lexsort((groups.kind, graph.tree.start[groups.target])).tolist():
        kind, count = int(groups.kind[row]), int(groups.count[row])
        label = graph.edges.tensors.find_edge_label(int(groups.tensor[row])) if count == 1 else None
        if kind != CONTROL and count > 1:
            label = f"{count} tensors"
        neighbours.append(
            Neighbour(
                name=shown_path(graph, int(groups.target[row]), alias),
                kind=EDGE_KINDS[kind],
                tensors=count,
                label=None if kind == CONTROL else label,
                elements=int(groups.elements[row]) if groups.elements[row] >= 0 else None,
                bytes=int(groups.bytes[row]) if groups.bytes[row] >= 0 else None,
                change=changes.get((int(groups.target[row]), kind == CONTROL)),
            )
        )
    return neighbours


def _changes(
    graph: PreparedGraph, rows: Indices, outside: Indices
) -> dict[tuple[int, bool], Status]:
    """Return what became of the edges of a neighbour, tensors and control edges apart.

    Some are added or removed where they are changed.

    Args:
        graph: the graph.
        rows: the edges.
        outside: the neighbour at the end of each.
    """
    if graph.comparison is None:
        return {}
    seen: dict[tuple[int, bool], set[int]] = {}
    is_control = graph.edges.kind[rows] == CONTROL
    for neighbour, control, status in zip(
        outside.tolist(),
        is_control.tolist(),
        graph.comparison.edge_status[rows].tolist(),
        strict=True,
    ):
        seen.setdefault((neighbour, control), set()).add(status)
    return {
        key: "changed" if others else STATUS_NAMES[status]
        for key, (status, *others) in seen.items()
        if others or status in STATUS_NAMES
    }
