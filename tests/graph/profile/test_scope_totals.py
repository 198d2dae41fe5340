"""The statistics of a step by row of the tree."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import ordinary_graph, real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.oracle import Oracle
from graph.run_metadatas import CPU, metadata, ran, real_metadata
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.paths.paths import find_node
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.profile.op_statistics import Statistics, gather_statistics
from scopeboard.graph.profile.run_metadata import read_records
from scopeboard.graph.profile.scope_totals import RowStatistics, counted_ops, row_statistics
from scopeboard.wire.run_metadata_pb2 import NodeExecStats, RunMetadata

Measured = tuple[PreparedGraph, Statistics, RowStatistics]


def measure(data: bytes, step: bytes) -> Measured:
    graph = prepare_graph(data)
    statistics = gather_statistics(graph.annotated.ops, read_records(step))
    return graph, statistics, row_statistics(graph, statistics)


def reader(measured: Measured) -> Callable[..., list[int]]:
    """Return a function from the name of a node to its amounts."""
    graph, _, rows = measured

    def read(name: str, *columns: str) -> list[int]:
        place = find_node(graph, name)
        assert place is not None
        return [int(getattr(rows, column)[place.row]) for column in columns]

    return read


def took(name: str, micros: int, start: int = 0) -> NodeExecStats:
    return ran(name, 1000 + start, (0, micros, micros), [(micros, micros)])


def test_a_scope_has_the_sum_and_the_span() -> None:
    data = library([], "s/a Add", "s/t/b Add s/a", "s/t/c Add s/a", "d Add s/t/b", "unused Add")
    step = metadata({CPU: [took("s/a", 5), took("s/t/b", 7, 90), took("d", 2, 10)]})
    read = reader(measure(data, step))
    assert read("s", "ran", "compute", "span", "memory") == [2, 12_000, 97_000, 12]
    assert read("s/t", "ran", "compute", "span") == [1, 7000, 7000]
    assert read("", "ran", "compute", "span", "start", "end") == [3, 14_000, 97_000, 0, 97_000]
    assert read("unused", "ran", "compute", "span") == [0, 0, 0]


def test_annotations_count_in_the_scopes_of_their_names() -> None:
    data = library([], "s/k Const", "t/a Add s/k", "s/b Add")
    read = reader(measure(data, metadata({CPU: [took("s/k", 5), took("t/a", 2)]})))
    assert read("s", "ran", "compute") == [1, 5000]
    assert read("t", "ran", "compute") == [1, 2000]


def test_series_nodes_have_sums_too() -> None:
    lines = [f"s/op_{number} Add" for number in range(6)]
    data = library([], *lines)
    read = reader(measure(data, metadata({CPU: [took("s/op_1", 5), took("s/op_4", 2)]})))
    assert read("s/op_[0-5]", "ran", "compute") == [2, 7000]
    assert read("s", "ran", "compute") == [2, 7000]


BODY = function("body", "x", "y=a:o:0", "a Add x", "b Add x")
OUTER = function("outer", "x", "y=in:o:0", "in PartitionedCall x f=body", "own Neg x")


def test_a_body_counts_where_it_is_called() -> None:
    data = library([BODY], "s/call PartitionedCall f=body", "t Add")
    step = metadata({CPU: [took("s/call", 100), took("a", 5), took("s/call/b", 7), took("t", 1)]})
    read = reader(measure(data, step))
    assert read("s/call", "ran", "compute", "is_shared") == [2, 12_000, 0]
    assert read("s", "ran", "compute") == [2, 12_000]
    assert read("", "ran", "compute") == [3, 13_000]
    assert read("(functions)", "ran", "compute") == [2, 12_000]
    assert read("s/call/a", "compute") == [5000]


def test_a_call_counts_itself_if_its_body_has_no_statistics() -> None:
    data = library([BODY], "s/call PartitionedCall f=body")
    read = reader(measure(data, metadata({CPU: [took("s/call", 100)]})))
    assert read("s", "ran", "compute") == [1, 100_000]


def test_a_body_of_several_calls_counts_at_their_lowest_common_scope() -> None:
    data = library(
        [BODY, OUTER],
        "s/x PartitionedCall f=body",
        "s/y PartitionedCall f=body",
        "t/z PartitionedCall f=outer",
    )
    step = metadata({CPU: [took("a", 5), took("own", 3)]})
    read = reader(measure(data, step))
    assert read("", "ran", "compute") == [2, 8000]
    assert read("s", "ran", "compute") == [0, 0]
    assert read("s/x", "ran", "compute", "is_shared") == [1, 5000, 1]
    assert read("t/z/in", "ran", "compute", "is_shared") == [1, 5000, 1]
    assert read("t", "ran", "compute") == [1, 3000]


def test_a_body_within_a_body_counts_in_it() -> None:
    data = library([BODY, OUTER], "s/x PartitionedCall f=outer", "s/t/y PartitionedCall f=outer")
    read = reader(measure(data, metadata({CPU: [took("a", 5), took("own", 3)]})))
    assert read("s", "ran", "compute") == [2, 8000]
    assert read("s/t", "ran", "compute") == [0, 0]
    assert read("s/x", "ran", "compute", "is_shared") == [2, 8000, 1]
    assert read("(functions)", "ran", "compute") == [2, 8000]


def test_a_function_without_calls_counts_at_the_top() -> None:
    read = reader(measure(library([BODY], "t Add"), metadata({CPU: [took("a", 5)]})))
    assert read("", "ran", "compute") == [1, 5000]


def test_branches_with_one_body_count_it_once() -> None:
    data = library([BODY], "i If then_branch=body else_branch=body")
    read = reader(measure(data, metadata({CPU: [took("a", 5)]})))
    assert read("", "compute") == [5000]
    assert read("i", "compute", "is_shared") == [5000, 0]


def test_a_real_step_by_scope() -> None:
    read = reader(measure(real_graph("seed_mnist"), real_metadata()))
    stats = RunMetadata.FromString(real_metadata()).step_stats.dev_stats[0].node_stats
    for scope in ("layer1", "layer2", "train_step", "moving_average", "layer1/summaries"):
        inside = [each for each in stats if each.node_name.startswith(f"{scope}/")]
        ends = [each.all_start_nanos + each.all_end_rel_nanos for each in inside]
        span = max(ends) - min(each.all_start_nanos for each in inside)
        compute = sum(each.op_end_rel_nanos - each.op_start_rel_nanos for each in inside)
        memory = sum(used.total_bytes for each in inside for used in each.memory)
        assert read(scope, "ran", "compute", "span", "memory") == [
            len(inside),
            compute,
            span,
            memory,
        ]


@unhurried
@given(ordinary_graph(), st.data())
def test_sums_are_over_all_names_below(data: bytes, draw: st.DataObject) -> None:
    oracle = Oracle(data)
    names = sorted(oracle.op_types)
    times = {name: draw.draw(st.integers(0, 9)) for name in names}
    graph, _, rows = measured = measure(
        data, metadata({CPU: [took(name, time) for name, time in times.items() if time]})
    )
    read = reader(measured)
    for scope in oracle.scopes:
        inside = [
            time
            for name, time in times.items()
            if time and (not scope or shown(oracle, name).startswith(f"{scope}/"))
        ]
        assert read(scope, "ran", "compute") == [len(inside), sum(inside) * 1000]
    assert_sums_hold(graph.tree, rows)


@unhurried
@given(any_library(), st.data())
def test_every_op_counts_once(data: bytes, draw: st.DataObject) -> None:
    graph = prepare_graph(data)
    names = graph.annotated.ops.names
    times = {name: draw.draw(st.sampled_from([0, 1, 7])) for name in names}
    plain = [took(name.removeprefix("(functions)/"), time) for name, time in times.items() if time]
    graph, statistics, rows = measure(data, metadata({CPU: plain}))
    counted = np.flatnonzero(counted_ops(graph, statistics))
    assert rows.ran[0] == counted.size
    assert rows.compute[0] == statistics.compute[counted].sum()
    library_row = graph.tree.find_scope("(functions)")
    if library_row is not None:
        in_bodies = counted[counted >= graph.annotated.ops.main_count]
        assert rows.ran[library_row] == in_bodies.size


def shown(oracle: Oracle, name: str) -> str:
    """Return the path of an op, within the scope of its name if there is one."""
    return oracle.paths.get(name) or (f"{name}/()" if name in oracle.scopes else name)


def assert_sums_hold(tree: ScopeTree, rows: RowStatistics) -> None:
    """Assert that no child has more than its parent."""
    for row in range(1, tree.parent.size):
        above = int(tree.parent[row])
        assert rows.compute[row] <= rows.compute[above]
        assert rows.span[row] <= rows.span[above] or not rows.ran[row]


@pytest.mark.parametrize("count", [3, 300])
def test_deep_scopes(count: int) -> None:
    name = "/".join(["s"] * count)
    read = reader(measure(library([], f"{name} Add"), metadata({CPU: [took(name, 4)]})))
    assert read("s", "compute") == [4000]
