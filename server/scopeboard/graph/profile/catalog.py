"""The statistics that a log holds for its graphs: listed, and read when asked for.

They belong to a run: those that a session logged of one step under a tag (TensorFlow 1), and those
that a traced function was exported with (TensorFlow 2). Callers may come from any thread.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.catalog.catalog import GraphEntry
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.op_statistics import Statistics, gather_statistics
from scopeboard.graph.profile.run_metadata import count_records, read_records
from scopeboard.graph.profile.scope_totals import RowStatistics, row_statistics
from scopeboard.graph.source.byte_source import LoggedBytes
from scopeboard.graph.source.containers import TAGGED_RUN_METADATA, summary_value
from scopeboard.store.format.blobs import BlobRef
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.types import RunId, TagKey

_PLUGIN: Final = "graph_run_metadata"
_MAX_COUNTED_BYTES: Final = 64 << 20  # read for one list; what is left is counted by the next
_MAX_COUNTS: Final = 10_000
_MAX_MEASURED: Final = 2


class Measured(NamedTuple):
    """A graph, and what a step measured of its ops and of the rows of its tree."""

    graph: PreparedGraph
    statistics: Statistics
    rows: RowStatistics


@dataclass(frozen=True, slots=True)
class MeasuredStep:
    """Statistics under a tag: of one step; `wall_time` in seconds.

    `devices` has the number of records under each device as the runtime wrote it, None when it is
    not known yet. `error` is a sentence where they cannot be read.
    """

    tag: str
    step: int
    wall_time: float
    bytes: int
    devices: dict[str, int] | None
    error: str | None


class LoggedStatistics:
    """What there is of statistics for the graphs of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: LRUCache[Hashable, dict[str, int] | str] = LRUCache(_MAX_COUNTS)
        self._measured: LRUCache[Hashable, Measured] = LRUCache(_MAX_MEASURED)

    def steps(self, graph: GraphHandle, check: CancelCheck = never_cancelled) -> list[MeasuredStep]:
        """Return the steps of the run of a graph, in the order in which they were logged.

        Raises:
            NotFoundError: the graph cannot be read now.
            DamagedDataError: the bytes of the graph hold none.
        """
        room, steps = _MAX_COUNTED_BYTES, []
        graph.summary(check)
        sources = list(self._of_entry(graph.entry))
        for tag, source in sorted(sources, key=lambda each: (each[1].ref.wall_time, each[0])):
            check()
            count = self._counts.find(_place(source))
            if count is None and room > 0:
                room -= source.ref.length
                count = self._count(source, check)
            steps.append(_step(tag, source.ref, count))
        return steps

    def measured(
        self,
        handle: GraphHandle,
        tag: str,
        step: int | None = None,
        grouping: Grouping = DEFAULT_GROUPING,
        check: CancelCheck = never_cancelled,
    ) -> Measured:
        """Return what was measured under a tag; of several steps the last one, if none is given.

        Raises:
            NotFoundError: there is no such graph, or nothing was measured under that tag.
            DamagedDataError: it cannot be read.
        """
        source = self._find(handle.entry, tag, step)
        graph = handle.graph(grouping, check)
        key = (handle.entry.id, grouping, source.key())
        held = self._measured.find(key)
        if held is None or held.graph is not graph:
            records = read_records(source.read(check), check)
            statistics = gather_statistics(graph.annotated.ops, records, check)
            held = Measured(graph, statistics, row_statistics(graph, statistics))
            self._measured.put(key, held)
        return held

    def _find(self, entry: GraphEntry, tag: str, step: int | None) -> LoggedBytes:
        sources = [
            source
            for name, source in self._of_entry(entry)
            if name == tag and step in {None, source.ref.step}
        ]
        if not sources:
            raise NotFoundError(f"Nothing was measured under the tag “{tag}” in this run.")
        return max(sources, key=lambda source: source.ref.wall_time)

    def _of_entry(self, entry: GraphEntry) -> Iterator[tuple[str, LoggedBytes]]:
        """Yield all statistics of the run that a graph belongs to, with their tags."""
        run = entry.run_id if self._is_run(entry.run_id) else self._run_called(entry.run)
        if run is None:
            return
        plugins = self._store.known_tags(run)
        for tag in self._store.tags("run_metadata"):
            if run in tag.runs:
                for ref in find_blobs(self._store, run, tag.key):
                    yield tag.key.tag, LoggedBytes(ref, TAGGED_RUN_METADATA)
        for name, metadata in plugins.items():
            if metadata.plugin == _PLUGIN:
                for ref in find_blobs(self._store, run, TagKey("graphs", name)):
                    yield name, LoggedBytes(ref, summary_value(ref.value_index))

    def _is_run(self, run_id: RunId) -> bool:
        return any(run.id == run_id for run in self._store.runs())

    def _run_called(self, name: str) -> RunId | None:
        return next((run.id for run in self._store.runs() if run.name == name), None)

    def _count(self, source: LoggedBytes, check: CancelCheck) -> dict[str, int] | str:
        """Count the records, or return a sentence that says why they cannot be."""
        try:
            counted: dict[str, int] | str = count_records(source.read(check), check)
        except NotFoundError as error:
            return str(error)  # it may be there again later
        except DamagedDataError as error:
            counted = str(error)
        self._counts.put(_place(source), counted)
        return counted


def _place(source: LoggedBytes) -> Hashable:
    ref = source.ref
    return (str(ref.path), ref.offset, ref.length, ref.wall_time, source.field_path)


def _step(tag: str, ref: BlobRef, count: dict[str, int] | str | None) -> MeasuredStep:
    error = count if isinstance(count, str) else None
    devices = None if isinstance(count, str) else count
    return MeasuredStep(tag, ref.step, ref.wall_time, ref.length, devices, error)
