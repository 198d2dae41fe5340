"""Where the value of a series changes, such as a learning rate or an epoch."""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.expressions.computed_series import ComputedSeries


@dataclass(frozen=True, slots=True)
class ValueChanges:
    """The changes of a series by step; each column [n].

    Attributes:
        run: the id of its run.
        total: the number of changes; the columns are empty if there are more than requested.
        x: float64, the position of the first point with the new value.
        step: int64, its step.
        wall_time: float64, its time in seconds since the epoch.
        before: float64, the value before.
        value: float64, the new value.
    """

    run: str
    total: int
    x: Floats
    step: Ints
    wall_time: Floats
    before: Floats
    value: Floats


def find_changes(series: ComputedSeries, most: int) -> ValueChanges:
    """Return the changes of a series if there are at most `most`; NaN is equal to itself."""
    order = np.lexsort((series.wall_time, series.step))
    value = series.value[order]
    is_same = (value[1:] == value[:-1]) | (np.isnan(value[1:]) & np.isnan(value[:-1]))
    changed = np.flatnonzero(~is_same) + 1
    total = len(changed)
    if total > most:
        changed = changed[:0]
    rows = order[changed]
    return ValueChanges(
        run=series.run,
        total=total,
        x=series.x[rows].astype(np.float64),
        step=series.step[rows],
        wall_time=series.wall_time[rows],
        before=value[changed - 1],
        value=value[changed],
    )
