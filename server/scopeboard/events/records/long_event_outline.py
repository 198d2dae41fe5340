"""The outline of a long event: the event without the contents that ingest does not need.

An event may have an image, a tensor or a graph of any size. Such a value stays in its file; ingest
needs its tag, metadata, dtype and shape. The event is walked field by field in its encoded form,
long contents are skipped by their length, and the other fields are copied. The copy is a small
event, from which protobuf and all later stages give the result of the original. Fields may come in
any order, and twice.

Skipped contents are validated: strings must be UTF-8 and packed numbers complete, or protobuf would
reject the event. The first few numbers of a tensor are copied, which show that it is not a scalar.
"""

from codecs import getincrementaldecoder
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

import numpy as np

from scopeboard.errors import TooLargeError
from scopeboard.protowire.fields import (
    DELIMITED,
    MAX_VARINT_BYTES,
    START_GROUP,
    Field,
    delimited_head,
)
from scopeboard.protowire.nested import ReadAt, Span, Window

_CONTENT_BYTES: Final = 1 << 20  # validated at a time
_COPIED_NUMBERS: Final = 4  # and one more of an odd number: complex numbers are pairs
_COPIED_CONTENT: Final = 32  # bytes: more than one element of any dtype
_LONGEST_ELEMENT: Final = 16
_FEWEST_BYTES: Final = 64
_COPIED_STRINGS: Final = 2


class Bounds(NamedTuple):
    """Bounds on the records that are held in memory.

    Records of up to `record` bytes are held completely. Of a longer one, fields of up to `field`
    bytes are copied unchanged. An outline has at most `copied` bytes, and an event at most `fields`
    fields, so that neither memory nor time depend on its content.
    """

    record: int = 4 << 20
    field: int = 1024
    copied: int = 8 << 20
    fields: int = 4_000_000


class _Rule(Enum):
    """The bytes of a long field that are copied."""

    ALL = "all"
    NOTHING = "nothing of its content"
    TEXT = "nothing of its content, which is UTF-8"
    STRINGS = "nothing of its content, and nothing at all after the first few"
    CONTENT = "the first bytes, and enough to show whether the last element is complete"
    FLOATS = "the first few numbers of 4 bytes"
    DOUBLES = "the first few numbers of 8 bytes"
    VARINTS = "the first few numbers"


_Form = dict[int, "_Rule | _Form"]

_ELEMENT_SIZES: Final = {_Rule.FLOATS: 4, _Rule.DOUBLES: 8}

_TENSOR: Final[_Form] = {
    2: _Rule.ALL,
    4: _Rule.CONTENT,
    5: _Rule.FLOATS,
    6: _Rule.DOUBLES,
    8: _Rule.STRINGS,
    9: _Rule.FLOATS,
    12: _Rule.DOUBLES,
    **dict.fromkeys((7, 10, 11, 13, 16, 17), _Rule.VARINTS),
    18: _Rule.NOTHING,
}
_VALUE: Final[_Form] = {
    1: _Rule.ALL,  # the tag
    3: _Rule.NOTHING,
    4: {4: _Rule.NOTHING},  # an image
    5: {6: _Rule.DOUBLES, 7: _Rule.DOUBLES},  # a histogram
    6: {4: _Rule.NOTHING, 5: _Rule.TEXT},  # a sound
    7: _Rule.TEXT,
    8: _TENSOR,
    9: _Rule.ALL,  # the metadata
}
_EVENT: Final[_Form] = {
    3: _Rule.TEXT,
    4: _Rule.NOTHING,  # a graph
    5: {1: _VALUE},
    6: {2: _Rule.TEXT},
    7: {2: _Rule.TEXT, 3: _Rule.TEXT},
    8: {1: _Rule.ALL, 2: _Rule.NOTHING},
    9: _Rule.NOTHING,  # a meta graph
    10: {1: _Rule.TEXT},
}
"""The fields of an event that may be long; other long fields are omitted."""


def outline(read_at: ReadAt, length: int, bounds: Bounds) -> bytes:
    """Return the outline of an event of `length` bytes.

    Args:
        read_at: reads the event's bytes; offset 0 is the first.
        length: the event's size in bytes.
        bounds: limits of the bytes read and copied.

    Raises:
        WireFormatError: the bytes are not an event.
        ValueError: a text in it is not UTF-8, or packed numbers are cut.
        TooLargeError: the outline exceeds the bounds.
    """
    window = Window(read_at, length, skip_groups=True, max_fields=bounds.fields)
    return bytes(_Outliner(window, bounds).outline_of(window.whole, _EVENT))


class _Outliner:
    """Copies the fields of an event."""

    def __init__(self, window: Window, bounds: Bounds) -> None:
        self._window, self._bounds = window, bounds

    def outline_of(self, span: Span, form: _Form) -> bytearray:
        """Return the outline of the message at `span`."""
        copied, strings = bytearray(), 0
        for field in self._window.fields(span):
            rule = form.get(field.number)
            if rule is _Rule.STRINGS and field.wire_type == DELIMITED:
                strings += 1
                if strings > _COPIED_STRINGS:
                    continue
            copied += self._field(field, rule)
            if len(copied) > self._bounds.copied:
                raise TooLargeError(f"The outline has more than {self._bounds.copied} bytes.")
        return copied

    def _field(self, field: Field, rule: "_Rule | _Form | None") -> bytes:
        """Return the copied bytes of a field, with its key."""
        number, wire_type, begin, start, end = field
        if wire_type == START_GROUP:
            return b""
        is_small = end - start <= max(self._bounds.field, _FEWEST_BYTES)
        is_complete = is_small and rule is not _Rule.NOTHING and rule is not _Rule.STRINGS
        if wire_type != DELIMITED or is_complete or rule is _Rule.ALL:
            if end - start > self._bounds.copied:
                raise TooLargeError(f"A field of the outline has {end - start} bytes.")
            return self._window.read(begin, end)
        if rule is None:
            return b""
        if isinstance(rule, dict):
            content = bytes(self.outline_of(Span(start, end), rule))
        else:
            content = self._content(rule, start, end)
        return delimited_head(number, len(content)) + content

    def _content(self, rule: _Rule, start: int, end: int) -> bytes:
        """Return the copied bytes of the content from `start` to `end`; validate the others."""
        if rule is _Rule.TEXT:
            decoder = getincrementaldecoder("utf-8")()
            for piece in self._pieces(start, end):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        elif rule is _Rule.CONTENT:
            copied = _COPIED_CONTENT + (end - start) % _LONGEST_ELEMENT
            return self._window.read_at(start, start + copied)
        elif rule in _ELEMENT_SIZES:
            element = _ELEMENT_SIZES[rule]
            count, rest = divmod(end - start, element)
            if rest:
                raise ValueError("packed numbers end within a number")
            return self._window.read_at(start, start + (_COPIED_NUMBERS + count % 2) * element)
        elif rule is _Rule.VARINTS:
            return self._first_varints(start, end)
        return b""

    def _first_varints(self, start: int, end: int) -> bytes:
        """Return the first of packed varints, all of which must be complete."""
        open_bytes = 0
        for piece in self._pieces(start, end):
            ends = np.flatnonzero(np.frombuffer(piece, np.uint8) < 128)
            sizes = np.diff(ends, prepend=-1 - open_bytes)
            last = int(ends[-1]) if len(ends) else -1 - open_bytes
            open_bytes = len(piece) - 1 - last
            if open_bytes >= MAX_VARINT_BYTES or sizes.max(initial=0) > MAX_VARINT_BYTES:
                raise ValueError("varint in packed numbers does not end")
        if open_bytes:
            raise ValueError("packed numbers end within a varint")
        first = np.frombuffer(self._window.read_at(start, start + _FEWEST_BYTES), np.uint8)
        ends = np.flatnonzero(first < 128)
        return first[: int(ends[_COPIED_NUMBERS - 1]) + 1].tobytes()

    def _pieces(self, start: int, end: int) -> Iterator[bytes]:
        for offset in range(start, end, _CONTENT_BYTES):
            yield self._window.read_at(offset, min(offset + _CONTENT_BYTES, end))
