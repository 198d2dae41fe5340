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
from scopeboard.graph.model.attribute_values import MAX_ITEMS, attribute_kind, attribute_text
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.protowire.fields import DELIMITED, WireFormatError
from scopeboard.protowire.nested import Span, Window
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

MAX_VALUE_BYTES: Final = 16 << 20
"""A single value of up to this size is read on request."""

MAX_WHOLE_ITEMS: Final = 10_000
_UNLISTED: Final = frozenset({"_output_shapes", WEIGHTS_ATTRIBUTE})
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
    """An attribute in the bytes of a graph: its name, and where its value starts and ends."""

    name: str
    start: int
    end: int


def list_attributes(graph: OpGraph, op: int, source: GraphBytes) -> list[CardAttribute]:
    """Return the attributes of an op by name, except those that hold shapes and weights.

    Raises:
        NotFoundError: the graph's bytes cannot be read now.
        DamagedDataError: the bytes are no longer those of the graph.
    """
    start, end = graph.place[op].tolist()
    attributes: dict[str, CardAttribute] = {}
    if start < 0:
        for name, value in _stored_attributes(graph, op).items():
            attributes[name] = _card_attribute(name, value.SerializeToString())
    else:
        window = Window(source.read_at, end)
        for entry in _read_entries(window, Span(start, end)):
            size = entry.end - entry.start
            attribute = CardAttribute(entry.name, None, None, size)
            if size <= LARGE_VALUE_BYTES:
                with suppress(DamagedDataError):  # a damaged value has no text
                    attribute = _card_attribute(entry.name, window.read(entry.start, entry.end))
            attributes[entry.name] = attribute
    return [attributes[name] for name in sorted(attributes.keys() - _UNLISTED)]


def read_attribute(graph: OpGraph, op: int, name: str, source: GraphBytes) -> CardAttribute:
    """Return one attribute of an op with its text, however large, of up to 10,000 items.

    Raises:
        NotFoundError: the op has no such attribute, or the graph's bytes cannot be read now.
        QueryError: the value is too large.
        DamagedDataError: the value is damaged.
    """
    start, end = graph.place[op].tolist()
    if start < 0:
        stored = _stored_attributes(graph, op)
        if name in stored:
            return _card_attribute(name, stored[name].SerializeToString(), MAX_WHOLE_ITEMS)
    else:
        window = Window(source.read_at, end)
        for entry in _read_entries(window, Span(start, end)):
            if entry.name != name:
                continue
            if entry.end - entry.start > MAX_VALUE_BYTES:
                limit = MAX_VALUE_BYTES >> 20
                raise QueryError(f"The value of “{name}” exceeds the limit of {limit} MiB.")
            return _card_attribute(name, window.read(entry.start, entry.end), MAX_WHOLE_ITEMS)
    raise NotFoundError(f"The op has no attribute called “{name}”.")


def _stored_attributes(graph: OpGraph, op: int) -> dict[str, AttrValue]:
    """Return the attributes in the op graph's own columns, for an op without bytes in the file."""
    row = int(graph.attributes[op])
    return dict(NodeDef.FromString(graph.attribute_sets[row]).attr) if row >= 0 else {}


def _card_attribute(name: str, encoded: bytes, items: int = MAX_ITEMS) -> CardAttribute:
    try:
        value = AttrValue.FromString(encoded)
    except DecodeError as error:
        raise DamagedDataError(f"The attribute “{name}” is damaged.") from error
    return CardAttribute(name, attribute_kind(value), attribute_text(value, items), len(encoded))


def _read_entries(window: Window, node: Span) -> Iterator[_Entry]:
    """Yield the attributes of a node, up to the first damage of the node itself.

    All writers put the name of an attribute before its value; other entries are skipped.
    """
    with suppress(WireFormatError):
        for field in window.fields(node):
            if field.number != NodeDef.ATTR_FIELD_NUMBER:
                continue
            try:
                entry = list(islice(window.fields(Span(field.start, field.end)), 2))
            except WireFormatError:
                continue
            if [(part.number, part.wire_type) for part in entry] != _ENTRY_FIELDS:
                continue
            key, value = entry
            if key.end - key.start <= _MAX_NAME_BYTES:
                name = window.read(key.start, key.end).decode("utf-8", "replace")
                yield _Entry(name, value.start, value.end)
