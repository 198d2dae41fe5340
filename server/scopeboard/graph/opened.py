"""Opened graphs: each parsed once, kept while there is room. The one module here with a memory.

A caller names its source of bytes by a key (say, file and offset) and says how to load them. Bytes
are known by their fingerprint, so runs that logged the same graph share one. What is small, the
summary of a graph, stays known for each key; the graph itself is parsed when somebody opens it.

Callers may come from any thread. Two that want the same wait for one; the lock is never held while
bytes are loaded or parsed, so that others are not kept waiting.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, TypeVar

from scopeboard.errors import DamagedDataError
from scopeboard.graph.prepared import PreparedGraph, prepare_graph
from scopeboard.graph.shared_work import SharedWork
from scopeboard.graph.summary import GraphSummary, fingerprint, summarize

_MAX_SUMMARIES: Final = 100_000
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class OpenedGraphs:
    """The graphs in use, least recently used first.

    Args:
        max_graphs: how many graphs to keep.
        max_weight: how many ops and edges to keep in all (each takes some 170 bytes).
            One graph is kept even when it is larger.
    """

    def __init__(self, max_graphs: int = 16, max_weight: int = 600_000) -> None:
        self._max_graphs = max_graphs
        self._max_weight = max_weight
        self._lock = Lock()
        self._graphs: OrderedDict[str, PreparedGraph] = OrderedDict()
        self._fingerprints: dict[Hashable, str] = {}
        self._outcomes: dict[str, GraphSummary | str] = {}  # by fingerprint; a str: no graph
        self._summarizing: SharedWork[Hashable, GraphSummary | str] = SharedWork()
        self._parsing: SharedWork[str, PreparedGraph] = SharedWork()

    def get_summary(self, key: Hashable, load: Callable[[], bytes]) -> GraphSummary:
        """Return a graph's summary; load the bytes only if the key was never seen.

        Args:
            key: names the bytes; the same key must always mean the same bytes.
            load: returns the bytes of the GraphDef; called without a lock.

        Raises:
            DamagedDataError: the bytes hold no graph; the next call knows without loading them.
            Exception: whatever `load` raises; the next call tries again.
        """
        with self._lock:
            outcome = self._outcomes.get(self._fingerprints.get(key, ""))
        if outcome is None:
            outcome = self._summarizing.result(key, lambda: self._summarize(key, load))
        if isinstance(outcome, str):
            raise DamagedDataError(outcome)
        return outcome

    def get_graph(self, key: Hashable, load: Callable[[], bytes]) -> PreparedGraph:
        """Return a graph; parse it unless it is here, under this key or another.

        Args and errors are those of `get_summary`.
        """
        identity = self.get_summary(key, load).fingerprint
        return self._find(identity) or self._parsing.result(
            identity, lambda: self._find(identity) or self._parse(identity, load())
        )

    def _summarize(self, key: Hashable, load: Callable[[], bytes]) -> GraphSummary | str:
        data = load()
        identity = fingerprint(data)
        with self._lock:
            outcome = self._outcomes.get(identity)
        if outcome is None:
            try:
                outcome = summarize(data)
            except DamagedDataError as error:
                outcome = str(error)
        with self._lock:
            _remember(self._fingerprints, key, identity)
            _remember(self._outcomes, identity, outcome)
        return outcome

    def _find(self, identity: str) -> PreparedGraph | None:
        with self._lock:
            if identity in self._graphs:
                self._graphs.move_to_end(identity)
            return self._graphs.get(identity)

    def _parse(self, identity: str, data: bytes) -> PreparedGraph:
        graph = prepare_graph(data)
        with self._lock:
            self._graphs[identity] = graph
            self._make_room()
        return graph

    def _make_room(self) -> None:
        """Drop graphs, the longest unused first, until the rest is within bounds."""
        weight = sum(map(_weight, self._graphs.values()))
        while len(self._graphs) > 1 and (
            len(self._graphs) > self._max_graphs or weight > self._max_weight
        ):
            weight -= _weight(self._graphs.popitem(last=False)[1])


def _weight(graph: PreparedGraph) -> int:
    """Return the share of the memory bound that a graph takes: ops and edges."""
    ops = graph.annotated.ops
    return len(ops) + len(ops.edges)


def _remember(known: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    """Add to what is known, and forget the oldest beyond the bound."""
    known[key] = value
    if len(known) > _MAX_SUMMARIES:
        del known[next(iter(known))]
