"""Runs, tags and series of a store by the names that TensorBoard's clients use."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from typing import Any, Final, TypeVar

from scopeboard.compat.http.answer import with_nonfinite_as_text
from scopeboard.compat.http.downsampling import Sampling
from scopeboard.errors import NotFoundError
from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.points import RawPoints
from scopeboard.store.query.query import QueryPlan, SeriesQuery
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, Failure, LoggedValues, read_values
from scopeboard.text.markdown import CostlyTextError, rendered
from scopeboard.types import Kind, RunId, TagKey, run_id_of

Value = TypeVar("Value")
_EVERY_POINT: Final = SeriesQuery(points=0, order="logged")


class LogReader:
    """Reads the newest snapshot of a store; `sampling` limits the steps per series."""

    def __init__(self, store: Store, sampling: Sampling | None = None) -> None:
        self.store = store
        self.sampling = sampling or Sampling({})
        self._logged = LoggedValues(store)

    def run_names(self) -> list[str]:
        """Return the names of all runs, by the time of the first event and then by name."""
        return [run.name for run in self.store.each_run()]

    def tags(self, kind: Kind) -> dict[str, dict[str, dict[str, Any]]]:
        """Return the tags of a kind by run, with their display names and descriptions."""
        names = {run.id: run.name for run in self.store.each_run()}
        tags = self.store.tags(kind)
        infos: dict[str, dict[str, dict[str, Any]]] = {}
        for tag in tags:
            info = {"displayName": tag.key.tag, "description": ""}
            for run in tag.runs:
                if run in names:
                    infos.setdefault(names[run], {})[tag.key.tag] = info
        if any(tag.display_name or tag.description for tag in tags):
            for run, name, metadata in self.store.logged_tags(kind):
                if run in names:
                    infos.setdefault(names[run], {})[name] = {
                        "displayName": metadata.display_name or name,
                        "description": description_html(metadata.description),
                    }
        return infos

    def scalars(self, run: str, tag: str) -> RawPoints:
        """Return the points of a time series as they were logged.

        Raises:
            NotFoundError: the run does not have it.
        """
        for _, points in self.scalars_of_runs(tag, [run]):
            return points
        raise NotFoundError(f"No scalar data for run={run!r}, tag={tag!r}")

    def scalars_of_runs(
        self, tag: str, runs: Iterable[str] | None = None
    ) -> Iterator[tuple[str, RawPoints]]:
        """Yield the name and the logged points of each run that has a tag.

        Runs come in the order of the store, a few in memory at a time. None selects all runs.
        """
        names: dict[RunId, str]
        if runs is None:
            names = {run.id: run.name for run in self.store.each_run()}
        else:
            names = {run_id_of(run): run for run in runs}
        while names:
            snapshot = self.store.snapshot()
            series = SeriesIndex(snapshot).find(tag, names)
            if series is None or not series.runs:
                return
            ids = iter(series.runs)
            try:
                for portion in QueryPlan(series, _EVERY_POINT, snapshot.read).portions():
                    raw, begin = portion.raw, 0
                    for end in portion.raw_ends.tolist():
                        rows = slice(begin, end)
                        points = RawPoints(
                            raw.step[rows], raw.wall_time[rows], raw.value[rows], None
                        )
                        yield names.pop(next(ids)), points
                        begin = end
            except DamagedBlockError as error:
                self.store.invalidate_files(error.files)
            else:
                return

    def logged(self, kind: Kind, run: str, tag: str) -> BlobSeries:
        """Return the series of a tag whose values stay in event files.

        Raises:
            NotFoundError: the run does not have it.
        """
        return self.logged_by_id(kind, run_id_of(run), tag)

    def logged_by_id(self, kind: Kind, run: RunId, tag: str) -> BlobSeries:
        """Return the series of a tag, given the id of its run.

        Raises:
            NotFoundError: the run does not have it.
        """
        for series in self._logged.find(TagKey(kind, tag), [run]):
            return series
        raise NotFoundError(f"This run has no {kind} {tag!r}.")


def read_steps(
    series: BlobSeries, read: ReadValue[Value]
) -> Iterator[tuple[float | str, int, Value]]:
    """Yield wall time (as in JSON), step and value of each step that can be read."""
    values = read_values(series, range(len(series)), read)
    times, steps = with_nonfinite_as_text(series.wall_time), series.step.tolist()
    for wall_time, step, value in zip(times, steps, values, strict=True):
        if not isinstance(value, Failure):
            yield wall_time, step, value


@lru_cache(maxsize=4096)
def description_html(description: str) -> str:
    """Return the description of a tag as HTML without scripts and external resources."""
    try:
        return rendered(description).rstrip("\n") if description else ""
    except CostlyTextError:
        return escape(description, quote=False)
