"""A log that is read here, as `Log` needs it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from time import time
from typing import TYPE_CHECKING

from scopeboard.diagnostics.training_state import RunFacts, TrainingStates, training_times
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.following.changes import Changes, FollowedLog, find_changes
from scopeboard.following.cursor import Cursor
from scopeboard.logs.index.moment import Moment
from scopeboard.logs.index.run_warnings import find_warnings
from scopeboard.logs.index.scalars import read_metrics, read_points
from scopeboard.logs.index.values import find_series
from scopeboard.logs.run_facts import LoggedRun, logged_runs
from scopeboard.logs.run_metrics import TagMetrics
from scopeboard.logs.run_warnings import Subject
from scopeboard.logs.scalars import SeriesPoints
from scopeboard.logs.values.sequence import ValueSeries
from scopeboard.logs.view import LoggedGraph, LogView
from scopeboard.state.saved_parts import SavedParts
from scopeboard.store.query.axis import Range
from scopeboard.store.query.contents import FileList, SeriesList, list_files, list_series
from scopeboard.store.store import Store
from scopeboard.types import Kind, LogWarning, RunId

if TYPE_CHECKING:  # half of all imports
    from scopeboard.graph.catalog.catalog import LoggedGraphs
    from scopeboard.logs.graph_source import GraphSource


class IndexView(LogView):
    """The log in a store at this moment; a later reading changes the store.

    Args:
        store: what was read.
        saved: what users of the dashboard have saved.
        name: that of the log directory.
    """

    def __init__(self, store: Store, saved: SavedParts, name: str) -> None:
        self._moment = Moment(store)
        self._saved = saved
        self._name = name

    @property
    def generation(self) -> int:
        """That of the store."""
        return self._moment.generation

    @property
    def names(self) -> Mapping[RunId, str]:
        """The name of each run by its id."""
        return self._moment.names

    def tags(self, kind: Kind) -> list[str]:
        """Return the tags of a kind by name."""
        return self._moment.tags(kind)

    def runs_of_tags(self, kind: Kind) -> Mapping[str, Collection[RunId]]:
        """Return the runs that have each tag of a kind."""
        return {tag.key.tag: tag.runs for tag in self._moment.store.tags(kind)}

    def most_lines(self) -> int:
        """Return the number of runs that have scalars of the most frequent tag."""
        return self._moment.store.most_lines()

    def runs(self) -> list[LoggedRun]:
        """Return what is known of all runs."""
        summaries = self._moment.runs
        facts = [RunFacts.of(run) for run in summaries]
        parts = LogTrainings().find(facts)
        statuses = TrainingStates().derive(training_times(facts, parts), time())
        return logged_runs(summaries, parts, statuses, self._saved, self._name)

    def metrics(self, tag: str, runs: Sequence[RunId]) -> TagMetrics:
        """Return the metrics of a tag in runs."""
        return read_metrics(self._moment, tag, runs)

    def warnings(self, runs: Sequence[LoggedRun]) -> Iterable[tuple[RunId, Subject]]:
        """Return the subject of each warning."""
        return find_warnings(self._moment, runs)

    def models(self) -> Mapping[RunId, str]:
        """Return a text for the main graph of each run, equal for equal models."""
        return {each.run_id: each.hash for each in self._graphs.models() if each.hash}

    def points(
        self, tags: Sequence[str], runs: Sequence[RunId] | None, steps: Range, *, superseded: bool
    ) -> SeriesPoints:
        """Return the points of tags in runs."""
        return read_points(self._moment, tags, runs, steps, superseded=superseded)

    def values(
        self,
        kind: Kind,
        tags: Sequence[str],
        runs: Sequence[RunId] | None,
        steps: Range,
        *,
        superseded: bool,
        may_be_lost: bool,
    ) -> list[tuple[str, ValueSeries]]:
        """Return the series of tags in runs."""
        return find_series(
            self._moment, kind, tags, runs, steps, superseded=superseded, may_be_lost=may_be_lost
        )

    def changes(
        self, cursor: Cursor, tags: Sequence[str], runs: Sequence[RunId], *, superseded: bool
    ) -> tuple[Changes | None, bool]:
        """Return changes since a cursor, and whether there can be no others."""
        moment = self._moment
        log = FollowedLog(moment.finder, moment.names, moment.store.find_file_path)
        return find_changes(log, cursor, tags, runs, superseded=superseded)

    def series(self) -> SeriesList:
        """Return all series."""
        return list_series(self._moment.finder.snapshot, list(self.names))

    def files(self) -> FileList:
        """Return all event files."""
        find = self._moment.store.find_run_files
        return list_files(self._moment.finder.snapshot, list(self.names), find)

    def damage(self) -> list[tuple[str, LogWarning]]:
        """Return what could not be read."""
        return [(run.name, warning) for run in self._moment.runs for warning in run.warnings]

    def notices(self) -> list[str]:
        """Return sentences about the log as a whole."""
        found = []
        store = self._moment.store
        for searched in store.searched:
            if searched.absence:
                found.append(f"{searched.path}: {searched.absence.message}")
            found += [searched.too_deep_message] if searched.too_deep else []
            found += [searched.unreadable_message] if searched.unreadable else []
        return [*found, *(notice.message for notice in store.notices)]

    def graphs(self, run: str | None = None) -> Iterator[LoggedGraph]:
        """Return the graphs in the order of the dashboard."""
        from scopeboard.logs.index.graph import each_graph  # noqa: PLC0415 - half of all imports

        return each_graph(self._graphs, run)

    def open_graph(self, graph: LoggedGraph) -> "GraphSource":
        """Return a graph."""
        from scopeboard.logs.index.graph import StoredGraph  # noqa: PLC0415 - likewise

        return StoredGraph(self._moment.store, self._graphs, graph.id)

    @cached_property
    def _graphs(self) -> "LoggedGraphs":
        from scopeboard.graph.catalog.catalog import LoggedGraphs  # noqa: PLC0415 - likewise

        return LoggedGraphs(self._moment.store)
