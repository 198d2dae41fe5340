"""What a file is made of, as it is at one moment, however long it takes to write the file."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.types import Kind, RunId, TagKey


@dataclass(frozen=True, slots=True)
class Moment:
    """Tags of a kind, the names of all runs that are listed, and what finds their series."""

    finder: SeriesIndex
    kind: Kind
    tags: list[str]
    names: Mapping[RunId, str]

    def name_of(self, run: str) -> str:
        """Return the name of a run, or its id where it is listed no more."""
        return self.names.get(RunId(run), run)

    def series(
        self, logged: LoggedValues, runs: Collection[str] | None, *, superseded: bool = False
    ) -> Iterator[BlobSeries]:
        """Yield the series of the tags in `runs` (ids; None for all) that have, or lost, values."""
        for tag in self.tags:
            key = TagKey(self.kind, tag)
            found = logged.find(key, runs, superseded=superseded, finder=self.finder)
            yield from (
                each for each in found if each.run in self.names and (len(each) or each.lost)
            )


def moment_of(store: Store, kind: Kind, tags: list[str] | None) -> Moment:
    """Return what is there now of `tags`, of all of the kind where none are named."""
    finder = SeriesIndex(store.snapshot())  # first, so that what it finds is in the lists
    tags = tags or [each.key.tag for each in store.tags(kind)]
    return Moment(finder, kind, tags, {run.id: run.name for run in store.each_run()})


def told_of_lost(series: BlobSeries) -> str:
    """Return a sentence on the values of a series that cannot be found."""
    many = "1 value" if series.lost == 1 else f"{series.lost:,} values"
    return (
        f"{many} could not be found: a file has gone, or a part of the index is damaged and is "
        "read again. Download again once all has been read."
    )
