"""The messages of a graph as values: nodes with their bodies, weights, types of tensors.

A body (of `If`, `Loop`, `Scan`) is a graph within an attribute. It may use tensors of the graphs
around it: `free` names those that it does not define itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType
from scopeboard.graph.onnx.attributes import ReadAttribute, read_attribute
from scopeboard.graph.onnx.dtypes import type_of
from scopeboard.graph.onnx.outline import GraphMessages
from scopeboard.graph.onnx.tensors import TensorHead, read_sparse_tensor, read_tensor
from scopeboard.wire import onnx_pb2 as wire

MAX_NODES: Final = 1_000_000
MAX_NESTING: Final = 32
_MAX_SHARED_BYTES: Final = 1024
_MAX_SHARED: Final = 200_000
_NODES_BETWEEN_CHECKS: Final = 1 << 12


class ReadNode(NamedTuple):
    """A node: its message, its attributes, and the bodies in them by attribute."""

    message: wire.Node
    attributes: list[ReadAttribute]
    bodies: "list[tuple[str, ReadGraph]]"


@dataclass(slots=True)
class ReadGraph:
    """The main graph, a body, or the body of a function.

    `types` has the type of each tensor that the file states. `free` are the tensors that it uses
    and does not define, in order.
    """

    inputs: list[bytes] = field(default_factory=list)
    outputs: list[bytes] = field(default_factory=list)
    weights: dict[bytes, TensorHead] = field(default_factory=dict)
    sparse: set[bytes] = field(default_factory=set)
    nodes: list[ReadNode] = field(default_factory=list)
    types: dict[bytes, OutputType] = field(default_factory=dict)
    free: list[bytes] = field(default_factory=list)


_NOTHING: Final[tuple[list[ReadAttribute], list[tuple[str, ReadGraph]]]] = ([], [])


def _find_free(graph: ReadGraph) -> list[bytes]:
    """Return the tensors that a body uses and does not define, in order."""
    defined = {*graph.inputs, *graph.weights}
    used: dict[bytes, None] = {}
    for message, _, bodies in graph.nodes:
        defined.update(message.output)
        used.update(dict.fromkeys(message.input))
        for _, body in bodies:
            used.update(dict.fromkeys(body.free))
    used.update(dict.fromkeys(graph.outputs))
    return [name for name in used if name and name not in defined]


class GraphReader:
    """Reads the graphs of one model; equal attributes and types are decoded once.

    Attributes:
        damaged: the number of messages that could not be read.
    """

    def __init__(self, check: CancelCheck) -> None:
        self.damaged = 0
        self._check = check
        self._nodes = 0
        self._attributes: dict[bytes, ReadAttribute | None] = {}
        self._types: dict[bytes, OutputType | None] = {}

    def graph(self, messages: GraphMessages, depth: int = 0) -> ReadGraph:
        """Return a graph.

        Raises:
            DamagedDataError: it has more than `MAX_NODES` nodes, or bodies nested too deeply.
        """
        graph = ReadGraph()
        for encoded in messages.value_infos:
            self._read_value(encoded, graph)
        inputs = [self._read_value(each, graph) for each in messages.inputs]
        graph.outputs = [self._read_value(each, graph) for each in messages.outputs]
        for listed, read in (
            (messages.initializers, read_tensor),
            (messages.sparse_initializers, read_sparse_tensor),
        ):
            for encoded in listed:
                head = read(encoded)
                if head is None:
                    self.damaged += 1
                else:
                    graph.weights[head.name] = head
                    if read is read_sparse_tensor:
                        graph.sparse.add(head.name)
        graph.inputs = [name for name in inputs if name not in graph.weights]
        self._read_nodes(messages.nodes, graph, depth)
        return graph

    def function(self, function: wire.Function) -> ReadGraph:
        """Return the body of a function; see `graph`."""
        graph = ReadGraph(inputs=list(function.input), outputs=list(function.output))
        for encoded in function.value_info:
            self._read_value(encoded, graph)
        self._read_nodes(function.node, graph, 0)
        return graph

    def _read_value(self, encoded: bytes, graph: ReadGraph) -> bytes:
        """Add the type of a tensor, and return its name."""
        try:
            value = wire.ValueInfo.FromString(encoded)
        except DecodeError:
            self.damaged += 1
            return b""
        output = self._types.get(value.type, UNKNOWN_TYPE)
        if output is UNKNOWN_TYPE:
            output = self._types[value.type] = type_of(value.type)
        if output is None:
            self.damaged += 1
        elif output.dtype or output.shape is not None:
            graph.types[value.name] = output
        return value.name

    def _read_nodes(self, encoded_nodes: Iterable[bytes], graph: ReadGraph, depth: int) -> None:
        """Add the nodes of a graph, and the tensors that they use from around it."""
        for encoded in encoded_nodes:
            self._nodes += 1
            if not self._nodes % _NODES_BETWEEN_CHECKS:
                self._check()
            if self._nodes > MAX_NODES:
                raise DamagedDataError(f"The ONNX model has more than {MAX_NODES:,} nodes.")
            try:
                node = wire.Node.FromString(encoded)
            except DecodeError:
                self.damaged += 1
                continue
            known, bodies = self._read_attributes(node, depth) if node.attribute else _NOTHING
            graph.nodes.append(ReadNode(node, known, bodies))
        if depth:
            graph.free = _find_free(graph)

    def _read_attributes(
        self, node: wire.Node, depth: int
    ) -> "tuple[list[ReadAttribute], list[tuple[str, ReadGraph]]]":
        """Return the attributes of a node that can be read, and the bodies in them."""
        attributes = [self._attribute(each) for each in node.attribute]
        if None in attributes:
            self.damaged += 1
        known = [each for each in attributes if each is not None]
        has_bodies = any(each.graphs for each in known)
        return known, self._bodies(known, depth) if has_bodies else []

    def _attribute(self, encoded: bytes) -> ReadAttribute | None:
        known = self._attributes
        if encoded in known:
            return known[encoded]
        attribute = read_attribute(encoded)
        if len(encoded) <= _MAX_SHARED_BYTES and len(known) < _MAX_SHARED:
            known[encoded] = attribute
        return attribute

    def _bodies(self, attributes: list[ReadAttribute], depth: int) -> "list[tuple[str, ReadGraph]]":
        """Return the bodies in the attributes of a node."""
        if depth >= MAX_NESTING:
            raise DamagedDataError(f"The ONNX model nests bodies more than {MAX_NESTING} deep.")
        bodies = []
        for attribute in attributes:
            for index, encoded in enumerate(attribute.graphs):
                name = attribute.name + (f"[{index}]" if len(attribute.graphs) > 1 else "")
                try:
                    messages = GraphMessages.of(wire.Graph.FromString(encoded))
                except DecodeError:
                    self.damaged += 1
                    continue
                bodies.append((name, self.graph(messages, depth + 1)))
        return bodies
