"""Find the records of many event files at once, by their headers.

Training writes records of the same few lengths again and again. Where a record is followed by many
of its length, they are a *run*, and all their headers are compared with the first at once. When
runs are short, all headers of short records in the buffer are found beforehand (`find_headers`).
Records that each end at the next header form a *link* of a chain. The bytes between runs and links
are read one record at a time: long records, and damage, which a `RecordReader` searches for the
next record.
"""

from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import Offsets, Unaligned
from scopeboard.events.records.header_search import HEADER_BYTES, length_crcs
from scopeboard.events.records.record_reader import Damage, RecordReader, record_length

LENGTHS: Final = 1 << 16  # payloads shorter than this are short
FRAME_BYTES: Final = 16  # header and footer
_BLOCK_BYTES: Final = 1 << 17  # scanned at a time, to fit in the processor's cache
_FEED_BYTES: Final = 1 << 16  # fed to a searching reader at a time
_RECORDS_PER_RUN: Final = 64  # a run costs about as much as finding the headers of 64 records
_CREDIT: Final = 256  # records, so that a short run or two at the beginning do not decide


@dataclass(slots=True)
class FileSpan:
    """Bytes `start` to `end` of a buffer: a portion of one event file that begins with a record.

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
        """The offset in the file minus the offset in the buffer."""
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
        """Add short records from `start` on; return their end, None if there are none."""
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
        if limit - start < HEADER_BYTES:
            return None
        length = record_length(self._source.data[start : start + HEADER_BYTES])
        if length is None or start + length > limit:
            return None
        self._runs += 1
        count, most, source = 1, (limit - start) // length, self._source
        while count < most:
            size = min(most - count, 7 * count)
            next_start = start + count * length
            headers = slice(next_start, next_start + (size - 1) * length + 1, length)
            differ = source.u64[headers] != source.u64[start]
            differ |= source.u32[8:][headers] != source.u32[start + 8]
            first = int(differ.argmax())
            if differ[first]:
                count += first
                break
            count += size
        starts = np.arange(start, start + count * length, length)
        self._add(starts, starts + length)
        return start + count * length

    def _add_one(self, span: FileSpan) -> int | None:
        """Add the record at the span's `framed_end`, or skip damage there.

        Return the offset of the next record, None if it is unknown.
        """
        start = span.framed_end
        if span.end - start < HEADER_BYTES:
            return None
        length = record_length(self._source.data[start : start + HEADER_BYTES])
        if length is not None and start + length > span.end:
            span.wanted = length
            return None
        if length is not None:
            self._add(np.array([start]), np.array([start + length]))
            return start + length
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
        self._next = 0  # the header after the last link, most likely the beginning of the next one

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


def find_headers(source: Unaligned) -> tuple[Offsets, NDArray[np.int64]]:
    """Return the offsets of the headers of short records, ascending, and the payload lengths.

    A header is a length (u64) and its masked CRC-32C (u32). Six of the eight length bytes of a
    short record are zero. Comparing bytes finds such offsets at a fraction of a nanosecond per
    byte, and the checksum, which is unique for each length, confirms them. Headers inside payloads
    are found, too.
    """
    blocks = [np.empty(0, np.int64)]
    for start in range(0, source.size, _BLOCK_BYTES):
        end = min(start + _BLOCK_BYTES, source.size)
        zero = source.u8[start + 2 : end + 7] == 0  # bytes 2 to 7 of a length from each offset
        two = zero[:-1] & zero[1:]
        four = two[:-2] & two[2:]
        six = four[:-2] & two[4:]
        blocks.append(np.flatnonzero(six[: end - start]) + start)
    offsets = np.concatenate(blocks)
    lengths = source.u16[offsets]
    fits = _checksums_of_lengths()[lengths] == source.u32[offsets + 8]
    return offsets[fits], lengths[fits].astype(np.int64)


@cache
def _checksums_of_lengths() -> NDArray[np.uint32]:
    """Return uint32 [LENGTHS]: the masked CRC-32C of each length as a header stores it."""
    return length_crcs(np.arange(LENGTHS, dtype="<u8").view(np.uint8).reshape(-1, 8))
