"""A log that is read here, at one moment."""

from functools import cached_property

from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import Kind, RunId


class Moment:
    """The log at one moment.

    Attributes:
        store: what was read; a later reading changes it.
        finder: the series of this moment.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.generation = store.generation
        self.finder = SeriesIndex(store.snapshot())
        self._tags: dict[Kind, list[str]] = {}

    @cached_property
    def runs(self) -> list[RunSummary]:
        """All runs by the time of their first event, then by name."""
        return self.store.runs()

    @cached_property
    def names(self) -> dict[RunId, str]:
        """The name of each run by its id, in the same order."""
        return {run.id: run.name for run in self.runs}

    def tags(self, kind: Kind) -> list[str]:
        """Return the tags of a kind by name."""
        if kind not in self._tags:
            self._tags[kind] = [tag.key.tag for tag in self.store.tags(kind)]
        return self._tags[kind]
