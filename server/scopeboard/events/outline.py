"""The outline of a long event: the same event without the contents that ingest does not look at.

An event may carry an image, a tensor or a graph of any size. Such a value stays in its file; all
that ingest wants of it is the tag, what is said of the tag, the dtype and the shape. So the event
is walked field by field as it stands on the wire, each field is skipped by its length, and what
matters is copied. The copy is an event too, a small one, of which protobuf and all that comes
after make what they would make of the whole: fields may come in any order, and twice.

Contents that are left out are not believed unseen. Strings have to be UTF-8 and packed numbers
whole, or protobuf would refuse the event. Of a tensor's numbers the first few are kept, as many as
tell that it is no scalar.
"""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, NamedTuple

import numpy as np

from scopeboard.events.numbers import MAX_VARINT_BYTES
from scopeboard.events.wire_fields import BYTES, FIXED32, FIXED64, VARINT, read_varint

ReadAt = Callable[[int, int], bytes]
"""Takes an offset and a size, and returns exactly as many bytes."""

_GROUP, _GROUP_END = 3, 4
_FIXED_SIZES: Final = {FIXED64: 8, FIXED32: 4}
_MAX_KEY_BYTES: Final = 5
_MAX_HEAD_BYTES: Final = 2 * MAX_VARINT_BYTES  # of a key and a length, or a key and a number
_MAX_DEPTH: Final = 100  # of groups in groups, as protobuf has it
_PAGE_BYTES: Final = 1 << 16
_CONTENT_BYTES: Final = 1 << 20  # looked through at a time
_KEPT_NUMBERS: Final = 4  # and one more of an odd number: complex ones stand in pairs
_KEPT_CONTENT: Final = 32  # bytes: more than one element of any dtype
_LONGEST_ELEMENT: Final = 16
_FEWEST_BYTES: Final = 64
_KEPT_STRINGS: Final = 2


class Bounds(NamedTuple):
    """Which records are long, and how much of a long one is looked at and kept.

    Records of up to `whole` bytes are held as a whole. In a longer one, fields of up to `field`
    bytes are kept as they are. An outline has at most `kept` bytes, and an event at most `fields`
    fields, so that neither memory nor time depend on what is in it.
    """

    whole: int = 4 << 20
    field: int = 1024
    kept: int = 8 << 20
    fields: int = 4_000_000


class TooMuchError(Exception):
    """An event of which too much matters."""


class _Part(Enum):
    """What is kept of a long field."""

    ALL = "all"
    NOTHING = "nothing of its content"
    TEXT = "nothing of its content, which is UTF-8"
    STRINGS = "nothing of its content, and nothing at all after the first few"
    CONTENT = "the first bytes, and as many as tell whether elements are whole"
    FLOATS = "the first few numbers of 4 bytes"
    DOUBLES = "the first few numbers of 8 bytes"
    VARINTS = "the first few numbers"


_Form = dict[int, "_Part | _Form"]

_ELEMENT_SIZES: Final = {_Part.FLOATS: 4, _Part.DOUBLES: 8}

_TENSOR: Final[_Form] = {
    2: _Part.ALL,
    4: _Part.CONTENT,
    5: _Part.FLOATS,
    6: _Part.DOUBLES,
    8: _Part.STRINGS,
    9: _Part.FLOATS,
    12: _Part.DOUBLES,
    **dict.fromkeys((7, 10, 11, 13, 16, 17), _Part.VARINTS),
    18: _Part.NOTHING,
}
_VALUE: Final[_Form] = {
    1: _Part.ALL,  # the tag
    3: _Part.NOTHING,
    4: {4: _Part.NOTHING},  # an image
    5: {6: _Part.DOUBLES, 7: _Part.DOUBLES},  # a histogram
    6: {4: _Part.NOTHING, 5: _Part.TEXT},  # a sound
    7: _Part.TEXT,
    8: _TENSOR,
    9: _Part.ALL,  # the metadata
}
_EVENT: Final[_Form] = {
    3: _Part.TEXT,
    4: _Part.NOTHING,  # a graph
    5: {1: _VALUE},
    6: {2: _Part.TEXT},
    7: {2: _Part.TEXT, 3: _Part.TEXT},
    8: {1: _Part.ALL, 2: _Part.NOTHING},
    9: _Part.NOTHING,  # a meta graph
    10: {1: _Part.TEXT},
}
"""The fields of an event that may be long; whatever else is long has no meaning here."""


class _Field(NamedTuple):
    """A field: its number, wire type and key as written; where its content starts and ends."""

    number: int
    wire_type: int
    key: bytes
    start: int
    end: int


def outline(read: ReadAt, length: int, bounds: Bounds) -> bytes:
    """Return an event that says what the one in `length` bytes says, as far as ingest looks.

    Args:
        read: reads the event's bytes; offset 0 is the first.
        length: the event's size in bytes.
        bounds: how much to look at and keep.

    Raises:
        ValueError: the bytes are no event.
        TooMuchError: more of it matters than the bounds allow.
    """
    return bytes(_Walk(read, length, bounds).outline_of(0, length, _EVENT))


class _Walk:
    """Goes over the fields of an event, which are read a page at a time."""

    def __init__(self, read: ReadAt, length: int, bounds: Bounds) -> None:
        self._read, self._length, self._bounds = read, length, bounds
        self._page, self._page_start = b"", 0
        self._fields_left = bounds.fields

    def outline_of(self, start: int, end: int, form: _Form) -> bytearray:
        """Return what is kept of the message from `start` to `end`."""
        kept, strings = bytearray(), 0
        for field in self._fields(start, end):
            part = form.get(field.number)
            if part is _Part.STRINGS and field.wire_type == BYTES:
                strings += 1
                if strings > _KEPT_STRINGS:
                    continue
            kept += self._kept(field, part)
            if len(kept) > self._bounds.kept:
                raise TooMuchError
        return kept

    def _fields(self, start: int, end: int) -> Iterator[_Field]:
        at = start
        while at < end:
            field = self._short_field(at, end) or self._field(at, end)
            if not field.number:
                raise ValueError("a field of number 0")
            yield field
            at = field.end

    def _short_field(self, at: int, end: int) -> _Field | None:
        """Return the field at `at` if it is of the kind that there may be millions of.

        That is one of up to 127 bytes whose number is below 16; None for any other.
        """
        page, index = self._page, at - self._page_start
        if not 0 <= index < len(page) - 1:
            return None
        key, size = page[index], page[index + 1]
        if key & 0x87 != BYTES or size > 127 or at + 2 + size > end or not self._fields_left:
            return None
        self._fields_left -= 1
        return _Field(key >> 3, BYTES, page[index : index + 1], at + 2, at + 2 + size)

    def _field(self, at: int, end: int) -> _Field:
        key, head, start = self._key(at)
        number, wire_type = key >> 3, key & 7
        if wire_type == _GROUP:
            return _Field(number, wire_type, b"", start, self._end_of_group(start, end, number))
        content = start - at
        size = _FIXED_SIZES.get(wire_type, -1)
        if wire_type == VARINT:
            size = read_varint(head, content)[1] - content
        elif wire_type == BYTES:
            size, behind = read_varint(head, content)
            if behind - content > _MAX_KEY_BYTES:
                raise ValueError("a length of too many bytes")
            content = behind
        if size < 0 or at + content + size > end:
            raise ValueError("a field that is none, or goes beyond the end")
        key_bytes = head[: start - at]
        return _Field(number, wire_type, key_bytes, at + content, at + content + size)

    def _key(self, at: int) -> tuple[int, bytes, int]:
        """Return the key at `at`, the bytes that begin with it, and the offset behind it."""
        self._fields_left -= 1
        if self._fields_left < 0:
            raise TooMuchError
        head = self._near(at)
        key, behind = read_varint(head, 0)
        if behind > _MAX_KEY_BYTES or key >> 32:
            raise ValueError("a key that is none")
        return key, head, at + behind

    def _end_of_group(self, at: int, end: int, number: int) -> int:
        """Return where the group called `number` ends, whose content begins at `at`."""
        opened = [number]
        while opened:
            if at >= end or len(opened) > _MAX_DEPTH:
                raise ValueError("a group without an end")
            key, _, behind = self._key(at)
            if key & 7 == _GROUP:
                opened.append(key >> 3)
                at = behind
            elif key & 7 != _GROUP_END:
                at = self._field(at, end).end
            elif opened.pop() == key >> 3:
                at = behind
            else:
                raise ValueError("a group that ends as another")
        return at

    def _near(self, at: int) -> bytes:
        """Return the bytes from `at` on in which a key stands, and a length or a number."""
        start = at - self._page_start
        if start < 0 or start + _MAX_HEAD_BYTES > len(self._page):
            self._page = self._read(at, min(_PAGE_BYTES, self._length - at))
            self._page_start, start = at, 0
        return self._page[start : start + _MAX_HEAD_BYTES]

    def _kept(self, field: _Field, part: "_Part | _Form | None") -> bytes:
        """Return what is kept of a field, with its key."""
        _, wire_type, key, start, end = field
        if wire_type == _GROUP:
            return b""
        size = end - start
        if wire_type != BYTES:
            return key + self._all(start, size)
        is_small = size <= max(self._bounds.field, _FEWEST_BYTES)
        if is_small and part is not _Part.NOTHING and part is not _Part.STRINGS:
            content = self._all(start, size)
        elif part is None:
            return b""
        elif isinstance(part, dict):
            content = bytes(self.outline_of(start, end, part))
        else:
            content = self._part(part, start, size)
        return b"".join((key, _varint(len(content)), content))

    def _part(self, part: _Part, start: int, size: int) -> bytes:
        """Return what is kept of `size` bytes of content."""
        if part is _Part.ALL:
            return self._all(start, size)
        if part is _Part.TEXT:
            self._check_text(start, size)
        if part is _Part.CONTENT:
            return self._read(start, _KEPT_CONTENT + size % _LONGEST_ELEMENT)
        if part in _ELEMENT_SIZES:
            return self._first_elements(start, size, _ELEMENT_SIZES[part])
        if part is _Part.VARINTS:
            return self._first_varints(start, size)
        return b""

    def _all(self, start: int, size: int) -> bytes:
        if size > self._bounds.kept:
            raise TooMuchError
        at = start - self._page_start
        if at >= 0 and at + size <= len(self._page):
            return self._page[at : at + size]
        return self._read(start, size)

    def _first_elements(self, start: int, size: int, element: int) -> bytes:
        count, rest = divmod(size, element)
        if rest:
            raise ValueError("packed numbers of which one is not whole")
        return self._read(start, (_KEPT_NUMBERS + count % 2) * element)

    def _first_varints(self, start: int, size: int) -> bytes:
        """Return the first numbers of packed ones, all of which have to be whole."""
        open_bytes = 0
        for piece in self._pieces(start, size):
            ends = np.flatnonzero(np.frombuffer(piece, np.uint8) < 128)
            sizes = np.diff(ends, prepend=-1 - open_bytes)
            open_bytes = (
                open_bytes + len(piece) if not len(ends) else len(piece) - 1 - int(ends[-1])
            )
            if open_bytes >= MAX_VARINT_BYTES or sizes.max(initial=0) > MAX_VARINT_BYTES:
                raise ValueError("packed numbers of which one does not end")
        if open_bytes:
            raise ValueError("packed numbers of which the last does not end")
        first = np.frombuffer(self._read(start, _FEWEST_BYTES), np.uint8)
        ends = np.flatnonzero(first < 128)
        return first[: int(ends[_KEPT_NUMBERS - 1]) + 1].tobytes()

    def _check_text(self, start: int, size: int) -> None:
        """Raise a ValueError if the content is not UTF-8."""
        decoder = getincrementaldecoder("utf-8")()
        for piece in self._pieces(start, size):
            decoder.decode(piece)
        decoder.decode(b"", final=True)

    def _pieces(self, start: int, size: int) -> Iterator[bytes]:
        for at in range(start, start + size, _CONTENT_BYTES):
            yield self._read(at, min(_CONTENT_BYTES, start + size - at))


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)
