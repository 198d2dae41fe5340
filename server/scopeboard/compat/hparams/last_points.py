"""The last point of many time series."""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from scopeboard.compat.http.log_reader import LogReader
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.metrics import last_wall_times, metrics_of
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.types import run_id_of


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
        points = {}
        try:
            for tag in tags:
                series = finder.find(tag, names)
                if series is None or not series.runs:
                    continue
                metrics = metrics_of(series, finder.snapshot.read)
                times = last_wall_times(series, finder.snapshot.read)
                for row in np.flatnonzero(metrics.is_there).tolist():
                    points[names[series.runs[row]], tag] = LastPoint(
                        float(metrics.last[row]), int(metrics.last_step[row]), float(times[row])
                    )
        except DamagedBlockError as error:
            logs.store.invalidate_files(error.files)
        else:
            return points
