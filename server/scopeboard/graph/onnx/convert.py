"""An ONNX model as a GraphDef: its graph, and its functions and bodies as the function library.

Functions of the model are called by the type of a node, as in TensorFlow. A body of `If`, `Loop` or
`Scan` becomes a function that an attribute names. What it uses of the graphs around it becomes
further arguments, and further inputs of its node: the same for all bodies of a node, so that
argument `i` of a body has an input of its node at a fixed distance.
"""

from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.conversion.function_bytes import function_bytes, graph_bytes
from scopeboard.graph.conversion.node_bytes import (
    NODE_OF_FUNCTION,
    NODE_OF_GRAPH,
    attribute_field,
)
from scopeboard.graph.conversion.op_names import OpNames
from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.conversion.properties import Properties
from scopeboard.graph.onnx.op_types import op_type_of
from scopeboard.graph.onnx.outline import read_outline
from scopeboard.graph.onnx.properties import model_properties
from scopeboard.graph.onnx.read_graph import GraphReader, ReadGraph
from scopeboard.graph.onnx.section import Encoded, Section
from scopeboard.protowire.nested import Window
from scopeboard.wire import onnx_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue, NameAttrList

MAX_ARGUMENTS: Final = 100_000
"""Of all bodies: each body of a node has what any other one of the node captures."""
_NODES_BETWEEN_CHECKS: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class ConvertedModel:
    """A model as a GraphDef, and what the GraphDef does not show.

    `damaged` counts the messages that could not be read, `duplicates` the nodes with the name of an
    earlier one. `is_cut` is set when the file ends within the model.
    """

    graph_def: bytes
    properties: Properties
    damaged: int
    duplicates: int
    is_cut: bool


def convert_model(window: Window, check: CancelCheck = never_cancelled) -> ConvertedModel:
    """Convert a model; weights and other large values are not read.

    Args:
        window: the bytes of the model; it `may_be_cut`.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: the bytes are no model, or it exceeds a limit.
    """
    outline = read_outline(window, check)
    graph = outline.graph
    if not (graph.nodes or graph.inputs or graph.initializers or outline.functions):
        raise DamagedDataError("The ONNX model has no graph.")
    reader = GraphReader(check)
    main = reader.graph(graph)
    functions = list[tuple[str, ReadGraph]]()
    for encoded in outline.functions:
        try:
            function = wire.Function.FromString(encoded)
        except DecodeError:
            reader.damaged += 1
            continue
        name = op_type_of(function.domain, function.name, function.overload)
        functions.append((name.decode("utf-8", "replace"), reader.function(function)))
    writer = _Writer(check)
    writer.write(main, functions)
    return ConvertedModel(
        graph_def=writer.graph_def(),
        properties=model_properties(outline.model, graph.name, main),
        damaged=reader.damaged,
        duplicates=writer.duplicates,
        is_cut=outline.is_cut,
    )


class _Writer:
    """Writes the main graph and the library of one model."""

    def __init__(self, check: CancelCheck) -> None:
        self.duplicates = 0
        self._check = check
        self._encoded = Encoded()
        self._nodes: list[bytes] = []
        self._functions: list[bytes] = []
        self._function_names = OpNames()
        self._arguments = 0

    def graph_def(self) -> bytes:
        """Return what was written."""
        return graph_bytes(self._nodes, self._functions)

    def write(self, main: ReadGraph, functions: list[tuple[str, ReadGraph]]) -> None:
        """Write a graph and the functions that its nodes call by their type."""
        for name, _ in functions:
            self._function_names.add(name)
        section = Section(main, main.inputs, NODE_OF_GRAPH, self._encoded)
        section.write_inputs()
        self._write_nodes(section, main)
        section.write_outputs()
        self._nodes = section.nodes
        for name, graph in functions:
            body = Section(graph, graph.inputs, NODE_OF_FUNCTION, self._encoded)
            self._write_nodes(body, graph)
            self._add_function(name, body, graph, {})

    def _write_nodes(self, section: Section, graph: ReadGraph) -> None:
        """Write the weights and nodes of a section, and the bodies of its nodes."""
        section.write_weights()
        for index, node in enumerate(graph.nodes):
            if not index % _NODES_BETWEEN_CHECKS:
                self._check()
            if node.bodies:
                self._write_bodies(section, graph, index)
            else:
                section.write_node(index)
        self.duplicates += section.names.duplicates

    def _write_bodies(self, section: Section, graph: ReadGraph, index: int) -> None:
        """Write a node with bodies."""
        node = graph.nodes[index]
        used = (tensor for _, body in node.bodies for tensor in body.free)
        captured = [tensor for tensor in dict.fromkeys(used) if section.defines(tensor)]
        self._arguments += sum(len(body.inputs) + len(captured) for _, body in node.bodies)
        if self._arguments > MAX_ARGUMENTS:
            message = f"Bodies of the ONNX model have more than {MAX_ARGUMENTS:,} arguments."
            raise DamagedDataError(message)
        around = {tensor: section.type_of(tensor) for tensor in captured}
        fields = [attribute_field("captured", AttrValue(i=len(captured)))] if captured else []
        for attribute, inner in node.bodies:
            name = self._function_names.add(f"{section.op_name(index)}.{attribute}")
            body = Section(inner, [*inner.inputs, *captured], NODE_OF_FUNCTION, self._encoded)
            self._write_nodes(body, inner)
            self._add_function(name, body, inner, around)
            fields.append(attribute_field(attribute, AttrValue(func=NameAttrList(name=name))))
        section.write_node(index, fields, captured)

    def _add_function(
        self, name: str, section: Section, graph: ReadGraph, around: dict[bytes, OutputType]
    ) -> None:
        """Append a function with the nodes of a section; `around` are types of captured tensors."""
        arguments = [
            (text, around.get(tensor) or section.type_of(tensor))
            for tensor, text in section.arguments
        ]
        results = [
            (_text(tensor), section.text_of(tensor), section.type_of(tensor).dtype)
            for tensor in graph.outputs
        ]
        self._functions.append(function_bytes(name, arguments, results, section.nodes))


def _text(tensor: bytes) -> str:
    return tensor.decode("utf-8", "replace").strip("/")
