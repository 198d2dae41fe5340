"""Where given steps of a series are on its axis, such as those that viewers comment on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.expressions.computed_series import ComputedSeries


@dataclass(frozen=True, slots=True)
class StepPlaces:
    """The positions of steps; each column [n], by step.

    Attributes:
        run: the id of the run.
        x: float64, the position of the last point at or before the step.
        step: int64, the step that was given.
    """

    run: str
    x: Floats
    step: Ints


def find_places(series: ComputedSeries, steps: Sequence[int]) -> StepPlaces:
    """Return the positions of the steps that the series reaches: others have none.

    A step between two points is where the first of them is. Of several points of a step, the last
    one by wall time counts.

    Args:
        series: a series over any axis.
        steps: within int64, in any order.
    """
    wanted = np.unique(np.array(steps, np.int64))
    if not len(series.step):
        return StepPlaces(series.run, np.empty(0), wanted[:0])
    order = np.lexsort((series.wall_time, series.step))
    step = series.step[order]
    wanted = wanted[(wanted >= step[0]) & (wanted <= step[-1])]
    rows = order[np.searchsorted(step, wanted, "right") - 1]
    return StepPlaces(series.run, series.x[rows].astype(np.float64), wanted)
