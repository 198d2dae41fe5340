"""Find the values of tags in runs of a log that is read here."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.events.decode.batch import BlobColumns
from scopeboard.events.decode.sent_value import Decode
from scopeboard.logs.index.moment import Moment
from scopeboard.logs.values.sequence import Read, ValueSeries
from scopeboard.store.query.axis import Range
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import Kind, RunId, TagKey


class StoredSeries:
    """The values of one tag in one run, which stay in their event files."""

    def __init__(self, series: BlobSeries) -> None:
        self._series = series

    @property
    def tag(self) -> str:
        """The tag."""
        return self._series.key.tag

    @property
    def step(self) -> Ints:
        """The steps, int64 [values], ascending."""
        return self._series.step

    @property
    def wall_time(self) -> Floats:
        """The wall times, float64 [values], in seconds since the epoch."""
        return self._series.wall_time

    def __len__(self) -> int:
        return len(self._series)

    def value(self, position: int, decode: Decode[Read]) -> Read:
        """Return the value at a position; see `ValueSeries`."""
        metadata = self._series.metadata
        return read_value(self._series, position, lambda value: decode(value, metadata))


def find_series(
    moment: Moment,
    kind: Kind,
    tags: Sequence[str],
    runs: Sequence[RunId] | None,
    steps: Range,
    *,
    superseded: bool,
    may_be_lost: bool,
) -> list[tuple[str, ValueSeries]]:
    """Return the series of tags in runs with the names of the runs; see `LogView.values`.

    Raises:
        DamagedBlockError: a block is damaged, and none may be lost; its file is read again then.
    """
    logged, found = LoggedValues(moment.store), list[tuple[str, ValueSeries]]()
    rank_of = {run: rank for rank, run in enumerate(moment.names)}
    for tag in tags:
        key = TagKey(kind, tag)
        series = logged.find(key, runs, superseded=superseded, finder=moment.finder)
        listed = [each for each in series if each.run in rank_of]
        if not may_be_lost and any(each.lost for each in listed):
            raise DamagedBlockError([])
        for each in sorted(listed, key=lambda one: rank_of[one.run]):
            rows = np.flatnonzero(steps.holds(each.step))
            columns = BlobColumns._make(column[rows] for column in each.columns)
            within = replace(each, columns=columns, file=each.file[rows])
            found.append((moment.names[each.run], StoredSeries(within)))
    return found
