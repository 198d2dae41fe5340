"""Where the nodes and functions of a GraphDef stand in its bytes: its outermost levels, in place.

A GraphDef may carry weights of hundreds of megabytes in the attributes of a few nodes, and
decoding it whole would copy them. Walking it costs a few steps for each node, whatever its size.
A graph that is cut ends there: what stands before the cut is read.
"""

from array import array
from dataclasses import dataclass, field
from typing import Final

from scopeboard.errors import DamagedDataError
from scopeboard.protowire.fields import (
    DELIMITED,
    MAX_LENGTH_BYTES,
    Field,
    WireFormatError,
    fields,
    varint_at,
)
from scopeboard.wire.graph_pb2 import FunctionDef, FunctionDefLibrary, GraphDef

MAX_NODES: Final = 2_000_000
MAX_FUNCTIONS: Final = 200_000
_GRAPH_FIELDS: Final = frozenset(GraphDef.DESCRIPTOR.fields_by_number)
_NODE: Final = GraphDef.NODE_FIELD_NUMBER
_BODY_NODE: Final = FunctionDef.NODE_DEF_FIELD_NUMBER


class _TooMuchError(DamagedDataError):
    """More than can be read; no part of it is shown."""


@dataclass(slots=True)
class FunctionSpans:
    """Where one function stands: how many nodes it has, and its other fields."""

    nodes: int = 0
    others: list[Field] = field(default_factory=list)


@dataclass(slots=True)
class MessageIndex:
    """Where nodes start and end: first those of the main graph, then those of each function.

    `is_cut` tells whether what stands behind could not be read.
    """

    starts: "array[int]" = field(default_factory=lambda: array("q"))
    ends: "array[int]" = field(default_factory=lambda: array("q"))
    main_count: int = 0
    functions: list[FunctionSpans] = field(default_factory=list)
    is_cut: bool = False


def index_messages(data: bytes) -> MessageIndex:
    """Walk a GraphDef.

    Raises:
        DamagedDataError: the bytes are no graph, cut before anything in them is whole, or hold
            more than `MAX_NODES` nodes or `MAX_FUNCTIONS` functions.
    """
    layout = MessageIndex()
    others: list[Field] = []
    try:
        _walk(data, (0, len(data)), _NODE, layout, others)
    except _TooMuchError:
        raise
    except DamagedDataError as error:
        if not layout.starts and not others:
            if isinstance(error, WireFormatError):
                raise _cut_at(error.position) from error
            raise
        layout.is_cut = True
    layout.main_count = len(layout.starts)
    if data and not layout.starts and not any(each.number in _GRAPH_FIELDS for each in others):
        raise DamagedDataError("These bytes are no graph: they have none of its fields.")
    for other in others:
        if other.number == GraphDef.LIBRARY_FIELD_NUMBER and other.wire_type == DELIMITED:
            _add_library(data, other, layout)
    return layout


def _add_library(data: bytes, library: Field, layout: MessageIndex) -> None:
    try:
        for each in fields(data, library.start, library.end):
            is_function = each.number == FunctionDefLibrary.FUNCTION_FIELD_NUMBER
            if is_function and each.wire_type == DELIMITED:
                _add_function(data, each, layout)
    except _TooMuchError:
        raise
    except DamagedDataError:
        layout.is_cut = True


def _add_function(data: bytes, place: Field, layout: MessageIndex) -> None:
    if len(layout.functions) >= MAX_FUNCTIONS:
        raise _TooMuchError(f"The graph has more than {MAX_FUNCTIONS} functions, too many to read.")
    function, before = FunctionSpans(), len(layout.starts)
    layout.functions.append(function)
    try:
        _walk(data, (place.start, place.end), _BODY_NODE, layout, function.others)
    except _TooMuchError:
        raise
    except DamagedDataError:
        layout.is_cut = True
    function.nodes = len(layout.starts) - before


def _walk(
    data: bytes, span: tuple[int, int], number: int, layout: MessageIndex, others: list[Field]
) -> None:
    """Append the places of the fields of this number to the layout, all other fields to others."""
    position, end = span
    tag = number << 3 | DELIMITED
    starts, ends = layout.starts, layout.ends
    while position < end:
        if data[position] != tag:
            other = next(fields(data, position, end))
            if other.number == number:
                raise DamagedDataError(f"These bytes are no graph: byte {position} begins no node.")
            others.append(other)
            position = other.end
            continue
        if position + 2 < end and data[position + 2] < 0x80 <= data[position + 1]:  # most lengths
            length, start = data[position + 1] & 0x7F | data[position + 2] << 7, position + 3
        else:
            length, start = varint_at(data, position + 1, end, MAX_LENGTH_BYTES)
        if length > end - start:
            raise _cut_at(position)
        position = start + length
        starts.append(start)
        ends.append(position)
        if len(starts) > MAX_NODES:
            raise _TooMuchError(f"The graph has more than {MAX_NODES} nodes, too many to read.")


def _cut_at(position: int) -> DamagedDataError:
    return DamagedDataError(f"The graph is cut or damaged at byte {position}.")
