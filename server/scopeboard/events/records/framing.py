"""Find the records of many event files at once, by their headers.

Training writes records of the same few lengths again and again. Where a record is followed by many
of its length, they are a *run*, and all their headers are compared with the first at once. When
runs turn out to be short, all headers of short records in the buffer are found beforehand
(`header_scan`). Records that each end at the next header form a *link* of a chain. The bytes
between runs and links are read one record at a time: long records, and damage, which a
`RecordReader` searches for the next record.
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
_FEED_BYTES: Final = 1 << 16  # fed to a searching reader at a time
_RECORDS_PER_RUN: Final = 64  # a run costs about as much as finding the headers of so many records
_CREDIT: Final = 256  # records, so that a short run or two at the beginning do not decide


@dataclass(slots=True)
class FileSpan:
    """Bytes `start` to `end` of a buffer: a part of one event file, in which a record starts.

    Attributes:
        offset: offset of the first byte in the file.
        settled: whether the bytes are final; see `RecordReader.next`.
        first: index of the first record, once framed.
        stop: index after the last record.
        framed_end: buffer offset up to which all bytes are records or damage.
        wanted: bytes of the record that starts there, 0 if unknown.
        damage: bytes between the records.
        reader: searches for the next record from `framed_end` on; it has the rest of the span.
    """

    start: int
    end: int
    offset: int
    settled: bool
    first: int = 0
    stop: int = 0
    framed_end: int = 0
    wanted: int = 0
    damage: list[Damage] = field(default_factory=list)
    reader: RecordReader | None = None

    @property
    def shift(self) -> int:
        """The difference between an offset in the file and that in the buffer."""
        return self.offset - self.start


class Frames(NamedTuple):
    """The records of all spans: buffer offsets of their first bytes and of the bytes after them."""

    starts: Offsets
    ends: Offsets


def frame_spans(source: Unaligned, spans: list[FileSpan]) -> Frames:
    """Return the records of all spans, and frame each. Payload checksums are not verified."""
    chain = _Chain(source)
    for span in spans:
        chain.frame(span)
    return chain.frames()


class _Chain:
    """Walks from record to record, and collects them."""

    def __init__(self, source: Unaligned) -> None:
        self._source = source
        self._links: _Links | None = None
        self._runs = 0
        self._starts: list[Offsets] = [np.empty(0, np.int64)]
        self._ends: list[Offsets] = [np.empty(0, np.int64)]
        self._count = 0

    def frames(self) -> Frames:
        """Return the records collected so far, in order."""
        return Frames(np.concatenate(self._starts), np.concatenate(self._ends))

    def frame(self, span: FileSpan) -> None:
        """Collect the records of one span."""
        span.first, span.framed_end = self._count, span.start
        after: int | None = span.start
        while after is not None:
            span.framed_end = after
            if after >= span.end:
                break
            after = self._add_short_records(after, span.end) or self._add_one(span)
        span.stop = self._count

    def _add_short_records(self, start: int, limit: int) -> int | None:
        """Add short records from `start` on; return where they end, None if there are none."""
        if self._links is None:
            if self._count + _CREDIT >= self._runs * _RECORDS_PER_RUN:
                return self._add_run(start, limit)
            self._links = _Links(self._source)
        starts, ends = self._links.find(start, limit)
        if not len(starts):
            return None
        self._add(starts, ends)
        return int(ends[-1])

    def _add_run(self, start: int, limit: int) -> int | None:
        """Add the record at `start` and the next ones with the same header."""
        whole = self._whole_length(start, limit)
        if whole is None or start + whole > limit:
            return None
        self._runs += 1
        count, most, source = 1, (limit - start) // whole, self._source
        while count < most:
            size = min(most - count, 7 * count)
            next_start = start + count * whole
            headers = slice(next_start, next_start + (size - 1) * whole + 1, whole)
            differ = source.u64[headers] != source.u64[start]
            differ |= source.u32[8:][headers] != source.u32[start + 8]
            first = int(differ.argmax())
            if differ[first]:
                count += first
                break
            count += size
        starts = np.arange(start, start + count * whole, whole)
        self._add(starts, starts + whole)
        return start + count * whole

    def _whole_length(self, start: int, limit: int) -> int | None:
        """Return the bytes of the record at `start`, None if there is no header."""
        if limit - start < HEADER_BYTES:
            return None
        return whole_length(self._source.data[start : start + HEADER_BYTES])

    def _add_one(self, span: FileSpan) -> int | None:
        """Add the record at the span's `framed_end`, or skip damage there.

        Return where the next record begins, None if that is unknown.
        """
        start = span.framed_end
        if span.end - start < HEADER_BYTES:
            return None
        whole = self._whole_length(start, span.end)
        if whole is not None and start + whole > span.end:
            span.wanted = whole
            return None
        if whole is not None:
            self._add(np.array([start]), np.array([start + whole]))
            return start + whole
        reader = RecordReader(start + span.shift)
        for fed in range(start, span.end, _FEED_BYTES):
            end = min(fed + _FEED_BYTES, span.end)
            reader.feed(self._source.data[fed:end])
            damage = reader.next(settled=span.settled and end == span.end)
            if isinstance(damage, Damage):
                span.damage.append(damage)
                return reader.offset - span.shift
        span.reader = reader
        return None

    def _add(self, starts: Offsets, ends: Offsets) -> None:
        self._starts.append(starts)
        self._ends.append(ends)
        self._count += len(starts)


class _Links:
    """The headers of short records in a buffer, and the chains that they form."""

    def __init__(self, source: Unaligned) -> None:
        self._starts, lengths = find_headers(source)
        self._ends = self._starts + (lengths + FRAME_BYTES)
        gaps = np.flatnonzero(self._ends[:-1] != self._starts[1:])
        self._lasts = [*gaps.tolist(), len(self._starts) - 1]
        self._next = 0  # the header after the last link: most likely where the next one begins

    def find(self, start: int, limit: int) -> tuple[Offsets, Offsets]:
        """Return the starts and ends of the records of the link at `start`, up to `limit`."""
        starts, ends, first = self._starts, self._ends, self._next
        if first >= len(starts) or starts[first] != start:
            first = int(starts.searchsorted(start))
            if first >= len(starts) or starts[first] != start:
                return starts[:0], ends[:0]
        stop = self._lasts[bisect_left(self._lasts, first)] + 1
        if ends[stop - 1] > limit:
            stop = first + int(ends[first:stop].searchsorted(limit, "right"))
        self._next = stop
        return starts[first:stop], ends[first:stop]
