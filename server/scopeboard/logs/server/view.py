"""The log of a server, as `Log` needs it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from time import sleep
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scopeboard.diagnostics.examine import MAX_SERIES
from scopeboard.following.changes import Changes
from scopeboard.following.cursor import Cursor
from scopeboard.logs.run_facts import LoggedRun
from scopeboard.logs.run_metrics import TagMetrics
from scopeboard.logs.run_warnings import FILE_ERROR, Subject, batches_of_runs
from scopeboard.logs.scalars import SeriesPoints
from scopeboard.logs.server.changes import read_changes
from scopeboard.logs.server.client import ServerClient
from scopeboard.logs.server.points import read_metrics, read_points
from scopeboard.logs.server.runs import RunListing, read_runs
from scopeboard.logs.server.values import list_values
from scopeboard.logs.values.sequence import ValueSeries
from scopeboard.logs.view import LoggedGraph, LogView
from scopeboard.state.saved_parts import SavedParts
from scopeboard.store.progress import SearchedDirectory
from scopeboard.store.query.axis import Range
from scopeboard.store.query.contents import FileList, SeriesList
from scopeboard.types import Kind, LogWarning, RunId

if TYPE_CHECKING:  # half of all imports
    from scopeboard.logs.graph_source import GraphSource

_POLL_SECONDS: Final = 0.2
_MAX_RUNS: Final = 1000  # of one request for warnings


class ServerView(LogView):
    """The runs and tags of a server at one moment; points and values are of each request.

    Args:
        client: sends requests.
        saved: what users of the dashboard have saved.
        status: that of the server.

    Attributes:
        name: the name of the log directory.
    """

    def __init__(self, client: ServerClient, saved: SavedParts, status: dict[str, Any]) -> None:
        self._client = client
        self._saved = saved
        self._status = status
        self._tags: dict[Kind, dict[str, list[RunId]]] = {}

    @cached_property
    def name(self) -> str:
        """The name of the log directory."""
        with self._client.understood():
            paths = [each["path"] for each in self._status["log_directories"]]
            return paths[0].replace("\\", "/").rpartition("/")[2] if paths else ""

    @property
    def generation(self) -> tuple[str, int]:
        """That of the server, and which server it is since its start."""
        return str(self._status["instance"]), int(self._status["generation"])

    @cached_property
    def names(self) -> Mapping[RunId, str]:
        """The name of each run by its id."""
        return {run.id: run.name for run in self._runs.summaries}

    @cached_property
    def _runs(self) -> RunListing:
        return self._read_runs()

    def _read_runs(self) -> RunListing:
        answer = self._client.json("/api/runs")
        with self._client.understood():
            return read_runs(answer)

    def tags(self, kind: Kind) -> list[str]:
        """Return the tags of a kind by name."""
        return list(self.runs_of_tags(kind))

    def runs_of_tags(self, kind: Kind) -> Mapping[str, Collection[RunId]]:
        """Return the runs that have each tag of a kind."""
        if kind not in self._tags:
            answer = self._client.json("/api/tags", [("kind", kind)])
            with self._client.understood():
                self._tags[kind] = {tag["tag"]: tag["runs"] for tag in answer["tags"]}
        return self._tags[kind]

    def most_lines(self) -> int:
        """Return the number of runs that have scalars of the most frequent tag."""
        return self._runs.most_lines

    def runs(self) -> list[LoggedRun]:
        """Return what is known of the runs now; what is gone stays as it was."""
        now = {run.id: run for run in self._read_runs().logged(self._saved, self.name)}
        if now.keys() == self.names.keys():
            return list(now.values())
        before = self._runs.logged(self._saved, self.name)
        return [now.get(run.id, run) for run in before]

    def metrics(self, tag: str, runs: Sequence[RunId]) -> TagMetrics:
        """Return the metrics of a tag in runs."""
        return read_metrics(self._client, tag, runs)

    def warnings(self, runs: Sequence[LoggedRun]) -> Iterator[tuple[RunId, Subject]]:
        """Yield the subject of each warning."""
        name_of = {run.id: run.name for run in runs}
        for run in runs:
            if run.summary.warnings:
                yield run.id, (FILE_ERROR, run.name, None)
        size = min(_MAX_RUNS, max(1, MAX_SERIES // max(1, len(self.tags("scalars")))))
        for batch in batches_of_runs(runs, size):
            query = [("run", run.id) for run in batch[:_MAX_RUNS]]
            answer = self._client.json("/api/warnings", query)
            with self._client.understood():
                for each in answer["warnings"]:
                    if each["kind"] != FILE_ERROR:
                        run_id = RunId(each["run"])
                        yield run_id, (each["kind"], name_of[run_id], each["tag"])

    def models(self) -> Mapping[RunId, str]:
        """Return a text for the main graph of each run, once the server has read all of them."""
        while True:
            answer = self._client.json("/api/graphs/models")
            with self._client.understood():
                if not answer["reading"]:
                    return {each["run"]: each["hash"] for each in answer["models"] if each["hash"]}
            sleep(_POLL_SECONDS)

    def points(
        self, tags: Sequence[str], runs: Sequence[RunId] | None, steps: Range, *, superseded: bool
    ) -> SeriesPoints:
        """Return the points of tags in runs."""
        return read_points(self._client, self, tags, runs, steps, superseded=superseded)

    def values(
        self,
        kind: Kind,
        tags: Sequence[str],
        runs: Sequence[RunId] | None,
        steps: Range,
        *,
        superseded: bool,
        may_be_lost: bool,  # noqa: ARG002 - the server reads files again
    ) -> list[tuple[str, ValueSeries]]:
        """Return the series of tags in runs."""
        return list_values(self._client, kind, tags, runs, self.names, steps, superseded=superseded)

    def changes(
        self, cursor: Cursor, tags: Sequence[str], runs: Sequence[RunId], *, superseded: bool
    ) -> tuple[Changes | None, bool]:
        """Return changes since a cursor, and whether there can be no others."""
        chosen = {run: self.names[run] for run in runs}
        listed = frozenset(self.names.values())
        gone = [run for run in cursor.files if run not in listed]
        return read_changes(self._client, cursor, tags, chosen, gone, superseded=superseded)

    @cached_property
    def _contents(self) -> dict[str, Any]:
        found: dict[str, Any] = self._client.json("/api/contents")
        return found

    def series(self) -> SeriesList:
        """Return all series."""
        contents = self._contents
        with self._client.understood():
            run, rows = self._listed(contents["series"]["run"])
            column = {name: _elements(each, rows) for name, each in contents["series"].items()}
            steps = (np.array(list(map(int, column[f"{end}_step"])), np.int64) for end in _ENDS)
            points = np.array(column["points"], np.int64)
            return SeriesList(run, column["tag"], column["kind"], points, *steps)

    def files(self) -> FileList:
        """Return all event files."""
        contents = self._contents
        with self._client.understood():
            run, rows = self._listed(contents["files"]["run"])
            column = {name: _elements(each, rows) for name, each in contents["files"].items()}
            numbers = (np.array(column[name], np.int64) for name in ("size", "read", "points"))
            return FileList(run, column["name"], *numbers)

    def _listed(self, runs: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the positions of runs in `names`, and the rows of those that are there."""
        rank_of = {run: rank for rank, run in enumerate(self.names)}
        ranks = [rank_of.get(run, -1) for run in self._contents["runs"]]
        rows = [row for row, run in enumerate(runs) if ranks[run] >= 0]
        return [ranks[runs[row]] for row in rows], rows

    def damage(self) -> list[tuple[str, LogWarning]]:
        """Return what could not be read."""
        return [(run.name, warning) for run in self._runs.summaries for warning in run.warnings]

    def notices(self) -> list[str]:
        """Return sentences about the log as a whole."""
        found, left_out = [], {"damaged_state"}
        with self._client.understood():
            notices = self._status["notices"]
            for each in self._status["log_directories"]:
                searched = SearchedDirectory(
                    each["path"], exists=True, entries=0, unreadable=each["unreadable"]
                )
                found += [f"{searched.path}: {each['message']}"] if each["message"] else []
                found += [one["message"] for one in notices if one["kind"] == "too_deep"]
                found += [searched.unreadable_message] if searched.unreadable else []
                left_out |= {"too_deep", each["reason"]}
            return found + [one["message"] for one in notices if one["kind"] not in left_out]

    def graphs(self, run: str | None = None) -> Iterator[LoggedGraph]:
        """Return the graphs in the order of the dashboard, once the server has read all."""
        while True:
            answer = self._client.json("/api/graphs")
            with self._client.understood():
                if not answer["reading"]:
                    found = [
                        LoggedGraph(
                            each["id"],
                            each["run"],
                            each["tag"],
                            each["kind"],
                            each["file"],
                            float(each["wall_time"]),
                        )
                        for each in answer["graphs"]
                    ]
                    return (each for each in found if run in {None, each.run})
            sleep(_POLL_SECONDS)

    def open_graph(self, graph: LoggedGraph) -> "GraphSource":
        """Return a graph."""
        from scopeboard.logs.server.graph import ServedGraph  # noqa: PLC0415 - half of all imports

        return ServedGraph(self._client, graph.id)


_ENDS: Final = ("first", "last")


def _elements(column: Sequence[Any], rows: Sequence[int]) -> list[Any]:
    return [column[row] for row in rows]
