"""The signature of a library function: name, arguments, results.

Arguments and results become ops, so that a body is a graph like others: an argument is an `_Arg`
with its type and other properties as attributes, a result a `_Retval`.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.message_index import FunctionSpans
from scopeboard.graph.graphdef.slow_node import LARGE_VALUE_BYTES
from scopeboard.graph.graphdef.truncated_names import MAX_NAME_BYTES, truncate_name
from scopeboard.graph.hierarchy.name_scopes import EMPTY_SEGMENT
from scopeboard.graph.model.op_graph import ARGUMENT_OP, RESULT_OP
from scopeboard.protowire.fields import DELIMITED, Field, fields
from scopeboard.wire.graph_pb2 import FunctionDef, NodeDef, OpDef
from scopeboard.wire.types_pb2 import DT_INVALID

CONTROL_RESULT: Final = "control_result:"
RESULT: Final = "result:"
_MAX_SHOWN_NAME: Final = 100
_PART_NAMES: Final = {
    FunctionDef.SIGNATURE_FIELD_NUMBER: "the signature",
    FunctionDef.RET_FIELD_NUMBER: "a result",
    FunctionDef.CONTROL_RET_FIELD_NUMBER: "a control result",
    FunctionDef.ARG_ATTR_FIELD_NUMBER: "attributes of an argument",
}


@dataclass(frozen=True, slots=True)
class EndOp:
    """An argument or result as an op; `source` is the input of a result, empty if it has none.

    `attributes` are protobuf fields of a NodeDef.
    """

    name: str
    op_type: str
    attributes: bytes
    source: str = ""


@dataclass(frozen=True, slots=True)
class FunctionEnds:
    """The arguments and results of a function, in the order of its signature.

    `controls` are ops that run only for their effects. `damage` has a description of each
    unreadable part and the byte where it begins.
    """

    name: str
    args: list[EndOp] = field(default_factory=list)
    results: list[EndOp] = field(default_factory=list)
    controls: list[EndOp] = field(default_factory=list)
    output_names: list[str] = field(default_factory=list)
    damage: list[tuple[str, int]] = field(default_factory=list)
    long_names: int = 0

    @property
    def is_whole(self) -> bool:
        """Return whether all parts could be read."""
        return not self.damage


def read_function(data: bytes, spans: FunctionSpans) -> FunctionEnds:
    """Return the arguments and results of a function."""
    messages = [each for each in spans.others if each.number in _PART_NAMES]
    damage: list[tuple[str, int]] = []
    try:
        function = FunctionDef.FromString(
            b"".join(data[each.begin : each.end] for each in messages)
        )
    except DecodeError:
        function = FunctionDef()
        damaged = [each for each in messages if not _merge_part(function, data, each)]
        name = function.signature.name[:_MAX_SHOWN_NAME]
        damage = [(f"{_PART_NAMES[each.number]} of “{name}”", each.begin) for each in damaged]
    signature = function.signature
    names = [signature.name, *(arg.name for arg in signature.input_arg)]
    names += [output.name for output in signature.output_arg]
    controls = [name for name in signature.control_output if name in function.control_ret]
    controls = list(dict.fromkeys([*controls, *sorted(function.control_ret)]))
    return FunctionEnds(
        name=_truncate(signature.name),
        args=[
            EndOp(_truncate(arg.name), ARGUMENT_OP, _end_attributes(function, arg, index))
            for index, arg in enumerate(signature.input_arg)
        ],
        results=[
            EndOp(
                name=RESULT + _truncate(output.name),
                op_type=RESULT_OP,
                attributes=_end_attributes(None, output, index),
                source=function.ret.get(output.name, ""),
            )
            for index, output in enumerate(signature.output_arg)
        ],
        controls=[
            EndOp(
                CONTROL_RESULT + _truncate(name), RESULT_OP, b"", f"^{function.control_ret[name]}"
            )
            for name in controls
        ],
        output_names=[output.name for output in signature.output_arg],
        damage=damage,
        long_names=sum(len(name.encode()) > MAX_NAME_BYTES for name in names),
    )


def _truncate(name: str) -> str:
    """Return a name, truncated if it is too long."""
    return truncate_name(name.encode()).decode()


def _merge_part(function: FunctionDef, data: bytes, span: Field) -> bool:
    """Add a field of a function, and return whether it is whole.

    Of a damaged signature, the readable fields are added; a damaged argument keeps its position.
    """
    with suppress(DecodeError):
        function.MergeFrom(FunctionDef.FromString(data[span.begin : span.end]))
        return True
    if span.number != FunctionDef.SIGNATURE_FIELD_NUMBER or span.wire_type != DELIMITED:
        return False
    signature = function.signature
    arguments = {
        OpDef.INPUT_ARG_FIELD_NUMBER: signature.input_arg,
        OpDef.OUTPUT_ARG_FIELD_NUMBER: signature.output_arg,
    }
    with suppress(DamagedDataError):
        for field in fields(data, span.start, span.end):
            if field.number == OpDef.NAME_FIELD_NUMBER and field.wire_type == DELIMITED:
                signature.name = data[field.start : field.end].decode("utf-8", "replace")
            elif field.number in arguments and field.wire_type == DELIMITED:
                _merge_argument(arguments[field.number].add(), data, field)
            elif field.number == OpDef.CONTROL_OUTPUT_FIELD_NUMBER:
                with suppress(DecodeError):
                    signature.MergeFrom(OpDef.FromString(data[field.begin : field.end]))
    return False


def _merge_argument(argument: OpDef.ArgDef, data: bytes, span: Field) -> None:
    """Add the readable fields of an argument."""
    with suppress(DamagedDataError):
        for field in fields(data, span.start, span.end):
            if field.number == OpDef.ArgDef.NAME_FIELD_NUMBER and field.wire_type == DELIMITED:
                argument.name = data[field.start : field.end].decode("utf-8", "replace")
                continue
            with suppress(DecodeError):
                argument.MergeFrom(OpDef.ArgDef.FromString(data[field.begin : field.end]))


def _end_attributes(function: FunctionDef | None, end: OpDef.ArgDef, index: int) -> bytes:
    """Return the attributes of an argument or result: its index, dtype, and others if small.

    `function` has the other attributes of its arguments; it is None for results.
    """
    node = NodeDef()
    node.attr["index"].i = index
    if end.type != DT_INVALID:
        node.attr["T"].type = end.type
    elif named := end.type_attr or end.type_list_attr:
        node.attr["T"].placeholder = named
    if function is not None and index in function.arg_attr:
        for key, value in function.arg_attr[index].attr.items():
            if value.ByteSize() <= LARGE_VALUE_BYTES or key == "_output_shapes":
                node.attr[key].CopyFrom(value)
    return node.SerializeToString()


def scope_names(functions: list[FunctionEnds]) -> list[str]:
    """Return a unique path segment for each function.

    A slash would split a name into two scopes, so it becomes a bar; the second function of a name
    gets `#2`.
    """
    used: set[str] = set()
    names = []
    for function in functions:
        segment = function.name.replace("/", "|") or EMPTY_SEGMENT
        name, number = segment, 1
        while name in used:
            number += 1
            name = f"{segment}#{number}"
        used.add(name)
        names.append(name)
    return names
