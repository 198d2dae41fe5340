"""Join series of one run by step.

An exact series defines steps: a point of the result has a step that all of them have. The n-th
point of a step counted from the last belongs to the n-th of the others, so series that were logged
together join point by point, also where a step occurs several times, and otherwise the last value
of a step counts. The latest series only add values: to each point the last one at or before its
step. Points before the first value of such a series are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Floats, Ints, ranges
from scopeboard.store.query.points import RawPoints


@dataclass(frozen=True, slots=True)
class Joined:
    """The points of a join.

    Attributes:
        step: int64 [n], ascending.
        wall_time: float64 [n], the latest wall time of the joined exact points (s since the epoch).
        rows: for each series intp [n], its row for each point.
        unmatched: how many steps some of the exact series have and others lack.
    """

    step: Ints
    wall_time: Floats
    rows: tuple[Ints, ...]
    unmatched: int


def join_by_step(exact: Sequence[RawPoints], latest: Sequence[RawPoints]) -> Joined:
    """Join series; `rows` of the result has the exact ones first.

    Without exact series, the steps are those of all latest ones, each once.

    Args:
        exact: by step, then by wall time.
        latest: likewise; at least one series in all.
    """
    if exact:
        rows, unmatched = _exact_rows([series.step for series in exact])
        step = exact[0].step[rows[0]]
    else:
        rows, unmatched = [], 0
        step = _union([series.step for series in latest])
    found = [latest_rows(series.step, step) for series in latest]
    known = np.logical_and.reduce([row >= 0 for row in found]) if found else None
    if known is not None and not known.all():
        step = step[known]
        rows = [row[known] for row in rows]
        found = [row[known] for row in found]
    timed = exact or latest
    times = [series.wall_time[row] for series, row in zip(timed, rows or found, strict=True)]
    wall_time = times[0] if len(times) == 1 else np.fmax.reduce(times)
    return Joined(step, wall_time, (*rows, *found), unmatched)


def latest_rows(step: Ints, at: Ints) -> Ints:
    """Return intp [n]: the last row of a series at or before each step, -1 before the first.

    Args:
        step: the steps of the series, ascending.
        at: [n].
    """
    return np.searchsorted(step, at, "right") - 1


def _exact_rows(steps: Sequence[Ints]) -> tuple[list[Ints], int]:
    """Return the rows of each series that match, and the number of steps that do not."""
    first = steps[0]
    if all(np.array_equal(first, other) for other in steps[1:]):
        rows = np.arange(len(first))
        return [rows] * len(steps), 0
    groups = [_groups(step) for step in steps]
    common = groups[0][0]
    for distinct, _, _ in groups[1:]:
        row = np.minimum(np.searchsorted(distinct, common), len(distinct) - 1)
        common = common[distinct[row] == common] if len(distinct) else distinct
    places = [np.searchsorted(distinct, common) for distinct, _, _ in groups]
    counts = [size[place] for (_, _, size), place in zip(groups, places, strict=True)]
    count = np.minimum.reduce(counts)
    every = _union([distinct for distinct, _, _ in groups])
    rows_of = [
        ranges(end[place] - count, end[place])
        for (_, end, _), place in zip(groups, places, strict=True)
    ]
    return rows_of, len(every) - len(common)


def _union(steps: Sequence[Ints]) -> Ints:
    """Return the distinct steps of several ascending columns."""
    every = np.concatenate(steps)
    every.sort(kind="stable")  # merges columns that are sorted; `np.unique` does not
    return _groups(every)[0]


def _groups(step: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the distinct steps, the end of the rows of each, and their number."""
    begins: Flags = np.append(True, step[1:] != step[:-1])[: len(step)]
    start = np.flatnonzero(begins)
    end = np.append(start[1:], len(step))[: len(start)]
    return step[start], end, end - start
