"""The inputs and outputs of one op, tensor by tensor, as its info card lists them.

They are those of the graph as it was written, constants and summaries included. An argument of a
function opened in place has the input that it is wired to, a result the inputs that it feeds.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.model.dtypes import dtype_text
from scopeboard.graph.model.op_graph import CONTROL, REFERENCE
from scopeboard.graph.paths.call_wires import input_rows, output_rows
from scopeboard.graph.paths.paths import OpenCall, shown_op_path
from scopeboard.graph.paths.reveal import first_hosts
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

MAX_ENDS: Final = 1000


@dataclass(frozen=True, slots=True)
class CardTensor:
    """A tensor, as far as it is known: see `FlowingTensor`."""

    shape: list[int] | None
    label: str | None
    dtype: str | None
    elements: int | None
    bytes: int | None


@dataclass(frozen=True, slots=True)
class OtherEnd:
    """An op at the other end of an edge, and the node that shows it: itself, or its host."""

    name: str
    node: str


@dataclass(frozen=True, slots=True)
class CardInput:
    """Input `slot`: output `port` of the other end. `is_reference` tells that it is written to."""

    slot: int
    source: OtherEnd
    port: int
    is_reference: bool
    tensor: CardTensor


@dataclass(frozen=True, slots=True)
class Consumer:
    """Where an output goes: input `slot` of the other end."""

    target: OtherEnd
    slot: int
    is_reference: bool


@dataclass(frozen=True, slots=True)
class CardOutput:
    """Output `port`, and where it goes; there are `total` consumers."""

    port: int
    tensor: CardTensor
    total: int
    consumers: list[Consumer]


@dataclass(frozen=True, slots=True)
class OpEnds:
    """All ends of an op; `bound` says in a sentence when there are more than are listed."""

    inputs: list[CardInput]
    outputs: list[CardOutput]
    control_inputs: list[OtherEnd]
    control_outputs: list[OtherEnd]
    bound: str | None


def find_ends(graph: PreparedGraph, op: int, alias: OpenCall | None) -> OpEnds:
    """Return the ends of an op that is shown in an alias, or in the tree."""
    return _EndReader(graph, op, alias).ends()


class _EndReader:
    """Reads the ends of one op."""

    def __init__(self, graph: PreparedGraph, op: int, alias: OpenCall | None) -> None:
        self._graph, self._op, self._alias = graph, op, alias
        self._edges = graph.annotated.ops.edges

    def ends(self) -> OpEnds:
        """Return all of them."""
        into, before = self._inward()
        out_of, after = self._outward()
        control_in = self._edges.kind[into] == CONTROL
        control_out = self._edges.kind[out_of] == CONTROL
        most = max(into.size, out_of.size)
        return OpEnds(
            inputs=self._inputs(into[~control_in][:MAX_ENDS], before),
            outputs=self._outputs(out_of[~control_out], after),
            control_inputs=self._others(self._edges.source[into[control_in]][:MAX_ENDS], before),
            control_outputs=self._others(self._edges.target[out_of[control_out]][:MAX_ENDS], after),
            bound=f"The first {MAX_ENDS:,} of each kind are listed." if most > MAX_ENDS else None,
        )

    def _inward(self) -> tuple[Indices, OpenCall | None]:
        """Return the edges that come in, by slot, and the alias that their sources are shown in."""
        rows, alias = np.flatnonzero(self._edges.target == self._op), self._alias
        if not rows.size and alias is not None:
            rows = np.flatnonzero(self._edges.target == alias.call)
            rows = rows[input_rows(self._graph, alias.body, self._edges, rows) == self._op]
            alias = alias.outer
        return rows[np.argsort(self._edges.slot[rows], kind="stable")], alias

    def _outward(self) -> tuple[Indices, OpenCall | None]:
        """Return the edges that go out, and the alias that their targets are shown in."""
        rows, alias = np.flatnonzero(self._edges.source == self._op), self._alias
        if not rows.size and alias is not None:
            rows = np.flatnonzero(self._edges.source == alias.call)
            rows = rows[output_rows(self._graph, alias.body, self._edges, rows) == self._op]
            alias = alias.outer
        return rows, alias

    def _inputs(self, rows: Indices, alias: OpenCall | None) -> list[CardInput]:
        edges = self._edges
        others = self._others(edges.source[rows], alias)
        return [
            CardInput(
                slot=int(edges.slot[row]),
                source=other,
                port=int(edges.port[row]),
                is_reference=bool(edges.kind[row] == REFERENCE),
                tensor=read_tensor_facts(self._graph, int(edges.tensor[row])),
            )
            for row, other in zip(rows.tolist(), others, strict=True)
        ]

    def _outputs(self, rows: Indices, alias: OpenCall | None) -> list[CardOutput]:
        """Return all outputs that are known or go anywhere."""
        edges, tensors = self._edges, self._graph.annotated.ops.tensors
        first, end = int(tensors.first[self._op]), int(tensors.first[self._op + 1])
        ports = np.union1d(np.arange(end - first), edges.port[rows]).tolist()
        outputs = []
        for port in ports[:MAX_ENDS]:
            taken = rows[edges.port[rows] == port]
            tensor = first + port if 0 <= port < end - first else -1
            facts = read_tensor_facts(self._graph, tensor)
            outputs.append(CardOutput(port, facts, taken.size, self._consumers(taken, alias)))
        return outputs

    def _consumers(self, rows: Indices, alias: OpenCall | None) -> list[Consumer]:
        edges, rows = self._edges, rows[:MAX_ENDS]
        others = self._others(edges.target[rows], alias)
        return [
            Consumer(other, int(edges.slot[row]), bool(edges.kind[row] == REFERENCE))
            for row, other in zip(rows.tolist(), others, strict=True)
        ]

    def _others(self, ops: Indices, alias: OpenCall | None) -> list[OtherEnd]:
        hosts = first_hosts(self._graph, ops)
        return [
            OtherEnd(shown_op_path(self._graph, op, alias), shown_op_path(self._graph, host, alias))
            for op, host in zip(ops.tolist(), hosts.tolist(), strict=True)
        ]


def read_tensor_facts(graph: PreparedGraph, tensor: int) -> CardTensor:
    """Return what is known of an output tensor, -1 for one of which nothing is."""
    tensors = graph.annotated.ops.tensors
    if tensor < 0:
        return CardTensor(None, None, None, None, None)
    shape = tensors.find_shape(tensor)
    return CardTensor(
        shape=None if shape is None else list(shape),
        label=tensors.find_label(tensor),
        dtype=dtype_text(int(tensors.dtype[tensor])) or None,
        elements=int(tensors.elements[tensor]) if tensors.elements[tensor] >= 0 else None,
        bytes=int(tensors.bytes[tensor]) if tensors.bytes[tensor] >= 0 else None,
    )
