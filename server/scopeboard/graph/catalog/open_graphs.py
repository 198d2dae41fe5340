"""Opened graphs: each read once, kept while there is room. The one module here with a memory.

A caller names its source of bytes by a key (say, file and offset) and says how to load them. Bytes
are known by their identity, so runs that logged the same graph share one. What is small, the
summary of a graph, stays known for each key. The columns of a graph that was read are kept beside
the index (see `graph_cache`); those of the last one that is not are here: who lists, opens next.

Callers may come from any thread. Two that want the same wait for one; the lock is never held while
bytes are loaded or parsed, so that others are not kept waiting.
"""

from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Final, Literal, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.concurrency.single_flight import SingleFlight
from scopeboard.errors import DamagedDataError
from scopeboard.graph.catalog.summary import GraphSummary, summary_of
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.identity import identity_of
from scopeboard.graph.prepared.disk_cache import GraphCache
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_ops
from scopeboard.graph.source.thin_graph import ThinGraph
from scopeboard.graph.source.trainable_variables import Names, find_fitting

_MAX_SUMMARIES: Final = 100_000
_LEAST_KEPT_BYTES: Final = 1 << 15  # a graph of fewer is read as fast as its columns
Stage = Literal["parse", "build", "group"]
Load = Callable[[CancelCheck], ThinGraph]
Parse = Callable[[bytes, CancelCheck], ParsedGraph]


class _Variant(NamedTuple):
    """A graph, and the lists of trainable variables with which its parameters are counted."""

    identity: str
    lists: tuple[Names, ...]


class OpenedGraphs:
    """The graphs in use, least recently used first.

    Args:
        cache: where the columns of graphs are kept.
        max_graphs: how many graphs to keep.
        max_weight: how many ops and edges to keep in all (each takes some 170 bytes).
            One graph is kept even when it is larger.
    """

    def __init__(
        self, cache: GraphCache | None = None, max_graphs: int = 16, max_weight: int = 600_000
    ) -> None:
        self._cache = cache or GraphCache()
        self._graphs: LRUCache[_Variant, PreparedGraph] = LRUCache(
            max_graphs, max_weight=max_weight, weigh=_weight, keeps_last=True
        )
        self._lock = Lock()
        self._built: set[str] = set()  # identities of graphs that are being grouped
        self._identities: LRUCache[Hashable, str] = LRUCache(_MAX_SUMMARIES)
        # By identity; a str says why there is no graph.
        self._outcomes: LRUCache[str, GraphSummary | str] = LRUCache(_MAX_SUMMARIES)
        self._last: tuple[str, ParsedGraph] | None = None
        self._summarizing: SingleFlight[Hashable, GraphSummary | str] = SingleFlight()
        self._preparing: SingleFlight[_Variant, PreparedGraph] = SingleFlight()

    def note_summary(self, key: Hashable, summary: GraphSummary) -> None:
        """Take in what was found out before, by another process."""
        self._remember(key, summary.identity, summary)

    def find_summary(self, key: Hashable) -> GraphSummary | None:
        """Return a graph's summary if it is known.

        Raises:
            DamagedDataError: it is known that the bytes hold no graph.
        """
        outcome = self._outcomes.find(self._identities.find(key) or "")
        if isinstance(outcome, str):
            raise DamagedDataError(outcome)
        return outcome

    def get_summary(
        self, key: Hashable, load: Load, parse: Parse = parse, check: CancelCheck = never_cancelled
    ) -> GraphSummary:
        """Return a graph's summary; load the bytes only if the key was never seen.

        Args:
            key: names the bytes; the same key must always mean the same bytes.
            load: returns the bytes of the GraphDef; called without a lock.
            parse: reads them.
            check: raises `CancelledError` once the caller does not wait any more; the work stops
                when that holds for all who want it.

        Raises:
            CancelledError: see `check`; nothing is known of the graph then.
            DamagedDataError: the bytes hold no graph; the next call knows without loading them.
            Exception: whatever `load` raises; the next call tries again.
        """
        known = self.find_summary(key)
        if known is not None:
            return known
        outcome = self._summarizing.run(
            key, lambda check: self._summarize(key, load, parse, check), check
        )
        if isinstance(outcome, str):
            raise DamagedDataError(outcome)
        return outcome

    def stage(self, key: Hashable) -> Stage:
        """Return what is being done for a graph, or has to be; the last stage once it is ready.

        First its bytes are parsed, then ops, edges and annotations are built of them, then ops are
        grouped by scope.

        Raises:
            DamagedDataError: it is known that the bytes hold no graph.
        """
        if self.find_summary(key) is None:
            return "parse"
        identity = self._identities.find(key)
        with self._lock:
            is_built = identity in self._built
        # In this order: a graph that is no longer being grouped is among those that are ready.
        if is_built or any(variant.identity == identity for variant in self._graphs):
            return "group"
        return "build"

    def get_graph(
        self,
        key: Hashable,
        load: Load,
        parse: Parse = parse,
        check: CancelCheck = never_cancelled,
        lists: Sequence[Names] = (),
    ) -> PreparedGraph:
        """Return a graph; read it unless it is here, under this key or another.

        The other args and errors are those of `get_summary`.

        Args:
            key: see `get_summary`.
            load: see `get_summary`.
            parse: see `get_summary`.
            check: see `get_summary`.
            lists: the names of variables that are trainable: the first list that fits counts.
        """
        identity = self.get_summary(key, load, parse, check).identity
        variant = _Variant(identity, tuple(lists))

        def work(check: CancelCheck) -> PreparedGraph:
            return self._graphs.find(variant) or self._prepare(variant, load, parse, check)

        return self._graphs.find(variant) or self._preparing.run(variant, work, check)

    def _summarize(
        self, key: Hashable, load: Load, parse: Parse, check: CancelCheck
    ) -> GraphSummary | str:
        thin = load(check)
        check()
        identity = thin.identity
        outcome = self._outcomes.find(identity)
        if outcome is None:
            try:
                parsed = self._cache.find(identity)
                is_news = parsed is None and thin.size >= _LEAST_KEPT_BYTES
                parsed = parsed or thin.placed(parse(thin.data, check))
                del thin  # it may be large, and is not needed any more
                outcome = summary_of(parsed, identity)
                self._take_in(identity, parsed, is_news=is_news)
            except DamagedDataError as error:
                outcome = str(error)
        self._remember(key, identity, outcome)
        return outcome

    def _take_in(self, identity: str, parsed: ParsedGraph, *, is_news: bool) -> None:
        if is_news and self._cache.put(identity, parsed):
            return  # it is read again in no time
        self._last = (identity, parsed)

    def _remember(self, key: Hashable, identity: str, outcome: GraphSummary | str) -> None:
        self._outcomes.put(identity, outcome)
        self._identities.put(key, identity)

    def _prepare(
        self, variant: _Variant, load: Load, parse: Parse, check: CancelCheck
    ) -> PreparedGraph:
        identity = variant.identity
        last, self._last = self._last, None
        parsed = last[1] if last and last[0] == identity else self._cache.find(identity)
        parsed = parsed or _parse_unchanged(load(check), identity, parse, check)
        check()
        trainable = find_fitting(parsed.graph, variant.lists)
        costing = "" if trainable is None else f".{identity_of(repr(sorted(trainable)).encode())}"
        try:
            graph = prepare_ops(
                parsed.graph,
                cached=self._cache.find_derived(identity, parsed.graph, costing),
                on_derived=lambda derived: self._cache.put_derived(identity, derived, costing),
                check=check,
                on_built=lambda: self._note_built(identity),
                trainable=trainable,
            )
            self._graphs.put(variant, graph)
        finally:
            with self._lock:
                self._built.discard(identity)
        return graph

    def _note_built(self, identity: str) -> None:
        with self._lock:
            self._built.add(identity)


def _parse_unchanged(
    thin: ThinGraph, identity: str, parse: Parse, check: CancelCheck
) -> ParsedGraph:
    if thin.identity != identity:
        raise DamagedDataError("The graph changed while it was read; reload the page.")
    return thin.placed(parse(thin.data, check))


def _weight(graph: PreparedGraph) -> int:
    """Return the share of the memory bound that a graph takes: ops and edges."""
    ops = graph.annotated.ops
    return len(ops) + len(ops.edges)
