"""One graph as nodes of a GraphDef: the main graph, a body or a function, with its own names.

Inputs, outputs and weights become ops. A tensor is an output of the op that makes it, so an input
of a node is `name` or `name:port`. A weight stands in the deepest scope that has all its users.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from scopeboard.graph.conversion.node_bytes import (
    EncodedOutputs,
    FieldHeads,
    attribute_field,
    dtype_fields,
    input_field,
    node_field,
    note_field,
)
from scopeboard.graph.conversion.op_names import UNDEFINED, OpNames, common_scope
from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType
from scopeboard.graph.conversion.source_lines import MAX_NOTE
from scopeboard.graph.onnx.attributes import ReadAttribute
from scopeboard.graph.onnx.names import node_name, weight_name
from scopeboard.graph.onnx.notes import notes_of
from scopeboard.graph.onnx.op_types import (
    CONSTANT,
    INITIALIZER,
    INPUT,
    OUTPUT,
    SPARSE_INITIALIZER,
    op_type_of,
)
from scopeboard.graph.onnx.read_graph import ReadGraph, ReadNode
from scopeboard.graph.onnx.tensors import TensorHead
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorShapeProto

_MAX_OUTPUTS: Final = 1 << 16
_CONSTANT: Final = CONSTANT.encode()
_OMITTED: Final = input_field("")
_UNDEFINED: Final = input_field(UNDEFINED)


class Encoded:
    """Encoded fields that many nodes of a model share."""

    def __init__(self) -> None:
        self._attributes: dict[int, tuple[ReadAttribute, bytes]] = {}
        self._outputs = EncodedOutputs()
        self._weights: dict[OutputType, bytes] = {}

    def attribute(self, attribute: ReadAttribute) -> bytes:
        """Return an attribute without graphs as a field of a NodeDef, empty without a value."""
        known = self._attributes.get(id(attribute))
        if known is None:
            fields = [(attribute.name, attribute.value), *attribute.more]
            encoded = b"".join(
                attribute_field(name, value) for name, value in fields if value is not None
            )
            known = self._attributes[id(attribute)] = attribute, encoded
        return known[1]

    def weight(self, head: TensorHead) -> bytes:
        """Return the attributes of a weight as fields of a NodeDef: dtype, shape, value, file."""
        known = self._weights.get(head.type)
        if known is None:
            shape = AttrValue(shape=TensorShapeProto.FromString(head.type.shape or b""))
            known = attribute_field("dtype", AttrValue(type=head.type.dtype))
            known = self._weights[head.type] = known + attribute_field("shape", shape)
        if head.value is not None:
            known += attribute_field("value", head.value)
        return known + b"".join(attribute_field(*each) for each in head.more)

    def outputs(self, types: tuple[OutputType, ...]) -> bytes:
        """Return the types of the outputs of an op as fields of a NodeDef."""
        return self._outputs.of(types)


class Section:
    """The nodes of one graph while they are written, each a field named by `heads`.

    Args:
        graph: the graph.
        arguments: the tensors that the section gets: inputs, or arguments of a function.
        heads: the field of each node.
        encoded: what nodes of the model share.
    """

    def __init__(
        self, graph: ReadGraph, arguments: Sequence[bytes], heads: FieldHeads, encoded: Encoded
    ) -> None:
        self.names = OpNames()
        self.nodes: list[bytes] = []
        self._graph, self._heads, self._encoded = graph, heads, encoded
        self._texts: dict[bytes, str] = {}
        self._inputs: dict[bytes, bytes] = {}
        self.arguments = [
            (tensor, self._define(tensor, self.names.add(_text(tensor) or "input")))
            for tensor in dict.fromkeys(arguments)
        ]
        self._copies = _find_copies(graph)
        self._ops = [
            "" if index in self._copies else self._name_node(index, node)
            for index, node in enumerate(graph.nodes)
        ]
        self._scopes = self._scopes_of_weights()
        for index, tensor in self._copies.items():
            written = weight_name(_text(tensor), self._scopes.get(tensor, ""))
            self._ops[index] = self._define(tensor, self.names.add(written))

    def type_of(self, tensor: bytes) -> OutputType:
        """Return the type of a tensor as far as the file states it."""
        known = self._graph.types.get(tensor)
        if known is None and tensor in self._graph.weights:
            known = self._graph.weights[tensor].type
        return known or UNKNOWN_TYPE

    def defines(self, tensor: bytes) -> bool:
        """Return whether a tensor is an argument of the section, or made in it."""
        return tensor in self._inputs

    def text_of(self, tensor: bytes) -> str:
        """Return a tensor as an input string."""
        return self._texts.get(tensor, UNDEFINED)

    def write_inputs(self) -> None:
        """Write the arguments as ops: the inputs of the main graph."""
        for tensor, name in self.arguments:
            known = self.type_of(tensor)
            self._write(name, INPUT, dtype_fields(known), (known,))

    def write_weights(self) -> None:
        """Write the weights as ops, each in the deepest scope of its users."""
        for tensor, head in self._graph.weights.items():
            written = weight_name(_text(tensor), self._scopes.get(tensor, ""))
            name = self._define(tensor, self.names.add(written))
            is_sparse = tensor in self._graph.sparse
            op_type = SPARSE_INITIALIZER if is_sparse else INITIALIZER
            notes = [] if name == _text(tensor) else [note_field("tensor", tensor[:MAX_NOTE])]
            self._write(name, op_type, (self._encoded.weight(head),), (head.type,), notes)

    def _scopes_of_weights(self) -> dict[bytes, str]:
        """Return the deepest scope that has all users of each weight, and of each copy of one."""
        weights, copies = self._graph.weights, set(self._copies.values())
        scopes: dict[bytes, str] = {}
        for index, node in enumerate(self._graph.nodes):
            scope = self._ops[index].rpartition("/")[0]
            used: Iterable[bytes] = node.message.input
            if node.bodies:
                used = [*used, *(tensor for _, body in node.bodies for tensor in body.free)]
            for tensor in used if index not in self._copies else ():
                if tensor in weights or tensor in copies:
                    known = scopes.get(tensor)
                    scopes[tensor] = scope if known is None else common_scope(known, scope)
        for index, copy in self._copies.items():
            original, scope = self._graph.nodes[index].message.input[0], scopes.get(copy, "")
            known = scopes.get(original)
            scopes[original] = scope if known is None else common_scope(known, scope)
        return scopes

    def write_node(
        self, index: int, fields: Iterable[bytes] = (), captured: Sequence[bytes] = ()
    ) -> None:
        """Write a node.

        Args:
            index: its number.
            fields: attributes besides its own, encoded.
            captured: tensors that its bodies use, as further inputs.
        """
        node, name = self._graph.nodes[index], self._ops[index]
        message, find = node.message, self._inputs.get
        inputs = [find(tensor, _UNDEFINED) if tensor else _OMITTED for tensor in message.input]
        while not captured and inputs and inputs[-1] is _OMITTED:
            inputs.pop()
        inputs += [find(tensor, _UNDEFINED) for tensor in captured]
        known = self._graph.types
        types = tuple([known.get(tensor, UNKNOWN_TYPE) for tensor in message.output[:_MAX_OUTPUTS]])
        if message.op_type == _CONSTANT and len(types) == 1 and node.attributes:
            constant = node.attributes[0].constant
            types = types if constant == UNKNOWN_TYPE else (constant,)
        parts = [self._encoded.attribute(each) for each in node.attributes]
        op_type = op_type_of(message.domain, message.op_type, message.overload)
        parts += [*fields, self._encoded.outputs(types), *notes_of(node)]
        self.nodes.append(node_field(self._heads, name, op_type, *inputs, *parts))

    def write_outputs(self) -> None:
        """Write the outputs of the main graph as ops."""
        for tensor in self._graph.outputs:
            name = self.names.add(_text(tensor) or "output")
            known = self.type_of(tensor)
            fields = [self._inputs.get(tensor, _UNDEFINED), *dtype_fields(known)]
            self._write(name, OUTPUT, fields, (known,))

    def op_name(self, index: int) -> str:
        """Return the name of the op of a node."""
        return self._ops[index]

    def _write(
        self,
        name: str,
        op_type: str,
        fields: Iterable[bytes],
        types: tuple[OutputType, ...],
        notes: Iterable[bytes] = (),
    ) -> None:
        fields = (*fields, self._encoded.outputs(types), *notes)
        self.nodes.append(node_field(self._heads, name, op_type.encode(), *fields))

    def _name_node(self, index: int, node: ReadNode) -> str:
        """Return the name of a node, and define its outputs."""
        message = node.message
        outputs = message.output
        noted = message.metadata_props
        notes = {entry.key: entry.value for entry in noted} if noted else {}
        written = node_name(message.name, message.op_type, index, notes)
        count = min(len(outputs), _MAX_OUTPUTS)
        name = self.names.add(written, count, is_node=bool(message.name))
        for port in range(count):
            self._define(outputs[port], f"{name}:{port}" if port else name)
        return name

    def _define(self, tensor: bytes, text: str) -> str:
        """Note the input string of a tensor; the first op that makes a tensor counts."""
        if tensor and tensor not in self._inputs:
            self._texts[tensor] = text
            self._inputs[tensor] = input_field(text)
        return text


def _find_copies(graph: ReadGraph) -> dict[int, bytes]:
    """Return the nodes without a scope that copy a weight, each with the tensor that it makes.

    PyTorch's exporter writes equal weights once, and an `Identity` for each other parameter, which
    has the parameter's name.
    """
    return {
        index: message.output[0]
        for index, (message, _, _) in enumerate(graph.nodes)
        if message.op_type == b"Identity"
        and len(message.input) == len(message.output) == 1
        and message.input[0] in graph.weights
        and b"/" not in message.name
        and not message.metadata_props
    }


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace").strip("/")
