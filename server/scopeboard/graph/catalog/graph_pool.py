"""A pool of prepared graphs: each is read once and stays in memory within a bound.

A caller names the bytes of a graph by a key (for example, file and offset) and passes a function
that loads them. The identity of a graph comes from its bytes, so runs that logged the same graph
share one. Summaries are small, and one per key stays in memory. The columns of a parsed graph are
stored once (see `prepared.graph_cache`). The graph that was parsed last also
stays in memory until it is prepared: a client lists graphs and then opens one.

Callers may come from any thread. Two callers of the same graph share one computation. No lock is
held while bytes are loaded or parsed, so callers of other graphs are not delayed.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.concurrency.single_flight import SingleFlight
from scopeboard.errors import DamagedDataError
from scopeboard.graph.catalog.summary import GraphSummary, summary_of
from scopeboard.graph.graphdef.parser import ParsedGraph, parse
from scopeboard.graph.model.identity import identity_of
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.graph_cache import GraphCache
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_ops
from scopeboard.graph.source.thin_graph import ThinGraph
from scopeboard.graph.source.trainable_variables import Names, find_fitting

_MAX_SUMMARIES: Final = 100_000
_MIN_CACHED_BYTES: Final = 1 << 15  # a smaller graph is parsed as fast as its columns are read
Stage = Literal["parse", "build", "group"]
Load = Callable[[CancelCheck], ThinGraph]
Parse = Callable[[bytes, CancelCheck], ParsedGraph]


class _Variant(NamedTuple):
    """A graph, and the lists of trainable variables that its parameter counts depend on."""

    identity: str
    lists: tuple[Names, ...]


class GraphPool:
    """The prepared graphs in memory, least recently used first.

    Args:
        cache: stores the columns of graphs.
        max_graphs: the bound on the number of graphs.
        max_weight: the bound on the sum of ops and edges (each takes some 170 bytes). One graph
            stays even when it is larger.
    """

    def __init__(
        self, cache: GraphCache | None = None, max_graphs: int = 16, max_weight: int = 600_000
    ) -> None:
        self._cache = cache or GraphCache()
        self._graphs: LRUCache[_Variant, PreparedGraph] = LRUCache(
            max_graphs,
            max_weight=max_weight,
            weigh=lambda graph: _weight(graph.annotated.ops),
            keeps_last=True,
        )
        # Identities of graphs that are being grouped; one operation of a set is atomic.
        self._built: set[str] = set()
        self._identities: LRUCache[Hashable, str] = LRUCache(_MAX_SUMMARIES)
        # By identity; a str is the error of bytes without a graph.
        self._outcomes: LRUCache[str, GraphSummary | str] = LRUCache(_MAX_SUMMARIES)
        self._parsed: tuple[str, ParsedGraph] | None = None
        self._max_weight = max_weight
        self._summarizing: SingleFlight[Hashable, GraphSummary | str] = SingleFlight()
        self._preparing: SingleFlight[_Variant, PreparedGraph] = SingleFlight()

    def put_summary(self, key: Hashable, summary: GraphSummary) -> None:
        """Cache the summary of a graph from an earlier process."""
        self._outcomes.put(summary.identity, summary)
        self._identities.put(key, summary.identity)

    def find_summary(self, key: Hashable) -> GraphSummary | None:
        """Return the summary of a graph, None if it is unknown.

        Raises:
            DamagedDataError: the bytes are known to hold no graph.
        """
        outcome = self._outcomes.find(self._identities.find(key) or "")
        if isinstance(outcome, str):
            raise DamagedDataError(outcome)
        return outcome

    def get_summary(
        self, key: Hashable, load: Load, parse: Parse = parse, check: CancelCheck = never_cancelled
    ) -> GraphSummary:
        """Return the summary of a graph; load its bytes only for a new key.

        Args:
            key: names the bytes; the same key must always mean the same bytes.
            load: returns the bytes of the GraphDef; called without a lock.
            parse: parses them.
            check: raises `CancelledError` once the client has disconnected; the work stops when
                all its clients have.

        Raises:
            CancelledError: see `check`; no summary is stored then.
            DamagedDataError: the bytes hold no graph; the next call raises without loading them.
            Exception: whatever `load` raises; the next call tries again.
        """
        outcome: GraphSummary | str | None = self.find_summary(key)
        if outcome is None:
            outcome = self._summarizing.run(
                key, lambda check: self._summarize(key, load, parse, check), check
            )
        if isinstance(outcome, str):
            raise DamagedDataError(outcome)
        return outcome

    def stage(self, key: Hashable) -> Stage:
        """Return the current or next stage of a graph, the last stage once it is prepared.

        Bytes are parsed, then ops, edges and annotations are built, then ops are grouped by scope.

        Raises:
            DamagedDataError: the bytes are known to hold no graph.
        """
        if self.find_summary(key) is None:
            return "parse"
        identity = self._identities.find(key)
        # In this order: a graph that leaves `_built` is in `_graphs` already.
        is_built = identity in self._built or any(
            variant.identity == identity for variant in self._graphs
        )
        return "group" if is_built else "build"

    def find_graph(self, key: Hashable, lists: Sequence[Names] = ()) -> PreparedGraph | None:
        """Return a graph if it is in memory: see `get_graph`."""
        return self._graphs.find(_Variant(self._identities.find(key) or "", tuple(lists)))

    def get_graph(
        self,
        key: Hashable,
        load: Load,
        parse: Parse = parse,
        check: CancelCheck = never_cancelled,
        lists: Sequence[Names] = (),
    ) -> PreparedGraph:
        """Return a graph; read it unless it is in memory, under this key or another.

        Args:
            key: see `get_summary`.
            load: see `get_summary`.
            parse: see `get_summary`.
            check: see `get_summary`.
            lists: the names of trainable variables; the first list that fits the graph counts.

        Raises:
            Exception: see `get_summary`.
        """
        identity = self.get_summary(key, load, parse, check).identity
        variant = _Variant(identity, tuple(lists))
        return self._graphs.find(variant) or self._preparing.run(
            variant, lambda check: self._prepare(variant, load, parse, check), check
        )

    def get_ops(
        self, key: Hashable, load: Load, parse: Parse = parse, check: CancelCheck = never_cancelled
    ) -> OpGraph:
        """Return the ops of a graph, which is neither prepared nor cached in memory by this.

        Args:
            key: see `get_summary`.
            load: see `get_summary`.
            parse: see `get_summary`.
            check: see `get_summary`.

        Raises:
            Exception: see `get_summary`.
        """
        identity = self.get_summary(key, load, parse, check).identity
        return self._parse_again(identity, load, parse, check).graph

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
                is_on_disk = parsed is not None
                is_large = thin.size >= _MIN_CACHED_BYTES or self._cache.has_everything
                parsed = parsed or thin.complete(parse(thin.data, check))
                del thin  # it may be large
                outcome = summary_of(parsed, identity)
                if is_large and not is_on_disk:
                    is_on_disk = self._cache.put(identity, parsed)
                if not is_on_disk or _weight(parsed.graph) <= self._max_weight:
                    self._parsed = (identity, parsed)
            except DamagedDataError as error:
                outcome = str(error)
        self._outcomes.put(identity, outcome)
        self._identities.put(key, identity)
        return outcome

    def _prepare(
        self, variant: _Variant, load: Load, parse: Parse, check: CancelCheck
    ) -> PreparedGraph:
        graph = self._graphs.find(variant)  # an earlier flight may have ended in between
        if graph is not None:
            return graph
        identity = variant.identity
        parsed = self._parse_again(identity, load, parse, check)
        self._parsed = None
        check()
        trainable = find_fitting(parsed.graph, variant.lists)
        costing = "" if trainable is None else f".{identity_of(repr(sorted(trainable)).encode())}"
        try:
            graph = prepare_ops(
                parsed.graph,
                cached=self._cache.find_derived(identity, parsed.graph, costing),
                on_derived=lambda derived: self._cache.put_derived(identity, derived, costing),
                check=check,
                on_built=partial(self._built.add, identity),
                trainable=trainable,
            )
            self._graphs.put(variant, graph)
        finally:
            self._built.discard(identity)
        return graph

    def _parse_again(
        self, identity: str, load: Load, parse: Parse, check: CancelCheck
    ) -> ParsedGraph:
        """Return a graph whose summary is known, from memory or disk where it is there."""
        last = self._parsed
        parsed = last[1] if last and last[0] == identity else self._cache.find(identity)
        if parsed is None:
            thin = load(check)
            if thin.identity != identity:
                raise DamagedDataError("The graph changed while it was read; reload the page.")
            parsed = thin.complete(parse(thin.data, check))
            if self._cache.has_everything:
                self._cache.put(identity, parsed)
        return parsed


def _weight(graph: OpGraph) -> int:
    """Return the share of the memory bound that a graph takes: ops and edges."""
    return len(graph) + len(graph.edges)
