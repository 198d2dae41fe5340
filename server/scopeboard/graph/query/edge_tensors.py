"""The tensors behind a metaedge or a bridge, listed a page at a time."""

from dataclasses import dataclass
from typing import Final, get_args

import numpy as np

from scopeboard.errors import NotFoundError
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.paths.base_edges import EdgesBetween, edges_between
from scopeboard.graph.paths.paths import ShownNode, find_node, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.query.op_ports import read_tensor_facts
from scopeboard.graph.scope.answer import EdgeKind

MAX_TENSORS: Final = 1000
EDGE_KINDS: Final[tuple[EdgeKind, ...]] = get_args(EdgeKind)
"""The names of `DATA`, `CONTROL` and `REFERENCE`, in the order of these numbers."""


@dataclass(frozen=True, slots=True)
class FlowingTensor:
    """One base edge: output `port` of op `source` is input `slot` of op `target`.

    An edge that is wired into or out of an open call has the port and slot of the call. A control
    dependency has none, and no tensor. `shape` has -1 for an unknown dimension and is absent when
    the rank is unknown; `label` is its text (`?×784`, `scalar`). `elements` counts an unknown
    dimension as 1; `bytes` and `dtype` are absent when unknown. `layout` and `sharding` are what a
    compiler states, as XLA writes it: `{1,0}`, `{devices=[2,1]<=[2]}`.
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
    layout: str | None
    sharding: str | None


@dataclass(frozen=True, slots=True)
class TensorsBetween:
    """The base edges from one shown node to another.

    `total` counts them; `tensors` is a page of them from `offset` on, in order of appearance.
    `bound` is a sentence when not all are listed.
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
    between = edges_between(graph, start, end)
    if control is not None:
        rows = np.flatnonzero((graph.edges.kind[between.edge] == CONTROL) == control)
        between = EdgesBetween(between.edge[rows], between.source[rows], between.target[rows])
    total = int(between.edge.size)
    page = slice(offset, offset + min(limit, MAX_TENSORS))
    edges, tensors = graph.annotated.edges, []
    for edge, output_op, input_op in zip(
        between.edge[page].tolist(),
        between.source[page].tolist(),
        between.target[page].tolist(),
        strict=True,
    ):
        is_tensor = int(edges.kind[edge]) != CONTROL
        facts = read_tensor_facts(graph, int(edges.tensor[edge]))
        tensors.append(
            FlowingTensor(
                source=shown_op_path(graph, output_op, start.alias),
                port=int(edges.port[edge]) if is_tensor else None,
                target=shown_op_path(graph, input_op, end.alias),
                slot=int(edges.slot[edge]) if is_tensor else None,
                kind=EDGE_KINDS[int(edges.kind[edge])],
                shape=facts.shape,
                label=facts.label,
                dtype=facts.dtype,
                elements=facts.elements,
                bytes=facts.bytes,
                layout=facts.layout,
                sharding=facts.sharding,
            )
        )
    bound = f"{len(tensors):,} of {total:,} are listed." if len(tensors) < total else None
    return TensorsBetween(source, target, total, offset, tensors, bound)


def get_node(graph: PreparedGraph, name: str) -> ShownNode:
    """Return the node that is shown under this name.

    Raises:
        NotFoundError: there is none.
    """
    node = find_node(graph, name)
    if node is None:
        raise NotFoundError(f"The graph has no node called “{name}”.")
    return node
