"""Records read as columns equal records read by the protobuf library."""

from typing import Any

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import unhurried
from graph.run_metadatas import CPU, ran, real_metadata
from scopeboard.errors import CancelledError
from scopeboard.graph.profile import record_reader
from scopeboard.graph.profile.record_strings import RecordTables
from scopeboard.graph.profile.records import RunRecords
from scopeboard.graph.profile.run_metadata import count_records, read_records
from scopeboard.graph.profile.slow_record import decode_record
from scopeboard.wire.run_metadata_pb2 import NodeExecStats, RunMetadata
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_HALF, DT_INVALID, DT_STRING

_NUMBERS = st.sampled_from([0, 1, 7, -1, 1 << 40, (1 << 63) - 1, -(1 << 63)]) | st.integers(0, 300)
_NAMES = st.sampled_from(["", "a", "b/c", "é"])
_TIMES = st.tuples(_NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS)


@st.composite
def records(draw: st.DrawFn) -> NodeExecStats:
    """Draw a record with any of the fields that are read."""
    made = NodeExecStats(node_name=draw(_NAMES), timeline_label=draw(_NAMES))
    times = ("all_start", "op_start_rel", "op_end_rel", "all_end_rel")
    for unit in draw(st.sampled_from([("micros",), ("nanos",), ("micros", "nanos")])):
        for name, value in zip(times, draw(_TIMES), strict=True):
            setattr(made, f"{name}_{unit}", value)
    for _ in range(draw(st.integers(0, 2))):
        used = made.memory.add(allocator_name=draw(_NAMES), total_bytes=draw(_NUMBERS))
        used.peak_bytes = draw(_NUMBERS)
        for _ in range(draw(st.integers(0, 2))):
            used.allocation_records.add(alloc_micros=draw(_NUMBERS), alloc_bytes=draw(_NUMBERS))
    for _ in range(draw(st.integers(0, 3))):
        tensor = made.output.add(slot=draw(st.integers(-2, 3))).tensor_description
        tensor.dtype = draw(st.sampled_from([DT_INVALID, DT_FLOAT, DT_STRING, DT_HALF]))
        tensor.shape.unknown_rank = draw(st.booleans())
        for size in draw(st.lists(st.sampled_from([-1, 0, 3, 1 << 40]), max_size=3)):
            tensor.shape.dim.add(size=size)
        tensor.allocation_description.requested_bytes = draw(_NUMBERS)
    if draw(st.booleans()):
        made.memory_stats.persistent_memory_size = draw(_NUMBERS)
    return made


def step(*stats: bytes) -> bytes:
    """Return a RunMetadata of encoded records."""

    def field(number: int, data: bytes) -> bytes:
        size, length = len(data), b""
        while size >= 0x80:
            length, size = length + bytes([size & 0x7F | 0x80]), size >> 7
        return bytes([number << 3 | 2]) + length + bytes([size]) + data

    device = field(1, CPU.encode()) + b"".join(field(2, each) for each in stats)
    return field(1, field(1, device))


def values_of(result: RunRecords) -> list[Any]:
    """Return the values of each record, with its texts and shapes."""
    columns = (result.start, result.op_start, result.op_end, result.end,
               result.total_bytes, result.peak_bytes, result.persistent_bytes)  # fmt: skip
    tensors, allocations = result.tensors, result.allocations
    rows: list[Any] = [
        [result.names[name], *values, [], []]
        for name, *values in zip(result.name.tolist(), *map(list, columns), strict=True)
    ]
    for row, record in enumerate(tensors.record.tolist()):
        shape = tensors.shapes[tensors.shape[row]] if tensors.shape[row] >= 0 else None
        rows[record][-2].append((tensors.slot[row], tensors.dtype[row], shape, tensors.bytes[row]))
    for row, record in enumerate(allocations.record.tolist()):
        name = allocations.allocators[allocations.allocator[row]]
        rows[record][-1].append((name, allocations.time[row], allocations.bytes[row]))
    return rows


def expected(stats: NodeExecStats) -> list[Any]:
    """Return the same values, read by the protobuf library."""
    tables = RecordTables()
    (name, *row), tensors, allocations = decode_record(stats, tables)
    shapes = [*tables.shapes.shapes, None]
    return [
        tables.names.texts[name],
        *row,
        [(slot, dtype, shapes[shape], size) for slot, dtype, shape, size in tensors],
        [(tables.allocators.texts[allocator], *rest) for allocator, *rest in allocations],
    ]


@unhurried
@given(st.lists(records(), max_size=40))
def test_records_are_as_protobuf_reads_them(stats: list[NodeExecStats]) -> None:
    data = step(*(each.SerializeToString() for each in stats))
    result = read_records(data)
    assert result.damaged == 0
    assert values_of(result) == [expected(each) for each in stats]
    assert count_records(data) == {CPU: len(stats)}


def test_allocations_stand_in_the_order_of_their_allocators() -> None:
    made = NodeExecStats()
    named = made.memory.add(allocator_name="a")  # its name comes before its records
    named.allocation_records.add(alloc_bytes=1)
    made.memory.add().allocation_records.add(alloc_bytes=2)
    count = 100  # fewer are read one after the other
    result = read_records(step(*[made.SerializeToString()] * count))
    assert values_of(result) == [expected(made)] * count


@unhurried
@given(records(), records(), st.integers(0, 1 << 20), st.integers(0, 255))
def test_one_changed_byte(one: NodeExecStats, other: NodeExecStats, at: int, byte: int) -> None:
    data = bytearray(one.SerializeToString() + other.SerializeToString())  # merged, as in protobuf
    if data:
        data[at % len(data)] = byte
    result = read_records(step(bytes(data)))
    try:
        stats = NodeExecStats.FromString(bytes(data))
    except DecodeError:
        assert result.damaged + len(result) == 1
        return
    assert (values_of(result), result.damaged) == ([expected(stats)], 0)


def test_blocks_are_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = values_of(read_records(real_metadata()))
    monkeypatch.setattr(record_reader, "_BLOCK_RECORDS", 7)
    assert values_of(read_records(real_metadata())) == complete
    stats = RunMetadata.FromString(real_metadata()).step_stats.dev_stats[0].node_stats
    assert complete == [expected(each) for each in stats]


def test_the_name_of_a_damaged_record_is_not_listed() -> None:
    broken = ran("gone").SerializeToString() + b"\x32\x7f"
    result = read_records(step(ran("a").SerializeToString(), broken))
    assert (result.names, result.damaged) == (["a"], 1)


def test_reading_stops_between_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "_BLOCK_RECORDS", 10)
    calls: list[None] = []

    def check() -> None:
        calls.append(None)
        if len(calls) > 4:
            raise CancelledError("gone")

    with pytest.raises(CancelledError):
        read_records(real_metadata(), check)
    assert len(calls) == 5
