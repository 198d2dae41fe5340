"""The attributes of an op, typed and as text; large values by their size, whole on demand."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.graph.graphdef.slow_node import LARGE_VALUE_BYTES
from scopeboard.graph.keras.parameters import WEIGHTS_ATTRIBUTE
from scopeboard.graph.model.attribute_values import MAX_ITEMS, attribute_kind, attribute_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.fields import DELIMITED, Field, WireFormatError
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

MAX_VALUE_BYTES: Final = 16 << 20
"""A value of up to this size is read when it is asked for by itself."""

MAX_WHOLE_ITEMS: Final = 10_000
_UNLISTED: Final = frozenset({"_output_shapes", WEIGHTS_ATTRIBUTE})
_MAX_NAME: Final = 4096
_ENTRY_FIELDS: Final = [(1, DELIMITED), (2, DELIMITED)]  # key and value of an entry of a map


@dataclass(frozen=True, slots=True)
class CardAttribute:
    """An attribute: `type` as an op's definition writes it, `text` as it is shown.

    `bytes` is the size of the value in the graph. One over 1 KiB has neither type nor text until it
    is asked for by itself.
    """

    name: str
    type: str | None
    text: str | None
    bytes: int


class _Entry(NamedTuple):
    """An attribute in place: its name, and where its value starts and ends."""

    name: str
    start: int
    end: int


def list_attributes(graph: OpGraph, op: int, source: GraphBytes) -> list[CardAttribute]:
    """Return the attributes of an op by name, but for those that hold shapes and weights.

    Raises:
        NotFoundError: the graph's bytes cannot be read now.
        DamagedDataError: they hold something else.
    """
    start, end = graph.place[op].tolist()
    if start < 0:
        listed = [
            _told(name, value.SerializeToString()) for name, value in _kept(graph, op).items()
        ]
    else:
        window = Window(source.read_at, end)
        listed = [_listed(window, entry) for entry in _entries(window, Span(start, end))]
    unlike = {each.name: each for each in listed if each.name not in _UNLISTED}
    return [unlike[name] for name in sorted(unlike)]


def read_attribute(graph: OpGraph, op: int, name: str, source: GraphBytes) -> CardAttribute:
    """Return one attribute of an op with its text, however large, of up to 10,000 items.

    Raises:
        NotFoundError: the op has no such attribute, or it cannot be read now.
        QueryError: it is too large.
        DamagedDataError: it cannot be read.
    """
    start, end = graph.place[op].tolist()
    if start < 0 and name in _kept(graph, op):
        return _told(name, _kept(graph, op)[name].SerializeToString(), MAX_WHOLE_ITEMS)
    window = Window(source.read_at, end)
    for entry in _entries(window, Span(start, end)) if start >= 0 else ():
        if entry.name == name:
            if entry.end - entry.start > MAX_VALUE_BYTES:
                most = MAX_VALUE_BYTES >> 20
                raise QueryError(f"“{name}” has more than {most} MiB, too many to be shown.")
            return _told(name, window.read(entry.start, entry.end), MAX_WHOLE_ITEMS)
    raise NotFoundError(f"The op has no attribute called “{name}”.")


def _kept(graph: OpGraph, op: int) -> dict[str, AttrValue]:
    """Return the attributes that are kept with the graph, of an op that has no place in it."""
    row = int(graph.attributes[op])
    return dict(NodeDef.FromString(graph.attribute_sets[row]).attr) if row >= 0 else {}


def _told(name: str, encoded: bytes, items: int = MAX_ITEMS) -> CardAttribute:
    try:
        value = AttrValue.FromString(encoded)
    except DecodeError as error:
        raise DamagedDataError(f"The attribute “{name}” is damaged.") from error
    return CardAttribute(name, attribute_kind(value), attribute_text(value, items), len(encoded))


def _listed(window: Window, entry: _Entry) -> CardAttribute:
    """Return an attribute as the card lists it; a damaged one has no text."""
    size = entry.end - entry.start
    if size <= LARGE_VALUE_BYTES:
        try:
            return _told(entry.name, window.read(entry.start, entry.end))
        except DamagedDataError:
            pass
    return CardAttribute(entry.name, None, None, size)


def _entries(window: Window, node: Span) -> Iterator[_Entry]:
    """Yield the attributes of a node in place, up to where it is damaged."""
    with suppress(WireFormatError):
        for field in window.fields(node):
            if field.number == NodeDef.ATTR_FIELD_NUMBER and (entry := _entry(window, field)):
                yield entry


def _entry(window: Window, field: Field) -> _Entry | None:
    """Return one attribute in place: its name precedes its value, as all writers have it."""
    try:
        parts = list(islice(window.fields(Span(field.start, field.end)), 2))
    except WireFormatError:
        return None
    if [(part.number, part.wire_type) for part in parts] != _ENTRY_FIELDS:
        return None
    key, value = parts
    if key.end - key.start > _MAX_NAME:
        return None
    name = window.read(key.start, key.end).decode("utf-8", "replace")
    return _Entry(name, value.start, value.end)
