"""Store the graphs of a log for readers that may lack its event files: of a shared index.

Of each run: its records, the summaries of its graphs, their columns, costs and structures, its
lists of trainable variables and its model. What a step ran (RunMetadata) stays in event files: of
that there may be thousands in a run, and few are looked at.
"""

import json
import logging
from collections.abc import Callable
from hashlib import blake2b
from time import monotonic
from typing import Any, Final

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import CancelledError, DamagedDataError, NotFoundError
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.catalog.main_graph import main_graph
from scopeboard.graph.catalog.models import Models, model_key
from scopeboard.graph.catalog.repeats import RepeatedGraphs
from scopeboard.graph.catalog.summary import SUMMARY_VERSION, GraphSummary
from scopeboard.graph.catalog.summary_cache import Summaries
from scopeboard.graph.prepared.graph_cache import GraphCache, name_of
from scopeboard.graph.prepared.model_hash import MODEL_VERSION
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.event_files import EventGraphs
from scopeboard.graph.source.trainable_variables import TrainableVariables
from scopeboard.store.shared.derived import SharedValues
from scopeboard.store.store import Store
from scopeboard.types import Kind, RunId

_log: Final = logging.getLogger(__name__)
_KINDS: Final[tuple[Kind, ...]] = ("graphs",)
_ROW: Final = "graphs of "  # the key of what is stored of a run begins so
_VERSION: Final = blake2b(f"{SUMMARY_VERSION} {MODEL_VERSION}".encode(), digest_size=8).hexdigest()


def are_stored(store: Store, values: SharedValues) -> bool:
    """Return whether the graphs of a log are stored, and no others."""
    digests = store.value_digests(_KINDS)
    rows = {key: value for key, value in values.small.items() if key.startswith(_ROW)}
    return rows.keys() == {_ROW + run for run in digests} and all(
        _is_current(_decoded(rows[_ROW + run]), digest) for run, digest in digests.items()
    )


def store_graphs(
    store: Store,
    values: SharedValues,
    seconds: float,
    check: CancelCheck,
    report: Callable[[], None] = lambda: None,
) -> bool:
    """Store the graphs of runs that have changed, and drop what no run has any more.

    A run whose graphs meet a defect of this program is left to readers, with a line in the log. One
    that could not be read or written now is tried again by a later call.

    Args:
        store: of the log.
        values: its derived values.
        seconds: after this time no further run is begun, though one always is.
        check: called now and then.
        report: called before each run.

    Returns:
        Whether there are runs left that were not begun.

    Raises:
        CancelledError: `check` raised it.
    """
    graphs = _RunGraphs(store, values)
    end, is_first, has_more = monotonic() + seconds, True, False
    used: set[str] = set()
    for run, digest in store.value_digests(_KINDS).items():
        key = _ROW + run
        row = _decoded(values.small.get(key))
        is_current = _is_current(row, digest)
        if is_current or not (is_first or monotonic() < end):
            has_more |= not is_current
            used.update(row.get("used", ()), [key] if row else [])
            continue
        is_first = False
        values.used.clear()
        check()
        report()
        try:
            is_complete = graphs.put(run, check)
        except CancelledError:
            raise
        except Exception:  # noqa: BLE001 - one graph must not stop the index of all runs
            _log.exception("The graphs of run %s are not in the index; readers prepare them.", run)
            is_complete = True
        if is_complete:
            own = {"version": _VERSION, "digest": digest, "used": sorted(values.used)}
            values.put(key, json.dumps(own).encode())
        used |= values.used
    values.retain(used)
    return has_more


def _is_current(row: dict[str, Any], digest: str) -> bool:
    return row.get("version") == _VERSION and row.get("digest") == digest


def _decoded(row: bytes | None) -> dict[str, Any]:
    found: dict[str, Any] = {} if row is None else json.loads(row)
    return found


class _RunGraphs:
    """Stores the graphs of one run after another."""

    def __init__(self, store: Store, values: SharedValues) -> None:
        self._values = values
        self._events = EventGraphs(store, Conversions())
        self._pool = GraphPool(GraphCache(values))
        self._summaries = Summaries(store, self._pool)
        self._trainable = TrainableVariables(values)
        self._repeated = RepeatedGraphs(self._summaries)
        self._models = Models(store, self._pool, self._summaries)

    def put(self, run: RunId, check: CancelCheck) -> bool:
        """Store the graphs of a run; return False if something could not be read or written now.

        Raises:
            CancelledError: `check` raised it.
        """
        self._values.has_failed = self._trainable.has_failed = False
        is_complete = self._events.store_records(run, check)
        entries = [entry for entry in self._events.of_run(run) if entry.kind != "profile"]
        # Of all: by their summaries, readers find those that repeat another.
        outcomes = self._summaries.find(entries)
        repeats = self._repeated.find(entries)
        for entry, outcome in zip(entries, outcomes, strict=True):
            try:
                if entry.id not in repeats:
                    handle = GraphHandle(entry, self._pool, self._summaries, self._trainable)
                    handle.graph(check=check)
            except NotFoundError:
                is_complete = False
            except DamagedDataError:  # readers find it, too
                continue
            if isinstance(outcome, GraphSummary):  # other runs may have the same graph in memory
                self._values.use(model_key(outcome.identity), name_of(outcome.identity))
            is_complete &= not isinstance(outcome, NotFoundError)
        main = main_graph(entries)
        self._models.find([] if main is None else [main])
        return is_complete and not (self._values.has_failed or self._trainable.has_failed)
