"""The inputs and outputs of one op, tensor by tensor, as its info card lists them.

Constants and summaries are among them, as in the file. An argument of a function opened in place
has the input that it is wired to, a result the inputs that it feeds. In a comparison of two graphs
the edges of both are listed, each with what became of it.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import CONTROL, REFERENCE
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall, shown_op_path
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.scope.answer import Status
from scopeboard.graph.scope.changes import STATUS_NAMES

MAX_ENDS: Final = 1000


@dataclass(frozen=True, slots=True)
class CardTensor:
    """The known facts about a tensor: see `FlowingTensor`."""

    shape: list[int] | None
    label: str | None
    dtype: str | None
    elements: int | None
    bytes: int | None
    layout: str | None
    sharding: str | None


@dataclass(frozen=True, slots=True)
class OtherEnd:
    """An op at the other end of an edge, and the node that shows it: itself, or its host."""

    name: str
    node: str


@dataclass(frozen=True, slots=True)
class CardInput:
    """Input `slot`: output `port` of the other end; the op writes to it if `is_reference`.

    `change` is absent where the input is the same in both graphs of a comparison.
    """

    slot: int
    source: OtherEnd
    port: int
    is_reference: bool
    tensor: CardTensor
    change: Status | None


@dataclass(frozen=True, slots=True)
class Consumer:
    """A consumer of an output: input `slot` of the other end; `change` as in `CardInput`."""

    target: OtherEnd
    slot: int
    is_reference: bool
    change: Status | None


@dataclass(frozen=True, slots=True)
class CardOutput:
    """Output `port`, and its consumers, `total` of them."""

    port: int
    tensor: CardTensor
    total: int
    consumers: list[Consumer]


@dataclass(frozen=True, slots=True)
class OpEnds:
    """The inputs and outputs of an op; `bound` is a sentence when not all are listed."""

    inputs: list[CardInput]
    outputs: list[CardOutput]
    control_inputs: list[OtherEnd]
    control_outputs: list[OtherEnd]
    bound: str | None


class _Side(NamedTuple):
    """The edges on one side of an op, and the open call that shows their other ends."""

    rows: Indices
    alias: OpenCall | None


def find_ends(graph: PreparedGraph, op: int, alias: OpenCall | None) -> OpEnds:
    """Return the inputs and outputs of an op that is shown in an open call, or in the tree."""
    edges, tensors = graph.annotated.ops.edges, graph.annotated.ops.tensors
    into, out_of = (_side(graph, op, alias, is_inward=inward) for inward in (True, False))
    is_control_in = edges.kind[into.rows] == CONTROL
    is_control_out = edges.kind[out_of.rows] == CONTROL
    rows = into.rows[~is_control_in][:MAX_ENDS]
    inputs = [
        CardInput(
            slot=int(edges.slot[row]),
            source=source,
            port=int(edges.port[row]),
            is_reference=bool(edges.kind[row] == REFERENCE),
            tensor=read_tensor_facts(graph, int(edges.tensor[row])),
            change=_change_of(graph, row),
        )
        for row, source in zip(
            rows.tolist(), _other_ends(graph, edges.source[rows], into.alias), strict=True
        )
    ]
    first, count = int(tensors.first[op]), int(tensors.first[op + 1] - tensors.first[op])
    rows = out_of.rows[~is_control_out]
    outputs = []
    for port in np.union1d(np.arange(count), edges.port[rows]).tolist()[:MAX_ENDS]:
        used = rows[edges.port[rows] == port]
        listed = used[:MAX_ENDS]
        targets = _other_ends(graph, edges.target[listed], out_of.alias)
        consumers = [
            Consumer(
                target=target,
                slot=int(edges.slot[row]),
                is_reference=bool(edges.kind[row] == REFERENCE),
                change=_change_of(graph, row),
            )
            for row, target in zip(listed.tolist(), targets, strict=True)
        ]
        facts = read_tensor_facts(graph, first + port if 0 <= port < count else -1)
        outputs.append(CardOutput(port, facts, used.size, consumers))
    before = edges.source[into.rows[is_control_in]][:MAX_ENDS]
    after = edges.target[out_of.rows[is_control_out]][:MAX_ENDS]
    most = max(into.rows.size, out_of.rows.size)
    return OpEnds(
        inputs=inputs,
        outputs=outputs,
        control_inputs=_other_ends(graph, before, into.alias),
        control_outputs=_other_ends(graph, after, out_of.alias),
        bound=f"The first {MAX_ENDS:,} of each kind are listed." if most > MAX_ENDS else None,
    )


def read_tensor_facts(graph: PreparedGraph, tensor: int) -> CardTensor:
    """Return the facts about an output tensor, all None for -1."""
    tensors = graph.annotated.ops.tensors
    if tensor < 0:
        return CardTensor(None, None, None, None, None, None, None)
    placement = tensors.find_placement(tensor)
    shape = tensors.find_shape(tensor)
    return CardTensor(
        shape=None if shape is None else [max(size, -1) for size in shape],
        label=tensors.find_label(tensor),
        dtype=dtype_text(int(tensors.dtype[tensor])) or None,
        elements=int(tensors.elements[tensor]) if tensors.elements[tensor] >= 0 else None,
        bytes=int(tensors.bytes[tensor]) if tensors.bytes[tensor] >= 0 else None,
        layout=placement.layout or None,
        sharding=placement.sharding or None,
    )


def _compute_statuses(graph: PreparedGraph) -> Indices | None:
    """Return what became of each edge of the ops, None for a graph that is no union of two."""
    if graph.comparison is None:
        return None
    union = graph.comparison.union
    diff = union.diff
    return union.edge_status(graph.annotated.ops.edges, diff.before.edges, diff.after.edges)


_statuses: Final[PerGraphCache[Indices | None]] = PerGraphCache(_compute_statuses)


def _change_of(graph: PreparedGraph, edge: int) -> Status | None:
    statuses = _statuses.get(graph)
    return None if statuses is None else STATUS_NAMES.get(int(statuses[edge]))


def _side(graph: PreparedGraph, op: int, alias: OpenCall | None, *, is_inward: bool) -> _Side:
    """Return the edges into or out of an op; of an argument or result the edges of its call."""
    edges = graph.annotated.ops.edges
    inner, wires = (edges.target, input_rows) if is_inward else (edges.source, output_rows)
    rows = np.flatnonzero(inner == op)
    if not rows.size and alias is not None:
        rows = np.flatnonzero(inner == alias.call)
        rows = rows[wires(graph, alias.body, edges, rows) == op]
        alias = alias.outer
    return _Side(rows[np.argsort(edges.slot[rows], kind="stable")] if is_inward else rows, alias)


def _other_ends(graph: PreparedGraph, ops: Indices, alias: OpenCall | None) -> list[OtherEnd]:
    hosts = graph.annotated.shown_at[ops]
    return [
        OtherEnd(shown_op_path(graph, op, alias), shown_op_path(graph, host, alias))
        for op, host in zip(ops.tolist(), hosts.tolist(), strict=True)
    ]
