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

    def take(self, rows: NDArray[Any]) -> "SeriesSet":
        """Return the blocks at `rows`, indices or a mask; the series keep their numbers."""
        numbers = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
        blocks = self.blocks.take(numbers)  # thirty times as fast as indexing
        return SeriesSet(blocks, self.series[numbers], self.superseded_from[numbers], self.runs)

    def is_fully_shown(self) -> NDArray[np.bool_]:
        """Return bool [n]: whether no point of each block is superseded."""
        cut = self.superseded_from  # a block may hold the step NEVER
        shown: NDArray[np.bool_] = (cut == NEVER) | (self.blocks["max_step"] < cut)
        return shown

    def is_fully_hidden(self) -> NDArray[np.bool_]:
        """Return bool [n]: whether all points of each block are superseded."""
        cut = self.superseded_from
        hidden: NDArray[np.bool_] = (cut != NEVER) & (self.blocks["min_step"] >= cut)
        return hidden

    def portions(self, points: int = POINTS_AT_ONCE) -> Iterator[NDArray[np.intp]]:
        """Yield the blocks in portions of about `points` points, to bound the memory.

        Only a series longer than a portion is divided.
        """
        ends = np.cumsum(self.blocks["count"], dtype=np.int64)
        begin = 0
        while begin < len(ends):
            before = int(ends[begin - 1]) if begin else 0
            end = max(begin + 1, int(np.searchsorted(ends, before + points, "right")))
            if end < len(ends):
                series_begin = int(np.searchsorted(self.series, self.series[end]))
                end = series_begin if series_begin > begin else end
            yield np.arange(begin, end)
            begin = end


NO_SERIES: Final = SeriesSet(np.empty(0, BLOCK), np.empty(0, np.int64), np.empty(0, np.int64), [])


@dataclass(frozen=True, slots=True)
class AxisRange:
    """A range of an axis; `origin` (float64 [series]) is the start time of each series.

    The origin is 0 except on the relative axis. All points of series marked in `is_whole`
    (bool [series]) count as inside, at any position; None for no series.
    """

    axis: Axis
    range: Range
    origin: Floats
    is_whole: NDArray[np.bool_] | None = None

    def take(self, rows: slice) -> "AxisRange":
        """Return the range for a slice of the series."""
        is_whole = None if self.is_whole is None else self.is_whole[rows]
        return replace(self, origin=self.origin[rows], is_whole=is_whole)

    @property
    def bounds(self) -> tuple[float, float]:
        """The first and the last position in the range: integers on the axis of steps."""
        return self.range.of_steps() if self.axis == "step" else self.range.of_times()

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
        self.x: Positions = points.step if axis_range.axis == "step" else points.wall_time
        self.dated = np.ones(points.total, np.bool_)
        if axis_range.axis != "step":
            self.dated = are_dates(points.wall_time)
        if axis_range.axis == "relative":
            self.x = self.x - points.spread(axis_range.origins(series_set.series))
        self.inside = self.dated & axis_range.range.holds(self.x)
        if axis_range.is_whole is not None:
            self.inside |= self.dated & points.spread(axis_range.is_whole[series_set.series])
        self.shown = np.ones(points.total, np.bool_)
        if not series_set.is_fully_shown().all():
            self.shown = points.step < points.spread(series_set.superseded_from)
            self.shown |= points.spread(series_set.superseded_from == NEVER)
        self.visible = self.inside & self.shown

    def per_block(self, marks: NDArray[np.bool_]) -> Ints:
        """Return int64 [blocks]: the number of marked points of each block."""
        counts: Ints = np.add.reduceat(marks, self.points.start, dtype=np.int64)
        return counts


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

    def take(self, rows: slice) -> "RangeCounts":
        """Return a slice of the counts."""
        return RangeCounts(*(getattr(self, field.name)[rows] for field in fields(self)))

    def put(self, rows: NDArray[Any], other: "RangeCounts") -> None:
        """Replace the counts of `rows`."""
        for field in fields(self):
            getattr(self, field.name)[rows] = getattr(other, field.name)


def count_in_range(
    series_set: SeriesSet, axis_range: AxisRange, load: BlockLoader, are_dated: NDArray[np.bool_]
) -> RangeCounts:
    """Return the counts of each block.

    Args:
        series_set: the blocks.
        axis_range: the range.
        load: reads blocks.
        are_dated: [blocks], whether every point of a block is known to have a date.
    """
    blocks, low, high = series_set.blocks, *axis_range.bounds
    first, last = axis_range.ends(series_set)
    inside, outside = (first >= low) & (last <= high), (last < low) | (first > high)
    shown, hidden = inside & series_set.is_fully_shown(), inside & series_set.is_fully_hidden()
    counts = RangeCounts(
        total=np.where(shown, blocks["count"], 0).astype(np.int64),
        nan=np.where(shown, blocks["nan"], 0).astype(np.int64),
        inf=np.where(shown, blocks["inf"], 0).astype(np.int64),
        hidden=np.where(hidden, blocks["count"], 0).astype(np.int64),
        undated=np.zeros(len(blocks), np.int64),
        low=np.where(shown, first.astype(np.float64), np.inf),
        high=np.where(shown, last.astype(np.float64), -np.inf),
    )
    # The block table is right for these blocks; the points of all others are read.
    is_known = (shown | hidden | outside) & (are_dated | (axis_range.axis == "step"))
    unknown = np.flatnonzero(~is_known)
    rest = series_set.take(unknown)
    for rows in rest.portions():
        portion = rest.take(rows)
        in_range = PointsInRange(portion, load(portion.blocks), axis_range)
        counts.put(unknown[rows], _count_points(in_range))
    return counts


def _count_points(in_range: PointsInRange) -> RangeCounts:
    """Return the counts of each block by its points."""
    start, visible, blocks = in_range.points.start, in_range.visible, in_range.series_set.blocks
    nan, inf = np.zeros(len(blocks), np.int64), np.zeros(len(blocks), np.int64)
    if (blocks["nan"] + blocks["inf"]).any():
        value = in_range.points.value
        nan = in_range.per_block(visible & np.isnan(value))
        inf = in_range.per_block(visible & np.isinf(value))
    return RangeCounts(
        total=in_range.per_block(visible),
        nan=nan,
        inf=inf,
        hidden=in_range.per_block(in_range.inside & ~in_range.shown),
        undated=in_range.per_block(in_range.shown & ~in_range.dated),
        low=np.minimum.reduceat(np.where(visible, in_range.x, np.inf), start),
        high=np.maximum.reduceat(np.where(visible, in_range.x, -np.inf), start),
    )


def counts_per_series(series_set: SeriesSet, by_block: RangeCounts) -> RangeCounts:
    """Return the counts of each series; zeros for a series without blocks."""
    low, high = np.full(series_set.size, np.inf), np.full(series_set.size, -np.inf)
    np.minimum.at(low, series_set.series, by_block.low)
    np.maximum.at(high, series_set.series, by_block.high)
    totals = (by_block.total, by_block.nan, by_block.inf, by_block.hidden, by_block.undated)
    total, nan, inf, hidden, undated = (
        np.bincount(series_set.series, column, series_set.size).astype(np.int64)
        for column in totals
    )
    return RangeCounts(total, nan, inf, hidden, undated, low, high)


def origins(series_set: SeriesSet, load: BlockLoader) -> Floats:
    """Return float64 [series]: the first date of each series' visible points, 0 without any."""
    first = np.full(series_set.size, np.inf)
    known = are_dates(series_set.blocks["min_wall_time"]) & series_set.is_fully_shown()
    np.minimum.at(first, series_set.series[known], series_set.blocks["min_wall_time"][known])
    rest = series_set.take(~known & ~series_set.is_fully_hidden())
    all_dates = AxisRange("wall_time", Range(), first)
    for rows in rest.portions():
        portion = rest.take(rows)
        in_range = PointsInRange(portion, load(portion.blocks), all_dates)
        np.minimum.at(first, portion.series, _count_points(in_range).low)
    return np.where(np.isfinite(first), first, 0.0)
