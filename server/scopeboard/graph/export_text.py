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
from scopeboard.wire.graph_pb2 import (
    FunctionDef,
    FunctionDefLibrary,
    GradientDef,
    GraphDef,
    NodeDef,
    VersionDef,
)

_AHEAD_BYTES: Final = 1 << 20
_UNREADABLE: Final = "# What stands here cannot be read.\n"
_CUT: Final = "# The graph is cut or damaged here; what follows cannot be read.\n"


def write_nodes(source: GraphBytes, graph: OpGraph, ops: Indices) -> Iterator[str]:
    """Write the nodes of some ops; those without one (a function's arguments) are left out."""
    read_at = _Ahead(source).read_at
    for start, end in graph.place[ops].tolist():
        if start >= 0:
            yield from _message("node", NodeDef, read_at(start, end), "")


def write_text(source: GraphBytes, size: int) -> Iterator[str]:
    """Write all of a GraphDef; what stands behind a cut is left out.

    Args:
        source: its bytes.
        size: how many there are.
    """
    window = Window(_Ahead(source).read_at, size)
    try:
        for field in window.fields(window.whole):
            yield from _graph_field(window, field)
    except DamagedDataError:
        yield _CUT


class _Ahead:
    """Reads more than it is asked for: to find a graph again for each node takes time."""

    def __init__(self, source: GraphBytes) -> None:
        self._source = source
        self._start = 0
        self._held = b""

    def read_at(self, start: int, end: int) -> bytes:
        if end - start >= _AHEAD_BYTES:
            return self._source.read_at(start, end)
        if not self._start <= start <= end <= self._start + len(self._held):
            self._start = start
            self._held = self._source.read_at(start, start + _AHEAD_BYTES)
        return self._held[start - self._start : end - self._start]


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
