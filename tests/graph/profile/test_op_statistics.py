"""The statistics of a step, op by op."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import ops, real_graph, unhurried
from graph.run_metadatas import CPU, GPU, metadata, ran, real_metadata
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.profile.op_statistics import NEVER, DeviceUse, Statistics, gather_statistics
from scopeboard.graph.profile.run_metadata import read_records
from scopeboard.wire.run_metadata_pb2 import NodeExecStats, RunMetadata

GRAPH = parse_graph(ops("a MatMul", "b Add a", "c Neg b"))


def gathered(
    devices: dict[str, list[NodeExecStats]], graph: OpGraph = GRAPH
) -> tuple[OpGraph, Statistics]:
    return graph, gather_statistics(graph, read_records(metadata(devices)))


def of(result: tuple[OpGraph, Statistics], op: str, *names: str) -> list[int]:
    graph, statistics = result
    return [int(getattr(statistics, name)[graph.names.index(op)]) for name in names]


def test_repeats_add_up_and_sizes_are_the_largest() -> None:
    result = gathered(
        {
            CPU: [
                ran("a", 100, (1, 4, 6), [(8, 5)], [[2]]),
                ran("a", 200, (2, 3, 4), [(4, 7), (2, 1)], [[3], [1]]),
            ]
        }
    )
    assert of(result, "a", "runs", "compute", "total") == [2, 4000, 10_000]
    assert of(result, "a", "start", "end") == [0, 104_000]
    assert of(result, "a", "memory", "peak", "output_bytes") == [8, 8, 12 + 4]
    assert of(result, "b", "runs", "compute", "start", "end", "device") == [0, 0, NEVER, -1, -1]
    outputs = result[1].outputs
    assert [outputs.shapes[row] for row in outputs.shape] == [(3,), (1,)]
    assert result[1].output_first.tolist() == [0, 2, 2, 2]


def test_the_compute_of_a_gpu_is_of_its_kernels() -> None:
    result = gathered(
        {
            GPU: [ran("a", 10, (0, 2, 3)), ran("b", 10, (0, 2, 3))],
            f"{GPU}/stream:all": [ran("a:MatMul", 20, (0, 50, 50))],
            f"{GPU}/memcpy": [ran("c:MEMCPYDtoH", 90, (0, 7, 7))],
        }
    )
    assert of(result, "a", "compute", "total", "copies", "runs") == [50_000, 53_000, 0, 1]
    assert of(result, "b", "compute", "total") == [2000, 3000]
    assert of(result, "c", "compute", "total", "copies", "runs") == [0, 7000, 7000, 1]
    assert result[1].devices == [
        DeviceUse(GPU, ops=2, records=3, compute=50_000),
        DeviceUse(f"{GPU}/memcpy", ops=1, records=1, compute=7000),
    ]


def test_unmatched_names_are_counted_and_listed() -> None:
    _, result = gathered(
        {CPU: [ran("x", 1, (0, 1, 1)), ran("y", 1, (0, 9, 9)), ran("x", 5, (0, 1, 1)), ran("a")]}
    )
    assert [(s.name, s.records, s.total) for s in result.unmatched] == [
        ("y", 1, 9000),
        ("x", 2, 2000),
    ]
    assert (result.unmatched_names, result.unmatched_records) == (2, 3)


def test_no_records_are_no_runs() -> None:
    _, result = gathered({"/device:CPU:0": []})
    assert not result.has_run.any()
    assert result.devices == [DeviceUse("/device:CPU:0", 0, 0, 0)]
    empty = parse_graph(b"")
    assert gather_statistics(empty, read_records(real_metadata())).unmatched_records == 122


@pytest.fixture(scope="module")
def mnist() -> tuple[OpGraph, Statistics]:
    graph = parse_graph(real_graph("seed_mnist"))
    return graph, gather_statistics(graph, read_records(real_metadata()))


def test_a_real_step_against_the_protobuf(mnist: tuple[OpGraph, Statistics]) -> None:
    graph, result = mnist
    device = RunMetadata.FromString(real_metadata()).step_stats.dev_stats[0]
    by_name = {stats.node_name: stats for stats in device.node_stats}
    known = [op for op, name in enumerate(graph.names) if name in by_name]
    fed = [graph.names.index("input/x-input"), graph.names.index("input/y-input")]
    assert sorted([*known, *fed]) == np.flatnonzero(result.has_run).tolist()
    for op in known:
        stats = by_name[graph.names[op]]
        assert result.compute[op] == stats.op_end_rel_nanos - stats.op_start_rel_nanos
        assert result.total[op] == stats.all_end_rel_nanos
        assert result.memory[op] == sum(each.total_bytes for each in stats.memory)
        assert result.peak[op] == sum(each.peak_bytes for each in stats.memory)
        assert result.persistent[op] == stats.memory_stats.persistent_memory_size
    assert (result.unmatched_records, result.unmatched_names) == (4, 4)


def test_the_shape_of_a_feed_is_recorded(mnist: tuple[OpGraph, Statistics]) -> None:
    graph, result = mnist
    row = result.output_first[graph.names.index("input/x-input")]
    assert result.outputs.shapes[result.outputs.shape[row]] == (100, 784)


_TIMES = st.tuples(*[st.integers(0, 50)] * 3)


@unhurried
@given(
    st.lists(st.tuples(st.sampled_from(["a", "a:Add", "b", "x"]), st.integers(0, 50), _TIMES)),
    st.permutations([0, 1, 2]),
)
def test_sums_do_not_depend_on_the_order(
    rows: list[tuple[str, int, tuple[int, int, int]]], order: list[int]
) -> None:
    records = [ran(name, start, times) for name, start, times in rows]
    expected: defaultdict[str, int] = defaultdict(int)
    for name, _, (start, end, _) in rows:
        expected[name.partition(":")[0]] += max(end - start, 0) * 1000
    pieces = {f"/device:CPU:{number}": records[number::3] for number in order}
    result = gathered(pieces)
    assert of(result, "a", "compute") == [expected["a"]]
    assert of(result, "b", "compute") == [expected["b"]]
    assert int(result[1].runs.sum()) + result[1].unmatched_records == len(rows)
