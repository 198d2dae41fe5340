"""The metaedges of a scope as values: columns to `Edge`s and `Bridge`s."""

from operator import itemgetter
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.metaedges import Metaedges
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE
from scopeboard.graph.paths.paths import shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import Bridge, Edge, EdgeKind
from scopeboard.graph.scope.view import Border, ScopeView

_KIND_NAMES: Final[dict[int, EdgeKind]] = {
    DATA: "data",
    CONTROL: "control",
    REFERENCE: "reference",
}


def build_edges(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Edge]:
    """Return the metaedges whose later end is among the children shown, in the order of ends."""
    inner, names = view.inner, view.children.names
    rows = np.flatnonzero(_on_page(np.maximum(inner.source, inner.target), shown))
    order = rows[np.lexsort((inner.kind[rows], inner.target[rows], inner.source[rows]))]
    return [
        Edge(
            source=names[inner.source[row]],
            target=names[inner.target[row]],
            kind=_KIND_NAMES[int(inner.kind[row])],
            tensors=int(inner.count[row]),
            label=_label(graph, inner, row),
            elements=_find_amount(inner.elements[row]),
            bytes=_find_amount(inner.bytes[row]),
            cut=bool(view.outcome.split.cut[row]),
            usual_cut=bool(view.usual.split.cut[row]),
        )
        for row in order.tolist()
    ]


def build_bridges(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Bridge]:
    """Return the metaedges across the border that end at the children shown.

    Those inwards stand first, then those outwards, each in the order of the children.
    """
    found = [
        (direction == "out", int(border.inside[row]), _bridge(graph, view, place, row))
        for place, (direction, border) in enumerate(view.borders)
        for row in _in_order(graph, border, shown)
    ]
    return [bridge for *_, bridge in sorted(found, key=itemgetter(0, 1))]


def _in_order(graph: PreparedGraph, border: Border, shown: range) -> list[int]:
    rows = np.flatnonzero(_on_page(border.inside, shown))
    places = graph.tree.start[border.outside[rows]]
    order = np.lexsort((border.edges.kind[rows], places, border.inside[rows]))
    in_order: list[int] = rows[order].tolist()
    return in_order


def _bridge(graph: PreparedGraph, view: ScopeView, place: int, row: int) -> Bridge:
    direction, border = view.borders[place]
    edges = border.edges
    return Bridge(
        node=view.children.names[border.inside[row]],
        neighbour=shown_path(graph, int(border.outside[row]), border.alias),
        direction=direction,
        kind=_KIND_NAMES[int(edges.kind[row])],
        tensors=int(edges.count[row]),
        label=_label(graph, edges, row),
        elements=_find_amount(edges.elements[row]),
        bytes=_find_amount(edges.bytes[row]),
        cut=bool(view.outcome.cut[place][row]),
        usual_cut=bool(view.usual.cut[place][row]),
    )


def _on_page(children: Indices, shown: range) -> Flags:
    return (children >= shown.start) & (children < shown.stop)


def _label(graph: PreparedGraph, metaedges: Metaedges, row: int) -> str | None:
    """Write TensorBoard's label: the shape of one tensor, or how many there are."""
    if metaedges.kind[row] == CONTROL:
        return None
    if metaedges.count[row] > 1:
        return f"{metaedges.count[row]} tensors"
    return graph.annotated.ops.tensors.find_label(int(metaedges.tensor[row]))


def _find_amount(amount: np.int64) -> int | None:
    return None if amount < 0 else int(amount)
