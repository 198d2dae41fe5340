"""Count the points of series in a range of an axis, with their extent and the superseded ones.

The block table answers for most blocks. Points are read only of blocks that are partly in the
range or partly superseded, and on the axes of time, whose order the table does not have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.format.schema import BLOCK, Rows
from scopeboard.store.query.axis import Axis, Positions, Range, are_dates
from scopeboard.store.query.block_reader import BlockLoader, Points
from scopeboard.types import RunId

NEVER: Final = np.iinfo(np.int64).max
"""The `superseded_from` of a block that no restart superseded."""

POINTS_AT_ONCE: Final = 1 << 16  # their columns fit into the processor's cache


@dataclass(frozen=True, slots=True)
class SeriesSet:
    """Several series as their blocks [n], each series in the order in which it was written.

    `series` (int64 [n], ascending) is the number of each block's series, an index into `runs`,
    which has the run of each series. `superseded_from` (int64 [n]) is the first step of a block
    that a restart superseded, or NEVER.
    """

    blocks: Rows
    series: Ints
    superseded_from: Ints
    runs: Sequence[RunId]

    @property
    def size(self) -> int:
        """The number of series, those without blocks included."""
        return len(self.runs)

    def taken(self, which: NDArray[Any]) -> "SeriesSet":
        """Return a subset of the blocks (indices or a mask); the series keep their numbers."""
        numbers = np.flatnonzero(which) if which.dtype == np.bool_ else which
        blocks = self.blocks.take(numbers)  # thirty times as fast as indexing
        return SeriesSet(blocks, self.series[numbers], self.superseded_from[numbers], self.runs)

    def shown_whole(self) -> NDArray[np.bool_]:
        """Return bool [n]: whether no point of each block is superseded."""
        cut = self.superseded_from  # a block may hold the step NEVER
        whole: NDArray[np.bool_] = (cut == NEVER) | (self.blocks["max_step"] < cut)
        return whole

    def hidden_whole(self) -> NDArray[np.bool_]:
        """Return bool [n]: whether all points of each block are superseded."""
        cut = self.superseded_from
        hidden: NDArray[np.bool_] = (cut != NEVER) & (self.blocks["min_step"] >= cut)
        return hidden

    def portions(self, points: int = POINTS_AT_ONCE) -> Iterator[NDArray[np.intp]]:
        """Yield the blocks in portions of about `points` points, to bound the memory.

        Only a series longer than a portion is divided.
        """
        ends = np.cumsum(self.blocks["count"], dtype=np.int64)
        done = 0
        while done < len(ends):
            before = int(ends[done - 1]) if done else 0
            stop = max(done + 1, int(np.searchsorted(ends, before + points, "right")))
            if stop < len(ends):
                begin = int(np.searchsorted(self.series, self.series[stop]))
                stop = begin if begin > done else stop
            yield np.arange(done, stop)
            done = stop


NO_SERIES: Final = SeriesSet(np.empty(0, BLOCK), np.empty(0, np.int64), np.empty(0, np.int64), [])


@dataclass(frozen=True, slots=True)
class AxisRange:
    """A range of an axis; `origin` (float64 [series]) is the start time of each series.

    The origin is 0 except on the relative axis. All points of series marked in `is_whole`
    (bool [series]) count as inside, wherever they are; None for no series.
    """

    axis: Axis
    range: Range
    origin: Floats
    is_whole: NDArray[np.bool_] | None = None

    def taken(self, which: slice) -> "AxisRange":
        """Return the range of a slice of the series."""
        is_whole = None if self.is_whole is None else self.is_whole[which]
        return replace(self, origin=self.origin[which], is_whole=is_whole)

    def ends(self, series_set: SeriesSet) -> tuple[Positions, Positions]:
        """Return the first and last position of each block [n]; in time, of dated blocks only."""
        blocks = series_set.blocks
        if self.axis == "step":
            return blocks["min_step"], blocks["max_step"]
        origin = self.origins(series_set.series)
        return blocks["min_wall_time"] - origin, blocks["max_wall_time"] - origin

    def origins(self, series: Ints) -> Floats:
        """Return the origin of each of `series` (numbers)."""
        return self.origin[series]  # 0 except on the relative axis


class PointsInRange:
    """The points of blocks with their positions `x` [points] on an axis.

    The masks [points] are `dated` for points with a position, `inside` for points in the range,
    `shown` for points that are not superseded, and `visible` for the last two together.
    """

    def __init__(self, series_set: SeriesSet, points: Points, axis_range: AxisRange) -> None:
        self.series_set = series_set
        self.points = points
        self.axis_range = axis_range
        self.x, self.dated = _positions(series_set, points, axis_range)
        self.inside = self.dated & axis_range.range.holds(self.x)
        if axis_range.is_whole is not None:
            self.inside |= self.dated & points.spread(axis_range.is_whole[series_set.series])
        self.shown = np.ones(points.total, np.bool_)
        if not series_set.shown_whole().all():
            self.shown = points.column("step") < points.spread(series_set.superseded_from)
            self.shown |= points.spread(series_set.superseded_from == NEVER)
        self.visible = self.inside & self.shown

    def per_block(self, marks: NDArray[np.bool_]) -> Ints:
        """Return int64 [blocks]: the number of marked points of each block."""
        counts: Ints = np.add.reduceat(marks, self.points.start, dtype=np.int64)
        return counts


def _positions(
    series_set: SeriesSet, points: Points, axis_range: AxisRange
) -> tuple[Positions, NDArray[np.bool_]]:
    if axis_range.axis == "step":
        return points.column("step"), np.ones(points.total, np.bool_)
    times = points.column("wall_time")
    dated = are_dates(times)
    if axis_range.axis == "relative":
        return times - points.spread(axis_range.origins(series_set.series)), dated
    return times, dated


@dataclass(frozen=True, slots=True)
class RangeCounts:
    """Counts of points in a range, by block or by series; each column [n].

    `total` points are visible, of which `nan` and `inf` are not finite; `hidden` are superseded;
    `undated` points, in the range or not, have no position on an axis of time. `low` and `high`
    are the first and last visible position, ±∞ without any.
    """

    total: Ints
    nan: Ints
    inf: Ints
    hidden: Ints
    undated: Ints
    low: Floats
    high: Floats

    def taken(self, which: slice) -> "RangeCounts":
        """Return a slice of the counts."""
        return RangeCounts(*(getattr(self, field.name)[which] for field in fields(self)))

    def put(self, which: NDArray[Any], other: "RangeCounts") -> None:
        """Replace the counts at `which`."""
        for field in fields(self):
            getattr(self, field.name)[which] = getattr(other, field.name)


def count_in_range(
    series_set: SeriesSet, axis_range: AxisRange, load: BlockLoader, are_dated: NDArray[np.bool_]
) -> RangeCounts:
    """Return the counts of each block.

    Args:
        series_set: the blocks.
        axis_range: what is asked for.
        load: reads blocks.
        are_dated: [blocks], whether every point of a block is known to have a date.
    """
    tally, known = _from_table(series_set, axis_range, are_dated)
    unknown = np.flatnonzero(~known)
    rest = series_set.taken(unknown)
    for portion in rest.portions():
        some = rest.taken(portion)
        tally.put(
            unknown[portion], _from_points(PointsInRange(some, load(some.blocks), axis_range))
        )
    return tally


def _from_table(
    series_set: SeriesSet, axis_range: AxisRange, are_dated: NDArray[np.bool_]
) -> tuple[RangeCounts, NDArray[np.bool_]]:
    """Return the counts by the block table, and the mask of blocks for which these are right."""
    blocks = series_set.blocks
    on_steps = axis_range.axis == "step"
    low, high = axis_range.range.of_steps() if on_steps else axis_range.range.of_times()
    first, last = axis_range.ends(series_set)
    inside = (first >= low) & (last <= high)
    shown, gone = inside & series_set.shown_whole(), inside & series_set.hidden_whole()
    outside = (last < low) | (first > high)
    known = (shown | gone | outside) & (are_dated | on_steps)
    tally = RangeCounts(
        total=np.where(shown, blocks["count"], 0).astype(np.int64),
        nan=np.where(shown, blocks["nan"], 0).astype(np.int64),
        inf=np.where(shown, blocks["inf"], 0).astype(np.int64),
        hidden=np.where(gone, blocks["count"], 0).astype(np.int64),
        undated=np.zeros(len(blocks), np.int64),
        low=np.where(shown, first.astype(np.float64), np.inf),
        high=np.where(shown, last.astype(np.float64), -np.inf),
    )
    return tally, known


def _from_points(placed: PointsInRange) -> RangeCounts:
    start, visible, blocks = placed.points.start, placed.visible, placed.series_set.blocks
    nan, inf = np.zeros(len(blocks), np.int64), np.zeros(len(blocks), np.int64)
    if (blocks["nan"] + blocks["inf"]).any():
        value = placed.points.column("value")
        nan = placed.per_block(visible & np.isnan(value))
        inf = placed.per_block(visible & np.isinf(value))
    return RangeCounts(
        total=placed.per_block(visible),
        nan=nan,
        inf=inf,
        hidden=placed.per_block(placed.inside & ~placed.shown),
        undated=placed.per_block(placed.shown & ~placed.dated),
        low=np.minimum.reduceat(np.where(visible, placed.x, np.inf), start),
        high=np.maximum.reduceat(np.where(visible, placed.x, -np.inf), start),
    )


def counts_per_series(series_set: SeriesSet, tally: RangeCounts) -> RangeCounts:
    """Return the counts of each series; zeros for a series without blocks."""
    low, high = np.full(series_set.size, np.inf), np.full(series_set.size, -np.inf)
    np.minimum.at(low, series_set.series, tally.low)
    np.maximum.at(high, series_set.series, tally.high)

    def summed(counts: Ints) -> Ints:
        return np.bincount(series_set.series, counts, series_set.size).astype(np.int64)

    return RangeCounts(
        summed(tally.total),
        summed(tally.nan),
        summed(tally.inf),
        summed(tally.hidden),
        summed(tally.undated),
        low,
        high,
    )


def origins(series_set: SeriesSet, load: BlockLoader) -> Floats:
    """Return float64 [series]: the first date of each series' visible points, 0 without any."""
    found = np.full(series_set.size, np.inf)
    known = are_dates(series_set.blocks["min_wall_time"]) & series_set.shown_whole()
    np.minimum.at(found, series_set.series[known], series_set.blocks["min_wall_time"][known])
    rest = series_set.taken(~known & ~series_set.hidden_whole())
    whole = AxisRange("wall_time", Range(), found)
    for portion in rest.portions():
        some = rest.taken(portion)
        low = _from_points(PointsInRange(some, load(some.blocks), whole)).low
        np.minimum.at(found, some.series, low)
    return np.where(np.isfinite(found), found, 0.0)
