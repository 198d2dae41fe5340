"""Summaries of graphs, stored over restarts and computed in the background.

A summary needs the whole graph, and a large one takes seconds to read, one in text longer. A list
does not wait: it holds the summaries known so far and marks the other graphs as being read.
"""

from collections.abc import Hashable, Sequence
from functools import partial
from hashlib import blake2b
from operator import attrgetter
from typing import Final

from scopeboard.concurrency.background import BackgroundResults
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.summary import SUMMARY_VERSION, GraphSummary
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.graph.source.uploads import UPLOADS
from scopeboard.store.store import Store

Outcome = GraphSummary | DamagedDataError | NotFoundError

_DIGEST_BYTES: Final = 16
_MIN_STORED_BYTES: Final = 1 << 15  # a smaller graph is summarised as fast as its summary is found


class Summaries:
    """The summaries of all graphs. Callers may come from any thread.

    Args:
        store: stores summaries over restarts.
        pool: reads graphs, and caches the summaries of this process.
    """

    def __init__(self, store: Store, pool: GraphPool) -> None:
        self._store = store
        self._pool = pool
        self._reading: BackgroundResults[str, Outcome] = BackgroundResults("graph-list")

    def get(
        self, entry: GraphEntry, key: tuple[Hashable, ...], check: CancelCheck = never_cancelled
    ) -> GraphSummary:
        """Return the summary of a graph whose bytes have this key; read the graph if needed.

        Raises:
            CancelledError: `check` raised it; see `GraphPool.get_summary`.
            DamagedDataError: the bytes hold no graph.
            NotFoundError: the bytes cannot be read now.
        """
        summary = self._find_stored(entry, key)
        if summary is None:
            summary = self._pool.get_summary(key, entry.source.outline, entry.parse, check)
            if self.is_stored(entry):
                self._store.derived.put(_storage_key(key), summary.to_bytes())
        return summary

    def outcome(self, entry: GraphEntry, check: CancelCheck = never_cancelled) -> Outcome:
        """Return the summary of a graph, or the error if it cannot be read.

        Raises:
            CancelledError: see `get`.
        """
        try:
            return self.get(entry, entry.source.key(), check)
        except (DamagedDataError, NotFoundError) as error:
            return error

    def known(self, entry: GraphEntry) -> Outcome | None:
        """Return the summary of a graph, or its error, if it takes no reading; None otherwise."""
        try:
            return self._find_stored(entry, entry.source.key())
        except (DamagedDataError, NotFoundError) as error:
            return error

    def find(
        self, entries: Sequence[GraphEntry], seconds: float | None = None
    ) -> list[Outcome | None]:
        """Return the summaries known after `seconds`, None for graphs that are still being read.

        Small graphs are read first, each once for all callers. A graph that cannot be read has an
        error in place of a summary. Without `seconds`, the call waits for all graphs.
        """
        outcomes = {entry.id: self.known(entry) for entry in entries}
        missing = [entry for entry in entries if outcomes[entry.id] is None]
        missing.sort(key=attrgetter("size"))
        work = {entry.id: partial(self.outcome, entry) for entry in missing}
        outcomes.update(self._reading.find(work, seconds))
        return [outcomes[entry.id] for entry in entries]

    def are_being_read(self) -> bool:
        """Return whether graphs are being read in the background."""
        return self._reading.is_busy()

    def is_stored(self, entry: GraphEntry) -> bool:
        """Return whether the store has the summary of a graph over restarts."""
        is_long = entry.size >= _MIN_STORED_BYTES or self._store.derived.has_everything
        return is_long and entry.run_id != UPLOADS

    def _find_stored(self, entry: GraphEntry, key: tuple[Hashable, ...]) -> GraphSummary | None:
        summary = self._pool.find_summary(key)
        if summary is None and self.is_stored(entry):
            data = self._store.derived.find(_storage_key(key))
            if data is not None:
                summary = GraphSummary.from_bytes(data)
                self._pool.put_summary(key, summary)
        return summary


def _storage_key(key: tuple[object, ...]) -> str:
    """Return the key of the summary of a graph in the store."""
    path, *location = key
    text = f"{SUMMARY_VERSION} {location} {path}".encode("utf-8", "surrogateescape")
    return f"graph {blake2b(text, digest_size=_DIGEST_BYTES).hexdigest()}"
