"""Summaries of a list while some of its graphs are being read."""

from collections.abc import Callable
from threading import Event

import pytest

from graph.graphdefs import ops
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.graph.source.thin_graph import ThinGraph, whole_graph
from scopeboard.store.store import Store
from scopeboard.types import RunId


class Source:
    """Bytes that can be read after `gate` is set."""

    def __init__(self, name: str, data: bytes | Exception) -> None:
        self.name = name
        self.data = data
        self.gate = Event()
        self.reads = 0

    def key(self) -> tuple[object, ...]:
        return (self.name, 0, 0)

    def stamp(self) -> tuple[object, ...]:
        return self.key()

    def size(self, check: CancelCheck = never_cancelled) -> int:
        check()
        return 0

    def read(self, check: CancelCheck = never_cancelled) -> bytes:
        check()
        self.reads += 1
        assert self.gate.wait(60)
        if isinstance(self.data, Exception):
            raise self.data
        return self.data

    def read_at(self, start: int, end: int) -> bytes:
        return self.read()[start:end]

    def offset_in_file(self, offset: int) -> int | None:
        return offset

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        return whole_graph(self.read(check))


def entry(source: Source, size: int = 0) -> GraphEntry:
    return GraphEntry(
        id=source.name, run_id=RunId("r"), run="r", tag="", kind="op", stage="", file="f",
        wall_time=0.0, size=size, form="graph_def", source=source,
    )  # fmt: skip


def summaries() -> Summaries:
    return Summaries(Store(), GraphPool())


def nodes(outcome: object) -> object:
    return outcome.nodes if isinstance(outcome, GraphSummary) else outcome


def until(condition: Callable[[], bool]) -> None:
    waiting = Event()
    for _ in range(3000):
        if condition():
            return
        waiting.wait(0.01)
    pytest.fail("the condition stayed false")


def test_a_list_does_not_wait_for_a_slow_graph_nor_read_it_twice() -> None:
    quick, slow = Source("quick", ops("a Add")), Source("slow", ops("a Add", "b Add a"))
    quick.gate.set()
    cache = summaries()
    both = [entry(slow, size=9), entry(quick, size=1)]
    until(lambda: nodes(cache.find(both, 0.01)[1]) == 1)
    assert cache.find(both, 0.01)[0] is None
    assert cache.are_being_read()
    slow.gate.set()
    assert [nodes(outcome) for outcome in cache.find(both)] == [2, 1]
    until(lambda: not cache.are_being_read())
    assert (slow.reads, quick.reads) == (1, 1)


def test_an_unreadable_graph_has_an_error_in_place_of_a_summary() -> None:
    damaged, gone = Source("damaged", b"no graph"), Source("gone", NotFoundError("It is gone."))
    damaged.gate.set()
    gone.gate.set()
    cache = summaries()
    outcomes = cache.find([entry(damaged), entry(gone)])
    assert [type(outcome) for outcome in outcomes] == [DamagedDataError, NotFoundError]


def test_a_single_summary_waits_for_the_graph() -> None:
    source = Source("one", ops("a Add"))
    source.gate.set()
    cache = summaries()
    assert cache.get(entry(source), source.key()).nodes == 1
    assert nodes(cache.find([entry(source)], 0)[0]) == 1
