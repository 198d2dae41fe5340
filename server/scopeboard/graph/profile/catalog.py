"""The statistics in a log for its graphs: listed, and read on request.

They belong to a run: a session logged them for one step under a tag (TensorFlow 1), or a traced
function was exported with them (TensorFlow 2).
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
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import find_blobs
from scopeboard.types import TagKey

_PLUGIN: Final = "graph_run_metadata"
_MAX_COUNTED_BYTES: Final = 64 << 20  # read for one list; the next one counts the rest
_MAX_COUNTS: Final = 10_000
_MAX_MEASURED: Final = 2


class Measured(NamedTuple):
    """A graph, and the statistics of one step by op and by row of the tree."""

    graph: PreparedGraph
    statistics: Statistics
    rows: RowStatistics


@dataclass(frozen=True, slots=True)
class MeasuredStep:
    """The statistics of one step under a tag; `wall_time` in seconds.

    `devices` has the number of records of each device as the runtime wrote it, None when it is not
    known yet. `error` is a sentence if the statistics cannot be read.
    """

    tag: str
    step: int
    wall_time: float
    bytes: int
    devices: dict[str, int] | None
    error: str | None


class LoggedStatistics:
    """The statistics for the graphs of a store; callers may come from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts: LRUCache[Hashable, dict[str, int] | str] = LRUCache(_MAX_COUNTS)
        self._measured: LRUCache[Hashable, Measured] = LRUCache(_MAX_MEASURED)

    def steps(self, graph: GraphHandle, check: CancelCheck = never_cancelled) -> list[MeasuredStep]:
        """Return the steps of the run of a graph, in the order of their wall times.

        Raises:
            NotFoundError: the graph cannot be read now.
            DamagedDataError: the bytes are no graph.
        """
        budget, steps = _MAX_COUNTED_BYTES, []
        graph.summary(check)
        sources = list(self._sources(graph.entry))
        for tag, source in sorted(sources, key=lambda each: (each[1].ref.wall_time, each[0])):
            check()
            ref = source.ref
            key = (str(ref.path), ref.offset, ref.length, ref.wall_time, source.field_path)
            count = self._counts.find(key)
            if count is None and budget > 0:
                budget -= ref.length
                count = self._count(source, key, check)
            devices, error = (None, count) if isinstance(count, str) else (count, None)
            steps.append(MeasuredStep(tag, ref.step, ref.wall_time, ref.length, devices, error))
        return steps

    def measured(
        self,
        handle: GraphHandle,
        tag: str,
        step: int | None = None,
        grouping: Grouping = DEFAULT_GROUPING,
        check: CancelCheck = never_cancelled,
    ) -> Measured:
        """Return the statistics under a tag; of several steps the last one, if none is given.

        Raises:
            NotFoundError: there is no such graph, or the tag has no statistics.
            DamagedDataError: the statistics cannot be read.
        """
        sources = [
            source
            for name, source in self._sources(handle.entry)
            if name == tag and step in {None, source.ref.step}
        ]
        if not sources:
            at_step = "" if step is None else f" at step {step}"
            raise NotFoundError(f"This run has no statistics under the tag “{tag}”{at_step}.")
        source = max(sources, key=lambda source: source.ref.wall_time)
        graph = handle.graph(grouping, check)
        key = (handle.entry.id, grouping, source.key())
        measured = self._measured.find(key)
        if measured is None or measured.graph is not graph:
            records = read_records(source.read(check), check)
            statistics = gather_statistics(graph.annotated.ops, records, check)
            measured = Measured(graph, statistics, row_statistics(graph, statistics))
            self._measured.put(key, measured)
        return measured

    def _count(
        self, source: LoggedBytes, key: Hashable, check: CancelCheck
    ) -> dict[str, int] | str:
        """Return the number of records by device, or a sentence on why it is unknown."""
        try:
            counts: dict[str, int] | str = count_records(source.read(check), check)
        except NotFoundError as error:
            return str(error)  # not cached, because the file may be readable later
        except DamagedDataError as error:
            counts = str(error)
        self._counts.put(key, counts)
        return counts

    def _sources(self, entry: GraphEntry) -> Iterator[tuple[str, LoggedBytes]]:
        """Yield the statistics of the run that a graph belongs to, with their tags."""
        runs = self._store.runs()
        run = next((run.id for run in runs if run.id == entry.run_id), None)
        if run is None:  # the graph comes from a file beside the run
            run = next((run.id for run in runs if run.name == entry.run), None)
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
