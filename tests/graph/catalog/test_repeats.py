"""Which graphs of a run repeat another, and what is read and parsed to know."""

from dataclasses import replace

import pytest

from graph.catalog.test_summary_cache import Source, entry
from graph.graphdefs import graph_bytes, node, ops
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.repeats import RepeatedGraphs
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.store.store import Store

GRAPH = graph_bytes(node("a", "Add", shapes=[[2]]), node("b", "Mul", ["a", "a"]))
SAME = graph_bytes(node("a", "Add"), node("b", "Mul", ["a", "a"], device="/gpu:0"))
WRITTEN_OTHERWISE = graph_bytes(node("a", "Add"), node("b", "Mul", ["a:0", "a"]))
REWIRED = ops("a Add", "b Mul a")
OTHER = ops("a Add", "c Mul a a")


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the graphs that were parsed."""
    found: list[str] = []

    def recorded(
        self: GraphEntry, data: bytes, check: CancelCheck = never_cancelled
    ) -> ParsedGraph:
        found.append(self.id)
        return parse(data, check)

    monkeypatch.setattr(GraphEntry, "parse", recorded)
    return found


def graph(name: str, data: bytes | Exception, tag: str = "") -> GraphEntry:
    source = Source(name, data)
    source.gate.set()
    return replace(entry(source), tag=tag)


def meta(name: str, data: bytes | Exception, tag: str = "") -> GraphEntry:
    return replace(graph(name, data, tag), may_repeat=True)


def finder() -> RepeatedGraphs:
    return RepeatedGraphs(Summaries(Store(), GraphPool()))


@pytest.mark.parametrize(
    ("data", "repeats", "is_parsed"),
    [
        (SAME, True, False),
        (OTHER, False, False),
        (WRITTEN_OTHERWISE, True, True),
        (REWIRED, False, True),
    ],
)
def test_a_graph_is_parsed_only_where_its_nodes_do_not_tell(
    parsed: list[str], data: bytes, *, repeats: bool, is_parsed: bool
) -> None:
    found = finder().find([graph("run", GRAPH), meta("meta", data)])
    assert found == ({"meta"} if repeats else set())
    assert bool(parsed) is is_parsed


def test_graphs_of_other_tags_are_not_read() -> None:
    other = graph("other", GRAPH, "other")
    assert not finder().find([other, graph("run", OTHER), meta("meta", SAME)])
    assert isinstance(other.source, Source)
    assert other.source.reads == 0


def test_each_graph_is_read_once() -> None:
    entries = [graph("run", GRAPH), meta("meta", SAME), meta("second", SAME)]
    found = finder()
    for _ in range(2):
        assert found.find(entries) == {"meta", "second"}
    assert [each.source.reads for each in entries if isinstance(each.source, Source)] == [1, 1, 1]


def test_known_summaries_decide_without_reading() -> None:
    summaries, entries = Summaries(Store(), GraphPool()), [graph("run", GRAPH), meta("meta", SAME)]
    summaries.find(entries)
    assert RepeatedGraphs(summaries).find(entries) == {"meta"}
    assert [each.source.reads for each in entries if isinstance(each.source, Source)] == [1, 1]


def test_a_graph_that_cannot_be_read_repeats_none_that_can() -> None:
    gone = meta("gone", NotFoundError("It is gone."))
    assert not finder().find([graph("run", GRAPH), gone, meta("damaged", b"no graph")])
