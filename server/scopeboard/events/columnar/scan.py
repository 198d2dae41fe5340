"""Bytes of many event files to batches: the columnar fast path of ingest.

A buffer holds spans of any number of event files, and all of them pass each stage together, so that
a thousand small files cost as few NumPy calls as a large one:

1. `records.framing`: the records, each header verified;
2. `records.checksums`: the checksum of every payload;
3. `plain_events`: the plain events of scalars, by templates learnt from the first of their form;
4. `points`: their values, sorted into time series;
5. `batch_builder`: a batch for each session of a file; protobuf decodes the other records.

The result equals the result of `RecordReader` and `EventDecoder` for any bytes.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import Unaligned
from scopeboard.events.columnar.batch_builder import BatchBuilder, SessionSpan, SlowEvent
from scopeboard.events.columnar.plain_events import find_rows
from scopeboard.events.columnar.points import read_points
from scopeboard.events.columnar.template_set import TemplateSet
from scopeboard.events.decode.batch import Batch
from scopeboard.events.decode.decoder import EventDecoder, is_start, parse
from scopeboard.events.records.checksums import failing_records
from scopeboard.events.records.framing import FileSpan, frame_spans
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import (
    FOOTER_BYTES,
    NEED_DATA,
    Damage,
    Record,
    RecordReader,
    damaged_record,
)


class ScanResult(NamedTuple):
    """The result of scanning a span.

    Attributes:
        batches: one for each session; none if the span has no complete record.
        offset: offset in the file up to which the batches hold everything.
        wanted: bytes from there on that the next record needs, 0 if unknown.
        reader: not None if no record may start at `offset`. Feed it the file's next bytes with
            `drain`, or drop it and scan again from `offset`.
    """

    batches: list[Batch]
    offset: int
    wanted: int
    reader: RecordReader | None


def scan(
    buffer: NDArray[np.uint8],
    spans: list[FileSpan],
    decoders: Sequence[EventDecoder],
    templates: TemplateSet,
) -> list[ScanResult]:
    """Return the batches of spans of event files, in order.

    Args:
        buffer: uint8 [n], the bytes of all spans.
        spans: in file order within each run; framed here.
        decoders: the decoder of the run, for each span.
        templates: known templates; more are learnt. One scan at a time may use them.
    """
    return _Scan(Unaligned(buffer), spans, decoders, templates).run()


def drain(reader: RecordReader, data: bytes, settled: bool, decoder: EventDecoder) -> ScanResult:
    """Feed a reader the file's next bytes and return the result.

    The result has the reader only while it searches; otherwise continue with `scan` from the
    result's offset.
    """
    reader.feed(data)
    items: list[Record | Damage] = []
    while (item := reader.next(settled=settled)) is not NEED_DATA:
        items.append(item)
    batches = decoder.decode(items) if items else []
    wanted = reader.wanted
    return ScanResult(batches, reader.offset, wanted or 0, reader if wanted is None else None)


class _Scan:
    """One scan: the spans and their records, passed from stage to stage."""

    def __init__(
        self,
        source: Unaligned,
        spans: list[FileSpan],
        decoders: Sequence[EventDecoder],
        templates: TemplateSet,
    ) -> None:
        self._source, self._spans = source, spans
        self._decoders, self._templates = decoders, templates
        self._frames = frame_spans(source, spans)

    def run(self) -> list[ScanResult]:
        """Return the result of each span."""
        starts, ends = self._frames
        broken = self._mark_broken_records()
        rows = find_rows(self._source, starts, ends, self._templates)
        if broken:
            rows = rows.select(~np.isin(rows.record, broken))
        is_slow = np.ones(len(starts), bool)
        is_slow[rows.record] = False
        is_slow[broken] = False
        slow = np.flatnonzero(is_slow)
        bounds = np.searchsorted(slow, [span.first for span in self._spans])
        edges, records = [*bounds.tolist(), len(slow)], slow.tolist()
        sessions = [
            self._split_sessions(span, decoder, records[first:stop])
            for span, decoder, (first, stop) in zip(
                self._spans, self._decoders, pairwise(edges), strict=True
            )
        ]
        in_order = [session for sessions_of_span in sessions for session in sessions_of_span]
        batches: Iterator[Batch] = iter(())
        if in_order:
            owner = np.searchsorted([session.stop for session in in_order], rows.record, "right")
            points = read_points(self._source, self._templates, rows, owner)
            builder = BatchBuilder(
                self._templates, self._frames, rows, points, in_order, self._decode_slow
            )
            batches = map(builder.batch, range(len(in_order)))
        return [
            ScanResult(
                list(islice(batches, len(sessions_of_span))),
                span.framed_end + span.shift,
                span.wanted,
                span.reader,
            )
            for span, sessions_of_span in zip(self._spans, sessions, strict=True)
        ]

    def _mark_broken_records(self) -> list[int]:
        """Return the records whose payload fails its checksum, and add them to the spans' damage.

        The last record of a span may be incomplete instead; then the span ends before it.
        """
        starts, ends = self._frames
        broken = failing_records(self._source, starts, ends)
        stops = [span.stop for span in self._spans]
        for record in broken:
            span = self._spans[bisect_right(stops, record)]
            start, end = int(starts[record]), int(ends[record])
            if span.settled or any(self._source.data[end : span.end]):
                span.damage.append(damaged_record(start + span.shift, end - start))
                continue
            span.stop -= 1
            span.framed_end, span.wanted = start, 0
            span.reader = RecordReader(start + span.shift)
            span.reader.feed(self._source.data[start : span.end])
        return broken

    def _split_sessions(
        self, span: FileSpan, decoder: EventDecoder, slow: list[int]
    ) -> list[SessionSpan]:
        """Split a span before each SessionLog.START that is not its first event.

        There are no sessions in a span without a complete record.
        """
        if span.framed_end == span.start:
            return []
        sessions = [SessionSpan(span.first, span.stop, span.shift, decoder.known)]
        damage = sorted(span.damage, key=attrgetter("offset"))
        for record in slow:
            item = self._decode_slow(sessions[-1], record)
            if is_start(item.event) and item.offset > span.offset:
                before = bisect_left(damage, item.offset, key=attrgetter("offset"))
                sessions[-1].damage, damage = damage[:before], damage[before:]
                sessions[-1].stop = record
                sessions.append(SessionSpan(record, span.stop, span.shift, decoder.known))
            sessions[-1].slow_events.append(item)
        sessions[-1].damage = damage
        return sessions

    def _decode_slow(self, session: SessionSpan, record: int) -> SlowEvent:
        """Return the event of a record, decoded by protobuf."""
        start, end = int(self._frames.starts[record]), int(self._frames.ends[record])
        event = parse(self._source.data[start + HEADER_BYTES : end - FOOTER_BYTES])
        return SlowEvent(record, start + session.shift, end - start, event)
