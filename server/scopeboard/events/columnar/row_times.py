"""The first and last wall time of rows, and their largest step."""

from typing import Final, NamedTuple

import numpy as np

from scopeboard.events.columnar.plain_events import EventRows
from scopeboard.events.columnar.template_set import TemplateSet

_NO_STEP: Final = -1  # rows have no negative steps: `plain_events` skips varints that long


class RowTimes(NamedTuple):
    """The first and last row's record and wall time, and the largest step of a summary, if any."""

    first: int
    last: int
    first_wall_time: float
    last_wall_time: float
    last_step: int | None


def row_times(templates: TemplateSet, rows: EventRows, bounds: list[int]) -> list[RowTimes | None]:
    """Return the times of the rows between each two bounds; None where there are no rows.

    `bounds` ascend from 0 to the number of rows.
    """
    edges = np.array(bounds)
    filled = np.flatnonzero(edges[1:] > edges[:-1])
    times: list[RowTimes | None] = [None] * (len(bounds) - 1)
    if not len(filled):
        return times
    first, last = edges[filled], edges[filled + 1] - 1
    steps = np.where(templates.are_summaries[rows.template], rows.step, _NO_STEP)
    columns = (
        rows.record[first].tolist(),
        rows.record[last].tolist(),
        rows.wall_time[first].tolist(),
        rows.wall_time[last].tolist(),
        np.maximum.reduceat(steps, first).tolist(),
    )
    for part, record, end, begun, ended, step in zip(filled.tolist(), *columns, strict=True):
        last_step = None if step == _NO_STEP else step
        times[part] = RowTimes(record, end, begun, ended, last_step)
    return times
