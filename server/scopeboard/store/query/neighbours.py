"""The point before a range and the one after it, of many series at once.

A line runs to the edges of a plot, so a chart that shows a range needs one point beyond each of its
ends. The table of blocks tells how near a block may come; the nearest are read first, until none
of those left can come nearer.
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

    Each column [series]. `is_there` tells where there is one; elsewhere the others mean nothing.
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
        """Return those of some series."""
        return Neighbours(*(getattr(self, field.name)[which] for field in fields(self)))


def no_neighbours(series: int) -> Neighbours:
    """Return that no series has a point on this side."""
    return Neighbours(
        is_there=np.zeros(series, np.bool_),
        step=np.zeros(series, np.int64),
        wall_time=np.zeros(series),
        value=np.zeros(series),
        x=np.zeros(series),
        block=np.zeros(series, np.int64),
    )


def neighbours(part: SeriesSet, window: AxisRange, side: Side, load: BlockLoader) -> Neighbours:
    """Return the points nearest to a range on one side.

    Points at one position stand in the order of `raw_points`; the nearest is the last of those
    before the range, the first of those after it.

    Args:
        part: the series.
        window: the range.
        side: where to look.
        load: reads blocks.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    found = no_neighbours(part.size)
    if not window.range.is_ordered:
        return found
    nearness = _nearness(part, window, side)
    while len(rows := _worth_reading(part, nearness, found, side)):
        near = part.taken(rows)
        for portion in near.portions():
            some = near.taken(portion)
            placed = PointsInRange(some, load(some.blocks), window)
            _take_nearer(placed, rows[portion], side, found)
        nearness[rows] = -np.inf
    return found


def _ends(window: AxisRange) -> tuple[float, float]:
    return window.range.of_steps() if window.axis == "step" else window.range.of_times()


def _nearness(part: SeriesSet, window: AxisRange, side: Side) -> Floats:
    """Return float64 [blocks]: how near to the range each block may come, -∞ where it does not.

    These are positions that grow towards the range, so those after it are negated.
    """
    low, high = _ends(window)
    first, last = window.ends(part)
    if side == "before":  # a wall time may be NaN: then the block may come as near as any
        is_near, nearest, sign = ~(first >= low), np.fmin(last, low), 1.0
    else:
        is_near, nearest, sign = ~(last <= high), np.fmax(first, high), -1.0
    is_near &= ~part.hidden_whole()
    return np.where(is_near, sign * nearest.astype(np.float64), -np.inf)


def _worth_reading(
    part: SeriesSet, nearness: Floats, found: Neighbours, side: Side
) -> NDArray[np.intp]:
    """Return the block of each series that may come nearest, where that is near enough."""
    sign = 1.0 if side == "before" else -1.0
    reached = np.where(found.is_there, sign * found.x, -np.inf)
    rows = np.flatnonzero((nearness > -np.inf) & (nearness >= reached[part.series]))
    order = rows[np.lexsort((nearness[rows], part.series[rows]))]
    return order[_are_last(part.series[order])]


def _are_last(series: Ints) -> NDArray[np.bool_]:
    """Tell of each row, sorted by series, whether it is the last of its series."""
    return np.append(series[1:] != series[:-1], True)[: len(series)]


def _take_nearer(
    placed: PointsInRange, numbers: NDArray[np.intp], side: Side, found: Neighbours
) -> None:
    """Put the points of some blocks in the place of those found that are farther.

    Args:
        placed: a block of each of some series.
        numbers: [blocks], the numbers of the blocks among all.
        side: where to look.
        found: the nearest points so far.
    """
    points, series = placed.points, placed.part.series
    low, high = _ends(placed.window)
    is_beyond = placed.x < low if side == "before" else placed.x > high
    rows = np.flatnonzero(is_beyond & placed.dated & placed.shown)
    on_steps = placed.window.axis == "step"
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
    """Return what points of a series are sorted by; as in NumPy, NaN comes after all numbers."""
    is_nan = bool(np.isnan(minor))
    return major, is_nan, 0.0 if is_nan else minor, block


_Rows = TypeVar("_Rows", RawPoints, Buckets)


def with_neighbours(
    rows: _Rows, ends: Ints, before: Neighbours, after: Neighbours, which: NDArray[np.bool_]
) -> tuple[_Rows, Ints]:
    """Return points or buckets with the neighbours of some series, and where those of each end.

    A neighbour among buckets is a bucket of one point that stands where the point does.

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
