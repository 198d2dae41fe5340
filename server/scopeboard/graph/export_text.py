"""A GraphDef in text format, node by node, from its bytes where they are."""

from collections.abc import Iterator
from typing import Final

from google.protobuf.message import DecodeError, Message

from scopeboard.errors import DamagedDataError
from scopeboard.graph.columns import Indices
from scopeboard.graph.graph_bytes import GraphBytes
from scopeboard.graph.nested import Span, Window
from scopeboard.graph.opgraph import OpGraph
from scopeboard.graph.protofields import DELIMITED, Field
from scopeboard.graph.read_ahead import ReadAhead
from scopeboard.wire.graph_pb2 import (
    FunctionDef,
    FunctionDefLibrary,
    GradientDef,
    GraphDef,
    NodeDef,
    VersionDef,
)

_UNREADABLE: Final = "# What stands here cannot be read.\n"
_CUT: Final = "# The graph is cut or damaged here; what follows cannot be read.\n"


def write_nodes(source: GraphBytes, graph: OpGraph, ops: Indices) -> Iterator[str]:
    """Write the nodes of some ops; those without one (a function's arguments) are left out."""
    read_at = ReadAhead(source).read_at
    for start, end in graph.place[ops].tolist():
        if start >= 0:
            yield from _message("node", NodeDef, read_at(start, end), "")


def write_text(source: GraphBytes, size: int) -> Iterator[str]:
    """Write all of a GraphDef; what stands behind a cut is left out.

    Args:
        source: its bytes.
        size: how many there are.
    """
    window = Window(ReadAhead(source).read_at, size)
    try:
        for field in window.fields(window.whole):
            yield from _graph_field(window, field)
    except DamagedDataError:
        yield _CUT


def _graph_field(window: Window, field: Field) -> Iterator[str]:
    if field.wire_type != DELIMITED:
        return
    if field.number == GraphDef.NODE_FIELD_NUMBER:
        yield from _message("node", NodeDef, window.read_at(field.start, field.end), "")
    elif field.number == GraphDef.VERSIONS_FIELD_NUMBER:
        yield from _message("versions", VersionDef, window.read_at(field.start, field.end), "")
    elif field.number == GraphDef.LIBRARY_FIELD_NUMBER:
        yield "library {\n"
        for part in window.fields(Span(field.start, field.end)):
            data = window.read_at(part.start, part.end)
            if part.number == FunctionDefLibrary.FUNCTION_FIELD_NUMBER:
                yield from _message("function", FunctionDef, data, "  ")
            elif part.number == FunctionDefLibrary.GRADIENT_FIELD_NUMBER:
                yield from _message("gradient", GradientDef, data, "  ")
        yield "}\n"


def _message(name: str, kind: type[Message], data: bytes, indent: str) -> Iterator[str]:
    try:
        lines = str(kind.FromString(data)).splitlines(keepends=True)
    except DecodeError:
        yield _UNREADABLE
        return
    yield f"{indent}{name} {{\n"
    yield "".join(f"{indent}  {line}" for line in lines)
    yield f"{indent}}}\n"
