"""Runs and tags as TensorBoard's clients name them: a run by its name."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from typing import Any, Final

from scopeboard.compat.http.downsampling import Sampling
from scopeboard.errors import NotFoundError
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.points import RawPoints
from scopeboard.store.query.query import QueryPlan, Selection, SeriesQuery
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.text.markdown import CostlyTextError, rendered
from scopeboard.types import Kind, RunId, TagKey, run_id_of

_EVERY_POINT: Final = SeriesQuery(points=0, order="logged")


class Logs:
    """Answers from what is newest in a store; `sampling` says how many steps of a series."""

    def __init__(self, store: Store, sampling: Sampling | None = None) -> None:
        self.store = store
        self.sampling = sampling or Sampling({})
        self._logged = LoggedValues(store)

    def run_names(self) -> list[str]:
        """Return all runs, by the time of their first event and then by name."""
        return [run.name for run in self.store.each_run()]

    def tags(self, kind: Kind) -> dict[str, dict[str, dict[str, Any]]]:
        """Return the tags of a kind by run, with what their authors say of them."""
        names = {run.id: run.name for run in self.store.each_run()}
        tags = self.store.tags(kind)
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for tag in tags:
            said = _said(tag.key.tag, "", "")
            for run in tag.runs:
                if run in names:
                    found.setdefault(names[run], {})[tag.key.tag] = said
        if any(tag.display_name or tag.description for tag in tags):
            for run, name, metadata in self.store.logged_tags(kind):
                if run in names:
                    said = _said(name, metadata.display_name, metadata.description)
                    found.setdefault(names[run], {})[name] = said
        return found

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
        """Yield the name and the points, as logged, of each run (None: of all) that has a tag.

        Runs come in their order; a few runs' points are held at a time.
        """
        names = self._names(runs)
        while names:
            snapshot = self.store.snapshot()
            found = SeriesIndex(snapshot).find(tag, names)
            if found is None or not found.runs:
                return
            ids = iter(found.runs)
            try:
                for portion in QueryPlan(found, _EVERY_POINT, snapshot.read).portions():
                    for points in _by_series(portion):
                        yield names.pop(next(ids)), points
            except DamagedBlockError as error:
                self.store.invalidate_files(error.files)
            else:
                return

    def _names(self, runs: Iterable[str] | None) -> dict[RunId, str]:
        if runs is None:
            return {run.id: run.name for run in self.store.each_run()}
        return {run_id_of(run): run for run in runs}

    def logged(self, kind: Kind, run: str, tag: str) -> BlobSeries:
        """Return where the values of a tag are that stay in event files.

        Raises:
            NotFoundError: the run does not have them.
        """
        return self.logged_by_id(kind, run_id_of(run), tag)

    def logged_by_id(self, kind: Kind, run: RunId, tag: str) -> BlobSeries:
        """Return the same of a run by its id."""
        for series in self._logged.find(TagKey(kind, tag), [run]):
            return series
        raise NotFoundError(f"This run has no {kind} {tag!r}.")


def _by_series(portion: Selection) -> Iterator[RawPoints]:
    raw, begin = portion.raw, 0
    for end in portion.raw_ends.tolist():
        part = slice(begin, end)
        yield RawPoints(raw.step[part], raw.wall_time[part], raw.value[part], None)
        begin = end


def _said(tag: str, display_name: str, description: str) -> dict[str, Any]:
    return {"displayName": display_name or tag, "description": html_of(description)}


@lru_cache(maxsize=4096)
def html_of(description: str) -> str:
    """Return what an author says of a tag as HTML that loads and runs nothing."""
    try:
        return rendered(description).rstrip("\n") if description else ""
    except CostlyTextError:
        return escape(description, quote=False)
