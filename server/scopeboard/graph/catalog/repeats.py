"""Find the graphs of a run that repeat another; most are compared without being parsed."""

from collections.abc import Hashable, Sequence
from typing import Final

from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.summary import GraphSummary
from scopeboard.graph.catalog.summary_cache import Outcome, Summaries
from scopeboard.graph.graphdef.sketch import GraphSketch, sketch_of
from scopeboard.graph.source.entry import GraphEntry

_MAX_SKETCHES: Final = 10_000


class RepeatedGraphs:
    """Compares graphs of a run in the calling thread: by their summaries where these are known.

    Args:
        summaries: those of all graphs.
    """

    def __init__(self, summaries: Summaries) -> None:
        self._summaries = summaries
        self._sketches: LRUCache[Hashable, GraphSketch] = LRUCache(_MAX_SKETCHES)

    def find(self, entries: Sequence[GraphEntry]) -> frozenset[str]:
        """Return the ids of those that may repeat another of their tag, and do."""
        return frozenset(
            entry.id
            for entry in entries
            if entry.may_repeat
            and any(
                self._are_equal(entry, other)
                for other in entries
                if other.tag == entry.tag and not other.may_repeat
            )
        )

    def _are_equal(self, one: GraphEntry, other: GraphEntry) -> bool:
        known = [self._summaries.known(each) for each in (one, other)]
        if None in known:
            first, second = self._sketch(one), self._sketch(other)
            if first and second and first.ops != second.ops:
                return False
            if first and first == second:
                return True
        return content_of(self._summaries.outcome(one)) == content_of(
            self._summaries.outcome(other)
        )

    def _sketch(self, entry: GraphEntry) -> GraphSketch | None:
        """Return the sketch of a graph; None if it cannot be read."""
        try:
            key = entry.source.key()
            sketch = self._sketches.find(key)
            if sketch is None:
                sketch = sketch_of(entry.source.outline().data)
                self._sketches.put(key, sketch)
        except (DamagedDataError, NotFoundError):
            return None
        return sketch


def content_of(outcome: Outcome) -> str | None:
    """Return the fingerprint of a graph; None for one that cannot be read."""
    return outcome.fingerprint if isinstance(outcome, GraphSummary) else None
