"""The attributes of an op, typed and as text; large values by their size, or one at a time."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.graph.graphdef.slow_node import LARGE_VALUE_BYTES
from scopeboard.graph.keras.parameters import WEIGHTS_ATTRIBUTE
from scopeboard.graph.model.attribute_values import (
    MAX_ITEMS,
    NOTE_FIELD,
    attribute_kind,
    attribute_text,
)
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.placement import OUTPUT_LAYOUTS, OUTPUT_SHARDINGS
from scopeboard.graph.model.shapes import OUTPUT_DTYPES, OUTPUT_SHAPES
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.fields import DELIMITED, WireFormatError
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

MAX_VALUE_BYTES: Final = 16 << 20
"""A single value of up to this size is read on request."""

MAX_WHOLE_ITEMS: Final = 10_000
_UNLISTED: Final = frozenset(
    {OUTPUT_SHAPES, OUTPUT_DTYPES, OUTPUT_LAYOUTS, OUTPUT_SHARDINGS, WEIGHTS_ATTRIBUTE}
)
_ATTRIBUTES: Final = frozenset({NodeDef.ATTR_FIELD_NUMBER, NOTE_FIELD})
_MAX_NAME_BYTES: Final = 4096
_ENTRY_FIELDS: Final = [(1, DELIMITED), (2, DELIMITED)]  # key and value of an entry of a map


@dataclass(frozen=True, slots=True)
class CardAttribute:
    """An attribute: `type` as in an op's definition, `text` as shown on the page.

    `bytes` is the size of the value in the graph. A value over 1 KiB has type and text only in the
    answer for that attribute alone.
    """

    name: str
    type: str | None
    text: str | None
    bytes: int


class _Entry(NamedTuple):
    """An attribute: its name, and where its encoded value starts and ends in a window."""

    name: str
    window: Window
    start: int
    end: int


def list_attributes(graph: OpGraph, op: int, source: GraphBytes) -> list[CardAttribute]:
    """Return the attributes of an op by name, without the ones that hold shapes and weights.

    Raises:
        NotFoundError: the graph's bytes cannot be read now.
        DamagedDataError: the bytes have changed since the graph was read.
    """
    attributes: dict[str, CardAttribute] = {}
    for entry in _entries(graph, op, source):
        size = entry.end - entry.start
        attributes[entry.name] = CardAttribute(entry.name, None, None, size)
        if size <= LARGE_VALUE_BYTES:
            with suppress(DamagedDataError):  # a damaged value has no text
                attributes[entry.name] = _decode(entry, MAX_ITEMS)
    return [attributes[name] for name in sorted(attributes.keys() - _UNLISTED)]


def read_attribute(graph: OpGraph, op: int, name: str, source: GraphBytes) -> CardAttribute:
    """Return one attribute of an op with its text, however large, of up to 10,000 items.

    Raises:
        NotFoundError: the op has no such attribute, or the graph's bytes cannot be read now.
        QueryError: the value is too large.
        DamagedDataError: the value is damaged.
    """
    entry = next((entry for entry in _entries(graph, op, source) if entry.name == name), None)
    if entry is None:
        raise NotFoundError(f"The op has no attribute called “{name}”.")
    if entry.end - entry.start > MAX_VALUE_BYTES:
        raise QueryError(f"The value of “{name}” exceeds the limit of {MAX_VALUE_BYTES >> 20} MiB.")
    return _decode(entry, MAX_WHOLE_ITEMS)


def _entries(graph: OpGraph, op: int, source: GraphBytes) -> Iterator[_Entry]:
    """Yield the attributes of an op, up to the first damage of its node.

    An argument or result of a function has no node in the bytes, but attributes in the op graph.
    All writers put the name of an attribute before its value; other entries are skipped.
    """
    start, end = graph.spans[op].tolist()
    if start < 0:
        row = int(graph.attributes[op])
        stored = NodeDef.FromString(graph.attribute_sets[row] if row >= 0 else b"")
        for key, attribute in stored.attr.items():
            encoded = attribute.SerializeToString()
            yield _Entry(key, Window.of(encoded), 0, len(encoded))
        return
    window = Window(source.read_at, end)
    with suppress(WireFormatError):
        for field in window.fields(Span(start, end)):
            if field.number not in _ATTRIBUTES:
                continue
            try:
                entry = list(islice(window.fields(Span(field.start, field.end)), 2))
            except WireFormatError:
                continue
            if [(part.number, part.wire_type) for part in entry] != _ENTRY_FIELDS:
                continue
            name, value = entry
            if name.end - name.start <= _MAX_NAME_BYTES:
                text = window.read(name.start, name.end).decode("utf-8", "replace")
                yield _Entry(text, window, value.start, value.end)


def _decode(entry: _Entry, items: int) -> CardAttribute:
    encoded = entry.window.read(entry.start, entry.end)
    try:
        value = AttrValue.FromString(encoded)
    except DecodeError as error:
        raise DamagedDataError(f"The attribute “{entry.name}” is damaged.") from error
    return CardAttribute(
        entry.name, attribute_kind(value), attribute_text(value, items), len(encoded)
    )
