"""The graphs of a log directory: listed, counted once, also over restarts, and opened when asked.

One instance serves all routes. Callers may come from any thread.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal

from scopeboard.errors import NotFoundError
from scopeboard.events.decode import RUN_GRAPH_TAG
from scopeboard.graph.graph_bytes import GraphBytes, LoggedBytes
from scopeboard.graph.opened import OpenedGraphs
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.summary import SUMMARY_FORM, GraphSummary
from scopeboard.store.blobs import BlobRef
from scopeboard.store.store import Store
from scopeboard.types import RunId, TagKey

GraphKind = Literal["op", "conceptual", "profile"]

_RUN_GRAPHS: Final = TagKey("graphs", RUN_GRAPH_TAG)
_DIGEST_BYTES: Final = 16
_LEAST_KEPT: Final = 1 << 15  # a graph of fewer bytes is counted as fast as its count is found


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """One graph of the list. `run` is the run's name, `wall_time` is in seconds."""

    id: str
    run_id: RunId
    run: str
    tag: str
    kind: GraphKind
    wall_time: float
    size: int
    source: GraphBytes


class LoggedGraphs:
    """What there is of graphs in a store.

    Args:
        store: what readers see of the log.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._opened = OpenedGraphs()

    def entries(self) -> list[GraphEntry]:
        """Return every graph, by run as runs are listed, the newest of a run first."""
        holders = frozenset(self._store.runs_with(_RUN_GRAPHS))
        return [
            entry
            for run in self._store.runs()
            if run.id in holders
            for entry in self._of_run(run.id, run.name)
        ]

    def get(self, graph_id: str) -> GraphEntry:
        """Return the graph of an id.

        Raises:
            NotFoundError: there is none.
        """
        run_id = RunId(graph_id.partition("-")[0])
        for entry in self._of_run(run_id, ""):
            if entry.id == graph_id:
                return entry
        raise NotFoundError("There is no such graph (any more); choose another from the list.")

    def bytes_of(self, graph_id: str) -> GraphBytes:
        """Return where the bytes of a graph are.

        Raises:
            NotFoundError: there is no such graph.
        """
        return self.get(graph_id).source

    def open(self, graph_id: str) -> PreparedGraph:
        """Return the graph of an id, ready to be asked.

        Raises:
            DamagedDataError: there is no graph in its bytes.
            NotFoundError: there is none of that id, or its bytes cannot be read now.
        """
        source = self.bytes_of(graph_id)
        return self._opened.get_graph(source.key(), source.read)

    def summary(self, entry: GraphEntry) -> GraphSummary:
        """Return what the list says of a graph.

        Raises:
            DamagedDataError: there is no graph in its bytes.
            NotFoundError: they cannot be read now.
        """
        key = entry.source.key()
        if entry.size < _LEAST_KEPT:
            return self._opened.get_summary(key, entry.source.read)
        fact = _fact_of(key)
        if (kept := self._store.find_fact(fact)) is not None:
            return GraphSummary.from_bytes(kept)
        summary = self._opened.get_summary(key, entry.source.read)
        self._store.keep_fact(fact, summary.to_bytes())
        return summary

    def _of_run(self, run_id: RunId, name: str) -> list[GraphEntry]:
        refs = reversed(self._store.blobs(run_id, _RUN_GRAPHS))
        return [_entry(run_id, name, ref) for ref in refs]


def _entry(run_id: RunId, run: str, ref: BlobRef) -> GraphEntry:
    return GraphEntry(
        id=_graph_id(run_id, ref),
        run_id=run_id,
        run=run,
        tag="",
        kind="op",
        wall_time=ref.wall_time,
        size=ref.length,
        source=LoggedBytes(ref),
    )


def _graph_id(run: RunId, ref: BlobRef) -> str:
    """Return an opaque id that stays the same while the graph stays where it is."""
    place = f"{ref.path.name}/{ref.offset}".encode("utf-8", "surrogateescape")
    return f"{run}-{blake2b(place, digest_size=4).hexdigest()}"


def _fact_of(key: tuple[object, ...]) -> str:
    """Return under which name the store keeps the summary of a graph."""
    path, *place = key
    said = f"{SUMMARY_FORM} {place} {path}".encode("utf-8", "surrogateescape")
    return f"graph {blake2b(said, digest_size=_DIGEST_BYTES).hexdigest()}"
