"""Summaries of graphs, stored over restarts and computed in the background.

A summary needs the whole graph, and a large one takes seconds to read, one in text longer. A list
does not wait: it holds the summaries known so far and marks the other graphs as being read.
"""

from collections.abc import Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from hashlib import blake2b
from threading import Lock
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.summary import SUMMARY_FORM, GraphSummary
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.graph.source.uploads import DROPPED
from scopeboard.store.store import Store

Outcome = GraphSummary | DamagedDataError | NotFoundError

_DIGEST_BYTES: Final = 16
_LEAST_KEPT: Final = 1 << 15  # a graph of fewer bytes is counted as fast as its count is found


class Summaries:
    """The summaries of all graphs. Callers may come from any thread.

    Args:
        store: stores summaries over restarts.
        pool: reads graphs, and remembers the summaries of this process.
    """

    def __init__(self, store: Store, pool: GraphPool) -> None:
        self._store = store
        self._pool = pool
        self._lock = Lock()
        self._futures: dict[str, Future[Outcome]] = {}
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="graph-list")

    def get(
        self, entry: GraphEntry, key: tuple[Hashable, ...], check: CancelCheck = never_cancelled
    ) -> GraphSummary:
        """Return the summary of a graph whose bytes have this key; read the graph if needed.

        Raises:
            CancelledError: `check` raised it; see `GraphPool.get_summary`.
            DamagedDataError: there is no graph in its bytes.
            NotFoundError: they cannot be read now.
        """
        known = self._find_known(entry, key)
        if known is not None:
            return known
        summary = self._pool.get_summary(key, entry.source.outline, entry.parse, check)
        if _is_kept(entry):
            self._store.key_values.keep(_fact_of(key), summary.to_bytes())
        return summary

    def outcome(self, entry: GraphEntry, check: CancelCheck = never_cancelled) -> Outcome:
        """Return the summary of a graph, or the error where it cannot be read.

        Raises:
            CancelledError: see `get`.
        """
        try:
            return self.get(entry, entry.source.key(), check)
        except (DamagedDataError, NotFoundError) as error:
            return error

    def find(
        self, entries: Sequence[GraphEntry], seconds: float | None = None
    ) -> list[Outcome | None]:
        """Return the summaries known after `seconds`, None for graphs that are still being read.

        Small graphs are read first. A graph that cannot be read has an error in place of a summary.
        Without `seconds`, the call waits for all graphs.
        """
        outcomes = {entry.id: self._look(entry) for entry in entries}
        missing = [entry for entry in entries if outcomes[entry.id] is None]
        futures = {entry.id: self._begin(entry) for entry in sorted(missing, key=_size)}
        wait(futures.values(), seconds)
        for graph_id, future in futures.items():
            outcomes[graph_id] = future.result() if future.done() else None
        return [outcomes[entry.id] for entry in entries]

    def are_being_read(self) -> bool:
        """Return whether graphs are being read in the background."""
        with self._lock:
            return bool(self._futures)

    def _look(self, entry: GraphEntry) -> Outcome | None:
        try:
            return self._find_known(entry, entry.source.key())
        except (DamagedDataError, NotFoundError) as error:
            return error

    def _find_known(self, entry: GraphEntry, key: tuple[Hashable, ...]) -> GraphSummary | None:
        known = self._pool.find_summary(key)
        if known is None and _is_kept(entry):
            kept = self._store.key_values.find(_fact_of(key))
            if kept is not None:
                known = GraphSummary.from_bytes(kept)
                self._pool.note_summary(key, known)
        return known

    def _begin(self, entry: GraphEntry) -> Future[Outcome]:
        """Read a graph in the background, once for all callers."""
        with self._lock:
            future = self._futures.get(entry.id)
            if future is None:
                future = self._futures[entry.id] = self._reader.submit(self._read, entry)
        return future

    def _read(self, entry: GraphEntry) -> Outcome:
        try:
            return self.outcome(entry)
        finally:
            with self._lock:
                self._futures.pop(entry.id, None)


def _size(entry: GraphEntry) -> int:
    return entry.size


def _is_kept(entry: GraphEntry) -> bool:
    return entry.size >= _LEAST_KEPT and entry.run_id != DROPPED


def _fact_of(key: tuple[object, ...]) -> str:
    """Return the key under which the store holds the summary of a graph."""
    path, *place = key
    said = f"{SUMMARY_FORM} {place} {path}".encode("utf-8", "surrogateescape")
    return f"graph {blake2b(said, digest_size=_DIGEST_BYTES).hexdigest()}"
