"""Inputs of nodes to base edges, in the main graph and in each function body separately.

An input string is `name`, `name:k`, `^name` or, in functions, `name:port:k`. An empty one is an
optional input that a node leaves out.
"""

from array import array
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.graphdef.function_def import EndOp
from scopeboard.graph.graphdef.nodes import InputSpans
from scopeboard.graph.graphdef.truncated_names import truncate_input
from scopeboard.graph.model.op_graph import CONTROL, DATA, BaseEdges

_CARET: Final = ord("^")
_GHOST: Final = -1  # the source of an edge from no op
_OMITTED: Final = -2
_BLOCK_INPUTS: Final = 1 << 14
_MAX_PORT_DIGITS: Final = 9  # so that it fits 32 bits; a longer one names no tensor


class NamedPort(NamedTuple):
    """An edge whose port is known only by the name of the output."""

    edge: int
    source: int
    output: str
    number: int


@dataclass(frozen=True, slots=True)
class Section:
    """The main graph, or one body: the names that its inputs may refer to, and its nodes.

    `op_of` has the ops by their names within the section. `nodes` are indices in the list of all
    nodes, `first_op` is the op of the first of them. `ends` are results, each with its op.
    """

    op_of: dict[str, int]
    nodes: range
    first_op: int
    is_body: bool
    ends: list[tuple[int, EndOp]]


class EdgeBuilder:
    """Collects the edges of sections.

    `named_ports` are the edges whose port `set_port` has to set. `ghosts` are the ops with an input
    that names no op and makes no edge, once for each such input; they are known after `build`.
    """

    def __init__(self, data: bytes, inputs: InputSpans) -> None:
        self.named_ports: list[NamedPort] = []
        self.ghosts: Indices = np.empty(0, dtype=np.int64)
        self._data = data
        self._bytes = np.frombuffer(data, dtype=np.uint8)
        self._inputs = inputs
        self._source = array("i")
        self._port = array("i")
        self._columns: list[tuple[Indices, Indices, Flags]] = []  # target, slot, is control

    def add(self, section: Section) -> None:
        """Append the edges into the ops of a section."""
        bounds = [section.nodes.start, section.nodes.stop]
        rows = slice(*np.searchsorted(self._inputs.node, bounds).tolist())
        node, start, end = (column[rows] for column in self._inputs)
        data = self._data
        for first in range(0, start.size, _BLOCK_INPUTS):
            block = slice(first, first + _BLOCK_INPUTS)
            spans = zip(start[block].tolist(), end[block].tolist(), strict=True)
            texts = [str(truncate_input(data[s:e]), "utf-8", "replace") for s, e in spans]
            self._resolve(texts, section)
        heads = np.searchsorted(node, node)
        is_control = start < end
        is_control[is_control] = self._bytes[start[is_control]] == _CARET
        target = node - section.nodes.start + section.first_op
        self._columns.append((target, np.arange(node.size) - heads, is_control))
        ends = [(op, end.source) for op, end in section.ends if end.source]
        self._resolve([truncate_input(text.encode()).decode() for _, text in ends], section)
        ops = np.array([op for op, _ in ends], dtype=np.int64)
        is_control = np.array([text.startswith("^") for _, text in ends], dtype=np.bool_)
        self._columns.append((ops, np.zeros(ops.size, dtype=np.int64), is_control))

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
        self.ghosts = target[edges.source == _GHOST]
        return edges.take(np.flatnonzero(edges.source >= 0))

    def set_port(self, edge: int, port: int) -> None:
        """Set the port of an edge of `named_ports`."""
        self._port[edge] = port

    def _resolve(self, texts: list[str], section: Section) -> None:
        """Append source and port of each input; most inputs are just a name."""
        find, first = section.op_of.get, len(self._source)
        sources = [find(text, -1) for text in texts]
        self._source.extend(sources)
        self._port.frombytes(bytes(len(texts) * self._port.itemsize))
        for row in np.flatnonzero(np.array(sources, dtype=np.int64) < 0).tolist():
            edge, text = first + row, texts[row]
            if not text:
                op, port = _OMITTED, 0
            elif not section.is_body:
                op, port = find_input(text, section.op_of) or (_GHOST, 0)
            elif (named := find_body_input(text, section.op_of)) is None:
                op, port = _GHOST, 0
            else:
                op, port = named.op, max(named.number, 0)  # without a number it is the first
                if named.output:
                    self.named_ports.append(NamedPort(edge, op, named.output, port))
            self._source[edge], self._port[edge] = op, port


class BodyInput(NamedTuple):
    """The tensor that an input string in a function body names.

    `output` is the name of the op's output, empty where the string has none. `number` is the index
    among the outputs of that name, -1 where the string has an output but no number.
    """

    op: int
    output: str
    number: int


def find_input(text: str, op_of: dict[str, int]) -> tuple[int, int] | None:
    """Return op and port that an input string names, or None when there is no such op.

    The longest name wins: a string that is itself a name has no port, even with colons. Of
    `name:port:k`, the form of function bodies, the number is the port.
    """
    named = find_body_input(text, op_of)
    if named is None or named.number < 0:
        return None
    return named.op, named.number


def find_body_input(text: str, op_of: dict[str, int]) -> BodyInput | None:
    """Return op and output that an input string in a function body names, or None.

    The longest name wins here too.
    """
    text = text.removeprefix("^")
    op = op_of.get(text)
    if op is not None:
        return BodyInput(op, "", 0)
    head, colon, last = text.rpartition(":")
    if not colon:
        return None
    if not (last.isascii() and last.isdecimal() and len(last) <= _MAX_PORT_DIGITS):
        op = op_of.get(head) if last and not last.isdigit() else None
        return None if op is None else BodyInput(op, last, -1)
    op = op_of.get(head)
    if op is not None:
        return BodyInput(op, "", int(last))
    head, colon, output = head.rpartition(":")
    op = op_of.get(head) if colon else None
    return None if op is None else BodyInput(op, output, int(last))
