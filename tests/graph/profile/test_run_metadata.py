"""RunMetadata bytes to records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import unhurried
from graph.run_metadatas import CPU, metadata, ran, real_metadata
from scopeboard.errors import CancelledError, DamagedDataError
from scopeboard.graph.profile.run_metadata import read_records
from scopeboard.wire.run_metadata_pb2 import NodeExecStats, RunMetadata


def test_a_real_step() -> None:
    records = read_records(real_metadata())
    stats = RunMetadata.FromString(real_metadata()).step_stats.dev_stats[0].node_stats
    assert [records.names[row] for row in records.name] == [s.node_name for s in stats]
    assert records.devices == [CPU]
    assert records.start.tolist() == [s.all_start_nanos for s in stats]
    assert records.end.tolist() == [s.all_end_rel_nanos for s in stats]
    assert records.op_end.tolist() == [s.op_end_rel_nanos for s in stats]
    assert records.total_bytes.tolist() == [sum(m.total_bytes for m in s.memory) for s in stats]
    assert records.tensors.record.size == sum(len(s.output) for s in stats)
    assert records.damaged == 0


def test_recorded_outputs() -> None:
    records = read_records(real_metadata())
    (record,) = [r for r, name in enumerate(records.name) if records.names[name] == "layer1/Relu"]
    (row,) = np.flatnonzero(records.tensors.record == record)
    assert records.tensors.shapes[records.tensors.shape[row]] == (100, 500)
    assert records.tensors.bytes[row] == 200_000


def test_microseconds_and_sizes_from_the_shape() -> None:
    records = read_records(
        metadata({CPU: [ran("a", 5, (1, 3, 4), [(-1, 0), (10, 0), (6, 4)], [[2, 3], []])]})
    )
    assert (records.start[0], records.op_start[0], records.op_end[0]) == (5000, 1000, 3000)
    assert records.end[0] == 4000
    assert (records.total_bytes[0], records.peak_bytes[0]) == (16, 14)
    assert records.tensors.bytes.tolist() == [24, 4]


def test_impossible_times_are_put_in_order() -> None:
    records = read_records(metadata({CPU: [ran("a", 5, (7, 3, 1)), ran("b", 5, (-9, -1, -2))]}))
    assert records.op_start.tolist() == [7000, 0]
    assert records.op_end.tolist() == [7000, 0]
    assert records.end.tolist() == [7000, 0]


def test_a_damaged_record_leaves_the_others() -> None:
    data = metadata({CPU: [ran("aaa"), ran("bbb"), ran("ccc")]})
    offset = data.index(b"bbb")
    records = read_records(data[:offset] + b"\xff\xff\xff" + data[offset + 3 :])
    assert (records.names, records.damaged) == (["aaa", "ccc"], 1)


def test_a_cut_leaves_the_records_before_it() -> None:
    first = metadata({CPU: [ran("a")]})
    records = read_records(first + metadata({CPU: [ran("b")]})[:-1])
    assert (records.names, records.damaged) == (["a"], 1)


def test_other_bytes_are_an_error() -> None:
    with pytest.raises(DamagedDataError, match="no statistics"):
        read_records(b"\xff\xff\xff")
    assert len(read_records(b"")) == 0


def test_reading_stops_when_it_is_cancelled() -> None:
    def gone() -> None:
        raise CancelledError("gone")

    with pytest.raises(CancelledError):
        read_records(real_metadata(), gone)


_NUMBERS = st.integers(-(1 << 63), (1 << 63) - 1)


@unhurried
@given(st.lists(st.tuples(st.text("ab/:", max_size=3), _NUMBERS, _NUMBERS, _NUMBERS), max_size=5))
def test_any_numbers_are_records(rows: list[tuple[str, int, int, int]]) -> None:
    stats = [
        NodeExecStats(
            node_name=name,
            all_start_micros=start,
            op_end_rel_micros=end,
            all_end_rel_nanos=size,
        )
        for name, start, end, size in rows
    ]
    for each, (_, size, _, _) in zip(stats, rows, strict=True):
        each.memory.add(total_bytes=size, peak_bytes=-size if size > -(1 << 63) else 0)
        each.memory[0].allocation_records.add(alloc_micros=size, alloc_bytes=size)
    records = read_records(metadata({CPU: stats}))
    assert len(records) == len(rows)
    assert (records.op_start <= records.op_end).all()
    assert (records.op_end <= records.end).all()
    assert (records.peak_bytes >= 0).all()
