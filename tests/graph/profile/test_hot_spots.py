"""The ops with the most time or memory, and the statistics of scopes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.run_metadatas import CPU, metadata, ran, real_metadata
from graph.shown import open_nodes
from scopeboard.errors import NotFoundError
from scopeboard.graph.paths.paths import find_op, resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.profile.hot_spots import HotSpots, Measure, find_hot_spots
from scopeboard.graph.profile.op_statistics import Statistics, gather_statistics
from scopeboard.graph.profile.run_metadata import read_records
from scopeboard.graph.profile.scope_statistics import ScopeStatistics, scope_statistics
from scopeboard.graph.profile.scope_totals import row_statistics

BODY = function("body", "x", "y=a:o:0", "a Add x", "s/b Add x")
CALLS = library([BODY], "s/call PartitionedCall f=body", "t/call PartitionedCall f=body", "t/c Neg")
STEP = metadata(
    {CPU: [ran("a", 1, (0, 5, 6)), ran("s/b", 9, (0, 9, 9)), ran("t/c", 20, (0, 7, 7))]}
)


def measure(data: bytes, step: bytes) -> tuple[PreparedGraph, Statistics]:
    graph = prepare_graph(data)
    return graph, gather_statistics(graph.annotated.ops, read_records(step))


def spots(measured: tuple[PreparedGraph, Statistics], scope: str, top: int = 9) -> HotSpots:
    return find_hot_spots(*measured, scope, "time", top)


def statistics_of(measured: tuple[PreparedGraph, Statistics], scope: str) -> ScopeStatistics:
    return scope_statistics(*measured, row_statistics(*measured), scope)


def test_ops_in_bodies_are_named_as_the_scope_shows_them() -> None:
    measured = measure(CALLS, STEP)
    result = spots(measured, "")
    assert [(s.name, s.compute, s.scopes) for s in result.spots] == [
        ("s/call/s/b", 9000, ["s", "s/call", "s/call/s"]),
        ("t/c", 7000, ["t"]),
        ("s/call/a", 5000, ["s", "s/call"]),
    ]
    assert (result.ran, result.sum, result.shown) == (3, 21_000, 21_000)
    assert [s.name for s in spots(measured, "t").spots] == ["t/call/s/b", "t/c", "t/call/a"]
    assert [s.name for s in spots(measured, "t/call/s").spots] == ["t/call/s/b"]
    assert [s.name for s in spots(measured, "(functions)").spots] == [
        "(functions)/body/s/b",
        "(functions)/body/a",
    ]


def test_the_sum_includes_ops_that_are_not_listed() -> None:
    result = spots(measure(CALLS, STEP), "", top=1)
    assert ([s.name for s in result.spots], result.sum, result.shown) == (
        ["s/call/s/b"],
        21_000,
        9000,
    )


def test_an_annotation_appears_at_its_host() -> None:
    data = library([], "k/const Const", "s/a Add k/const")
    (spot,) = spots(measure(data, metadata({CPU: [ran("k/const", 1, (0, 2, 2))]})), "").spots
    assert (spot.name, spot.node, spot.scopes) == ("k/const", "s/a", ["s"])


def test_an_unknown_scope() -> None:
    with pytest.raises(NotFoundError):
        spots(measure(CALLS, STEP), "u")


@pytest.mark.parametrize("by", ["time", "memory", "bytes"])
def test_a_real_step(by: Measure) -> None:
    graph, statistics = measured = measure(real_graph("seed_mnist"), real_metadata())
    result = find_hot_spots(*measured, "layer1", by, 3)
    column = {"time": statistics.compute, "memory": statistics.peak}.get(
        by, statistics.output_bytes
    )
    names = graph.annotated.ops.names
    inside = [op for op, name in enumerate(names) if name.startswith("layer1/")]
    amounts = sorted((int(column[op]) for op in inside), reverse=True)
    assert result.shown == sum(amounts[:3])
    assert result.sum == sum(amounts)
    assert result.ran == 25


def test_the_children_of_a_scope_and_its_scales() -> None:
    result = statistics_of(measure(CALLS, STEP), "")
    children = result.children
    assert dict(zip(children.names, children.compute, strict=True)) == {
        "s": 0,
        "t": 7000,
        "(functions)": 14_000,
    }
    assert result.totals.compute == 21_000
    inner = statistics_of(measure(CALLS, STEP), "t")
    assert (inner.children.names, inner.children.compute) == (["t/call", "t/c"], [14_000, 7000])
    assert (inner.children.shared, inner.children.unused) == ([True, False], [False, False])
    assert inner.children.device == [None, 0]
    assert (inner.scope_scale.compute, inner.graph_scale.compute) == (14_000, 14_000)
    assert statistics_of(measure(CALLS, STEP), "t/call").children.names == [
        "t/call/x",
        "t/call/a",
        "t/call/s",
        "t/call/result:y",
    ]


def test_a_call_of_several_bodies_has_one_child_for_each() -> None:
    data = library([BODY], "i If then_branch=body else_branch=body")
    result = statistics_of(measure(data, STEP), "i")
    assert result.children.names == ["i/then_branch", "i/else_branch"]
    assert result.children.compute == [14_000, 14_000]
    assert result.totals.compute == 14_000


def test_the_peak_is_of_the_bytes_in_use_at_a_time() -> None:
    stats = [ran("a/x"), ran("a/y"), ran("b")]
    for each, records in zip(
        stats, [[(1, 8), (5, -8)], [(6, 4), (9, -4)], [(2, 100)]], strict=True
    ):
        each.memory.add(allocator_name="gpu", total_bytes=8, peak_bytes=8)
        for time, size in records:
            each.memory[0].allocation_records.add(alloc_micros=time, alloc_bytes=size)
    measured = measure(library([], "a/x Add", "a/y Add", "b Add"), metadata({CPU: stats}))
    result = statistics_of(measured, "a")
    assert [(peak.allocator, peak.bytes) for peak in result.peaks] == [("gpu", 8)]
    assert result.totals.peak == 16
    assert [peak.bytes for peak in statistics_of(measured, "").peaks] == [108]


@unhurried
@given(any_library(), st.data())
def test_names_of_hot_spots_resolve_in_every_scope(data: bytes, draw: st.DataObject) -> None:
    graph = prepare_graph(data)
    names = [name.removeprefix("(functions)/") for name in graph.annotated.ops.names]
    step = metadata({CPU: [ran(n, 1, (0, draw.draw(st.integers(0, 5)), 9)) for n in names]})
    measured = measure(data, step)
    for place in list(open_nodes(measured[0], limit=12)):
        statistics_of(measured, place.path)
        result = spots(measured, place.path, 99)
        assert sum(spot.compute for spot in result.spots) == result.sum == result.shown
        for spot in result.spots:
            assert find_op(measured[0], spot.name) is not None
            assert find_op(measured[0], spot.node) is not None
            assert all(resolve(measured[0], scope) for scope in spot.scopes)
            assert not place.path or spot.name.startswith(place.path)
