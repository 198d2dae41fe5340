"""One subgraph as nodes of a GraphDef: the model, the body of a signature or of an op.

Inputs, outputs, constants and variables become ops. A tensor is an output of the op that makes it,
so an input of a node is `name` or `name:port`. A constant stands in the deepest scope of its users.
"""

from collections.abc import Iterable
from typing import Final

from scopeboard.graph.conversion.node_bytes import (
    NODE_OF_GRAPH,
    FieldHeads,
    NodeWriter,
    attribute_field,
    dtype_fields,
    input_field,
    note_field,
)
from scopeboard.graph.conversion.op_names import UNDEFINED, OpNames, common_scope
from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType
from scopeboard.graph.conversion.source_lines import MAX_NOTE
from scopeboard.graph.tflite.names import constant_name, op_name, tensor_name
from scopeboard.graph.tflite.op_types import CONSTANT, INPUT, OUTPUT, VARIABLE
from scopeboard.graph.tflite.read_model import ReadSignature, ReadSubgraph, ReadTensor
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import DataType

OMITTED: Final = -1
"""The number of an input that is left out."""
_NO_INPUT: Final = input_field("")
_NO_TENSOR: Final = input_field(UNDEFINED)


class Section:
    """The nodes of one subgraph while they are written.

    Args:
        graph: the subgraph.
        heads: the field of each node.
        signature: the names of inputs and outputs of a subgraph that no op runs.
        prefix: a scope around all ops: the key of a signature among several.

    Attributes:
        damaged: the number of tensors that ops name and the subgraph does not have.
    """

    def __init__(
        self,
        graph: ReadSubgraph,
        heads: FieldHeads,
        signature: ReadSignature | None = None,
        prefix: str = "",
    ) -> None:
        self.names = OpNames()
        self._writer = NodeWriter(heads)
        self.nodes = self._writer.nodes
        self.damaged = 0
        self._graph, self._prefix = graph, prefix
        self._texts: dict[int, str] = {}
        self._inputs: dict[int, bytes] = {OMITTED: _NO_INPUT}
        inputs, outputs = (signature.inputs, signature.outputs) if signature else ({}, {})
        self._arguments = [
            (number, self._define(number, self._added(name)))
            for number in graph.inputs
            for name in [inputs.get(number) or self._tensor_name(number, "input")]
        ]
        self._outputs = [
            (
                number,
                self._added(outputs.get(number) or "output")
                if heads is NODE_OF_GRAPH
                else self._tensor_name(number, "output"),
            )
            for number in graph.outputs
        ]
        self._ops = [self._name_op(index) for index in range(len(graph.operators))]
        self._name_tensors()

    @property
    def arguments(self) -> list[tuple[str, OutputType]]:
        """The name and the type of each argument of a body."""
        return [(name, self._type_of(number)) for number, name in self._arguments]

    @property
    def results(self) -> list[tuple[str, str, DataType]]:
        """The results of a body, as `function_bytes` takes them."""
        return [
            (name, self._texts.get(number, UNDEFINED), self._type_of(number).dtype)
            for number, name in self._outputs
        ]

    def op_name(self, index: int) -> str:
        """Return the name of an op."""
        return self._ops[index]

    def write_inputs(self) -> None:
        """Write the inputs as ops."""
        for number, name in self._arguments:
            known = self._type_of(number)
            self._writer.write(name, INPUT, dtype_fields(known), (known,), self._notes(number))

    def write_op(self, index: int, fields: Iterable[bytes] = ()) -> None:
        """Write an op; `fields` are attributes besides its own, encoded."""
        operator = self._graph.operators[index]
        inputs = [self._input(number) for number in operator.inputs]
        while inputs and inputs[-1] is _NO_INPUT:
            inputs.pop()
        attributes = [attribute_field(*each) for each in operator.settings.attributes]
        types = tuple([self._type_of(number) for number in operator.outputs])
        notes = self._notes(operator.outputs[0]) if operator.outputs else []
        self._writer.write(
            self._ops[index], operator.op_type, (*inputs, *attributes, *fields), types, notes
        )

    def write_outputs(self) -> None:
        """Write the outputs as ops."""
        for number, name in self._outputs:
            known = self._type_of(number)
            fields = (self._input(number), *dtype_fields(known))
            self._writer.write(name, OUTPUT, fields, (known,), self._notes(number))

    def _name_tensors(self) -> None:
        """Write constants and variables: the tensors that no op makes."""
        graph, users = self._graph, self._find_users()
        for number, tensor in enumerate(graph.tensors):
            if number in self._inputs or number not in users:
                continue
            scope, op_type, slot = users[number]
            name = self.names.add(constant_name(tensor.name, scope, op_type, slot))
            self._define(number, name)
            known = tensor.type
            fields = dtype_fields(known)
            if known.shape is not None:
                shape = AttrValue(shape=TensorShapeProto.FromString(known.shape))
                fields.append(attribute_field("shape", shape))
            if tensor.value is not None:
                fields.append(attribute_field("value", tensor.value))
            own_type = VARIABLE if tensor.is_variable else CONSTANT
            self._writer.write(name, own_type, fields, (known,), self._notes(number))

    def _find_users(self) -> dict[int, tuple[str, str, int]]:
        """Return the deepest scope of all users of each tensor, its first user's type and input."""
        users: dict[int, tuple[str, str, int]] = {}
        for index, operator in enumerate(self._graph.operators):
            own = self._ops[index].rpartition("/")[0]
            for slot, number in enumerate(operator.inputs):
                scope, op_type, first = users.get(number, (own, operator.op_type, slot))
                users[number] = common_scope(scope, own), op_type, first
        for number in self._graph.outputs:
            users.setdefault(number, (self._prefix, "", 0))
        return users

    def _name_op(self, index: int) -> str:
        """Return the name of an op, and define its outputs."""
        operator = self._graph.operators[index]
        outputs = operator.outputs
        first = self._tensor(outputs[0]) if outputs else None
        wanted = op_name(first.name if first else "", operator.op_type, index)
        name = self._added(wanted, max(len(outputs), 1))
        for port, number in enumerate(outputs):
            self._define(number, f"{name}:{port}" if port else name)
        return name

    def _added(self, name: str, outputs: int = 1) -> str:
        return self.names.add(f"{self._prefix}/{name}" if self._prefix else name, outputs)

    def _tensor_name(self, number: int, default: str) -> str:
        tensor = self._tensor(number)
        return (tensor_name(tensor.name) if tensor else "") or default

    def _tensor(self, number: int) -> ReadTensor | None:
        tensors = self._graph.tensors
        return tensors[number] if 0 <= number < len(tensors) else None

    def _type_of(self, number: int) -> OutputType:
        tensor = self._tensor(number)
        return tensor.type if tensor else UNKNOWN_TYPE

    def _input(self, number: int) -> bytes:
        """Return a tensor as an input of a node."""
        known = self._inputs.get(number)
        if known is None:
            self.damaged += 1
        return known or _NO_TENSOR

    def _notes(self, number: int) -> list[bytes]:
        """Return what only the card shows of a tensor: its name in the file, its quantisation."""
        tensor = self._tensor(number)
        if tensor is None:
            return []
        return [*_note("tensor", tensor.name), *_note("quantization", tensor.quantization)]

    def _define(self, number: int, text: str) -> str:
        """Note the input string of a tensor; the first op that makes a tensor counts."""
        if number not in self._inputs:
            self._texts[number] = text
            self._inputs[number] = input_field(text)
        return text


def _note(key: str, text: str) -> list[bytes]:
    return [note_field(key, text.encode()[:MAX_NOTE])] if text else []
