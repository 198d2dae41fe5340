"""Messages within messages, in a file or in bytes, without reading other values.

A graph may be in a trace in an event of gigabytes. Fields are found by their keys and lengths, one
page of bytes at a time. Values are skipped, and read on demand.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple, Protocol

from google.protobuf.message import Message

from scopeboard.errors import DamagedDataError, TooLargeError
from scopeboard.protowire.fields import (
    DELIMITED,
    END_GROUP,
    GROUP_KEYS,
    MAX_HEAD_BYTES,
    START_GROUP,
    Field,
    WireFormatError,
    field_at,
)

MAX_DEPTH: Final = 100
"""Nested messages or groups; the protobuf runtime has the same limit."""
MAX_CHECKED_FIELDS: Final = 20_000
_PAGE_BYTES: Final = 1 << 16
_SHORT_HEAD: Final = 3  # a key of one byte, a length of two
_MISSING: Final = "The file has no data at this position, or changed; reload the page."


class ReadAt(Protocol):
    """Reads a slice of bytes that are elsewhere."""

    def __call__(self, start: int, end: int, /) -> bytes:
        """Return the bytes from `start` to `end`, or fewer at their end."""
        ...


class Step(NamedTuple):
    """One step of a field path: a field number, and the index among the fields of that number."""

    number: int
    occurrence: int = 0


FieldPath = tuple[Step, ...]


class Span(NamedTuple):
    """The start and end of a message or another value."""

    start: int
    end: int


class Window:
    """A message that is elsewhere, read a page at a time.

    Args:
        read_at: reads its bytes; offset 0 is the first.
        size: of the message in bytes.
        may_be_cut: a field that ends after the message around it ends with that message.
        skip_groups: a group is a field that extends to the end of the group; otherwise damage.
        max_fields: the limit of fields that may be walked, fields of groups included.

    Attributes:
        was_cut: whether a field was cut, of those that were walked so far.
    """

    def __init__(
        self,
        read_at: ReadAt,
        size: int,
        *,
        may_be_cut: bool = False,
        skip_groups: bool = False,
        max_fields: int = sys.maxsize,
    ) -> None:
        self.whole = Span(0, size)
        self.read_at = read_at
        self.was_cut = False
        self._may_be_cut, self._skip_groups = may_be_cut, skip_groups
        self._max_fields, self._walked = max_fields, 0
        self._page, self._page_start, self._page_end = b"", 0, 0

    @classmethod
    def of(cls, data: bytes) -> "Window":
        """Return a window over bytes in memory."""
        return cls(lambda start, end: data[start:end], len(data))

    def read(self, start: int, end: int) -> bytes:
        """Return a slice, from the page if possible."""
        if self._page_start <= start <= end <= self._page_end:
            return self._page[start - self._page_start : end - self._page_start]
        return self.read_at(start, end)

    def fields(self, span: Span) -> Iterator[Field]:
        """Yield the fields of a message, in order.

        Raises:
            WireFormatError: the bytes are not a message.
            TooLargeError: it has more than `max_fields` fields.
        """
        position, end = span
        while position < end:
            field = self._head(position, end)
            if field.end > end or field.wire_type in GROUP_KEYS:
                field = self._cut_or_group(field, end)
            yield field
            position = field.end

    def short_fields(self, span: Span) -> Iterator[Field | tuple[int, bytes]]:
        """Yield the fields of a message, in order, short ones as number and value.

        A short one is delimited, has a number below 16 and less than 16 KiB, and lies in the page
        that was read last, as most messages in a list do. A loop over them takes a third of the
        time of one over `fields`.

        Raises:
            WireFormatError: the bytes are not a message.
            TooLargeError: it has more than `max_fields` fields.
        """
        position, end = span
        while position < end:
            page, base = self._page, self._page_start
            at, last = position - base, min(len(page), end - base)
            while 0 <= at <= last - _SHORT_HEAD:
                key, size, start = page[at], page[at + 1], at + 2
                if key & 0x87 != DELIMITED or key == DELIMITED:
                    break
                if size & 0x80:
                    more, start = page[at + 2], at + 3
                    if more & 0x80:
                        break
                    size = size & 0x7F | more << 7
                if start + size > last:
                    break
                at = start + size
                self._walked += 1
                yield key >> 3, page[start:at]
            position = base + at
            if position < end:
                field = self._head(position, end)
                if field.end > end or field.wire_type in GROUP_KEYS:
                    field = self._cut_or_group(field, end)
                yield field
                position = field.end

    def iter_children(self, span: Span, number: int) -> Iterator[Span]:
        """Yield the spans of the delimited fields of one number in a message; see `fields`."""
        for field in self.fields(span):
            if field.number == number and field.wire_type == DELIMITED:
                yield Span(field.start, field.end)

    def children(self, span: Span, number: int) -> list[Span]:
        """Return the spans of the delimited fields of one number in a message; see `fields`."""
        return list(self.iter_children(span, number))

    def get_span(self, path: FieldPath) -> Span:
        """Return the span of the field at a path.

        Raises:
            DamagedDataError: the field does not exist.
        """
        span = self.whole
        for step in path:
            children = self.iter_children(span, step.number)
            found = next(islice(children, step.occurrence, None), None)
            if found is None:
                raise DamagedDataError(_MISSING)
            span = found
        return span

    def _cut_or_group(self, field: Field, end: int) -> Field:
        """Return a cut field up to `end`, and a group up to the end of the group."""
        if field.wire_type == START_GROUP and self._skip_groups:
            return field._replace(end=self._end_of_group(field, end))
        if field.wire_type in GROUP_KEYS:
            raise WireFormatError(field.begin, f"field {field.number} is a group")
        if field.wire_type == DELIMITED and self._may_be_cut:
            self.was_cut = True
            return field._replace(end=end)
        raise WireFormatError(field.begin, f"field {field.number} ends after its message")

    def _end_of_group(self, group: Field, end: int) -> int:
        """Return the end of a group in a message that ends at `end`."""
        open_groups, position = [group.number], group.end
        while open_groups:
            if position >= end:
                raise WireFormatError(group.begin, "group without an end")
            if len(open_groups) > MAX_DEPTH:
                raise WireFormatError(group.begin, "groups are nested too deeply")
            field = self._head(position, end)
            if field.wire_type == START_GROUP:
                open_groups.append(field.number)
            elif field.wire_type == END_GROUP and open_groups.pop() != field.number:
                raise WireFormatError(position, "group end does not match its start")
            position = field.end
        return position

    def _head(self, position: int, end: int) -> Field:
        """Return the field at `position` from the page; of a group, the key alone."""
        self._walked += 1
        if self._walked > self._max_fields:
            raise TooLargeError(f"The message has more than {self._max_fields} fields.")
        # Near the end of a page its bytes suffice if the message ends in it.
        if not (
            self._page_start <= position <= self._page_end - MAX_HEAD_BYTES
            or self._page_start <= position < end <= self._page_end
        ):
            self._page = self.read_at(position, min(position + _PAGE_BYTES, self.whole.end))
            self._page_start, self._page_end = position, position + len(self._page)
        return field_at(self._page, position, end, self._page_start)


def check_message(window: Window, span: Span, message: type[Message]) -> None:
    """Walk a large message and those in it, up to `MAX_CHECKED_FIELDS` fields; values are not read.

    Args:
        window: the bytes.
        span: the message.
        message: its class, which declares the fields that are messages.

    Raises:
        DamagedDataError: one of them is cut, damaged or too deep.
    """
    pending, walked = [(span, message.DESCRIPTOR, 0)], 0
    while pending:
        inner, descriptor, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise DamagedDataError("The message is nested too deeply.")
        for field in window.fields(inner):
            walked += 1
            if walked > MAX_CHECKED_FIELDS:
                return
            known = descriptor.fields_by_number.get(field.number)
            if known is not None and known.message_type and field.wire_type == DELIMITED:
                pending.append((Span(field.start, field.end), known.message_type, depth + 1))
