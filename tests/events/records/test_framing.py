"""Framing of spans, against the reader that goes record by record."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.unaligned import Unaligned
from scopeboard.events.records.framing import LENGTHS, FileSpan, find_headers, frame_spans
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import (
    FOOTER_BYTES,
    NEED_DATA,
    Damage,
    Record,
    RecordReader,
    frame,
    record_length,
)


class Framed:
    """The spans of files and their records."""

    def __init__(self, *files: bytes, settled: bool = False) -> None:
        self.spans: list[FileSpan] = []
        start = 0
        for data in files:
            self.spans.append(FileSpan(start, start + len(data), 1000, settled))
            start += len(data)
        source = Unaligned(np.frombuffer(b"".join(files), np.uint8))
        self.starts, self.ends = frame_spans(source, self.spans)


def read(data: bytes, *, settled: bool) -> tuple[list[tuple[int, int]], list[Damage], int]:
    """Return places of records, damage and the end, as the reader has them."""
    reader = RecordReader(1000)
    reader.feed(data)
    places: list[tuple[int, int]] = []
    damage: list[Damage] = []
    while (item := reader.next(settled=settled)) is not NEED_DATA:
        if isinstance(item, Record):
            places.append((item.offset, item.length))
        else:
            damage.append(item)
    return places, damage, reader.offset


def places(frames: Framed, number: int, start: int) -> list[tuple[int, int]]:
    span = frames.spans[number]
    starts, ends = frames.starts[span.first : span.stop], frames.ends[span.first : span.stop]
    shift = 1000 - start
    return [(int(begin) + shift, int(end - begin)) for begin, end in zip(starts, ends, strict=True)]


SIZES = st.lists(
    st.tuples(st.sampled_from([0, 1, 30, 56, 58]), st.integers(1, 90))
    | st.tuples(st.sampled_from([LENGTHS - 1, LENGTHS, LENGTHS + 5]), st.integers(1, 2)),
    max_size=4,
)
JUNK = st.one_of(st.binary(max_size=30), st.integers(0, 40).map(bytes))


@given(st.lists(st.tuples(SIZES, JUNK, SIZES, JUNK), min_size=1, max_size=4), st.booleans())
def test_spans_are_framed_as_the_reader_frames_them(
    contents: list[tuple[list[tuple[int, int]], bytes, list[tuple[int, int]], bytes]],
    settled: bool,
) -> None:
    def records(sizes: list[tuple[int, int]]) -> bytes:
        return b"".join(frame(b"\x07" * size) * count for size, count in sizes)

    files = [
        records(before) + between + records(after) + tail
        for before, between, after, tail in contents
    ]
    frames, start = Framed(*files, settled=settled), 0
    for number, data in enumerate(files):
        expected, damage, end = read(data, settled=settled)
        span = frames.spans[number]
        assert places(frames, number, start) == expected
        assert span.damage == damage
        assert span.framed_end - start == end - 1000
        start += len(data)


def test_irregular_lengths_are_framed_from_all_headers_at_once() -> None:
    random = Random(1)  # noqa: S311 - lengths for a test
    sizes = [random.randint(0, 200) for _ in range(3000)]
    data = b"".join(frame(bytes(size)) for size in sizes)
    frames = Framed(data, data)
    assert places(frames, 1, len(data)) == read(data, settled=False)[0]
    assert len(frames.starts) == 2 * len(sizes)


def test_a_header_inside_a_payload_is_no_record() -> None:
    inner = frame(b"inner")
    random = Random(2)  # noqa: S311 - lengths for a test
    data = b"".join(frame(inner * random.randint(1, 5) + b"x") for _ in range(2000))
    assert places(Framed(data), 0, 0) == read(data, settled=False)[0]


@pytest.mark.parametrize("size", [0, 5, 12, 40, 70, 75])
def test_a_span_that_ends_within_a_record_has_the_size_of_the_record(size: int) -> None:
    record = frame(bytes(60))
    (span,) = Framed(record + record[:size]).spans
    assert span.framed_end == len(record)
    assert span.wanted == (len(record) if size >= 12 else 0)
    assert span.reader is None


def test_a_record_may_not_lean_on_the_next_span() -> None:
    record = frame(bytes(60))
    cut, rest = record[:30], record[30:]
    spans = Framed(cut, rest + record).spans
    assert (spans[0].stop, spans[0].wanted) == (0, len(record))


def test_zeros_at_the_end_are_left_to_a_reader() -> None:
    record = frame(b"a")
    (span,) = Framed(record + bytes(1000)).spans
    assert span.reader is not None
    assert (span.reader.offset, span.reader.pending) == (1000 + len(record), 1000)


_HEADERS = st.sampled_from([0, 1, 255, 256, 5000, LENGTHS - 1]).map(
    lambda length: frame(bytes(length))[:HEADER_BYTES]
)


def headers_in(data: bytes) -> list[tuple[int, int]]:
    offsets, lengths = find_headers(Unaligned(np.frombuffer(data, np.uint8)))
    return list(zip(offsets.tolist(), lengths.tolist(), strict=True))


@given(st.lists(st.one_of(_HEADERS, st.binary(max_size=9), st.integers(0, 20).map(bytes))))
def test_all_headers_are_found_and_nothing_else(parts: list[bytes]) -> None:
    data = b"".join(parts)
    padded = data + bytes(HEADER_BYTES)
    expected = [
        (offset, whole - HEADER_BYTES - FOOTER_BYTES)
        for offset in range(len(data))
        if (whole := record_length(padded[offset : offset + HEADER_BYTES])) is not None
    ]
    assert headers_in(data) == expected


@pytest.mark.parametrize("before", [(1 << 17) - shift for shift in range(14)])
def test_a_header_across_two_blocks_is_found(before: int) -> None:
    assert headers_in(b"\xff" * before + frame(b"abc")) == [(before, 3)]


def test_headers_of_longer_payloads_are_not_found() -> None:
    assert headers_in(frame(bytes(LENGTHS))[:HEADER_BYTES]) == []
