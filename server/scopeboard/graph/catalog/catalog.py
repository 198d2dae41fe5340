"""The catalog of all graphs: of event files, of files beside them, of given and uploaded files.

Graphs are summarised once, also over restarts, and prepared at their first use. One instance
serves all routes; callers may come from any thread.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import NotFoundError
from scopeboard.files.location import Place
from scopeboard.graph.catalog.comparisons import SEPARATOR, ComparisonHandle, ComparisonPool
from scopeboard.graph.catalog.graph_pool import GraphPool
from scopeboard.graph.catalog.handle import GraphHandle
from scopeboard.graph.catalog.main_graph import main_graph
from scopeboard.graph.catalog.models import Models, RunModel
from scopeboard.graph.catalog.repeats import RepeatedGraphs, content_of
from scopeboard.graph.catalog.summary_cache import Outcome, Summaries
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.prepared.graph_cache import GraphCache
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.source.containers import GraphKind
from scopeboard.graph.source.converted_source import Conversions
from scopeboard.graph.source.entry import GraphEntry
from scopeboard.graph.source.event_files import EventGraphs
from scopeboard.graph.source.graph_files import FILES, FileGraphs, GraphFile, graph_file_of
from scopeboard.graph.source.trainable_variables import TrainableVariables
from scopeboard.graph.source.uploads import UPLOADS, UploadedGraphs
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId

__all__ = ["GraphEntry", "GraphKind", "LoggedGraphs"]

_MAX_HANDLES: Final = 1000


class LoggedGraphs:
    """The graphs of a log directory and of further files.

    Args:
        store: the store of the log directory.
        files: further files with graphs, from the command line.
    """

    def __init__(self, store: Store, files: Sequence[Place] = ()) -> None:
        self._store = store
        self._given = [
            GraphFile(path, display_name(path.name), display_name(path.name), must_be_graph=True)
            for path in files
        ]
        conversions = Conversions()
        self.uploads = UploadedGraphs()
        self._events = EventGraphs(store, conversions)
        self._files = FileGraphs(conversions)
        self._trainable = TrainableVariables(store.derived)
        self._pool = GraphPool(GraphCache(store.derived))
        self._summaries = Summaries(store, self._pool)
        self._repeated = RepeatedGraphs(self._summaries)
        self._models = Models(store, self._pool, self._summaries)
        self._comparisons = ComparisonPool()
        self._handles: LRUCache[str, tuple[int, GraphHandle]] = LRUCache(_MAX_HANDLES)

    def entries(self, seconds: float | None = None) -> list[GraphEntry]:
        """Return every graph: uploaded and given ones, then by run, in the order of the run list.

        The graphs of a run begin with its own, the newest first. A graph that repeats another of
        its run is left out: for example, a MetaGraph with the content of the run's graph. So is one
        that could not be compared within a number of seconds, None for no limit.
        """
        return list(self.each_entry(seconds))

    def each_entry(
        self, seconds: float | None = None, of_run: str | None = None
    ) -> Iterator[GraphEntry]:
        """Yield the same, or those of one run by its name.

        To find repeated graphs takes reading them, unless their summaries are stored. So a caller
        that stops early, or names a run, waits for no others. Without a limit they are read in the
        calling thread, and parsed only where their nodes do not tell.
        """
        deadline = None if seconds is None else monotonic() + seconds
        for file in (*self.uploads.files(), *self._given):
            if of_run in {None, file.run}:
                yield from self._files.of_file(file)
        holders = self._events.keys_by_run()
        files: dict[str, list[GraphFile]] = defaultdict(list)
        in_log = [file for file in self._files_of_log() if of_run in {None, file.run}]
        self._files.prepare(in_log)
        for file in in_log:
            files[file.run].append(file)
        for run in self._store.each_run() if holders or files else ():
            if of_run not in {None, run.name}:
                continue
            if run.id in holders:
                own = list(self._events.of_run(run.id, run.name))
                yield from self._without_repeats(own, deadline)
            for file in files.pop(run.name, ()):
                yield from self._files.of_file(file)
        for file in (file for others in files.values() for file in others):
            yield from self._files.of_file(file)

    def resolve(self, graph_id: str, check: CancelCheck = never_cancelled) -> GraphHandle:
        """Return the handle of an id; its run's name is empty if event files hold the graph.

        The id `BEFORE~AFTER` is that of a comparison: both graphs as one. Handles are cached. An id
        is resolved again after a change of the store, and its handle is replaced after a change of
        its files.

        Raises:
            CancelledError: `check` raised it.
            NotFoundError: there is no such graph, or its bytes cannot be read now.
        """
        before, is_comparison, after = graph_id.partition(SEPARATOR)
        if is_comparison:
            pair = self.resolve(before, check), self.resolve(after, check)
            return ComparisonHandle(*pair, self._comparisons)
        generation = self._store.generation
        cached = self._handles.find(graph_id)
        handle = cached[1] if cached and cached[1].is_current() else None
        if cached and handle and cached[0] == generation:
            return handle
        prefix = RunId(graph_id.rpartition("-")[0])
        files: list[GraphFile] = []
        if prefix == UPLOADS:
            files = self.uploads.files()
        elif prefix == FILES:
            files = [*self._given, *self._files_of_log()]
            self._files.prepare(files)
        of_files = (entry for file in files for entry in self._files.of_file(file, check))
        entries = chain(of_files, self._events.of_run(prefix))
        entry = next((entry for entry in entries if entry.id == graph_id), None)
        if entry is None:
            raise NotFoundError("There is no such graph (any more); choose another from the list.")
        if handle is None or handle.entry != entry:
            handle = GraphHandle(entry, self._pool, self._summaries, self._trainable)
        self._handles.put(graph_id, (generation, handle))
        return handle

    def open(
        self,
        graph_id: str,
        grouping: Grouping = DEFAULT_GROUPING,
        check: CancelCheck = never_cancelled,
    ) -> PreparedGraph:
        """Resolve an id and return its prepared graph: see `GraphHandle.graph`.

        Raises:
            CancelledError: `check` raised it; the reading continues for other callers.
            DamagedDataError: the bytes hold no graph.
            NotFoundError: there is no such graph, or its bytes cannot be read now.
        """
        return self.resolve(graph_id, check).graph(grouping, check)

    def outcome(self, entry: GraphEntry, check: CancelCheck = never_cancelled) -> Outcome:
        """Return the summary of a graph, or the error if it cannot be read.

        Raises:
            CancelledError: `check` raised it; the reading continues for other callers.
        """
        return self._summaries.outcome(entry, check)

    def find_summaries(
        self, entries: Sequence[GraphEntry], seconds: float | None = None
    ) -> list[Outcome | None]:
        """Return the summaries known within a number of seconds: see `Summaries.find`."""
        return self._summaries.find(entries, seconds)

    def models(self, seconds: float | None = None) -> list[RunModel]:
        """Return the model of each run with a graph: see `Models.find`."""
        holders = self._events.keys_by_run()
        mains = [
            main_graph(self._events.of_run(run.id, run.name))
            for run in self._store.each_run()
            if run.id in holders
        ]
        return self._models.find([entry for entry in mains if entry is not None], seconds)

    def are_being_read(self) -> bool:
        """Return whether a later list will hold more summaries."""
        return self._summaries.are_being_read()

    def upload(
        self, path: Path, name: str, check: CancelCheck = never_cancelled
    ) -> list[GraphEntry]:
        """Add an uploaded file, and return its graphs.

        Raises:
            CancelledError: `check` raised it.
        """
        return list(self._files.of_file(self.uploads.add(path, name), check))

    def _files_of_log(self) -> Iterator[GraphFile]:
        for searched in self._store.searched:
            if searched.graph_files:
                runs = frozenset(run.name for run in self._store.each_run())
                for path in searched.graph_files:
                    yield graph_file_of(searched.root, path, runs)

    def _without_repeats(
        self, entries: Sequence[GraphEntry], deadline: float | None
    ) -> Iterator[GraphEntry]:
        """Leave out graphs that repeat another of the same tag, or that are still being read.

        None is read before the first one that may repeat another.
        """
        known: frozenset[str] | None = None
        for entry in entries:
            if entry.may_repeat and known is None:
                known = self._find_repeats(entries, deadline)
            if not entry.may_repeat or entry.id not in (known or ()):
                yield entry

    def _find_repeats(
        self, entries: Sequence[GraphEntry], deadline: float | None
    ) -> frozenset[str]:
        """Return the ids of those that repeat another, or that are still being read."""
        if deadline is None:
            return self._repeated.find(entries)
        outcomes = self._summaries.find(entries, max(deadline - monotonic(), 0))
        content = {
            entry.id: content_of(outcome)
            for entry, outcome in zip(entries, outcomes, strict=True)
            if outcome is not None
        }
        originals = [entry for entry in entries if not entry.may_repeat]
        known = {(entry.tag, content.get(entry.id)) for entry in originals}
        unread_tags = {entry.tag for entry in originals if entry.id not in content}
        return frozenset(
            entry.id
            for entry in entries
            if entry.may_repeat
            and (
                entry.tag in unread_tags
                or entry.id not in content
                or (entry.tag, content[entry.id]) in known
            )
        )
