"""Framing many pieces of event files at once.

Training writes records of the same few lengths again and again. Where one record is followed by
many of its length, they are a *run*, and all their headers are compared with the first at once.
When runs turn out short, all headers of short records in the buffer are found beforehand
(`headers`). Where each record ends at the next header found, the records form a *link* of a chain.
What stands between runs and links is taken one by one: long records, and damage, which a
`RecordReader` searches through until it stands at a record again.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from scopeboard.events.buffer.unaligned import Offsets, Unaligned
from scopeboard.events.records.header_scan import find_headers
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import Damage, RecordReader, whole_length

FRAME_BYTES: Final = 16  # header and footer
_PORTION: Final = 1 << 16  # bytes fed to a searching reader at a time
_RECORDS_PER_RUN: Final = 64  # a run costs about what finding the headers of as many records does
_CREDIT: Final = 256  # records, so that a short run or two at the beginning do not decide


class Span(NamedTuple):
    """Bytes `start` to `end` of the buffer, whose first byte stands at `offset` in its file."""

    start: int
    end: int
    offset: int
    settled: bool


@dataclass(slots=True)
class Framed:
    """How the records of a span were told apart.

    Its records are those from index `first` to `stop`. `end` is the buffer offset up to which all
    is records or damage, `wanted` how many bytes the record there has (0: not known), and `reader`
    searches on from there, having been fed all of the span that is left.
    """

    first: int = 0
    stop: int = 0
    end: int = 0
    wanted: int = 0
    damage: list[Damage] = field(default_factory=list)
    reader: RecordReader | None = None


class Frames(NamedTuple):
    """All records of all spans: buffer offsets of their first bytes and of those behind them."""

    starts: Offsets
    ends: Offsets
    spans: list[Framed]


def frame_spans(source: Unaligned, spans: list[Span]) -> Frames:
    """Return the records of all spans. Payload checksums are not looked at."""
    chain = _Chain(source)
    framed = [chain.follow(span) for span in spans]
    starts, ends = chain.records()
    return Frames(starts, ends, framed)


class _Chain:
    """Follows records from one to the next, and gathers them."""

    def __init__(self, source: Unaligned) -> None:
        self._source = source
        self._links: _Links | None = None
        self._runs = 0
        self._taken: list[tuple[Offsets, Offsets]] = []
        self._count = 0

    def records(self) -> tuple[Offsets, Offsets]:
        """Return the starts and ends of the records taken, in order."""
        if not self._taken:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        starts, ends = zip(*self._taken, strict=True)
        return np.concatenate(starts), np.concatenate(ends)

    def follow(self, span: Span) -> Framed:
        """Take the records of one span."""
        framed = Framed(self._count, end=span.start)
        after: int | None = span.start
        while after is not None:
            framed.end = after
            if after >= span.end:
                break
            after = self._take_many(after, span.end) or self._take_one(framed, span)
        framed.stop = self._count
        return framed

    def _take_many(self, at: int, limit: int) -> int | None:
        """Take short records from `at` on; return where they end, None if there are none."""
        if self._links is None:
            if self._count + _CREDIT >= self._runs * _RECORDS_PER_RUN:
                return self._take_run(at, limit)
            self._links = _Links(self._source)
        starts, ends = self._links.find(at, limit)
        if not len(starts):
            return None
        self._take(starts, ends)
        return int(ends[-1])

    def _take_run(self, at: int, limit: int) -> int | None:
        """Take the record at `at` and those that follow with the same header."""
        whole = self._whole_at(at, limit)
        if whole is None or at + whole > limit:
            return None
        self._runs += 1
        count, most = 1, (limit - at) // whole
        while count < most:
            size = min(most - count, 7 * count)
            alike = self._alike(at, at + count * whole, whole, size)
            count += alike
            if alike < size:
                break
        starts = np.arange(at, at + count * whole, whole)
        self._take(starts, starts + whole)
        return at + count * whole

    def _alike(self, model: int, at: int, whole: int, count: int) -> int:
        """Return how many of `count` records from `at` on, of one size, have the model's header."""
        places = slice(at, at + (count - 1) * whole + 1, whole)
        source = self._source
        differ = source.u64[places] != source.u64[model]
        differ |= source.u32[8:][places] != source.u32[model + 8]
        first = int(differ.argmax())
        return first if differ[first] else count

    def _whole_at(self, at: int, limit: int) -> int | None:
        """Return the size of the record at `at`, None if there is no header."""
        if limit - at < HEADER_BYTES:
            return None
        return whole_length(self._source.data[at : at + HEADER_BYTES])

    def _take_one(self, framed: Framed, span: Span) -> int | None:
        """Take what is at the frame's end; return where that ends, None if it cannot be told."""
        at = framed.end
        if span.end - at < HEADER_BYTES:
            return None
        whole = self._whole_at(at, span.end)
        if whole is None:
            return self._search(framed, span)
        if at + whole > span.end:
            framed.wanted = whole
            return None
        self._take(np.array([at]), np.array([at + whole]))
        return at + whole

    def _search(self, framed: Framed, span: Span) -> int | None:
        """Skip what is no record; return where the next one begins, None if it is not there."""
        at, data = framed.end, self._source.data
        reader = RecordReader(span.offset + at - span.start)
        for start in range(at, span.end, _PORTION):
            end = min(start + _PORTION, span.end)
            reader.feed(data[start:end])
            damage = reader.next(settled=span.settled and end == span.end)
            if isinstance(damage, Damage):
                framed.damage.append(damage)
                return span.start + reader.offset - span.offset
        framed.reader = reader
        return None

    def _take(self, starts: Offsets, ends: Offsets) -> None:
        self._taken.append((starts, ends))
        self._count += len(starts)


class _Links:
    """The headers of short records in a buffer, and the chains that they form."""

    def __init__(self, source: Unaligned) -> None:
        self._starts, lengths = find_headers(source)
        self._ends = self._starts + (lengths + FRAME_BYTES)
        gaps = np.flatnonzero(self._ends[:-1] != self._starts[1:])
        self._lasts = [*gaps.tolist(), len(self._starts) - 1]
        self._next = 0  # the header behind the last link: most likely where the next one begins

    def find(self, at: int, limit: int) -> tuple[Offsets, Offsets]:
        """Return the starts and ends of the records of the link at `at`, up to `limit`."""
        starts, ends, first = self._starts, self._ends, self._next
        if first >= len(starts) or starts[first] != at:
            first = int(starts.searchsorted(at))
            if first >= len(starts) or starts[first] != at:
                return starts[:0], ends[:0]
        stop = self._lasts[bisect_left(self._lasts, first)] + 1
        if ends[stop - 1] > limit:
            stop = first + int(ends[first:stop].searchsorted(limit, "right"))
        self._next = stop
        return starts[first:stop], ends[first:stop]
