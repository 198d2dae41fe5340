"""Store the graphs of a log for readers that may lack its event files: of a shared index.

Of each run: its records, the summaries of its graphs, their columns, costs and structures, its
lists of trainable variables and its model. What a step ran (RunMetadata) stays in event files: of
that there may be thousands in a run, and few are looked at.
"""

import json
from time import monotonic
from typing import Any, Final

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.catalog.main_graph import main_graph
from scopeboard.graph.catalog.models import Models
from scopeboard.graph.catalog.repeats import RepeatedGraphs
from scopeboard.graph.catalog.summary import SUMMARY_VERSION
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.prepared.graph_cache import GraphCache
from scopeboard.graph.prepared.model_hash import MODEL_VERSION
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.event_files import KINDS, EventGraphs
from scopeboard.graph.source.trainable_variables import TrainableVariables
from scopeboard.store.shared.derived import SharedValues
from scopeboard.store.store import Store
from scopeboard.types import RunId

_VERSION: Final = f"{SUMMARY_VERSION} {MODEL_VERSION}"


def store_graphs(store: Store, values: SharedValues, seconds: float) -> bool:
    """Store the graphs of runs that have changed, and drop what no run has any more.

    Args:
        store: of the log.
        values: its derived values.
        seconds: after this time no further run is begun, though one always is.

    Returns:
        Whether there are runs left.
    """
    stored = _RunGraphs(store)
    end, is_first, has_more = monotonic() + seconds, True, False
    used: set[str] = set()
    for run, digest in store.value_digests(KINDS).items():
        key = f"graphs of {run}"
        row = _decoded(values.small.get(key))
        is_current = row.get("version") == _VERSION and row.get("digest") == digest
        if is_current or not (is_first or monotonic() < end):
            has_more |= not is_current
            used.update(row.get("used", ()), [key] if row else [])
            continue
        is_first = False
        values.used.clear()
        if stored.put(run):
            own = {"version": _VERSION, "digest": digest, "used": sorted(values.used)}
            values.put(key, json.dumps(own).encode())
        used |= values.used
    values.retain(used)
    return has_more


def _decoded(row: bytes | None) -> dict[str, Any]:
    found: dict[str, Any] = {} if row is None else json.loads(row)
    return found


class _RunGraphs:
    """Stores the graphs of one run after another."""

    def __init__(self, store: Store) -> None:
        self._events = EventGraphs(store, Conversions())
        self._pool = GraphPool(GraphCache(store.derived))
        self._summaries = Summaries(store, self._pool)
        self._trainable = TrainableVariables(store.derived)
        self._repeated = RepeatedGraphs(self._summaries)
        self._models = Models(store, self._pool, self._summaries)

    def put(self, run: RunId) -> bool:
        """Store the graphs of a run; return False if something could not be read now."""
        is_complete = True
        self._events.store_records(run)
        entries = [entry for entry in self._events.of_run(run) if entry.kind != "profile"]
        self._summaries.find(entries)  # of all: by them, readers find those that repeat another
        repeats = self._repeated.find(entries)
        for entry in (each for each in entries if each.id not in repeats):
            try:
                GraphHandle(entry, self._pool, self._summaries, self._trainable).graph()
            except NotFoundError:
                is_complete = False
            except DamagedDataError:  # readers find it, too
                continue
        main = main_graph(entries)
        self._models.find([] if main is None else [main])
        return is_complete
