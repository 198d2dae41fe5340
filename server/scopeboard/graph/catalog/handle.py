"""A handle for a graph id: its entry, the key of its bytes, and its graph in memory.

Resolving an id searches the store and, for a record of an event file, reads its checksum. One
request does this at most once, and later requests use the same handle until the store's generation
or the status of a file changes.
"""

from collections.abc import Hashable

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lazy import Lazy
from scopeboard.errors import NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool, Stage
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.paths.paths import group_as_shown
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.graph.source.trainable_variables import TrainableVariables


class GraphHandle:
    """One graph. Callers may come from any thread.

    A handle does not keep its graph in memory; the pool does, within its bounds.

    Args:
        entry: the graph, as the catalog lists it.
        pool: reads and prepares graphs.
        summaries: the summaries of all graphs.
        trainable: the lists of trainable variables.

    Raises:
        NotFoundError: the graph's bytes cannot be read now.
    """

    def __init__(
        self,
        entry: GraphEntry,
        pool: GraphPool,
        summaries: Summaries,
        trainable: TrainableVariables,
    ) -> None:
        self.entry = entry
        self._stamps = _stamps(entry)  # before the key: a change in between is then noticed
        self._key = entry.source.key()
        self._pool = pool
        self._summaries = summaries
        self._trainable = Lazy(lambda: trainable.lists_of(entry.metas))
        self.services = (pool, summaries, trainable)

    @property
    def key(self) -> tuple[Hashable, ...]:
        """The key of the graph's bytes."""
        return self._key

    def is_current(self) -> bool:
        """Return whether the files behind the graph are unchanged; this opens none of them."""
        try:
            return _stamps(self.entry) == self._stamps
        except NotFoundError:
            return False

    def graph(
        self, grouping: Grouping = DEFAULT_GROUPING, check: CancelCheck = never_cancelled
    ) -> PreparedGraph:
        """Return the prepared graph in a grouping; read it if needed.

        Raises:
            CancelledError: `check` raised it; the reading continues for other callers.
            DamagedDataError: the bytes hold no graph.
            NotFoundError: the bytes cannot be read now.
        """
        if self._pool.find_summary(self._key) is None:
            # Before the lists: it converts text with `check`, and the store has it from then on.
            self.summary(check)
        entry, lists = self.entry, self._trainable()
        graph = self._pool.find_graph(self._key, lists)
        if graph is None:
            graph = self._pool.get_graph(self._key, entry.source.outline, entry.parse, check, lists)
        check()
        return group_as_shown(graph, grouping)

    def summary(self, check: CancelCheck = never_cancelled) -> GraphSummary:
        """Return the counts and faults of the graph.

        Raises:
            CancelledError: `check` raised it; the reading continues for other callers.
            DamagedDataError: the bytes hold no graph.
            NotFoundError: the bytes cannot be read now.
        """
        return self._summaries.get(self.entry, self._key, check)

    def readable_bytes(self, check: CancelCheck = never_cancelled) -> GraphBytes:
        """Return the source of the graph's bytes, after their conversion if they need one.

        Raises:
            CancelledError: `check` raised it.
            DamagedDataError: the bytes hold no graph.
            NotFoundError: the bytes cannot be read now.
        """
        self.entry.source.size(check)
        return self.entry.source

    def stage(self) -> Stage:
        """Return the stage of the graph's preparation: see `GraphPool.stage`.

        Raises:
            DamagedDataError: the bytes are known to hold no graph.
        """
        return self._pool.stage(self._key)


def _stamps(entry: GraphEntry) -> list[Hashable]:
    """Return the stamps of a graph's file and of files that may list its trainable variables.

    Raises:
        NotFoundError: the graph's own file has no status now.
    """
    stamps: list[Hashable] = [entry.source.stamp()]
    for meta in entry.metas:
        try:
            stamps.append(meta.stamp())
        except NotFoundError:
            stamps.append(None)
    return stamps
