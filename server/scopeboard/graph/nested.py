"""Messages within messages, found by reading a few bytes of each: a graph in a trace in an event.

What surrounds a graph may be larger than the graph, so nothing is read that is not looked at.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError
from scopeboard.graph.protofields import DELIMITED, FIXED32, FIXED64, VARINT, Field, varint_at

ReadAt = Callable[[int, int], bytes]
"""Reads the bytes from one place to another, or fewer where they end."""

_NOTHING: Final = "Nothing was written here, or the file changed; reload the page."
_WINDOW_BYTES: Final = 1 << 16
_HEAD_BYTES: Final = 20  # of a field: its tag and its length, or a number
_FIXED_BYTES: Final = {FIXED64: 8, FIXED32: 4}
_WIRE_TYPES: Final = frozenset({VARINT, FIXED64, DELIMITED, FIXED32})


class Step(NamedTuple):
    """One step inwards: the field of this number, and which of those of the same number."""

    number: int
    place: int = 0


Path = tuple[Step, ...]


class Span(NamedTuple):
    """Where a message starts and ends."""

    start: int
    end: int


class Window:
    """Bytes somewhere else, of which a stretch is here.

    Args:
        read_at: reads them.
        size: how many there are.
        may_be_cut: take a message that would go on behind the end for one that ends there.
    """

    def __init__(self, read_at: ReadAt, size: int, *, may_be_cut: bool = False) -> None:
        self.whole = Span(0, size)
        self.read_at = read_at
        self._may_be_cut = may_be_cut
        self._start = 0
        self._held = b""

    def fields(self, span: Span) -> Iterator[Field]:
        """Walk the fields of the message that stands there.

        Raises:
            DamagedDataError: what stands there is no message.
        """
        position = span.start
        while position < span.end:
            field = self._field(position, span.end)
            yield field
            position = field.end

    def children(self, span: Span, number: int) -> list[Span]:
        """Return where the fields of a number with a length stand."""
        return [
            Span(field.start, field.end)
            for field in self.fields(span)
            if field.number == number and field.wire_type == DELIMITED
        ]

    def find(self, path: Path) -> Span:
        """Follow a path inwards.

        Raises:
            DamagedDataError: it leads nowhere.
        """
        span = self.whole
        for step in path:
            inside = self.children(span, step.number)
            if step.place >= len(inside):
                raise DamagedDataError(_NOTHING)
            span = inside[step.place]
        return span

    def _field(self, position: int, limit: int) -> Field:
        head = self._head(position, limit)
        tag, value = varint_at(head, 0, len(head))
        wire_type = tag & 7
        length = _FIXED_BYTES.get(wire_type, 0)
        if wire_type in {VARINT, DELIMITED}:
            number, after = varint_at(head, value, len(head))
            length = number if wire_type == DELIMITED else after - value
            value = after if wire_type == DELIMITED else value
        end = position + value + length
        if end > limit and wire_type == DELIMITED and self._may_be_cut:
            end = limit
        if end > limit or not 0 < tag >> 3 < 1 << 29 or wire_type not in _WIRE_TYPES:
            raise DamagedDataError(f"The message is cut or damaged at byte {position}.")
        return Field(tag >> 3, wire_type, position, position + value, end)

    def _head(self, start: int, limit: int) -> bytes:
        end = min(start + _HEAD_BYTES, limit)
        if not self._start <= start <= end <= self._start + len(self._held):
            self._start = start
            self._held = self.read_at(start, min(start + _WINDOW_BYTES, self.whole.end))
        return self._held[start - self._start : end - self._start]
