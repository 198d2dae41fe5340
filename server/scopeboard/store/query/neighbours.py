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

    def taken(self, which: slice) -> "Neighbours":
        """Return the neighbours of a slice of the series."""
        return Neighbours(*(getattr(self, field.name)[which] for field in fields(self)))


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
        side: where to look.
        load: reads blocks.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    found = no_neighbours(series_set.size)
    if not axis_range.range.is_ordered:
        return found
    nearness = _nearness(series_set, axis_range, side)
    while len(rows := _worth_reading(series_set, nearness, found, side)):
        near = series_set.taken(rows)
        for portion in near.portions():
            some = near.taken(portion)
            placed = PointsInRange(some, load(some.blocks), axis_range)
            _take_nearer(placed, rows[portion], side, found)
        nearness[rows] = -np.inf
    return found


def _ends(axis_range: AxisRange) -> tuple[float, float]:
    return axis_range.range.of_steps() if axis_range.axis == "step" else axis_range.range.of_times()


def _nearness(series_set: SeriesSet, axis_range: AxisRange, side: Side) -> Floats:
    """Return float64 [blocks]: the nearest possible position of each block, -∞ without any.

    Positions grow towards the range, so positions after it are negated.
    """
    low, high = _ends(axis_range)
    first, last = axis_range.ends(series_set)
    if side == "before":  # with a wall time of NaN, any position is possible
        is_near, nearest, sign = ~(first >= low), np.fmin(last, low), 1.0
    else:
        is_near, nearest, sign = ~(last <= high), np.fmax(first, high), -1.0
    is_near &= ~series_set.hidden_whole()
    return np.where(is_near, sign * nearest.astype(np.float64), -np.inf)


def _worth_reading(
    series_set: SeriesSet, nearness: Floats, found: Neighbours, side: Side
) -> NDArray[np.intp]:
    """Return the block of each series to read next: nearer than its neighbour so far."""
    sign = 1.0 if side == "before" else -1.0
    reached = np.where(found.is_there, sign * found.x, -np.inf)
    rows = np.flatnonzero((nearness > -np.inf) & (nearness >= reached[series_set.series]))
    order = rows[np.lexsort((nearness[rows], series_set.series[rows]))]
    return order[_are_last(series_set.series[order])]


def _are_last(series: Ints) -> NDArray[np.bool_]:
    """Return bool [n]: whether each row, sorted by series, is the last of its series."""
    return np.append(series[1:] != series[:-1], True)[: len(series)]


def _take_nearer(
    placed: PointsInRange, numbers: NDArray[np.intp], side: Side, found: Neighbours
) -> None:
    """Replace neighbours by nearer points of blocks.

    Args:
        placed: the points, at most one block of each series.
        numbers: [blocks], the indices of the blocks among all.
        side: where to look.
        found: the nearest points so far.
    """
    points, series = placed.points, placed.series_set.series
    low, high = _ends(placed.axis_range)
    is_beyond = placed.x < low if side == "before" else placed.x > high
    rows = np.flatnonzero(is_beyond & placed.dated & placed.shown)
    on_steps = placed.axis_range.axis == "step"
    keys = [points.column("step"), points.column("wall_time")]
    major, minor = keys if on_steps else keys[::-1]
    of_block = points.spread(np.arange(len(series)))
    order = rows[np.lexsort((minor[rows], major[rows], of_block[rows]))]
    if side == "after":
        order = order[::-1]
    order = order[_are_last(of_block[order])]
    for row, block in zip(order.tolist(), of_block[order].tolist(), strict=True):
        at, number = int(series[block]), int(numbers[block])
        if found.is_there[at]:
            had = [found.step[at], found.wall_time[at]]
            had_major, had_minor = had if on_steps else had[::-1]
            had_key = _sort_key(had_major, had_minor, found.block[at])
            is_later = _sort_key(major[row], minor[row], number) > had_key
            if is_later != (side == "before"):
                continue
        found.is_there[at] = True
        found.step[at], found.wall_time[at] = keys[0][row], keys[1][row]
        found.value[at] = points.column("value")[row]
        found.x[at], found.block[at] = placed.x[row], number


def _sort_key(major: float, minor: float, block: int) -> tuple[float, bool, float, int]:
    """Return the sort key of a point; as in NumPy, NaN comes after all numbers."""
    is_nan = bool(np.isnan(minor))
    return major, is_nan, 0.0 if is_nan else minor, block


_Rows = TypeVar("_Rows", RawPoints, Buckets)


def with_neighbours(
    rows: _Rows, ends: Ints, before: Neighbours, after: Neighbours, which: NDArray[np.bool_]
) -> tuple[_Rows, Ints]:
    """Insert the neighbours of series into points or buckets; return them and each series' end.

    Among buckets, a neighbour is a bucket of one point at the position of the point.

    Args:
        rows: of all series, one series after the other.
        ends: [series], where those of each end.
        before: of each series.
        after: of each series.
        which: bool [series], whose neighbours are to be put in.
    """
    is_there = np.stack([before.is_there & which, after.is_there & which], axis=1)
    if not is_there.any():
        return rows, ends
    places = np.stack([np.append(0, ends[:-1]), ends], axis=1)[is_there]
    new: dict[str, NDArray[Any]] = {
        name: np.stack([getattr(before, name), getattr(after, name)], axis=1)[is_there]
        for name in ("step", "wall_time", "value", "x")
    }
    if isinstance(rows, Buckets):
        new = _as_buckets_of_one(new["x"], new["value"])
    columns: dict[str, Any] = {
        field.name: np.insert(column, places, new[field.name])
        for field in fields(rows)
        if (column := getattr(rows, field.name)) is not None
    }
    return replace(rows, **columns), ends + np.cumsum(is_there.sum(axis=1))


def _as_buckets_of_one(x: Floats, value: Floats) -> dict[str, NDArray[Any]]:
    finite = np.where(np.isfinite(value), value, np.nan)
    return {
        "x": x,
        **dict.fromkeys(("min", "max", "mean"), finite),
        **dict.fromkeys(("first", "last"), value),
        "count": np.ones(len(value), np.int64),
        "nans": np.isnan(value).astype(np.int64),
        "infs": np.isinf(value).astype(np.int64),
        "negative_infs": (value == -np.inf).astype(np.int64),
    }
