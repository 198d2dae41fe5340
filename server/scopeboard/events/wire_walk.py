"""Going over the fields of a message too long to be held.

The message is read a page at a time, and what is inside a field only if somebody asks for it. What
is taken for a field is what protobuf takes for one; groups, which nobody writes any more, are gone
over to their end.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from scopeboard.events.numbers import MAX_VARINT_BYTES
from scopeboard.events.wire_fields import BYTES, FIXED32, FIXED64, VARINT, read_varint

ReadAt = Callable[[int, int], bytes]
"""Takes an offset and a size, and returns exactly as many bytes."""

GROUP: Final = 3
_GROUP_END: Final = 4
_FIXED_SIZES: Final = {FIXED64: 8, FIXED32: 4}
_MAX_KEY_BYTES: Final = 5  # of a length too
_MAX_HEAD_BYTES: Final = 2 * MAX_VARINT_BYTES  # of a key and a length, or a key and a number
_MAX_DEPTH: Final = 100  # of groups in groups, as protobuf has it
_PAGE_BYTES: Final = 1 << 16


class TooMuchError(Exception):
    """A message of which too much would have to be looked at or held."""


class Field(NamedTuple):
    """A field: its number, wire type and key as written; where its content starts and ends."""

    number: int
    wire_type: int
    key: bytes
    start: int
    end: int


class WireWalk:
    """Reads a message of `length` bytes, of at most `fields` fields.

    Raises:
        ValueError: in `fields`; the bytes are no message.
        TooMuchError: likewise; there are more fields.
    """

    def __init__(self, read: ReadAt, length: int, fields: int) -> None:
        self.read = read
        self._length, self._fields_left = length, fields
        self._page, self._page_start = b"", 0

    def content(self, start: int, size: int) -> bytes:
        """Return `size` bytes from `start` on."""
        at = start - self._page_start
        if at >= 0 and at + size <= len(self._page):
            return self._page[at : at + size]
        return self.read(start, size)

    def fields(self, start: int, end: int) -> Iterator[Field]:
        """Yield the fields of the message from `start` to `end`."""
        at = start
        while at < end:
            field = self._short_field(at, end) or self._field(at, end)
            if not field.number:
                raise ValueError("a field of number 0")
            yield field
            at = field.end

    def _short_field(self, at: int, end: int) -> Field | None:
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
        return Field(key >> 3, BYTES, page[index : index + 1], at + 2, at + 2 + size)

    def _field(self, at: int, end: int) -> Field:
        key, head, start = self._key(at)
        number, wire_type = key >> 3, key & 7
        if wire_type == GROUP:
            return Field(number, wire_type, b"", start, self._end_of_group(start, end, number))
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
        return Field(number, wire_type, key_bytes, at + content, at + content + size)

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
            if key & 7 == GROUP:
                opened.append(key >> 3)
                at = behind
            elif key & 7 != _GROUP_END:
                at = self._field(at, end).end
            elif opened.pop() == key >> 3:
                at = behind
            else:
                raise ValueError("a group that ends as another")
        if at > end:
            raise ValueError("a group that ends behind its message")
        return at

    def _near(self, at: int) -> bytes:
        """Return the bytes from `at` on in which a key stands, and a length or a number."""
        start = at - self._page_start
        if start < 0 or start + _MAX_HEAD_BYTES > len(self._page):
            self._page = self.read(at, min(_PAGE_BYTES, self._length - at))
            self._page_start, start = at, 0
        return self._page[start : start + _MAX_HEAD_BYTES]
