"""The metaedges of a scope as values: columns to `Edge`s and `Bridge`s."""

from typing import Final

import numpy as np

from scopeboard.graph.columns import Flags, Indices
from scopeboard.graph.metaedges import Metaedges
from scopeboard.graph.opgraph import CONTROL, DATA, REFERENCE
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.scope import Bridge, Direction, Edge, EdgeKind
from scopeboard.graph.scope_view import ScopeView

_KIND_NAMES: Final[dict[int, EdgeKind]] = {
    DATA: "data",
    CONTROL: "control",
    REFERENCE: "reference",
}


def build_edges(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Edge]:
    """Return the metaedges whose later end is among the children shown, in the order of ends."""
    inner = view.inner
    order = np.lexsort((inner.kind, inner.target, inner.source))
    order = order[_on_page(np.maximum(inner.source, inner.target)[order], shown)]
    return [
        Edge(
            source=view.names[inner.source[row]],
            target=view.names[inner.target[row]],
            kind=_KIND_NAMES[int(inner.kind[row])],
            tensors=int(inner.count[row]),
            label=_label(graph, inner, row),
            elements=_find_amount(inner.elements[row]),
            bytes=_find_amount(inner.bytes[row]),
            cut=bool(view.split.cut[row]),
        )
        for row in order.tolist()
    ]


def build_bridges(graph: PreparedGraph, view: ScopeView, shown: range) -> list[Bridge]:
    """Return the metaedges across the border that end at the children shown."""
    inward, outward = view.inward, view.outward
    return [
        *_bridges(graph, view, inward, "in", inward.target, inward.source, view.inward_cut, shown),
        *_bridges(
            graph, view, outward, "out", outward.source, outward.target, view.outward_cut, shown
        ),
    ]


def _bridges(
    graph: PreparedGraph,
    view: ScopeView,
    across: Metaedges,
    direction: Direction,
    inside: Indices,
    outside: Indices,
    cut: Flags,
    shown: range,
) -> list[Bridge]:
    """Return the metaedges of one direction, in the order of the children they end at."""
    order = np.lexsort((across.kind, graph.tree.start[outside], inside))
    order = order[_on_page(inside[order], shown)]
    paths = {row: graph.tree.path(row) for row in np.unique(outside[order]).tolist()}
    return [
        Bridge(
            node=view.names[inside[row]],
            neighbour=paths[int(outside[row])],
            direction=direction,
            kind=_KIND_NAMES[int(across.kind[row])],
            tensors=int(across.count[row]),
            label=_label(graph, across, row),
            elements=_find_amount(across.elements[row]),
            bytes=_find_amount(across.bytes[row]),
            cut=bool(cut[row]),
        )
        for row in order.tolist()
    ]


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
