"""The last point of many time series."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from scopeboard.compat.http.log_reader import LogReader
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.metrics import last_wall_times, metrics_of
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.types import RunId, run_id_of


class LastPoint(NamedTuple):
    """A point; its wall time in seconds since the epoch."""

    value: float
    step: int
    wall_time: float


def last_points(
    logs: LogReader, runs: Collection[str], tags: Collection[str]
) -> dict[tuple[str, str], LastPoint]:
    """Return the last point of each of these tags in each of these runs that has it."""
    names = {run_id_of(run): run for run in runs}
    while True:
        finder = SeriesIndex(logs.store.snapshot())
        try:
            return {key: point for tag in tags for key, point in _of_tag(finder, tag, names)}
        except DamagedBlockError as error:
            logs.store.invalidate_files(error.files)


def _of_tag(
    finder: SeriesIndex, tag: str, names: Mapping[RunId, str]
) -> Iterator[tuple[tuple[str, str], LastPoint]]:
    """Yield the run and the tag of each series with its last point."""
    series = finder.find(tag, names)
    if series is None or not series.runs:
        return
    metrics = metrics_of(series, finder.snapshot.read)
    times = last_wall_times(series, finder.snapshot.read)
    for row in np.flatnonzero(metrics.is_there).tolist():
        point = LastPoint(float(metrics.last[row]), int(metrics.last_step[row]), float(times[row]))
        yield (names[series.runs[row]], tag), point
