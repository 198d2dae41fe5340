"""Comparisons of two graphs, which are graphs themselves: `BEFORE~AFTER` is the id of one.

A comparison is prepared at its first use and stays in memory within a bound. It is not on disk: its
graphs are, and to unite them takes less time than to read them.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.concurrency.single_flight import SingleFlight
from scopeboard.errors import QueryError
from scopeboard.graph.catalog.graph_pool import Stage
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.paths.paths import group_as_shown
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.prepared.united import unite_graphs
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.thin_graph import ThinGraph

SEPARATOR: Final = "~"
MAX_COMPARED_OPS: Final = 2_000_000
"""Ops of both graphs together; to match more takes minutes."""

_MAX_COMPARISONS: Final = 4


@dataclass(frozen=True, slots=True)
class JoinedBytes:
    """The bytes of the second graph, followed by those of the first: see `unite`."""

    after: GraphBytes
    before: GraphBytes

    def key(self) -> tuple[Hashable, ...]:
        """Return the keys of both."""
        return (*self.after.key(), SEPARATOR, *self.before.key())

    def stamp(self) -> Hashable:
        """Return the stamps of both."""
        return (self.after.stamp(), self.before.stamp())

    def size(self, check: CancelCheck = never_cancelled) -> int:
        """Return the size of both together."""
        return self.after.size(check) + self.before.size(check)

    def read(self, check: CancelCheck = never_cancelled) -> bytes:  # noqa: ARG002 - none is read
        """Refuse: both together are no GraphDef.

        Raises:
            QueryError: always.
        """
        raise QueryError("A comparison is no GraphDef. Export one of its two graphs instead.")

    def read_at(self, start: int, end: int) -> bytes:
        """Return a slice; it is of one of the graphs."""
        size = self.after.size()
        if start < size:
            return self.after.read_at(start, min(end, size))
        return self.before.read_at(start - size, end - size)

    def offset_in_file(self, offset: int) -> int | None:
        """Return the offset in the file of one of the graphs."""
        size = self.after.size()
        if offset < size:
            return self.after.offset_in_file(offset)
        return self.before.offset_in_file(offset - size)

    def outline(self, check: CancelCheck = never_cancelled) -> ThinGraph:
        """Refuse, as `read` does.

        Raises:
            QueryError: always.
        """
        self.read(check)
        raise AssertionError


class ComparisonPool:
    """The comparisons in memory. Callers may come from any thread."""

    def __init__(self) -> None:
        self._graphs: LRUCache[Hashable, PreparedGraph] = LRUCache(_MAX_COMPARISONS)
        self._preparing: SingleFlight[Hashable, PreparedGraph] = SingleFlight()

    def get(
        self, key: Hashable, before: GraphHandle, after: GraphHandle, check: CancelCheck
    ) -> PreparedGraph:
        """Return the union of two graphs.

        Raises:
            CancelledError: `check` raised it.
            DamagedDataError: the bytes of one hold no graph.
            NotFoundError: the bytes of one cannot be read now.
            QueryError: the graphs are too large.
        """
        return self._graphs.find(key) or self._preparing.run(
            key, lambda check: self._unite(key, before, after, check), check
        )

    def _unite(
        self, key: Hashable, before: GraphHandle, after: GraphHandle, check: CancelCheck
    ) -> PreparedGraph:
        graph = self._graphs.find(key)  # an earlier flight may have ended in between
        if graph is not None:
            return graph
        refuse_large(*(handle.summary(check) for handle in (before, after)))
        other = after.graph(check=check)  # first: its summary may have left it in memory, parsed
        one = before.graph(check=check)
        graph = unite_graphs(one, other, after.readable_bytes(check).size(check), check)
        self._graphs.put(key, graph)
        return graph


class ComparisonHandle(GraphHandle):
    """Two graphs as one, by the id of both.

    Args:
        before: the first graph.
        after: the second graph, of which the comparison has the run, the tags and the measurements.
        pool: unites graphs.
    """

    def __init__(self, before: GraphHandle, after: GraphHandle, pool: ComparisonPool) -> None:
        entry = replace(
            after.entry,
            id=f"{before.entry.id}{SEPARATOR}{after.entry.id}",
            source=JoinedBytes(after.entry.source, before.entry.source),
            metas=(),
        )
        super().__init__(entry, *after.services)
        self._before, self._after, self._comparisons = before, after, pool

    def graph(
        self, grouping: Grouping = DEFAULT_GROUPING, check: CancelCheck = never_cancelled
    ) -> PreparedGraph:
        """Return the union of both graphs in a grouping.

        Raises:
            CancelledError: `check` raised it.
            DamagedDataError: the bytes of one hold no graph.
            NotFoundError: the bytes of one cannot be read now.
            QueryError: the graphs are too large.
        """
        graph = self._comparisons.get(self.key, self._before, self._after, check)
        check()
        return group_as_shown(graph, grouping)

    def each(
        self, grouping: Grouping = DEFAULT_GROUPING, check: CancelCheck = never_cancelled
    ) -> tuple[PreparedGraph, PreparedGraph, PreparedGraph]:
        """Return the first graph, the union of both, and the second graph.

        Raises:
            CancelledError: `check` raised it.
            DamagedDataError: the bytes of one hold no graph.
            NotFoundError: the bytes of one cannot be read now.
            QueryError: the graphs are too large.
        """
        both = self.graph(grouping, check)
        before, after = (each.graph(grouping, check) for each in (self._before, self._after))
        return before, both, after

    def summary(self, check: CancelCheck = never_cancelled) -> GraphSummary:
        """Return the summary of the second graph."""
        return self._after.summary(check)

    def stage(self) -> Stage:
        """Return the stage of the graph that is not as far."""
        stages: tuple[Stage, Stage] = (self._before.stage(), self._after.stage())
        return min(stages, key=("parse", "build", "group").index)


def refuse_large(before: GraphSummary, after: GraphSummary) -> None:
    """Raise for graphs that are too large for a comparison.

    Raises:
        QueryError: they are.
    """
    ops = sum(each.nodes + each.function_ops for each in (before, after))
    if ops > MAX_COMPARED_OPS:
        raise QueryError(
            f"The two graphs have {ops:,} ops together; up to {MAX_COMPARED_OPS:,} are compared."
        )
