"""The snapshot of tags and runs from which a download is written."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues
from scopeboard.types import Kind, RunId, TagKey


@dataclass(frozen=True, slots=True)
class ExportSnapshot:
    """Tags of a kind, the names of all listed runs, and the index of their series."""

    finder: SeriesIndex
    kind: Kind
    tags: list[str]
    names: Mapping[RunId, str]

    def name_of(self, run: str) -> str:
        """Return the name of a run, or its id if it is no longer listed."""
        return self.names.get(RunId(run), run)

    def series(
        self, logged: LoggedValues, runs: Collection[str] | None, *, superseded: bool = False
    ) -> Iterator[BlobSeries]:
        """Yield the series with existing or lost values in `runs` (ids; None for all)."""
        for tag in self.tags:
            key = TagKey(self.kind, tag)
            for series in logged.find(key, runs, superseded=superseded, finder=self.finder):
                if series.run in self.names and (len(series) or series.lost):
                    yield series


def export_snapshot(store: Store, kind: Kind, tags: list[str] | None) -> ExportSnapshot:
    """Return a snapshot of `tags`, or of all tags of the kind."""
    finder = SeriesIndex(store.snapshot())  # first, so that the lists include all of its series
    tags = tags or [summary.key.tag for summary in store.tags(kind)]
    return ExportSnapshot(finder, kind, tags, {run.id: run.name for run in store.each_run()})


def lost_values_message(series: BlobSeries) -> str:
    """Return the message for values of a series that cannot be found."""
    count = "1 value" if series.lost == 1 else f"{series.lost:,} values"
    return (
        f"{count} could not be found: a file was removed, or a part of the index is damaged and is "
        "being read again. Download again once loading has finished."
    )
