"""The tensors behind a metaedge or a bridge, listed on demand, some at a time."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts
from scopeboard.errors import NotFoundError
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE
from scopeboard.graph.paths.base_edges import EdgesBetween, edges_between
from scopeboard.graph.paths.paths import Place, find_node, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.answer import EdgeKind

MAX_TENSORS: Final = 1000
_KIND_NAMES: Final[dict[int, EdgeKind]] = {
    DATA: "data",
    CONTROL: "control",
    REFERENCE: "reference",
}


@dataclass(frozen=True, slots=True)
class FlowingTensor:
    """One base edge: output `port` of op `source` is input `slot` of op `target`.

    Of an edge that is wired into or out of an open call, the port and the slot are the call's. A
    control dependency has none, and no tensor. `shape` has -1 for an unknown dimension and is
    absent when the rank is unknown; `label` is how it is written (`?×784`, `scalar`). `elements`
    counts an unknown dimension as 1; `bytes` and `dtype` are absent when unknown.
    """

    source: str
    port: int | None
    target: str
    slot: int | None
    kind: EdgeKind
    shape: list[int] | None
    label: str | None
    dtype: str | None
    elements: int | None
    bytes: int | None


@dataclass(frozen=True, slots=True)
class TensorsBetween:
    """The base edges from one shown node to another.

    `total` is how many there are; `tensors` lists them in order of appearance from `offset` on, as
    many as were asked for. `bound` says in a sentence when there are more.
    """

    source: str
    target: str
    total: int
    offset: int
    tensors: list[FlowingTensor]
    bound: str | None


def tensors_between(
    graph: PreparedGraph,
    source: str,
    target: str,
    *,
    control: bool | None = None,
    offset: int = 0,
    limit: int = MAX_TENSORS,
) -> TensorsBetween:
    """List the base edges from one shown node to another.

    Args:
        graph: the graph.
        source: the full name of a node, as shown.
        target: the full name of another.
        control: whether to list control dependencies or tensors; both when None.
        offset: how many to skip.
        limit: how many to list, `MAX_TENSORS` at most.

    Raises:
        NotFoundError: the graph has no such node.
    """
    start, end = get_node(graph, source), get_node(graph, target)
    found = edges_between(graph, start, end)
    if control is not None:
        is_control = graph.edges.kind[found.edge] == CONTROL
        kept = np.flatnonzero(is_control == control)
        found = EdgesBetween(found.edge[kept], found.source[kept], found.target[kept])
    total, last = int(found.edge.size), offset + min(limit, MAX_TENSORS)
    tensors = [
        _tensor(
            graph,
            int(found.edge[place]),
            shown_op_path(graph, int(found.source[place]), start.alias),
            shown_op_path(graph, int(found.target[place]), end.alias),
        )
        for place in range(offset, min(last, total))
    ]
    bound = f"{len(tensors):,} of {total:,} are listed." if len(tensors) < total else None
    return TensorsBetween(source, target, total, offset, tensors, bound)


def get_node(graph: PreparedGraph, name: str) -> Place:
    """Return what is shown under this name.

    Raises:
        NotFoundError: nothing is.
    """
    place = find_node(graph, name)
    if place is None:
        raise NotFoundError(f"The graph has no node called “{name}”.")
    return place


def _tensor(graph: PreparedGraph, edge: int, source: str, target: str) -> FlowingTensor:
    edges, tensors = graph.annotated.edges, graph.annotated.ops.tensors
    tensor, kind = int(edges.tensor[edge]), int(edges.kind[edge])
    flows = kind != CONTROL
    shape = tensors.find_shape(tensor)
    dtype = int(tensors.dtype[tensor]) if tensor >= 0 else 0
    return FlowingTensor(
        source=source,
        port=int(edges.port[edge]) if flows else None,
        target=target,
        slot=int(edges.slot[edge]) if flows else None,
        kind=_KIND_NAMES[kind],
        shape=None if shape is None else list(shape),
        label=tensors.find_label(tensor),
        dtype=dtype_text(dtype) if dtype else None,
        elements=_find_amount(tensors.elements, tensor),
        bytes=_find_amount(tensors.bytes, tensor),
    )


def _find_amount(column: Amounts, tensor: int) -> int | None:
    return int(column[tensor]) if tensor >= 0 and column[tensor] >= 0 else None
