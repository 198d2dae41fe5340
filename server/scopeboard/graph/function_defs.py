"""A function of the library besides its nodes: name, arguments, results.

Arguments and results are made into ops, so that a body is a graph like others: an argument is an
`_Arg` with the type and what else the function says of it as attributes, a result a `_Retval`.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.graph_layout import FunctionPlace
from scopeboard.graph.name_scopes import EMPTY_SEGMENT
from scopeboard.graph.odd_node import LARGE_VALUE_BYTES
from scopeboard.graph.opgraph import ARGUMENT_OP, RESULT_OP
from scopeboard.graph.protofields import DELIMITED, fields
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

    `controls` are what it does only for the effect. `is_whole` is False when some of it could not
    be read.
    """

    name: str
    args: list[EndOp] = field(default_factory=list)
    results: list[EndOp] = field(default_factory=list)
    controls: list[EndOp] = field(default_factory=list)
    output_names: list[str] = field(default_factory=list)
    is_whole: bool = True


def read_function(data: bytes, place: FunctionPlace) -> FunctionEnds:
    """Return the arguments and results of the function that stands at `place`."""
    parts = [each for each in place.others if each.number in _WANTED]
    try:
        function = FunctionDef.FromString(b"".join(data[p.begin : p.end] for p in parts))
    except DecodeError:
        return FunctionEnds(_find_name(data, place), is_whole=False)
    signature = function.signature
    return FunctionEnds(
        name=signature.name,
        args=[_argument(function, index) for index in range(len(signature.input_arg))],
        results=[_result(function, index) for index in range(len(signature.output_arg))],
        controls=[
            EndOp(CONTROL_RESULT + name, RESULT_OP, b"", f"^{function.control_ret[name]}")
            for name in _control_names(function)
        ],
        output_names=[output.name for output in signature.output_arg],
    )


def _find_name(data: bytes, place: FunctionPlace) -> str:
    """Return the name of a function whose signature protobuf refuses, empty if there is none."""
    for part in place.others:
        if part.number == FunctionDef.SIGNATURE_FIELD_NUMBER and part.wire_type == DELIMITED:
            with suppress(DamagedDataError):
                for inner in fields(data, part.start, part.end):
                    if inner.number == OpDef.NAME_FIELD_NUMBER:
                        return data[inner.start : inner.end].decode("utf-8", "replace")
    return ""


def _argument(function: FunctionDef, index: int) -> EndOp:
    arg = function.signature.input_arg[index]
    node = _typed(arg, index)
    if index in function.arg_attr:
        for key, value in function.arg_attr[index].attr.items():
            if value.ByteSize() <= LARGE_VALUE_BYTES or key == "_output_shapes":
                node.attr[key].CopyFrom(value)
    return EndOp(arg.name, ARGUMENT_OP, node.SerializeToString())


def _result(function: FunctionDef, index: int) -> EndOp:
    output = function.signature.output_arg[index]
    source = function.ret.get(output.name, "")
    attributes = _typed(output, index).SerializeToString()
    return EndOp(RESULT + output.name, RESULT_OP, attributes, source)


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
