"""What of each series lies in a range of an axis: how much, where, and how much of it is hidden.

Most of it the table of blocks can tell. Points are read where it cannot: where a range or a
restart cuts through a block, and on the axes of time, whose order the table does not know.
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

POINTS_AT_ONCE: Final = 1 << 16  # whose columns stay in the processor's cache


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
        """Return some of the blocks (numbers or marks); the series keep their numbers."""
        numbers = np.flatnonzero(which) if which.dtype == np.bool_ else which
        blocks = self.blocks.take(numbers)  # thirty times as quick as indexing
        return SeriesSet(blocks, self.series[numbers], self.superseded_from[numbers], self.runs)

    def shown_whole(self) -> NDArray[np.bool_]:
        """Tell of each block whether none of its points is superseded."""
        cut = self.superseded_from  # NEVER is a step too, which a block may hold
        whole: NDArray[np.bool_] = (cut == NEVER) | (self.blocks["max_step"] < cut)
        return whole

    def hidden_whole(self) -> NDArray[np.bool_]:
        """Tell of each block whether all of its points are superseded."""
        cut = self.superseded_from
        hidden: NDArray[np.bool_] = (cut != NEVER) & (self.blocks["min_step"] >= cut)
        return hidden

    def portions(self, points: int = POINTS_AT_ONCE) -> Iterator[NDArray[np.intp]]:
        """Yield the blocks in portions of so many points, so that they fit into memory.

        A series is cut only where it is longer than a portion.
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
    """A range of an axis; `origin` (float64 [series]) is the time at which each series begins.

    It is 0 but on the relative axis. `is_whole` (bool [series]) tells of which series all points
    count as inside, wherever they are; None stands for none.
    """

    axis: Axis
    range: Range
    origin: Floats
    is_whole: NDArray[np.bool_] | None = None

    def taken(self, which: slice) -> "AxisRange":
        """Return the window of some of the series."""
        is_whole = None if self.is_whole is None else self.is_whole[which]
        return replace(self, origin=self.origin[which], is_whole=is_whole)

    def ends(self, part: SeriesSet) -> tuple[Positions, Positions]:
        """Return the first and last position in each block [n]; in time, if all have a date."""
        blocks = part.blocks
        if self.axis == "step":
            return blocks["min_step"], blocks["max_step"]
        origin = self.origins(part.series)
        return blocks["min_wall_time"] - origin, blocks["max_wall_time"] - origin

    def origins(self, series: Ints) -> Floats:
        """Return where the axis begins for each of some series."""
        return self.origin[series]  # 0 but for the relative axis


class PointsInRange:
    """The points of some blocks where they stand on an axis.

    `x` [points] are their positions; `dated` [points] tells which of them have one, `inside`
    which of these lie in the range, `shown` which are not superseded, and `visible` which are both.
    """

    def __init__(self, part: SeriesSet, points: Points, window: AxisRange) -> None:
        self.part = part
        self.points = points
        self.window = window
        self.x, self.dated = _positions(part, points, window)
        self.inside = self.dated & window.range.holds(self.x)
        if window.is_whole is not None:
            self.inside |= self.dated & points.spread(window.is_whole[part.series])
        self.shown = np.ones(points.total, np.bool_)
        if not part.shown_whole().all():
            self.shown = points.column("step") < points.spread(part.superseded_from)
            self.shown |= points.spread(part.superseded_from == NEVER)
        self.visible = self.inside & self.shown

    def per_block(self, marks: NDArray[np.bool_]) -> Ints:
        """Return int64 [blocks]: how many of each block's points are marked."""
        counts: Ints = np.add.reduceat(marks, self.points.start, dtype=np.int64)
        return counts


def _positions(
    part: SeriesSet, points: Points, window: AxisRange
) -> tuple[Positions, NDArray[np.bool_]]:
    if window.axis == "step":
        return points.column("step"), np.ones(points.total, np.bool_)
    times = points.column("wall_time")
    dated = are_dates(times)
    if window.axis == "relative":
        return times - points.spread(window.origins(part.series)), dated
    return times, dated


@dataclass(frozen=True, slots=True)
class RangeCounts:
    """What lies in a range, of each block or of each series; each column [n].

    `total` points are visible, of them `nan` and `inf` not finite; `hidden` are superseded;
    `undated` points, in the range or not, have no place on an axis of time. `low` and `high` are
    the first and last visible position, ±∞ without any.
    """

    total: Ints
    nan: Ints
    inf: Ints
    hidden: Ints
    undated: Ints
    low: Floats
    high: Floats

    def taken(self, which: slice) -> "RangeCounts":
        """Return some of the elements."""
        return RangeCounts(*(getattr(self, field.name)[which] for field in fields(self)))

    def put(self, which: NDArray[Any], other: "RangeCounts") -> None:
        """Replace some of the elements."""
        for field in fields(self):
            getattr(self, field.name)[which] = getattr(other, field.name)


def count_in_range(
    part: SeriesSet, window: AxisRange, load: BlockLoader, are_dated: NDArray[np.bool_]
) -> RangeCounts:
    """Return the tally of each block.

    Args:
        part: the blocks.
        window: what is asked for.
        load: reads blocks.
        are_dated: [blocks], of which blocks it is known that every point has a date.
    """
    tally, known = _from_table(part, window, are_dated)
    unknown = np.flatnonzero(~known)
    rest = part.taken(unknown)
    for portion in rest.portions():
        some = rest.taken(portion)
        tally.put(unknown[portion], _from_points(PointsInRange(some, load(some.blocks), window)))
    return tally


def _from_table(
    part: SeriesSet, window: AxisRange, are_dated: NDArray[np.bool_]
) -> tuple[RangeCounts, NDArray[np.bool_]]:
    """Return what the table alone tells, and of which blocks that is true."""
    blocks = part.blocks
    on_steps = window.axis == "step"
    low, high = window.range.of_steps() if on_steps else window.range.of_times()
    first, last = window.ends(part)
    inside = (first >= low) & (last <= high)
    shown, gone = inside & part.shown_whole(), inside & part.hidden_whole()
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
    start, visible, blocks = placed.points.start, placed.visible, placed.part.blocks
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


def counts_per_series(part: SeriesSet, tally: RangeCounts) -> RangeCounts:
    """Return the tally of each series; a series without blocks has nothing."""
    low, high = np.full(part.size, np.inf), np.full(part.size, -np.inf)
    np.minimum.at(low, part.series, tally.low)
    np.maximum.at(high, part.series, tally.high)

    def summed(counts: Ints) -> Ints:
        return np.bincount(part.series, counts, part.size).astype(np.int64)

    return RangeCounts(
        summed(tally.total),
        summed(tally.nan),
        summed(tally.inf),
        summed(tally.hidden),
        summed(tally.undated),
        low,
        high,
    )


def origins(part: SeriesSet, load: BlockLoader) -> Floats:
    """Return float64 [series]: the first date of each series' visible points, 0 without any."""
    found = np.full(part.size, np.inf)
    known = are_dates(part.blocks["min_wall_time"]) & part.shown_whole()
    np.minimum.at(found, part.series[known], part.blocks["min_wall_time"][known])
    rest = part.taken(~known & ~part.hidden_whole())
    whole = AxisRange("wall_time", Range(), found)
    for portion in rest.portions():
        some = rest.taken(portion)
        low = _from_points(PointsInRange(some, load(some.blocks), whole)).low
        np.minimum.at(found, some.series, low)
    return np.where(np.isfinite(found), found, 0.0)
