"""A function of the library besides its nodes: name, arguments, results.

Arguments and results are made into ops, so that a body is a graph like others: an argument is an
`_Arg` with the type and what else the function says of it as attributes, a result a `_Retval`.
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
_WANTED: Final = frozenset(
    {
        FunctionDef.SIGNATURE_FIELD_NUMBER,
        FunctionDef.RET_FIELD_NUMBER,
        FunctionDef.CONTROL_RET_FIELD_NUMBER,
        FunctionDef.ARG_ATTR_FIELD_NUMBER,
    }
)


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
    """What a function is called with and what it returns, in the order of its signature.

    `controls` are what it does only for the effect. `damage` says what of it could not be read, and
    at which byte that begins.
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
        """Tell whether all of it could be read."""
        return not self.damage


def read_function(data: bytes, place: FunctionSpans) -> FunctionEnds:
    """Return the arguments and results of the function that stands at `place`."""
    parts = [each for each in place.others if each.number in _WANTED]
    damage: list[tuple[str, int]] = []
    try:
        function = FunctionDef.FromString(b"".join(data[p.begin : p.end] for p in parts))
    except DecodeError:
        function, damaged = _read_parts(data, parts)
        name = function.signature.name[:_MAX_NAME]
        damage = [(f"{_WORDS[part.number]} of “{name}”", part.begin) for part in damaged]
    signature = function.signature
    names = [signature.name, *(arg.name for arg in signature.input_arg)]
    names += [arg.name for arg in signature.output_arg]
    return FunctionEnds(
        name=_listed(signature.name),
        args=[_argument(function, index) for index in range(len(signature.input_arg))],
        results=[_result(function, index) for index in range(len(signature.output_arg))],
        controls=[
            EndOp(CONTROL_RESULT + _listed(name), RESULT_OP, b"", f"^{function.control_ret[name]}")
            for name in _control_names(function)
        ],
        output_names=[output.name for output in signature.output_arg],
        damage=damage,
        long_names=sum(len(name.encode()) > MAX_NAME_BYTES for name in names),
    )


def _listed(name: str) -> str:
    return truncate_name(name.encode()).decode()


_MAX_NAME: Final = 100
_WORDS: Final = {
    FunctionDef.SIGNATURE_FIELD_NUMBER: "the signature",
    FunctionDef.RET_FIELD_NUMBER: "a result",
    FunctionDef.CONTROL_RET_FIELD_NUMBER: "a control result",
    FunctionDef.ARG_ATTR_FIELD_NUMBER: "attributes of an argument",
}


def _read_parts(data: bytes, parts: list[Field]) -> tuple[FunctionDef, list[Field]]:
    """Return a function as far as it can be read, and the fields that are damaged."""
    function, damaged = FunctionDef(), []
    for part in parts:
        try:
            function.MergeFrom(FunctionDef.FromString(data[part.begin : part.end]))
        except DecodeError:
            damaged.append(part)
            if part.number == FunctionDef.SIGNATURE_FIELD_NUMBER and part.wire_type == DELIMITED:
                _merge_signature(function.signature, data, part)
    return function, damaged


def _merge_signature(signature: OpDef, data: bytes, place: Field) -> None:
    """Add what can be read of a signature; a damaged argument keeps its position."""
    arguments = {
        OpDef.INPUT_ARG_FIELD_NUMBER: signature.input_arg,
        OpDef.OUTPUT_ARG_FIELD_NUMBER: signature.output_arg,
    }
    with suppress(DamagedDataError):
        for part in fields(data, place.start, place.end):
            if part.number == OpDef.NAME_FIELD_NUMBER and part.wire_type == DELIMITED:
                signature.name = data[part.start : part.end].decode("utf-8", "replace")
            elif part.number in arguments and part.wire_type == DELIMITED:
                _merge_argument(arguments[part.number].add(), data, part)
            elif part.number == OpDef.CONTROL_OUTPUT_FIELD_NUMBER:
                with suppress(DecodeError):
                    signature.MergeFrom(OpDef.FromString(data[part.begin : part.end]))


def _merge_argument(argument: OpDef.ArgDef, data: bytes, place: Field) -> None:
    with suppress(DamagedDataError):
        for part in fields(data, place.start, place.end):
            if part.number == OpDef.ArgDef.NAME_FIELD_NUMBER and part.wire_type == DELIMITED:
                argument.name = data[part.start : part.end].decode("utf-8", "replace")
                continue
            with suppress(DecodeError):
                argument.MergeFrom(OpDef.ArgDef.FromString(data[part.begin : part.end]))


def _argument(function: FunctionDef, index: int) -> EndOp:
    arg = function.signature.input_arg[index]
    node = _typed(arg, index)
    if index in function.arg_attr:
        for key, value in function.arg_attr[index].attr.items():
            if value.ByteSize() <= LARGE_VALUE_BYTES or key == "_output_shapes":
                node.attr[key].CopyFrom(value)
    return EndOp(_listed(arg.name), ARGUMENT_OP, node.SerializeToString())


def _result(function: FunctionDef, index: int) -> EndOp:
    output = function.signature.output_arg[index]
    source = function.ret.get(output.name, "")
    attributes = _typed(output, index).SerializeToString()
    return EndOp(RESULT + _listed(output.name), RESULT_OP, attributes, source)


def _typed(arg: OpDef.ArgDef, index: int) -> NodeDef:
    node = NodeDef()
    node.attr["index"].i = index
    if arg.type != DT_INVALID:
        node.attr["T"].type = arg.type
    elif named := arg.type_attr or arg.type_list_attr:
        node.attr["T"].placeholder = named
    return node


def _control_names(function: FunctionDef) -> list[str]:
    """Return the names of control results, those of the signature first."""
    named = [name for name in function.signature.control_output if name in function.control_ret]
    return list(dict.fromkeys([*named, *sorted(function.control_ret)]))


def scope_names(functions: list[FunctionEnds]) -> list[str]:
    """Return one path segment for each function, unlike all others.

    A slash would make two scopes of a name, so it is written as a bar; the second function of a
    name gets `#2`.
    """
    taken: set[str] = set()
    names = []
    for function in functions:
        written = function.name.replace("/", "|") or EMPTY_SEGMENT
        name, number = written, 1
        while name in taken:
            number += 1
            name = f"{written}#{number}"
        taken.add(name)
        names.append(name)
    return names
