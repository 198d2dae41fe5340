"""Runs and tags as TensorBoard's clients name them: a run by its name."""

from typing import Any

from scopeboard.errors import NotFoundError
from scopeboard.store.contents import run_id_of
from scopeboard.store.find_scalars import Finder
from scopeboard.store.logged_values import BlobSeries, LoggedValues
from scopeboard.store.query import Question, select
from scopeboard.store.raw_points import RawPoints
from scopeboard.store.read_blocks import DamagedBlockError
from scopeboard.store.store import Store
from scopeboard.types import Kind, RunId, TagKey


class Logs:
    """Answers from what is newest in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._logged = LoggedValues(store)

    def run_names(self) -> list[str]:
        """Return all runs, by the time of their first event and then by name."""
        return [run.name for run in self.store.each_run()]

    def tags(self, kind: Kind) -> dict[str, dict[str, dict[str, Any]]]:
        """Return the tags of a kind by run, with what their authors say of them."""
        names = {run.id: run.name for run in self.store.each_run()}
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for tag in self.store.tags(kind):
            said = {
                "displayName": tag.display_name or tag.key.tag,
                "description": tag.description,
            }
            for run in tag.runs:
                if run in names:
                    found.setdefault(names[run], {})[tag.key.tag] = said
        return found

    def scalars(self, run: str, tag: str) -> RawPoints:
        """Return the points of a time series by step.

        Raises:
            NotFoundError: the run does not have it.
        """
        while True:
            snapshot = self.store.snapshot()
            found = Finder(snapshot).find(tag, [run_id_of(run)])
            if found is None or not found.runs:
                raise NotFoundError(f"No scalar data for run={run!r}, tag={tag!r}.")
            try:
                return select(found.part, Question(points=0), snapshot.read).raw
            except DamagedBlockError as error:
                self.store.read_again(error.files)

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
