"""Bytes of many event files in, batches out: the columnar fast path of ingest.

A buffer holds pieces of any number of event files, and all of them go through each stage together,
so that a thousand small files cost as few NumPy calls as a large one:

1. `frames`: where the records are, by their headers, each checked;
2. `payload_checks`: every payload's checksum;
3. `rows`: which records are plain events of scalars, recognised by templates learnt on the way;
4. `points`: their values, sorted into time series;
5. `assemble`: a batch per stretch of a file, with everything else read by the protobuf path.

The answer is the one that `RecordReader` and `EventDecoder` give record by record, for any bytes.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from operator import attrgetter
from threading import Lock
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import Unaligned
from scopeboard.events.columnar.batch_builder import Assembly, Part, SlowEvent
from scopeboard.events.columnar.plain_events import EventRows, find_rows
from scopeboard.events.columnar.points import read_points
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder
from scopeboard.events.decode.event_collector import is_start, parse
from scopeboard.events.records.checksums import failing_records
from scopeboard.events.records.framing import Framed, Span, frame_spans
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import (
    FOOTER_BYTES,
    NEED_DATA,
    Damage,
    Record,
    RecordReader,
    damaged_record,
)


class Piece(NamedTuple):
    """Bytes `start` to `end` of a shared buffer: a part of one event file.

    `offset` is that of the first byte in its file; a record starts there. `settled` is as
    `RecordReader.next` takes it. `decoder` is the run's memory; the pieces of a run stand in file
    order.
    """

    start: int
    end: int
    offset: int
    settled: bool
    decoder: EventDecoder


class Scanned(NamedTuple):
    """What came of a piece.

    `batches` are cut before each SessionLog.START that is not the first thing; there are none when
    the piece holds nothing whole. `offset` is that in the file up to which everything is in them.
    `wanted`, if not 0, is how many bytes from there on are needed to go on. `reader` is there when
    what follows may be no record: feed it the file's next bytes with `drain`, or drop it and scan
    again from `offset`.
    """

    batches: list[Batch]
    offset: int
    wanted: int
    reader: RecordReader | None


def scan(buffer: NDArray[np.uint8], pieces: Sequence[Piece]) -> list[Scanned]:
    """Return what the pieces hold, in their order."""
    with _BANK.borrowed() as templates:
        return _Scan(Unaligned(buffer), pieces, templates).run()


def drain(reader: RecordReader, data: bytes, settled: bool, decoder: EventDecoder) -> Scanned:
    """Feed a reader the file's next bytes and return what it makes of them.

    The result holds the reader only as long as it is searching; otherwise read on with `scan` from
    the result's offset.
    """
    reader.feed(data)
    found: list[Record | Damage] = []
    while (item := reader.next(settled=settled)) is not NEED_DATA:
        found.append(item)
    batches = decoder.decode(found) if found else []
    wanted = reader.wanted
    return Scanned(batches, reader.offset, wanted or 0, reader if wanted is None else None)


class _Scan:
    """One scan: the pieces, and what each stage makes of them."""

    def __init__(self, source: Unaligned, pieces: Sequence[Piece], templates: TemplateSet) -> None:
        self._source, self._pieces, self._templates = source, pieces, templates
        spans = [Span(piece.start, piece.end, piece.offset, piece.settled) for piece in pieces]
        self._frames = frame_spans(source, spans)

    def run(self) -> list[Scanned]:
        """Return what came of each piece."""
        broken = self._take_out_broken()
        rows = self._rows(broken)
        parts = self._parts(self._loose_records(rows.record, broken))
        batches = iter(self._batches(rows, [part for some in parts for part in some]))
        return [
            Scanned(
                [next(batches) for _ in some],
                piece.offset + framed.end - piece.start,
                framed.wanted,
                framed.reader,
            )
            for piece, framed, some in zip(self._pieces, self._frames.spans, parts, strict=True)
        ]

    def _take_out_broken(self) -> list[int]:
        """Return the records whose payload fails its checksum, having said so of their pieces."""
        starts, ends, spans = self._frames
        broken = failing_records(self._source, starts, ends)
        stops = [framed.stop for framed in spans]
        for record in broken:
            number = bisect_right(stops, record)
            piece, framed = self._pieces[number], spans[number]
            start, end = int(starts[record]), int(ends[record])
            if piece.settled or any(self._source.data[end : piece.end]):
                offset = piece.offset + start - piece.start
                framed.damage.append(damaged_record(offset, end - start))
            else:
                self._leave_in_flight(piece, framed, start)
        return broken

    def _leave_in_flight(self, piece: Piece, framed: Framed, start: int) -> None:
        """End a piece before its last record, which may not be written to the end yet."""
        framed.stop -= 1
        framed.end, framed.wanted = start, 0
        framed.reader = RecordReader(piece.offset + start - piece.start)
        framed.reader.feed(self._source.data[start : piece.end])

    def _rows(self, broken: list[int]) -> EventRows:
        rows = find_rows(self._source, self._frames.starts, self._frames.ends, self._templates)
        if not broken:
            return rows
        return rows.select(~np.isin(rows.record, broken))

    def _loose_records(self, in_rows: NDArray[np.intp], broken: list[int]) -> list[list[int]]:
        """Return for each piece the records that the protobuf path has to read."""
        is_loose = np.ones(len(self._frames.starts), bool)
        is_loose[in_rows] = False
        is_loose[broken] = False
        loose = np.flatnonzero(is_loose)
        bounds = np.searchsorted(loose, [framed.first for framed in self._frames.spans])
        edges = [*bounds.tolist(), len(loose)]
        records = loose.tolist()
        return [records[first:stop] for first, stop in pairwise(edges)]

    def _parts(self, loose: list[list[int]]) -> list[list[Part]]:
        """Return each piece's parts: none if it holds nothing whole."""
        pieces = zip(self._pieces, self._frames.spans, loose, strict=True)
        return [
            self._cut(piece, framed, records) if framed.end > piece.start else []
            for piece, framed, records in pieces
        ]

    def _cut(self, piece: Piece, framed: Framed, loose: list[int]) -> list[Part]:
        """Cut a piece before each SessionLog.START that is not the first thing in it."""
        shift, known = piece.offset - piece.start, piece.decoder.known
        parts = [Part(framed.first, framed.stop, shift, known)]
        damage = sorted(framed.damage, key=attrgetter("offset"))
        for record in loose:
            item = self._decode_slow(parts[-1], record)
            if is_start(item.event) and item.offset > piece.offset:
                before = bisect_left(damage, item.offset, key=attrgetter("offset"))
                parts[-1].damage, damage = damage[:before], damage[before:]
                parts[-1].stop = record
                parts.append(Part(record, framed.stop, shift, known))
            parts[-1].loose.append(item)
        parts[-1].damage = damage
        return parts

    def _decode_slow(self, part: Part, record: int) -> SlowEvent:
        """Return the event of a record, read by protobuf."""
        start, end = int(self._frames.starts[record]), int(self._frames.ends[record])
        event = parse(self._source.data[start + HEADER_BYTES : end - FOOTER_BYTES])
        return SlowEvent(record, start + part.shift, end - start, event)

    def _batches(self, rows: EventRows, parts: list[Part]) -> list[Batch]:
        if not parts:
            return []
        owner = np.searchsorted([part.stop for part in parts], rows.record, "right")
        points = read_points(self._source, self._templates, rows, owner)
        assembly = Assembly(self._templates, self._frames, rows, points, parts, self._decode_slow)
        return [assembly.batch(number) for number in range(len(parts))]


class _SharedBank:
    """The templates that one scan leaves to the next; a scan at the same time begins anew."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._templates = TemplateSet()

    @contextmanager
    def borrowed(self) -> Iterator[TemplateSet]:
        """Lend the templates, or a new one while it is lent or when it is full."""
        if not self._lock.acquire(blocking=False):
            yield TemplateSet()
            return
        try:
            if self._templates.is_full:
                self._templates = TemplateSet()
            yield self._templates
        finally:
            self._lock.release()


_BANK: Final = _SharedBank()
