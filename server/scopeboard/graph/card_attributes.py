"""The attributes of an op, typed and as text; large values by their size, whole on demand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.graph.attribute_values import MAX_ITEMS, attribute_kind, attribute_text
from scopeboard.graph.graph_bytes import GraphBytes
from scopeboard.graph.keras_parameters import WEIGHTS_ATTRIBUTE
from scopeboard.graph.odd_node import LARGE_VALUE_BYTES
from scopeboard.graph.opgraph import OpGraph
from scopeboard.graph.protofields import DELIMITED, VARINT, varint_at
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

MAX_VALUE_BYTES: Final = 16 << 20
"""A value of up to this size is read when it is asked for by itself."""

MAX_WHOLE_ITEMS: Final = 10_000
_UNLISTED: Final = frozenset({"_output_shapes", WEIGHTS_ATTRIBUTE})
_AT_ONCE: Final = 1 << 16  # bytes of a node that are read in one go
_FIELD_BYTES: Final = 20  # of tag and length, ten each
_HEAD: Final = 4096  # bytes in which the name of a large attribute is found


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
        node = _Bytes(source, start, end)
        listed = [_listed(node, entry) for entry in _entries(node)]
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
    node = _Bytes(source, max(start, 0), max(end, 0))
    for entry in _entries(node) if start >= 0 else ():
        if entry.name == name:
            if entry.end - entry.start > MAX_VALUE_BYTES:
                most = MAX_VALUE_BYTES >> 20
                raise QueryError(f"“{name}” has more than {most} MiB, too many to be shown.")
            return _told(name, node.at(entry.start, entry.end), MAX_WHOLE_ITEMS)
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


def _listed(node: "_Bytes", entry: _Entry) -> CardAttribute:
    """Return an attribute as the card lists it; a damaged one has no text."""
    size = entry.end - entry.start
    if size <= LARGE_VALUE_BYTES:
        try:
            return _told(entry.name, node.at(entry.start, entry.end))
        except DamagedDataError:
            pass
    return CardAttribute(entry.name, None, None, size)


class _Bytes:
    """A node's bytes, by offsets in the graph; a small one is read once."""

    def __init__(self, source: GraphBytes, start: int, end: int) -> None:
        self.start, self.end = start, end
        self._source = source
        self._whole = source.read_at(start, end) if end - start <= _AT_ONCE else None

    def at(self, start: int, end: int) -> bytes:
        """Return the bytes between two offsets."""
        if self._whole is None:
            return self._source.read_at(start, end)
        return self._whole[start - self.start : end - self.start]


def _entries(node: _Bytes) -> Iterator[_Entry]:
    """Yield the attributes of a node in place, up to where it is damaged."""
    position = node.start
    while position < node.end:
        head = node.at(position, min(position + _FIELD_BYTES, node.end))
        try:
            tag, at = varint_at(head, 0, len(head))
            number, at = varint_at(head, at, len(head))
        except DamagedDataError:
            return
        if tag & 7 not in {DELIMITED, VARINT}:
            return  # a node has no such fields
        length = number if tag & 7 == DELIMITED else 0
        start, end = position + at, position + at + length
        if tag >> 3 == NodeDef.ATTR_FIELD_NUMBER and (entry := _entry(node, start, end)):
            yield entry
        position = end


def _entry(node: _Bytes, start: int, end: int) -> _Entry | None:
    """Return one attribute in place: its name stands before its value, as all writers have it."""
    head = node.at(start, min(start + _HEAD, end))
    try:
        tag, at = varint_at(head, 0, len(head))
        length, at = varint_at(head, at, len(head))
        name = head[at : at + length].decode("utf-8", "replace")
        value_tag, at = varint_at(head, at + length, len(head))
        size, at = varint_at(head, at, len(head))
    except DamagedDataError:
        return None
    is_sound = (tag, value_tag) == (0x0A, 0x12) and start + at + size <= end
    return _Entry(name, start + at, start + at + size) if is_sound else None
