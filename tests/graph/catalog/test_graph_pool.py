"""Graphs in memory: parsed once, shared, bounded, safe from any thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from graph.graphdefs import ops, summarize
from scopeboard.errors import CancelledError, DamagedDataError
from scopeboard.graph.catalog import graph_pool
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.build import build_scope
from scopeboard.graph.source.thin_graph import ThinGraph, whole_graph
from tools.served import PATIENCE

SMALL = ops("a Add", "b Add a")
OTHER = ops("a Add", "b Add a", "c Add b", "c Add gone")


class Source:
    """Bytes that count how often they are loaded."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.loads = 0

    def __call__(self, check: Callable[[], None]) -> ThinGraph:
        check()
        self.loads += 1
        return whole_graph(self.data)


def size(graph: PreparedGraph) -> int:
    return len(graph.annotated.ops)


def test_a_graph_and_its_summary() -> None:
    graphs = GraphPool()
    assert graphs.get_summary("key", Source(OTHER)) == summarize(OTHER)
    graph = graphs.get_graph("key", Source(OTHER))
    assert [n.name for n in build_scope(graph, "").nodes] == ["a", "b", "c", "c#2"]


def test_a_graph_is_loaded_once_for_its_summary_and_its_preparation() -> None:
    graphs, source = GraphPool(), Source(SMALL)
    for _ in range(2):
        assert graphs.get_summary("key", source).nodes == 2
    assert source.loads == 1
    first = graphs.get_graph("key", source)
    assert graphs.get_graph("key", source) is first
    assert graphs.find_graph("key") is first
    assert source.loads == 1


def test_the_stages_of_a_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    graphs, source = GraphPool(), Source(SMALL)
    stages = [graphs.stage("key")]
    graphs.get_summary("key", source)
    stages.append(graphs.stage("key"))

    def watched(annotated: AnnotatedGraph, grouping: Grouping) -> ScopeTree:
        stages.append(graphs.stage("key"))
        return build_tree(annotated, grouping)

    monkeypatch.setattr("scopeboard.graph.prepared.derived.build_tree", watched)
    graphs.get_graph("key", source)
    stages.append(graphs.stage("key"))
    assert stages == ["parse", "build", "group", "group"]


def test_a_summary_does_not_prepare_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(graph_pool, "prepare_ops")
    assert GraphPool().get_summary("key", Source(SMALL)).nodes == 2


def test_equal_bytes_share_one_graph() -> None:
    graphs = GraphPool()
    assert graphs.get_graph("run 1", Source(SMALL)) is graphs.get_graph("run 2", Source(SMALL))


def test_the_least_recently_used_graph_is_evicted_and_its_summary_is_not() -> None:
    graphs = GraphPool(max_graphs=2)
    sources = [Source(ops(*(f"op{n} Add" for n in range(size)))) for size in (1, 2, 3)]
    graphs.get_graph(0, sources[0])
    graphs.get_graph(1, sources[1])
    graphs.get_graph(0, sources[0])
    graphs.get_graph(2, sources[2])
    assert [graphs.get_summary(key, sources[key]).nodes for key in range(3)] == [1, 2, 3]
    assert [source.loads for source in sources] == [1, 1, 1]
    graphs.get_graph(0, sources[0])
    graphs.get_graph(1, sources[1])
    assert [source.loads for source in sources] == [1, 2, 1]


def test_the_weight_of_a_graph_is_its_ops_and_edges() -> None:
    graphs = GraphPool(max_weight=5)
    small, other = Source(SMALL), Source(OTHER)
    graphs.get_graph("small", small)
    graphs.get_graph("other", other)
    graphs.get_graph("other", other)
    graphs.get_graph("small", small)
    assert (small.loads, other.loads) == (2, 1)


def test_damaged_bytes_raise_again_without_loading() -> None:
    graphs, source = GraphPool(), Source(b"no graph")
    for _ in range(2):
        with pytest.raises(DamagedDataError, match=r"\.$"):
            graphs.get_graph("key", source)
    with pytest.raises(DamagedDataError):
        graphs.get_summary("key", source)
    assert source.loads == 1


def test_bytes_are_loaded_again_after_an_error_of_the_source() -> None:
    graphs = GraphPool()

    def fail(_: Callable[[], None]) -> ThinGraph:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        graphs.get_graph("key", fail)
    assert size(graphs.get_graph("key", Source(SMALL))) == 2


def in_threads(count: int, work: Callable[[int], PreparedGraph]) -> list[PreparedGraph]:
    barrier = Barrier(count)

    def run(number: int) -> PreparedGraph:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_concurrent_callers_share_one_computation() -> None:
    data = ops(*(f"op{n} Add op{n - 1}" for n in range(5000)))
    graphs, source = GraphPool(), Source(data)
    same_key = in_threads(8, lambda _: graphs.get_graph("key", source))
    same_bytes = in_threads(8, lambda number: graphs.get_graph(number, Source(data)))
    assert source.loads == 1
    assert len({id(graph) for graph in same_key + same_bytes}) == 1


def test_concurrent_callers_share_a_failure() -> None:
    graphs, source = GraphPool(), Source(b"no graph")

    def work(_: int) -> PreparedGraph:
        with pytest.raises(DamagedDataError):
            graphs.get_graph("key", source)
        return graphs.get_graph("good", Source(SMALL))

    in_threads(8, work)
    assert source.loads == 1


def test_a_slow_source_delays_no_other_caller() -> None:
    graphs, loading, proceed = GraphPool(), Event(), Event()

    def slow(_: Callable[[], None]) -> ThinGraph:
        loading.set()
        assert proceed.wait(PATIENCE)
        return whole_graph(OTHER)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(graphs.get_graph, "slow", slow)
        assert loading.wait(PATIENCE)
        assert size(graphs.get_graph("quick", Source(SMALL))) == 2
        proceed.set()
        assert size(waiting.result(PATIENCE)) == 4


def test_cancelled_reading_stops_and_stores_nothing() -> None:
    graphs, source = GraphPool(), Source(SMALL)

    def cancelled() -> None:
        raise CancelledError("cancelled")

    with pytest.raises(CancelledError):
        graphs.get_graph("key", source, check=cancelled)
    assert graphs.find_summary("key") is None
    assert size(graphs.get_graph("key", source)) == 2
