"""The neighbours of a node: what feeds it and what it feeds, as the scope around it shows them.

A neighbour is named as bridges are: as a child of the lowest scope that holds both. Of a node in a
function opened in place, what its arguments and results are wired to outside is among them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.metaedges import Metaedges, group_edges, outside_rows
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall, Place, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import EdgeKind

MAX_NEIGHBOURS: Final = 1000
_KIND_NAMES: Final[dict[int, EdgeKind]] = {DATA: "data", CONTROL: "control", REFERENCE: "reference"}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """All tensors, or all control dependencies, between a node and a neighbour: see `Edge`."""

    name: str
    kind: EdgeKind
    tensors: int
    label: str | None
    elements: int | None
    bytes: int | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What feeds a node, and what it feeds, by position in the graph.

    There are `total_in` and `total_out`; `bound` says in a sentence when not all are listed.
    """

    name: str
    total_in: int
    total_out: int
    inward: list[Neighbour]
    outward: list[Neighbour]
    bound: str | None


def find_neighbours(graph: PreparedGraph, place: Place, limit: int = MAX_NEIGHBOURS) -> Neighbours:
    """Return the neighbours of a shown node, at most `limit` each way."""
    found = {way: _of_way(graph, place, way) for way in ("in", "out")}
    limit = min(limit, MAX_NEIGHBOURS)
    total = sum(map(len, found.values()))
    listed = sum(min(len(each), limit) for each in found.values())
    return Neighbours(
        name=place.path,
        total_in=len(found["in"]),
        total_out=len(found["out"]),
        inward=found["in"][:limit],
        outward=found["out"][:limit],
        bound=f"{listed:,} of {total:,} neighbours are listed." if listed < total else None,
    )


def _of_way(graph: PreparedGraph, place: Place, way: str) -> list[Neighbour]:
    """Return the neighbours one way: within the tree, then those outside of an open call."""
    rows, ends = _crossing(graph, place, way)
    found = _grouped(graph, rows, outside_rows(graph.tree, place.row, ends), place.alias)
    if place.alias is not None:
        rows, ends = _wired(graph, place, place.alias, way)
        call = graph.tree.row_of_op(place.alias.call)
        if call is not None:
            outside = outside_rows(graph.tree, call, ends)
            found += _grouped(graph, rows, outside, place.alias.outer)
    return found


def _crossing(graph: PreparedGraph, place: Place, way: str) -> tuple[Indices, Indices]:
    """Return the edges across the border of a row, and where their outer ends stand."""
    edges = graph.edges
    sorted_ends, order = (
        (edges.targets, edges.by_target) if way == "in" else (edges.sources, edges.by_source)
    )
    outer = edges.source if way == "in" else edges.target
    start, end = graph.tree.interval(place.row)
    low, high = np.searchsorted(sorted_ends, [start, end])
    rows = np.sort(order[low:high])
    rows = rows[~_is_inside(outer[rows], start, end)]
    return rows, outer[rows]


def _wired(
    graph: PreparedGraph, place: Place, alias: OpenCall, way: str
) -> tuple[Indices, Indices]:
    """Return the edges of a call that are wired to what is inside a row, and their outer ends."""
    edges = graph.edges
    call = int(graph.tree.position[alias.call])
    ends, inner, wire = (
        (edges.source, edges.target, input_rows)
        if way == "in"
        else (edges.target, edges.source, output_rows)
    )
    rows = np.flatnonzero((inner == call) & (ends != call))
    ops = wire(graph, alias.body, graph.annotated.edges, rows)
    start, end = graph.tree.interval(place.row)
    rows = rows[(ops >= 0) & _is_inside(graph.tree.position[ops], start, end)]
    return rows, ends[rows]


def _grouped(
    graph: PreparedGraph, rows: Indices, outside: Indices, alias: OpenCall | None
) -> list[Neighbour]:
    """Make one neighbour of each row outside, tensors and control apart."""
    found = group_edges(graph.edges, rows, np.zeros(rows.size, dtype=np.int64), outside)
    order = np.lexsort((found.kind, graph.tree.start[found.target]))
    return [
        Neighbour(
            name=shown_path(graph, int(found.target[row]), alias),
            kind=_KIND_NAMES[int(found.kind[row])],
            tensors=int(found.count[row]),
            label=_label(graph, found, row),
            elements=int(found.elements[row]) if found.elements[row] >= 0 else None,
            bytes=int(found.bytes[row]) if found.bytes[row] >= 0 else None,
        )
        for row in order.tolist()
    ]


def _label(graph: PreparedGraph, found: Metaedges, row: int) -> str | None:
    if found.kind[row] == CONTROL:
        return None
    if found.count[row] > 1:
        return f"{found.count[row]} tensors"
    return graph.edges.tensors.find_label(int(found.tensor[row]))


def _is_inside(positions: Indices, start: int, end: int) -> Flags:
    flags: Flags = (positions >= start) & (positions < end)
    return flags
