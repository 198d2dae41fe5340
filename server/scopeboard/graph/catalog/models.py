"""Which model each run has: the hash of its main graph, stored over restarts.

A hash takes reading the graph and hashing its structure. It belongs to the content of the graph, so
that of a thousand runs with the same bytes one is parsed. Nothing is read until a list of models is
first requested, and a list does not wait: it holds the hashes known so far.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from scopeboard.concurrency.background import BackgroundResults
from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.prepared.model_hash import MODEL_VERSION, model_hash
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.store.store import Store
from scopeboard.types import RunId

_MAX_HASHES: Final = 100_000


@dataclass(frozen=True, slots=True)
class RunModel:
    """The main graph of a run, and its hash: None while it is not known, empty if unreadable."""

    run_id: RunId
    graph_id: str
    hash: str | None


class Models:
    """The hashes of main graphs. Callers may come from any thread.

    Args:
        store: stores hashes over restarts.
        pool: reads graphs.
        summaries: the summaries of all graphs, which have the identities of their bytes.
    """

    def __init__(self, store: Store, pool: GraphPool, summaries: Summaries) -> None:
        self._store = store
        self._pool = pool
        self._summaries = summaries
        # By identity of the content.
        self._hashes: LRUCache[str, str] = LRUCache(_MAX_HASHES)
        self._hashing: BackgroundResults[str, str] = BackgroundResults("model-hashes")

    def find(self, entries: Iterable[GraphEntry], seconds: float | None = None) -> list[RunModel]:
        """Return the model of each run, given by its main graph, as far as known after `seconds`.

        Without `seconds`, the call waits for all of them.
        """
        listed = list(entries)
        known = {entry.id: self._find_known(entry) for entry in listed}
        missing = [entry for entry in listed if known[entry.id] is None]
        missing.sort(key=lambda entry: entry.size)
        work = {entry.id: partial(self._hash, entry) for entry in missing}
        known.update(self._hashing.find(work, seconds))
        return [RunModel(entry.run_id, entry.id, known[entry.id]) for entry in listed]

    def _find_known(self, entry: GraphEntry) -> str | None:
        """Return a hash if the identity of the graph's bytes is known, and its hash too."""
        outcome = self._summaries.known(entry)
        if isinstance(outcome, GraphSummary):
            return self._find_hash(outcome.identity, entry)
        return None if outcome is None else ""

    def _find_hash(self, identity: str, entry: GraphEntry) -> str | None:
        found = self._hashes.find(identity)
        if found is None and self._summaries.is_stored(entry):
            stored = self._store.derived.find(model_key(identity))
            found = None if stored is None else stored.decode()
        if found is not None:
            self._hashes.put(identity, found)
        return found

    def _hash(self, entry: GraphEntry) -> str:
        """Run in the background, for all callers of `find`."""
        try:
            key, load = entry.source.key(), entry.source.outline
            identity = self._summaries.get(entry, key).identity
            found = self._find_hash(identity, entry)
            if found is None:
                found = model_hash(self._pool.get_ops(key, load, entry.parse))
                self._hashes.put(identity, found)
                if self._summaries.is_stored(entry):
                    self._store.derived.put(model_key(identity), found.encode())
        except (DamagedDataError, NotFoundError):
            return ""
        return found


def model_key(identity: str) -> str:
    """Return the key of the hash of a graph among the derived values."""
    return f"model {MODEL_VERSION} {identity}"
