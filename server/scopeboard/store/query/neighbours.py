"""The points next to a range, before and after it, of many series at once.

A line runs to the edges of a plot, so a chart of a range needs one point beyond each of its ends.
The block table bounds the distance of each block; the nearest blocks are read first, until no
other block can have a nearer point.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.buckets import Buckets
from scopeboard.store.query.points import RawPoints
from scopeboard.store.query.range import AxisRange, PointsInRange, SeriesSet

Side = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The visible point of each series that is nearest to the range on one side.

    Each column [series]. Where `is_there` is false, the other columns are undefined.
    `x` is the position, in seconds since the series' origin on the relative axis. `block` is the
    number of its block, which grows in the order of logging.
    """

    is_there: NDArray[np.bool_]
    step: Ints
    wall_time: Floats
    value: Floats
    x: Floats
    block: Ints

    def take(self, rows: slice) -> "Neighbours":
        """Return the neighbours of a slice of the series."""
        return Neighbours(*(getattr(self, field.name)[rows] for field in fields(self)))


def no_neighbours(series: int) -> Neighbours:
    """Return the neighbours of series without points on this side."""
    return Neighbours(
        is_there=np.zeros(series, np.bool_),
        step=np.zeros(series, np.int64),
        wall_time=np.zeros(series),
        value=np.zeros(series),
        x=np.zeros(series),
        block=np.zeros(series, np.int64),
    )


def neighbours(
    series_set: SeriesSet, axis_range: AxisRange, side: Side, load: BlockLoader
) -> Neighbours:
    """Return the points nearest to a range on one side.

    Points at one position are in the order of `points.read_raw`; the nearest is the last point
    before the range, or the first after it.

    Args:
        series_set: the series.
        axis_range: the range.
        side: the side of the range.
        load: reads blocks.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    nearest = no_neighbours(series_set.size)
    if not axis_range.range.is_ordered:
        return nearest
    # The nearest possible position of each block, -∞ without any. Positions grow towards the
    # range, so positions after it are negated.
    (low, high), (first, last) = axis_range.bounds, axis_range.ends(series_set)
    if side == "before":  # with a wall time of NaN, any position is possible
        is_near, bound, sign = ~(first >= low), np.fmin(last, low), 1.0
    else:
        is_near, bound, sign = ~(last <= high), np.fmax(first, high), -1.0
    is_near &= ~series_set.is_fully_hidden()
    nearness = np.where(is_near, sign * bound.astype(np.float64), -np.inf)

    series = series_set.series
    while True:
        reached = np.where(nearest.is_there, sign * nearest.x, -np.inf)
        rows = np.flatnonzero((nearness > -np.inf) & (nearness >= reached[series]))
        rows = rows[np.lexsort((nearness[rows], series[rows]))]
        rows = rows[_are_last(series[rows])]  # one block of each series
        if not len(rows):
            return nearest
        near = series_set.take(rows)
        for numbers in near.portions():
            portion = near.take(numbers)
            in_range = PointsInRange(portion, load(portion.blocks), axis_range)
            _update_nearest(nearest, in_range, rows[numbers], side)
        nearness[rows] = -np.inf


def _are_last(series: Ints) -> NDArray[np.bool_]:
    """Return bool [n]: whether each row, sorted by series, is the last of its series."""
    return np.append(series[1:] != series[:-1], True)[: len(series)]


def _update_nearest(
    nearest: Neighbours, in_range: PointsInRange, numbers: NDArray[np.intp], side: Side
) -> None:
    """Replace neighbours by nearer points of blocks.

    Args:
        nearest: the nearest points so far.
        in_range: the points, of at most one block of each series.
        numbers: [blocks], the indices of the blocks among all.
        side: the side of the range.
    """
    points, series = in_range.points, in_range.series_set.series
    low, high = in_range.axis_range.bounds
    is_beyond = in_range.x < low if side == "before" else in_range.x > high
    rows = np.flatnonzero(is_beyond & in_range.dated & in_range.shown)
    on_steps = in_range.axis_range.axis == "step"
    keys = [points.step, points.wall_time]
    major, minor = keys if on_steps else keys[::-1]
    block_of = points.spread(np.arange(len(series)))
    order = rows[np.lexsort((minor[rows], major[rows], block_of[rows]))]
    if side == "after":
        order = order[::-1]
    order = order[_are_last(block_of[order])]
    for row, block in zip(order.tolist(), block_of[order].tolist(), strict=True):
        index, number = int(series[block]), int(numbers[block])
        if nearest.is_there[index]:
            earlier = [nearest.step[index], nearest.wall_time[index]]
            earlier_major, earlier_minor = earlier if on_steps else earlier[::-1]
            earlier_key = _sort_key(earlier_major, earlier_minor, nearest.block[index])
            is_later = _sort_key(major[row], minor[row], number) > earlier_key
            if is_later != (side == "before"):
                continue
        nearest.is_there[index] = True
        nearest.step[index], nearest.wall_time[index] = points.step[row], points.wall_time[row]
        nearest.value[index] = points.value[row]
        nearest.x[index], nearest.block[index] = in_range.x[row], number


def _sort_key(major: float, minor: float, block: int) -> tuple[float, bool, float, int]:
    """Return the sort key of a point; as in NumPy, NaN comes after all numbers."""
    is_nan = bool(np.isnan(minor))
    return major, is_nan, 0.0 if is_nan else minor, block


_Rows = TypeVar("_Rows", RawPoints, Buckets)


def with_neighbours(
    rows: _Rows, ends: Ints, before: Neighbours, after: Neighbours, mask: NDArray[np.bool_]
) -> tuple[_Rows, Ints]:
    """Insert the neighbours of series into points or buckets; return them and each series' end.

    Among buckets, a neighbour is a bucket of one point at the position of the point.

    Args:
        rows: of all series, one series after the other.
        ends: [series], the end of each series in `rows`.
        before: of each series.
        after: of each series.
        mask: bool [series], the series whose neighbours are inserted.
    """
    is_there = np.stack([before.is_there & mask, after.is_there & mask], axis=1)
    if not is_there.any():
        return rows, ends
    positions = np.stack([np.append(0, ends[:-1]), ends], axis=1)[is_there]
    new: dict[str, NDArray[Any]] = {
        name: np.stack([getattr(before, name), getattr(after, name)], axis=1)[is_there]
        for name in ("step", "wall_time", "value", "x")
    }
    if isinstance(rows, Buckets):
        value = new["value"]
        finite = np.where(np.isfinite(value), value, np.nan)
        new |= dict.fromkeys(("min", "max", "mean"), finite)
        new |= dict.fromkeys(("first", "last"), value)
        new["count"] = np.ones(len(value), np.int64)
        new["nans"] = np.isnan(value).astype(np.int64)
        new["infs"] = np.isinf(value).astype(np.int64)
        new["negative_infs"] = (value == -np.inf).astype(np.int64)
    columns: dict[str, Any] = {
        field.name: np.insert(column, positions, new[field.name])
        for field in fields(rows)
        if (column := getattr(rows, field.name)) is not None
    }
    return replace(rows, **columns), ends + np.cumsum(is_there.sum(axis=1))
