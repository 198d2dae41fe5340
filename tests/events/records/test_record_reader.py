"""Framing: whole files, files in pieces, and damaged ones."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.records.record_reader import NEED_DATA, Damage, Record, RecordReader, frame
from tools import writer

PAYLOADS = [b"", b"a", b"the first record that is longer", bytes(300)]


def read_all(reader: RecordReader, *, settled: bool = False) -> list[Record | Damage]:
    items = []
    while (item := reader.next(settled=settled)) is not NEED_DATA:
        items.append(item)
    return items


def read(data: bytes, *, settled: bool = False) -> list[Record | Damage]:
    reader = RecordReader()
    reader.feed(data)
    return read_all(reader, settled=settled)


def payloads(items: list[Record | Damage]) -> list[bytes]:
    return [item.payload for item in items if isinstance(item, Record)]


def damages(items: list[Record | Damage]) -> list[Damage]:
    return [item for item in items if isinstance(item, Damage)]


def test_frame_writes_what_other_writers_write() -> None:
    for payload in PAYLOADS:
        assert frame(payload) == writer.record(payload)


def test_records_come_back_with_their_offsets() -> None:
    items = read(b"".join(map(frame, PAYLOADS)))
    assert payloads(items) == PAYLOADS
    assert [item.offset for item in items] == [0, 16, 33, 80]
    assert [item.length for item in items] == [16, 17, 47, 316]


def test_one_byte_at_a_time_gives_the_same() -> None:
    data = b"".join(map(frame, PAYLOADS))
    reader, items = RecordReader(), []
    for at in range(len(data)):
        reader.feed(data[at : at + 1])
        items += read_all(reader)
    assert items == read(data)
    assert reader.offset == len(data)
    assert reader.pending == 0


@given(st.lists(st.binary(max_size=80), max_size=8), st.lists(st.integers(0, 60)))
def test_any_cutting_gives_the_same(contents: list[bytes], cuts: list[int]) -> None:
    data = b"".join(map(frame, contents))
    reader, items, at = RecordReader(), [], 0
    for cut in [*cuts, len(data)]:
        reader.feed(data[at : at + cut])
        items += read_all(reader)
        at += cut
    assert payloads(items) == contents


@pytest.mark.parametrize("size", range(28))
def test_a_torn_tail_needs_data_even_when_settled(size: int) -> None:
    items = read(frame(b"whole") + frame(b"torn tail!!!")[:size], settled=True)
    assert payloads(items) == [b"whole"]
    assert not damages(items)


def test_a_bad_payload_costs_one_record() -> None:
    bad = bytearray(frame(b"second"))
    bad[13] ^= 1
    items = read(frame(b"first") + bytes(bad) + frame(b"third"))
    assert payloads(items) == [b"first", b"third"]
    (damage,) = damages(items)
    assert (damage.kind, damage.offset, damage.length) == ("data_checksum", 21, 22)
    assert damage.message == "damaged record (checksum), 22 bytes skipped"


def test_a_bad_header_costs_one_record() -> None:
    for byte in range(12):
        bad = bytearray(frame(b"second"))
        bad[byte] ^= 0x40
        items = read(frame(b"first") + bytes(bad) + frame(b"third"))
        assert payloads(items) == [b"first", b"third"]
        (damage,) = damages(items)
        assert (damage.kind, damage.offset, damage.length) == ("length_checksum", 21, 22)


def test_a_bad_payload_at_the_very_end_may_still_be_on_its_way() -> None:
    bad = bytearray(frame(b"last"))
    bad[13] ^= 1
    reader = RecordReader()
    reader.feed(bytes(bad))
    assert reader.next() is NEED_DATA
    assert isinstance(reader.next(settled=True), Damage)
    assert reader.offset == len(bad)


def test_zeros_at_the_end_are_pending_and_a_hole_is_passed_over() -> None:
    reader = RecordReader()
    reader.feed(frame(b"first") + bytes(100))
    assert payloads(read_all(reader)) == [b"first"]
    assert reader.offset == 21
    reader.feed(frame(b"after the hole"))
    items = read_all(reader)
    assert payloads(items) == [b"after the hole"]
    assert damages(items)[0].length == 100


def test_a_hole_longer_than_is_kept_is_one_damage_with_its_true_place() -> None:
    reader, hole = RecordReader(), 40 << 20
    reader.feed(frame(b"first"))
    assert payloads(read_all(reader)) == [b"first"]
    for _ in range(hole >> 22):
        reader.feed(bytes(4 << 20))
        assert reader.next(settled=True) is NEED_DATA
    assert (reader.offset, reader.pending) == (21, hole)
    reader.feed(frame(b"x" * 256))  # its length begins with a zero byte
    damage, record = read_all(reader)
    assert (damage.offset, damage.length) == (21, hole)
    assert (record.offset, record.length) == (21 + hole, 272)


def test_a_length_beyond_the_limit_is_damage_and_never_believed() -> None:
    length = struct.pack("<Q", 1 << 60)
    items = read(length + writer.masked(length) + frame(b"next"))
    assert payloads(items) == [b"next"]
    assert damages(items)[0].kind == "too_long"


def test_a_record_of_exactly_the_limit_is_read() -> None:
    for length, expected in ((10, [b"x" * 10]), (11, [])):
        reader = RecordReader(max_length=10)
        reader.feed(frame(b"x" * length) + frame(b""))
        assert payloads(read_all(reader))[:-1] == expected


@given(st.binary(max_size=400))
def test_garbage_never_raises_and_everything_is_accounted_for(garbage: bytes) -> None:
    reader = RecordReader()
    reader.feed(garbage)
    items = read_all(reader, settled=True)
    assert sum(item.length for item in items) == reader.offset
    assert reader.offset + reader.pending == len(garbage)


@given(st.binary(max_size=200), st.lists(st.binary(max_size=40), min_size=1))
def test_records_behind_garbage_are_found(garbage: bytes, contents: list[bytes]) -> None:
    items = read(garbage + b"".join(map(frame, contents)), settled=True)
    assert payloads(items)[-len(contents) :] == contents


def test_reading_resumes_at_an_offset() -> None:
    data = frame(b"first") + frame(b"second")
    reader = RecordReader(offset=21)
    reader.feed(data[21:])
    assert read_all(reader) == [Record(21, b"second")]
