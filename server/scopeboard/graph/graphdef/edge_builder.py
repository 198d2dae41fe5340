"""Inputs of nodes to base edges, in the main graph and in each function body by itself."""

from array import array
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.graphdef.function_def import EndOp
from scopeboard.graph.graphdef.input_names import find_body_input, find_input
from scopeboard.graph.graphdef.nodes import InputSpans
from scopeboard.graph.graphdef.truncated_names import truncate_input
from scopeboard.graph.model.op_graph import CONTROL, DATA, BaseEdges

_CARET = ord("^")
_TOGETHER = 1 << 14


class NamedPort(NamedTuple):
    """An edge whose port is known by name only."""

    edge: int
    source: int
    output: str
    number: int


@dataclass(frozen=True, slots=True)
class Section:
    """The main graph, or one body: what its inputs may name, and which nodes are its own.

    `op_of` has the ops by their names within the section. `nodes` are places in the list of all
    nodes, `first_op` is the op that the first of them is. `ends` are ops with an input besides.
    """

    op_of: dict[str, int]
    nodes: range
    first_op: int
    is_body: bool
    ends: list[tuple[int, EndOp]]


class EdgeBuilder:
    """Collects the edges of one section after the other.

    `named_ports` are the edges whose `port` is still to be set. `ghosts` counts the inputs that
    name no op and make no edge.
    """

    def __init__(self, data: bytes, inputs: InputSpans) -> None:
        self.named_ports: list[NamedPort] = []
        self.ghosts = 0
        self._data = data
        self._bytes = np.frombuffer(data, dtype=np.uint8)
        self._inputs = inputs
        self._source = array("i")
        self._port = array("i")
        self._columns: list[tuple[Indices, Indices, Flags]] = []  # target, slot, is control

    def add(self, section: Section) -> None:
        """Append the edges into the ops of a section."""
        first, end = np.searchsorted(
            self._inputs.node, [section.nodes.start, section.nodes.stop]
        ).tolist()
        node, start, stop = (column[first:end] for column in self._inputs)
        for here in range(0, start.size, _TOGETHER):
            until = here + _TOGETHER
            self._resolve(self._texts(start[here:until], stop[here:until]), section)
        heads = np.searchsorted(node, node)
        target = node - section.nodes.start + section.first_op
        is_control = start < stop
        is_control[is_control] = self._bytes[start[is_control]] == _CARET
        self._columns.append((target, np.arange(node.size) - heads, is_control))
        self._add_ends(section)

    def build(self) -> BaseEdges:
        """Return the edges by target, then slot; kinds are DATA and CONTROL, tensors unknown."""
        none = np.empty(0, dtype=np.int64)
        columns = [(none, none, none.astype(np.bool_)), *self._columns]
        target, slot, control = (np.concatenate(c) for c in zip(*columns, strict=True))
        edges = BaseEdges(
            source=np.array(self._source, dtype=np.int32),
            target=target.astype(np.int32),
            port=np.array(self._port, dtype=np.int32),
            slot=slot.astype(np.int32),
            kind=np.where(control, CONTROL, DATA).astype(np.int8),
            tensor=np.full(target.size, -1, dtype=np.int32),
        )
        return edges.take(np.flatnonzero(edges.source >= 0))

    def set_port(self, edge: int, port: int) -> None:
        """Set the port of an edge of `named_ports`."""
        self._port[edge] = port

    def _texts(self, starts: Amounts, ends: Amounts) -> list[str]:
        data = self._data
        places = zip(starts.tolist(), ends.tolist(), strict=True)
        return [str(truncate_input(data[start:end]), "utf-8", "replace") for start, end in places]

    def _resolve(self, texts: list[str], section: Section) -> None:
        """Append source and port of each input; most are a name as it stands."""
        find, before = section.op_of.get, len(self._source)
        sources = [find(text, -1) for text in texts]
        self._source.extend(sources)
        self._port.frombytes(bytes(len(texts) * self._port.itemsize))
        for row in np.flatnonzero(np.array(sources, dtype=np.int64) < 0).tolist():
            self._resolve_one(before + row, texts[row], section)

    def _resolve_one(self, edge: int, text: str, section: Section) -> None:
        if not section.is_body:
            op, port = find_input(text, section.op_of) or (-1, 0)
        elif (found := find_body_input(text, section.op_of)) is None:
            op, port = -1, 0
        else:
            op, port = found.op, max(found.number, 0)  # without a number it is the first
            if found.output:
                self.named_ports.append(NamedPort(edge, op, found.output, port))
        self.ghosts += op < 0
        self._source[edge], self._port[edge] = op, port

    def _add_ends(self, section: Section) -> None:
        inputs = [(op, end.source) for op, end in section.ends if end.source]
        texts = [truncate_input(text.encode()).decode() for _, text in inputs]
        self._resolve(texts, section)
        ops = np.array([op for op, _ in inputs], dtype=np.int64)
        controls = np.array([text.startswith("^") for _, text in inputs], dtype=np.bool_)
        self._columns.append((ops, np.zeros(ops.size, dtype=np.int64), controls))
