"""The offsets of the nodes and functions of a GraphDef: its outermost levels, in place.

A GraphDef may carry weights of hundreds of megabytes in the attributes of a few nodes, and
decoding it whole would copy them. Indexing takes a few steps for each node, whatever its size.
A truncated graph ends at the cut: everything before it is read.
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


class _TooLargeError(DamagedDataError):
    """The graph exceeds a limit; no part of it is shown."""


class _CutError(DamagedDataError):
    """The bytes end, or are not a message, at a position."""

    def __init__(self, position: int) -> None:
        super().__init__(f"The graph is truncated or damaged at byte {position}.")


@dataclass(slots=True)
class FunctionSpans:
    """One function: its number of nodes, and its other fields."""

    nodes: int = 0
    others: list[Field] = field(default_factory=list)


@dataclass(slots=True)
class MessageIndex:
    """The start and end of each node: of the main graph first, then of each function.

    `is_cut` is set when the bytes after the last node could not be read.
    """

    starts: "array[int]" = field(default_factory=lambda: array("q"))
    ends: "array[int]" = field(default_factory=lambda: array("q"))
    main_count: int = 0
    functions: list[FunctionSpans] = field(default_factory=list)
    is_cut: bool = False


def index_messages(data: bytes) -> MessageIndex:
    """Index a GraphDef.

    Raises:
        DamagedDataError: the bytes are no GraphDef, cut before the first complete field, or contain
            more than `MAX_NODES` nodes or `MAX_FUNCTIONS` functions.
    """
    index = MessageIndex()
    others: list[Field] = []
    try:
        _index_nodes(data, 0, len(data), GraphDef.NODE_FIELD_NUMBER, index, others)
    except _TooLargeError:
        raise
    except DamagedDataError as error:
        if not index.starts and not others:
            if isinstance(error, WireFormatError):
                raise _CutError(error.position) from error
            raise
        index.is_cut = True
    index.main_count = len(index.starts)
    if data and not index.starts and not any(each.number in _GRAPH_FIELDS for each in others):
        raise DamagedDataError("Not a graph: the bytes have no field of a GraphDef.")
    for other in others:
        if other.number == GraphDef.LIBRARY_FIELD_NUMBER and other.wire_type == DELIMITED:
            _index_library(data, other, index)
    return index


def _index_library(data: bytes, library: Field, index: MessageIndex) -> None:
    """Append the functions of a library, and the spans of their nodes, to the index."""
    spans: list[Field] = []
    limit = MAX_FUNCTIONS - len(index.functions)
    try:
        for each in fields(data, library.start, library.end):
            is_function = each.number == FunctionDefLibrary.FUNCTION_FIELD_NUMBER
            if is_function and each.wire_type == DELIMITED and len(spans) <= limit:
                spans.append(each)
    except DamagedDataError:
        index.is_cut = True
    if len(spans) > limit:
        raise _TooLargeError(
            f"The graph has more than {MAX_FUNCTIONS} functions, too many to read."
        )
    number = FunctionDef.NODE_DEF_FIELD_NUMBER
    for span in spans:
        function, before = FunctionSpans(), len(index.starts)
        index.functions.append(function)
        try:
            _index_nodes(data, span.start, span.end, number, index, function.others)
        except _TooLargeError:
            raise
        except DamagedDataError:
            index.is_cut = True
        function.nodes = len(index.starts) - before


def _index_nodes(
    data: bytes, position: int, end: int, number: int, index: MessageIndex, others: list[Field]
) -> None:
    """Append the spans of the fields of this number to the index, all other fields to others."""
    tag = number << 3 | DELIMITED
    starts, ends = index.starts, index.ends
    while position < end:
        if data[position] != tag:
            other = next(fields(data, position, end))
            if other.number == number:
                raise DamagedDataError(f"Not a graph: no node begins at byte {position}.")
            others.append(other)
            position = other.end
            continue
        if position + 2 < end and data[position + 2] < 0x80 <= data[position + 1]:  # most lengths
            length, start = data[position + 1] & 0x7F | data[position + 2] << 7, position + 3
        else:
            length, start = varint_at(data, position + 1, end, MAX_LENGTH_BYTES)
        if length > end - start:
            raise _CutError(position)
        position = start + length
        starts.append(start)
        ends.append(position)
        if len(starts) > MAX_NODES:
            raise _TooLargeError(f"The graph has more than {MAX_NODES} nodes, too many to read.")
