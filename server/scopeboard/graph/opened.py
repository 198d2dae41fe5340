"""Opened graphs: each parsed once, kept while there is room. The one module here with a memory.

A caller names its source of bytes by a key (say, file and offset) and says how to load them. Bytes
are known by their fingerprint, so runs that logged the same graph share one. What is small, the
summary of a graph, stays known for each key after the graph itself has had to make room.

Callers may come from any thread. Two that want the same graph wait for one parse; the lock is never
held while bytes are loaded or parsed, so that others are not kept waiting.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Final

from scopeboard.errors import DamagedDataError
from scopeboard.graph.prepared import PreparedGraph, prepare_graph

_FINGERPRINT_BYTES: Final = 16
_MAX_SUMMARIES: Final = 100_000


@dataclass(frozen=True, slots=True)
class GraphSummary:
    """What a list of graphs says of one.

    `fingerprint` identifies the GraphDef's bytes. `nodes` counts all ops and `edges` all inputs
    that name one, before annotations are taken out. `duplicate_names` counts the ops that had to
    be renamed, `ghost_inputs` the inputs that name no op.
    """

    fingerprint: str
    nodes: int
    edges: int
    duplicate_names: int
    ghost_inputs: int


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """A graph ready to be asked for scopes (`build_scope`), and its summary."""

    summary: GraphSummary
    prepared: PreparedGraph

    @property
    def weight(self) -> int:
        """The share of the memory bound it takes: ops and edges."""
        return self.summary.nodes + self.summary.edges


def fingerprint(data: bytes) -> str:
    """Return the identity of a graph: a hash of its GraphDef's bytes."""
    return blake2b(data, digest_size=_FINGERPRINT_BYTES).hexdigest()


def open_graph(data: bytes) -> OpenedGraph:
    """Parse a GraphDef.

    Raises:
        DamagedDataError: see `parse_graph`.
    """
    prepared = prepare_graph(data)
    ops = prepared.annotated.ops
    summary = GraphSummary(
        fingerprint(data), len(ops), len(ops.edges), ops.duplicate_names, len(ops.ghosts)
    )
    return OpenedGraph(summary, prepared)


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
        self._graphs: OrderedDict[str, OpenedGraph] = OrderedDict()
        self._outcomes: OrderedDict[Hashable, GraphSummary | str] = OrderedDict()
        self._loading: dict[Hashable, Future[OpenedGraph]] = {}
        self._parsing: dict[Hashable, Future[OpenedGraph]] = {}

    def get_graph(self, key: Hashable, load: Callable[[], bytes]) -> OpenedGraph:
        """Return a graph; load and parse it only if it is not here.

        Args:
            key: identifies the bytes: the same key must always mean the same bytes.
            load: returns the bytes of the GraphDef; called without a lock, at most once.

        Raises:
            DamagedDataError: the bytes hold no graph; the next call knows without loading them.
            Exception: whatever `load` raises; the next call tries again.
        """
        graph = self._find(key)
        return graph or _run_once(self._lock, self._loading, key, lambda: self._load(key, load))

    def get_summary(self, key: Hashable, load: Callable[[], bytes]) -> GraphSummary:
        """Return a graph's summary; load and parse the graph only if it was never seen.

        Args and errors are those of `get_graph`.
        """
        with self._lock:
            outcome = self._outcomes.get(key)
        if isinstance(outcome, GraphSummary):
            return outcome
        return self.get_graph(key, load).summary

    def _find(self, key: Hashable) -> OpenedGraph | None:
        """Return the graph if it is here.

        Raises:
            DamagedDataError: it is known to be damaged.
        """
        with self._lock:
            outcome = self._outcomes.get(key)
            if isinstance(outcome, str):
                raise DamagedDataError(outcome)
            if outcome is None or outcome.fingerprint not in self._graphs:
                return None
            self._graphs.move_to_end(outcome.fingerprint)
            return self._graphs[outcome.fingerprint]

    def _load(self, key: Hashable, load: Callable[[], bytes]) -> OpenedGraph:
        """Load the bytes and parse them, unless they are those of a graph that is here."""
        graph = self._find(key)  # another caller may just have brought it
        if graph is not None:
            return graph
        data = load()
        identity = fingerprint(data)
        try:
            graph = _run_once(self._lock, self._parsing, identity, lambda: self._parse(data))
        except DamagedDataError as error:
            self._remember(key, str(error))
            raise
        self._remember(key, graph.summary)
        return graph

    def _parse(self, data: bytes) -> OpenedGraph:
        identity = fingerprint(data)
        with self._lock:
            graph = self._graphs.get(identity)
        graph = graph or open_graph(data)
        with self._lock:
            self._graphs[identity] = graph
            self._graphs.move_to_end(identity)
            self._make_room()
        return graph

    def _make_room(self) -> None:
        """Drop graphs, the longest unused first, until the rest is within bounds."""
        weight = sum(graph.weight for graph in self._graphs.values())
        while len(self._graphs) > 1 and (
            len(self._graphs) > self._max_graphs or weight > self._max_weight
        ):
            weight -= self._graphs.popitem(last=False)[1].weight

    def _remember(self, key: Hashable, outcome: GraphSummary | str) -> None:
        with self._lock:
            self._outcomes[key] = outcome
            self._outcomes.move_to_end(key)
            while len(self._outcomes) > _MAX_SUMMARIES:
                self._outcomes.popitem(last=False)


def _run_once(
    lock: Lock,
    running: dict[Hashable, Future[OpenedGraph]],
    key: Hashable,
    work: Callable[[], OpenedGraph],
) -> OpenedGraph:
    """Do a piece of work, or wait for the caller who is already doing it."""
    with lock:
        future = running.get(key)
        is_mine = future is None
        if future is None:
            future = running[key] = Future()
    if not is_mine:
        return future.result()
    try:
        result = work()
    except BaseException as error:
        future.set_exception(error)
        raise
    else:
        future.set_result(result)
        return result
    finally:
        with lock:
            del running[key]
