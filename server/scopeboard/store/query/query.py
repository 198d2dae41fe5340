"""Queries of time series: a range of an axis, as points or as buckets.

All series of a query are processed at once, in columns over all of their points: a tag of ten
thousand short runs costs little more than one long run. First the points in the range are counted,
mostly from the block table; the counts decide which series are returned as points, and the grid on
which the others are bucketed. Then the blocks with visible points are read. A caller that does not
need all series at once takes them in portions, which reuse memory: the system takes longer to
clear fresh memory than most of these computations.

A chart of a part of the axis needs context: lines continue beyond the edges, and a smoothed value
depends on points outside the range. Short series are then returned whole, and the others with the
point before the range and the one after it. Smoothing always uses the whole series.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.errors import QueryError
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.bucketing import Bucketing
from scopeboard.store.query.buckets import Buckets, grid
from scopeboard.store.query.neighbours import (
    Neighbours,
    neighbours,
    no_neighbours,
    with_neighbours,
)
from scopeboard.store.query.points import Order, RawPoints, read_raw
from scopeboard.store.query.range import (
    POINTS_AT_ONCE,
    AxisRange,
    RangeCounts,
    SeriesSet,
    count_in_range,
    counts_per_series,
    origins,
)
from scopeboard.store.query.smoothed_series import SmoothedCache
from scopeboard.store.query.smoothing import Smoothing
from scopeboard.store.query.summary_pyramid import LEAST_POINTS, SummaryPyramids
from scopeboard.store.query.superseded import restart_positions
from scopeboard.store.segments.reader import Read

_ROWS_A_BUCKET: Final = 16  # points read per bucket of a series with cached summaries


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """A query of series.

    Attributes:
        axis: the axis of positions. Points whose wall time is no date have no position on the
            axes of time and are left out there.
        range: the positions, in units of the axis.
        points: a series with more points than this in the range is bucketed, on a grid of as
            many buckets over the range that all series cover; 0 returns every point.
        order: the order of points, by position or as logged. Buckets are ordered by position.
        context: whether to return points beyond the range, as a chart needs them: all points of a
            series that has no more than `points` in all, and of the others the point before the
            range and the one after it. The order then has to be by position.
        smoothing: how to smooth each series over all of its points; None for not at all. With
            `context`, series of which all points are returned are not smoothed. The points have
            to stand by position.

    Raises:
        QueryError: `order` is "logged" and there is a context or a smoothing.
    """

    axis: Axis = "step"
    range: Range = Range()  # noqa: RUF009 - frozen
    points: int = 0
    order: Order = "sorted"
    context: bool = False
    smoothing: Smoothing | None = None

    def __post_init__(self) -> None:
        """Check the options against each other.

        Raises:
            QueryError: they contradict each other.
        """
        if self.order == "logged" and (self.context or self.smoothing):
            raise QueryError("Points in the order of logging have no context and no smoothing.")


@dataclass(frozen=True, slots=True)
class RowsOutside:
    """The number of rows of each series before and after the range; int64 [series] each."""

    before: Ints
    after: Ints


@dataclass(frozen=True, slots=True)
class SmoothedRows:
    """Smoothed values; None where there are none.

    Of points, `raw` [points]; of buckets, the mean `bucket_mean` and the last `bucket_last`
    [buckets]. Rows of series that are not smoothed are NaN; `is_there` (bool [series]) tells which
    are.
    """

    is_there: NDArray[np.bool_]
    raw: Floats
    bucket_mean: Floats
    bucket_last: Floats


@dataclass(frozen=True, slots=True)
class Selection:
    """Series within a range: the result of a query.

    `tally` tells of each series what there is; `is_raw` [series] tells whether its points are in
    `raw` or in `buckets`. The rows of series `n` end at `raw_ends[n]` and `bucket_ends[n]`, and
    begin where those of the series before end. `restarts` has, for those that were restarted,
    where on the axis they were. `is_whole` [series] tells of which all points are there, in the
    range or not; `beyond` tells how many rows stand outside the range.
    """

    tally: RangeCounts
    is_raw: NDArray[np.bool_]
    raw: RawPoints
    raw_ends: Ints
    buckets: Buckets
    bucket_ends: Ints
    restarts: dict[int, list[float]]
    is_whole: NDArray[np.bool_]
    beyond: RowsOutside
    smoothed: SmoothedRows | None


def select(
    series_set: SeriesSet,
    question: SeriesQuery,
    read: Read,
    pyramids: SummaryPyramids | None = None,
) -> Selection:
    """Return the result of a query for all series at once; see `QueryPlan`.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    return QueryPlan(series_set, question, read, pyramids).taken(0, series_set.size)


class QueryPlan:
    """The counts of each series within the range, and the form in which it is returned.

    `tally` is of all series; `is_raw` (bool [series]) tells which are returned as points. `rows`
    (int64 [series]) is about how many points are looked at to return each of them, which is no
    less than how many points or buckets are returned.

    Args:
        series_set: the series.
        question: what is asked for.
        read: reads from segments.
        pyramids: a cache of block summaries; None for no cache.
        smoothed: a cache of smoothed series; None for no cache.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """

    def __init__(
        self,
        series_set: SeriesSet,
        question: SeriesQuery,
        read: Read,
        pyramids: SummaryPyramids | None = None,
        smoothed: SmoothedCache | None = None,
    ) -> None:
        self._series_set, self._question = series_set, question
        self._load, self._pyramids = BlockLoader(read), pyramids or SummaryPyramids(0)
        self._smoothed = smoothed or SmoothedCache(0)
        relative = question.axis == "relative"
        origin = origins(series_set, self._load) if relative else np.zeros(series_set.size)
        self._axis_range = AxisRange(question.axis, question.range, origin)
        dated = _are_dated(series_set.blocks, self._axis_range, self._pyramids)
        self._by_block = count_in_range(series_set, self._axis_range, self._load, dated)
        self.tally = counts_per_series(series_set, self._by_block)
        self._total = self._by_block.total
        self._take_short_ones_whole(dated)
        points = counts_per_series(series_set, replace(self._by_block, total=self._total)).total
        self.is_raw = (points <= question.points) | (question.points == 0)
        at_most = np.where(self.is_raw, points, _ROWS_A_BUCKET * question.points)
        self.rows = np.minimum(points, at_most)
        self._edges = self._grid()
        self._restarts = restart_positions(series_set, self._axis_range)
        self._before, self._after = self._neighbours()

    def _take_short_ones_whole(self, dated: NDArray[np.bool_]) -> None:
        """Extend the range to all points of short series."""
        if not (self._question.context and self._is_part()):
            return
        series_set = self._series_set
        counts = np.where(series_set.hidden_whole(), 0, series_set.blocks["count"].astype(np.int64))
        points = np.bincount(series_set.series, counts, series_set.size)
        is_short = points <= self._question.points
        self._axis_range = replace(self._axis_range, is_whole=is_short)
        rows = np.flatnonzero(is_short[series_set.series])
        everything = replace(self._axis_range, range=Range())
        self._total = self._total.copy()
        self._total[rows] = count_in_range(
            series_set.taken(rows), everything, self._load, dated[rows]
        ).total

    def _is_part(self) -> bool:
        """Return whether the range is bounded."""
        return self._question.range != Range()

    def _grid(self) -> Floats:
        if self.is_raw.all():
            return np.zeros(2)
        return grid(self.tally.low.min(), self.tally.high.max(), self._question.points)

    def _neighbours(self) -> tuple[Neighbours, Neighbours]:
        """Return the neighbours of the series that are not returned whole."""
        none = no_neighbours(self._series_set.size)
        if not (self._question.context and self._is_part()):
            return none, none
        is_whole = self._axis_range.is_whole
        others = self._series_set
        if is_whole is not None:
            others = others.taken(np.flatnonzero(~is_whole[others.series]))
        return (
            neighbours(others, self._axis_range, "before", self._load),
            neighbours(others, self._axis_range, "after", self._load),
        )

    def portions(self, rows: int = POINTS_AT_ONCE) -> Iterator[Selection]:
        """Yield the series in order, in portions of about `rows` rows, at least one series each.

        Raises:
            DamagedBlockError: a block fails its checksum.
        """
        ends = np.cumsum(self.rows)
        begin = 0
        while begin < len(ends):
            before = int(ends[begin - 1]) if begin else 0
            end = max(begin + 1, int(np.searchsorted(ends, before + rows, "right")))
            yield self.taken(begin, end)
            begin = end

    def taken(self, begin: int, end: int) -> Selection:
        """Return the series from number `begin` to before `end`.

        Raises:
            DamagedBlockError: a block fails its checksum.
        """
        series_set, total = self._blocks(begin, end)
        some = slice(begin, end)
        is_raw, is_there = self.is_raw[some], total > 0
        axis_range = self._axis_range.taken(some)
        fit = np.flatnonzero(is_there & is_raw[series_set.series])
        rest = np.flatnonzero(is_there & ~is_raw[series_set.series])
        order, load = self._question.order, self._load
        raw, raw_ends = read_raw(series_set.taken(fit), total[fit], axis_range, order, load)
        is_full = total[rest] == series_set.blocks["count"][rest]
        bucketing = Bucketing(series_set.taken(rest), is_full, axis_range, self._edges)
        buckets, bucket_ends = bucketing.buckets(load, self._pyramids)
        before, after = self._before.taken(some), self._after.taken(some)
        is_whole = self._is_whole(some)
        beyond = RowsOutside(before.is_there.astype(np.int64), after.is_there.astype(np.int64))
        if axis_range.is_whole is not None:
            beyond = _rows_beyond(beyond, raw, raw_ends, axis_range, axis_range.is_whole)
        raw, raw_ends = with_neighbours(raw, raw_ends, before, after, is_raw)
        buckets, bucket_ends = with_neighbours(buckets, bucket_ends, before, after, ~is_raw)
        selection = Selection(
            tally=self.tally.taken(some),
            is_raw=is_raw,
            raw=raw,
            raw_ends=raw_ends,
            buckets=buckets,
            bucket_ends=bucket_ends,
            restarts={at - begin: x for at, x in self._restarts.items() if begin <= at < end},
            is_whole=is_whole,
            beyond=beyond,
            smoothed=None,
        )
        if (smoothing := self._question.smoothing) is None:
            return selection
        return replace(
            selection, smoothed=self._smoothed_rows(series_set, axis_range, selection, smoothing)
        )

    def _is_whole(self, some: slice) -> NDArray[np.bool_]:
        """Return bool [series]: whether all points of each series are returned."""
        if self._question.range == Range():
            return self.is_raw[some]
        is_whole = self._axis_range.is_whole
        return np.zeros(len(self.is_raw[some]), np.bool_) if is_whole is None else is_whole[some]

    def _smoothed_rows(
        self,
        series_set: SeriesSet,
        axis_range: AxisRange,
        selection: Selection,
        smoothing: Smoothing,
    ) -> SmoothedRows:
        """Return the smoothed values of the selected rows, smoothed over the whole series."""
        beyond = selection.beyond
        is_left_out = selection.is_whole & self._question.context
        rows = SmoothedRows(
            is_there=~is_left_out,
            raw=np.full(len(selection.raw.value), np.nan),
            bucket_mean=np.full(len(selection.buckets.x), np.nan),
            bucket_last=np.full(len(selection.buckets.x), np.nan),
        )
        raw_starts = np.append(0, selection.raw_ends)
        bucket_starts = np.append(0, selection.bucket_ends)
        for at in np.flatnonzero(rows.is_there).tolist():
            own = series_set.taken(np.flatnonzero(series_set.series == at))
            own = replace(own, series=np.zeros_like(own.series), runs=own.runs[at : at + 1])
            of = self._smoothed.get(own, axis_range.taken(slice(at, at + 1)), smoothing, self._load)
            first, behind = of.rows_in(axis_range.range)
            lead, tail = int(beyond.before[at]), int(beyond.after[at])
            if selection.is_raw[at]:
                place = slice(raw_starts[at], selection.raw_ends[at])
                rows.raw[place] = of.value[first - lead : behind + tail]
                continue
            means, lasts = of.in_buckets(axis_range.range, self._edges)
            before, after = of.value[first - lead : first], of.value[behind : behind + tail]
            place = slice(bucket_starts[at], selection.bucket_ends[at])
            rows.bucket_mean[place] = np.concatenate([before, means, after])
            rows.bucket_last[place] = np.concatenate([before, lasts, after])
        return rows

    def _blocks(self, begin: int, end: int) -> tuple[SeriesSet, Ints]:
        """Return the blocks of series, renumbered from 0, and the visible points of each block."""
        first, last = np.searchsorted(self._series_set.series, [begin, end]).tolist()
        some = self._series_set.taken(np.arange(first, last))
        series_set = replace(some, series=some.series - begin, runs=some.runs[begin:end])
        return series_set, self._total[first:last]


def _rows_beyond(
    beyond: RowsOutside,
    raw: RawPoints,
    ends: Ints,
    axis_range: AxisRange,
    is_whole: NDArray[np.bool_],
) -> RowsOutside:
    """Count the rows outside the range, of the series that are returned whole."""
    low, high = (
        axis_range.range.of_steps() if axis_range.axis == "step" else axis_range.range.of_times()
    )
    x = raw.step if axis_range.axis == "step" else raw.wall_time
    if raw.x is not None:
        x = raw.x
    starts = np.append(0, ends[:-1])

    def counted(is_outside: NDArray[np.bool_], others: Ints) -> Ints:
        sums = np.append(0, np.cumsum(is_outside))
        return np.where(is_whole, sums[ends] - sums[starts], others)

    return RowsOutside(counted(x < low, beyond.before), counted(x > high, beyond.after))


def _are_dated(blocks: Rows, axis_range: AxisRange, pyramids: SummaryPyramids) -> NDArray[np.bool_]:
    """Return bool [blocks]: whether a block is known to have dates only, as those with chunks."""
    dated = np.zeros(len(blocks), np.bool_)
    if axis_range.axis != "step":
        long = np.flatnonzero(blocks["count"] >= LEAST_POINTS)
        found = pyramids.find(blocks.take(long), "wall_time")
        dated[long[[chunks is not None for chunks in found]]] = True
    return dated
