"""The graph of a run that stands for its model, chosen without reading any graph."""

from collections.abc import Iterable
from math import isfinite

from scopeboard.graph.source.entry import GraphEntry


def main_graph(entries: Iterable[GraphEntry]) -> GraphEntry | None:
    """Return the newest Keras model of a run, else its newest graph; None without any.

    A graph that a step ran is chosen where there is no other, and one of several traced functions,
    the largest, where there is nothing else: `frontend/src/state/graphs/default-graph.ts` chooses
    in the same order.
    """
    listed = list(entries)
    whole = [entry for entry in listed if not entry.function]
    declared = [entry for entry in whole if entry.kind != "profile"]
    models = [entry for entry in declared if entry.kind == "conceptual"]
    chosen = models or declared or whole
    if chosen:
        return max(chosen, key=_logged_at)
    return max(listed, key=lambda entry: entry.size, default=None)


def _logged_at(entry: GraphEntry) -> float:
    return entry.wall_time if isfinite(entry.wall_time) else float("-inf")
