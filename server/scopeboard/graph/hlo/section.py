"""The ops of one computation as nodes of a GraphDef: the graph itself, or a function."""

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
from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.conversion.source_lines import MAX_NOTE
from scopeboard.graph.hlo.flatten import FlatGraph, PlacedOp, type_of
from scopeboard.graph.hlo.module import Instruction, ScopeOf
from scopeboard.graph.hlo.op_types import CONSTANT, INPUT, OUTPUT, PARAMETER, TRAINED, WEIGHT
from scopeboard.graph.hlo.weights import last_key, weight_kind
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DataType

_UNDEFINED: Final = input_field(UNDEFINED)


class Section:
    """The nodes of one computation while they are written.

    Args:
        graph: its ops.
        heads: the field of each node.
        scope_of: the scope of an op by its path, None where scopes are not those of the program.
    """

    def __init__(self, graph: FlatGraph, heads: FieldHeads, scope_of: ScopeOf | None) -> None:
        self.names = OpNames()
        self._writer = NodeWriter(heads)
        self.nodes = self._writer.nodes
        self._graph = graph
        self._is_main = heads is NODE_OF_GRAPH
        self._texts: dict[int, str] = {}
        self._inputs: dict[int, bytes] = {}
        scopes = self._find_scopes(scope_of) if scope_of else [""] * len(graph.ops)
        ordered = sorted(range(len(graph.ops)), key=self._rank)
        self._names = [""] * len(graph.ops)
        for row in ordered:
            self._names[row] = self._name(graph.ops[row], scopes[row])

    @property
    def arguments(self) -> list[tuple[str, OutputType]]:
        """The name and the type of each argument of a function, a tuple's one by one."""
        found = []
        for each in sorted(
            (op for op in self._graph.ops if op.instruction.opcode == PARAMETER),
            key=lambda op: op.instruction.number,
        ):
            for port, known in enumerate(each.instruction.outputs):
                found.append((self._texts[each.first + port], known))
        return found

    @property
    def results(self) -> list[tuple[str, str, DataType]]:
        """The results of a function, as `function_bytes` takes them."""
        return [
            ("result", self._texts.get(value, UNDEFINED), type_of(self._graph, value).dtype)
            for value in self._graph.results
        ]

    def op_name(self, row: int) -> str:
        """Return the name of an op."""
        return self._names[row]

    def write_op(self, row: int, fields: Iterable[bytes] = ()) -> None:
        """Write an op; `fields` are attributes besides its own, encoded."""
        op = self._graph.ops[row]
        each = op.instruction
        if each.opcode == PARAMETER:
            if self._is_main:
                self._write_parameter(row, each)
            return
        inputs = [self._inputs.get(value, _UNDEFINED) for value in op.inputs]
        controls = [input_field(f"^{self._names[at]}") for at in op.controls]
        own = [attribute_field(name, value) for name, value in each.attributes]
        notes = [note_field(key, text.encode()[:MAX_NOTE]) for key, text in each.notes]
        if op.fused:
            notes.append(note_field("fused_in", op.fused.encode()[:MAX_NOTE]))
        if op.path:
            notes.append(note_field("op_name", op.path.encode()[:MAX_NOTE]))
        self._writer.write(
            self._names[row], each.opcode, (*inputs, *controls, *own, *fields), each.outputs, notes
        )

    def write_outputs(self) -> None:
        """Write the results as ops."""
        for value in self._graph.results:
            known = type_of(self._graph, value)
            name = self.names.add("output")
            fields = (self._inputs.get(value, _UNDEFINED), *dtype_fields(known))
            self._writer.write(name, OUTPUT, fields, (known,))

    def _write_parameter(self, row: int, each: Instruction) -> None:
        kind = weight_kind(each.path)
        fields = [attribute_field("parameter", AttrValue(i=each.number))]
        if kind != "input":
            fields.append(attribute_field(TRAINED, AttrValue(b=kind == "trained")))
        if len(each.outputs) == 1:
            fields += dtype_fields(each.outputs[0])
        notes = [note_field(key, text.encode()[:MAX_NOTE]) for key, text in each.notes]
        if each.path:
            notes.append(note_field("name", each.path.encode()[:MAX_NOTE]))
        op_type = INPUT if kind == "input" else WEIGHT
        self._writer.write(self._names[row], op_type, fields, each.outputs, notes)

    def _rank(self, row: int) -> tuple[bool, int]:
        """Order ops for naming: arguments first, in their order."""
        each = self._graph.ops[row].instruction
        is_argument = each.opcode == PARAMETER
        return (not is_argument, each.number if is_argument else row)

    def _name(self, op: PlacedOp, scope: str) -> str:
        """Return the name of an op, and define its outputs."""
        each = op.instruction
        count = len(each.outputs)
        if each.opcode == PARAMETER:
            is_weight = self._is_main and weight_kind(each.path) != "input"
            wanted = last_key(each.path) if is_weight else each.path
            wanted = (wanted if self._is_main and wanted else each.name).replace("/", "|")
            if not self._is_main:
                for port in range(count):
                    self._define(op.first + port, self.names.add(wanted))
                return wanted
            scope = scope if is_weight else ""
        else:
            wanted = each.name.replace("/", "|")
        name = self.names.add(f"{scope}/{wanted}" if scope else wanted, max(count, 1))
        for port in range(count):
            self._define(op.first + port, f"{name}:{port}" if port else name)
        return name

    def _define(self, value: int, text: str) -> None:
        self._texts[value] = text
        self._inputs[value] = input_field(text)

    def _find_scopes(self, scope_of: ScopeOf) -> list[str]:
        """Return the scope of each op: the program's, or that of all ops that use it."""
        ops = self._graph.ops
        makers: dict[int, int] = {}
        for row, op in enumerate(ops):
            for port in range(len(op.instruction.outputs)):
                makers[op.first + port] = row
        scopes: list[str | None] = [scope_of(op.path) if _has_scope(op) else None for op in ops]
        found = list(scopes)
        for row in range(len(ops) - 1, -1, -1):  # users come later
            own = found[row] or ""
            for value in ops[row].inputs:
                maker = makers.get(value, -1)
                if maker >= 0 and scopes[maker] is None:
                    known = found[maker]
                    found[maker] = own if known is None else common_scope(known, own)
        return [each or "" for each in found]


def _has_scope(op: PlacedOp) -> bool:
    """Return whether the path of an op says where it stands; one of a single part says nothing."""
    return op.instruction.opcode not in {PARAMETER, CONSTANT} and "/" in op.path
