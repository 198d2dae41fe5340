"""The answer for one scope: columns to the value types of `scope`."""

from typing import Final

import numpy as np

from scopeboard.errors import NotFoundError
from scopeboard.graph.columns import Indices
from scopeboard.graph.content_hash import content_hash
from scopeboard.graph.metaedges import (
    Metaedges,
    inner_metaedges,
    inward_metaedges,
    outward_metaedges,
)
from scopeboard.graph.opgraph import CONTROL, DATA, REFERENCE
from scopeboard.graph.order import dataflow_order
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.scope import Annotation, Bridge, Direction, Edge, EdgeKind, Node, Scope

_KIND_NAMES: Final[dict[int, EdgeKind]] = {
    DATA: "data",
    CONTROL: "control",
    REFERENCE: "reference",
}


def build_scope(graph: PreparedGraph, name: str) -> Scope:
    """Return the inside of the scope with this full name (empty: the top level).

    Raises:
        NotFoundError: the graph has no such scope.
    """
    scope = graph.tree.find_scope(name)
    if scope is None:
        raise NotFoundError(f"The graph has no scope called “{name}”.")
    inner = inner_metaedges(graph.edges, graph.tree, scope)
    children = graph.tree.children_of(scope)
    order = dataflow_order(children.size, inner.source, inner.target)
    rank = np.empty(children.size, dtype=np.int64)
    rank[order] = np.arange(children.size)
    names = _child_names(graph, name, children)
    nodes = _nodes(graph, children[order], [names[place] for place in order])
    edges = _edges(graph, inner, names, rank)
    bridges = [
        *_bridges(graph, inward_metaedges(graph.edges, graph.tree, scope), "in", names, rank),
        *_bridges(graph, outward_metaedges(graph.edges, graph.tree, scope), "out", names, rank),
    ]
    return Scope(name, content_hash(name, nodes, edges, bridges), nodes, edges, bridges)


def _child_names(graph: PreparedGraph, name: str, children: Indices) -> list[str]:
    """Return the full names of children of the scope called `name`."""
    prefix = f"{name}/" if name else ""
    return [prefix + graph.tree.labels[row] for row in children]


def _nodes(graph: PreparedGraph, rows: Indices, names: list[str]) -> list[Node]:
    devices = _shared_devices(graph, rows)
    columns = zip(
        rows.tolist(), names, graph.tree.op[rows].tolist(), graph.tree.count[rows].tolist(),
        devices, strict=True,
    )  # fmt: skip
    ops = graph.annotated.ops
    return [
        Node(
            name=name,
            label=graph.tree.labels[row],
            kind="metanode" if op < 0 else "op",
            op="" if op < 0 else ops.op_types[ops.op_type[op]],
            device=device,
            role="main",
            reason=None,
            count=count,
            expandable=op < 0,
            annotations=[] if op < 0 else _annotations(graph, op),
        )
        for row, name, op, count, device in columns
    ]


def _shared_devices(graph: PreparedGraph, rows: Indices) -> list[str]:
    """Return for each row the device that all nodes inside share, empty if there is none."""
    starts = graph.tree.start[rows]
    ends = starts + graph.tree.size[rows]
    changes = graph.device_changes
    one_device = changes[ends - 1] == changes[starts]
    devices = graph.annotated.ops.devices
    return [
        devices[device] if shared else ""
        for device, shared in zip(graph.device_at[starts].tolist(), one_device, strict=True)
    ]


def _annotations(graph: PreparedGraph, op: int) -> list[Annotation]:
    rows = graph.annotated.annotations
    first, end = graph.annotation_first[op], graph.annotation_first[op + 1]
    return [
        _annotation(graph, int(rows.op[row]), int(rows.tensor[row])) for row in range(first, end)
    ]


def _annotation(graph: PreparedGraph, op: int, tensor: int) -> Annotation:
    path = graph.tree.annotation_paths[op]
    ops = graph.annotated.ops
    return Annotation(
        name=path,
        label=path.rpartition("/")[2],
        kind="constant" if graph.annotated.is_constant[op] else "summary",
        op=ops.op_types[ops.op_type[op]],
        shape=ops.tensors.find_label(tensor),
    )


def _edges(graph: PreparedGraph, inner: Metaedges, names: list[str], rank: Indices) -> list[Edge]:
    """Return the metaedges between children, in the order of their ends."""
    order = np.lexsort((inner.kind, rank[inner.target], rank[inner.source]))
    return [
        Edge(
            source=names[inner.source[row]],
            target=names[inner.target[row]],
            kind=_KIND_NAMES[int(inner.kind[row])],
            tensors=int(inner.count[row]),
            label=_label(graph, inner, row),
            elements=_find_amount(inner.elements[row]),
            bytes=_find_amount(inner.bytes[row]),
            cut=False,
        )
        for row in order.tolist()
    ]


def _bridges(
    graph: PreparedGraph, across: Metaedges, direction: Direction, names: list[str], rank: Indices
) -> list[Bridge]:
    """Return the metaedges across the border, in the order of the children they end at."""
    inside, outside = across.source, across.target
    if direction == "in":
        inside, outside = outside, inside
    order = np.lexsort((across.kind, graph.tree.start[outside], rank[inside]))
    paths = {row: graph.tree.path(row) for row in np.unique(outside).tolist()}
    return [
        Bridge(
            node=names[inside[row]],
            neighbour=paths[int(outside[row])],
            direction=direction,
            kind=_KIND_NAMES[int(across.kind[row])],
            tensors=int(across.count[row]),
            label=_label(graph, across, row),
            elements=_find_amount(across.elements[row]),
            bytes=_find_amount(across.bytes[row]),
        )
        for row in order.tolist()
    ]


def _label(graph: PreparedGraph, metaedges: Metaedges, row: int) -> str | None:
    """Write TensorBoard's label: the shape of one tensor, or how many there are."""
    if metaedges.kind[row] == CONTROL:
        return None
    if metaedges.count[row] > 1:
        return f"{metaedges.count[row]} tensors"
    return graph.edges.tensors.find_label(int(metaedges.tensor[row]))


def _find_amount(amount: np.int64) -> int | None:
    return None if amount < 0 else int(amount)
