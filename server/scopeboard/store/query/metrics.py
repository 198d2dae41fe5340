"""The last, the least and the greatest value of each time series, from few reads.

The block table has the extremes. Points are read only of blocks that a restart superseded in part,
and one value of each series is read for the last.
"""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.axis import Range
from scopeboard.store.query.block_reader import BlockLoader, read_rows
from scopeboard.store.query.neighbours import neighbours
from scopeboard.store.query.range import AxisRange, PointsInRange, SeriesSet
from scopeboard.store.segments.reader import Read, expect_blocks

_MAX_STEP: Final = int(np.iinfo(np.int64).max)
Column = Literal["wall_time", "value"]


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of series, each column [series].

    `least` and `greatest` are over finite values, NaN without any. `last` is the value as logged
    at the highest step, the latest of several there; `last_step` is that step. A series
    has no visible point where `is_there` is false.
    """

    is_there: NDArray[np.bool_]
    least: Floats
    greatest: Floats
    last: Floats
    last_step: Ints


@dataclass(frozen=True, slots=True)
class _BlockEnds:
    """For each block: whether it has a visible point, its last step and its extremes.

    `last` (intp [k]) is the block with the last visible point of each series that has one.
    """

    is_there: NDArray[np.bool_]
    step: Ints
    least: Floats
    greatest: Floats
    last: NDArray[np.intp]


def metrics_of(series_set: SeriesSet, read: Read) -> Metrics:
    """Return the metrics of each series, without superseded points.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    ends = _block_ends(series_set, BlockLoader(read))
    least, greatest = np.full(series_set.size, np.nan), np.full(series_set.size, np.nan)
    np.fmin.at(least, series_set.series, ends.least)
    np.fmax.at(greatest, series_set.series, ends.greatest)
    last_blocks = series_set.take(ends.last)
    expect_blocks(read, last_blocks.blocks)
    is_there, last, last_step = (
        np.zeros(series_set.size, np.bool_),
        np.full(series_set.size, np.nan),
        np.zeros(series_set.size, np.int64),
    )
    is_there[last_blocks.series], last_step[last_blocks.series] = True, ends.step[ends.last]
    last[last_blocks.series] = _last_values(last_blocks, read, "value")
    return Metrics(is_there, least, greatest, last, last_step)


def values_up_to(series_set: SeriesSet, step: int, read: Read) -> tuple[NDArray[np.bool_], Floats]:
    """Return whether each series has a point up to `step`, and the value of the last one.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    after = Range(start=min(step, _MAX_STEP - 1) + 1)
    axis_range = AxisRange("step", after, np.zeros(series_set.size))
    nearest = neighbours(series_set, axis_range, "before", BlockLoader(read))
    return nearest.is_there, nearest.value


def last_wall_times(series_set: SeriesSet, read: Read) -> Floats:
    """Return float64 [series]: the wall time of the point whose value is the last, NaN for none.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    last_blocks = series_set.take(_block_ends(series_set, BlockLoader(read)).last)
    times = np.full(series_set.size, np.nan)
    times[last_blocks.series] = _last_values(last_blocks, read, "wall_time")
    return times


def _block_ends(series_set: SeriesSet, load: BlockLoader) -> _BlockEnds:
    """Return the ends of blocks: from the block table, or from points if superseded in part."""
    blocks, is_there = series_set.blocks, series_set.is_fully_shown()
    step = blocks["max_step"].astype(np.int64)
    least = np.where(is_there, blocks["min_value"], np.nan)
    greatest = np.where(is_there, blocks["max_value"], np.nan)
    cut = np.flatnonzero(~is_there & ~series_set.is_fully_hidden())
    rest = series_set.take(cut)
    for rows in rest.portions():
        in_range = _all_points(rest.take(rows), load)
        points, visible, numbers = in_range.points, in_range.visible, cut[rows]
        steps = np.where(visible, points.step, np.iinfo(np.int64).min)
        values = np.where(visible & np.isfinite(points.value), points.value, np.nan)
        is_there[numbers] = in_range.per_block(visible) > 0
        step[numbers] = np.maximum.reduceat(steps, points.start)
        least[numbers] = np.fmin.reduceat(values, points.start)
        greatest[numbers] = np.fmax.reduceat(values, points.start)

    there = np.flatnonzero(is_there)
    wall_time = blocks["max_wall_time"][there]
    wall_time = np.where(np.isnan(wall_time), -np.inf, wall_time)
    order = there[np.lexsort((wall_time, step[there], series_set.series[there]))]
    series = series_set.series[order]
    is_last = np.append(series[1:] != series[:-1], True)[: len(order)]
    return _BlockEnds(is_there, step, least, greatest, order[is_last])


def _all_points(series_set: SeriesSet, load: BlockLoader) -> PointsInRange:
    """Return the points of blocks, in a range without bounds."""
    axis_range = AxisRange("step", Range(), np.zeros(series_set.size))
    return PointsInRange(series_set, load(series_set.blocks), axis_range)


def _last_values(series_set: SeriesSet, read: Read, name: Column) -> Floats:
    """Return float64 [blocks]: one column of the last visible point of each block."""
    blocks, values = series_set.blocks, np.empty(len(series_set.blocks))
    is_last_row = series_set.is_fully_shown() & blocks["in_order"]
    direct = np.flatnonzero(is_last_row)
    begin, one = blocks["count"][direct].astype(np.int64) - 1, np.ones(len(direct), np.int64)
    values[direct] = read_rows(blocks.take(direct), name, begin, one, read)
    for number in np.flatnonzero(~is_last_row).tolist():
        in_range = _all_points(series_set.take(np.array([number])), BlockLoader(read))
        points, rows = in_range.points, np.flatnonzero(in_range.visible)
        last = rows[np.lexsort((points.wall_time[rows], points.step[rows]))[-1]]
        values[number] = getattr(points, name)[last]
    return values
