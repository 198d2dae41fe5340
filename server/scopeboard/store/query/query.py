"""Queries of time series: a range of an axis, as points or as buckets.

All series of a query are processed at once, in columns over all of their points: a tag of ten
thousand short runs costs little more than one long run. First the points in the range are counted,
mostly from the block table. The counts decide which series are returned as points, and the grid of
the buckets of the others. Then the blocks with visible points are read. A caller that does not
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
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.bucketing import Bucketing
from scopeboard.store.query.buckets import NO_BUCKETS, Buckets, grid
from scopeboard.store.query.neighbours import Neighbours, neighbours, with_neighbours
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
from scopeboard.store.query.summary_pyramid import MIN_POINTS, SummaryPyramids
from scopeboard.store.query.superseded import restart_positions
from scopeboard.store.segments.reader import Read, expect_blocks

_ROWS_A_BUCKET: Final = 16  # points read per bucket of a series with cached summaries


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """A query of series.

    Attributes:
        axis: the axis of positions. Points whose wall time is no date have no position on the
            axes of time and are left out there.
        range: the positions, in units of the axis.
        points: a series with more points than this in the range is bucketed, on a grid of this
            many buckets over the range that all series cover; 0 returns every point.
        order: the order of points, by position or as logged. Buckets are ordered by position.
        context: whether to return points beyond the range, as a chart needs them: all points of a
            series that has no more than `points` in all, and of the others the point before the
            range and the one after it. Requires the order by position.
        smoothing: how to smooth each series over all of its points; None for no smoothing. With
            `context`, series whose points are all returned are not smoothed. Requires the order by
            position.

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
    """Smoothed values of the rows of a selection.

    `raw` [points] are those of points, `bucket_mean` and `bucket_last` [buckets] are the mean and
    the last value of buckets. Rows of series that are not smoothed are NaN; `is_there`
    (bool [series]) marks the smoothed series.
    """

    is_there: NDArray[np.bool_]
    raw: Floats
    bucket_mean: Floats
    bucket_last: Floats


@dataclass(frozen=True, slots=True)
class Selection:
    """Series within a range: the result of a query.

    `counts` are the counts of each series; `is_raw` [series] marks the series that are in `raw`
    rather than in `buckets`. The rows of series `n` end at `raw_ends[n]` and `bucket_ends[n]`, and
    begin at the end of the series before. `restarts` has the positions of the restarts of the
    restarted series. `is_whole` [series] marks the series that have all of their points, in the
    range or not; `outside` counts the rows outside the range.
    """

    counts: RangeCounts
    is_raw: NDArray[np.bool_]
    raw: RawPoints
    raw_ends: Ints
    buckets: Buckets
    bucket_ends: Ints
    restarts: dict[int, list[float]]
    is_whole: NDArray[np.bool_]
    outside: RowsOutside
    smoothed: SmoothedRows | None


def select(
    series_set: SeriesSet,
    query: SeriesQuery,
    read: Read,
    pyramids: SummaryPyramids | None = None,
) -> Selection:
    """Return the result of a query for all series at once; see `QueryPlan`.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    return QueryPlan(series_set, query, read, pyramids).select(0, series_set.size)


class QueryPlan:
    """The counts of each series within the range, and the form in which it is returned.

    `counts` are those of all series; `is_raw` (bool [series]) marks the series that are returned as
    points. `rows` (int64 [series]) estimates the points that are read to return each of them: at
    least the points or buckets that are returned.

    Args:
        series_set: the series.
        query: the query.
        read: reads from segments.
        pyramids: a cache of block summaries; None for no cache.
        smoothed: a cache of smoothed series; None for no cache.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """

    def __init__(
        self,
        series_set: SeriesSet,
        query: SeriesQuery,
        read: Read,
        pyramids: SummaryPyramids | None = None,
        smoothed: SmoothedCache | None = None,
    ) -> None:
        self._series_set, self._query = series_set, query
        expect_blocks(read, series_set.blocks)
        self._load, self._pyramids = BlockLoader(read), pyramids or SummaryPyramids(0)
        self._smoothed = smoothed or SmoothedCache(0)
        relative = query.axis == "relative"
        origin = origins(series_set, self._load) if relative else np.zeros(series_set.size)
        self._axis_range = AxisRange(query.axis, query.range, origin)

        blocks, are_dated = series_set.blocks, np.zeros(len(series_set.blocks), np.bool_)
        if query.axis != "step":  # blocks with cached chunks have dates only
            long = np.flatnonzero(blocks["count"] >= MIN_POINTS)
            cached = self._pyramids.find(blocks.take(long), "wall_time")
            are_dated[long[[chunks is not None for chunks in cached]]] = True
        by_block = count_in_range(series_set, self._axis_range, self._load, are_dated)
        self.counts = counts_per_series(series_set, by_block)
        self._total = by_block.total
        self._neighbours: tuple[Neighbours, Neighbours] | None = None  # before and after the range
        points = self.counts.total
        if query.context and query.range != Range():
            self._add_context(are_dated)
            points = np.bincount(series_set.series, self._total, series_set.size).astype(np.int64)

        self.is_raw = (points <= query.points) | (query.points == 0)
        most = np.where(self.is_raw, points, _ROWS_A_BUCKET * query.points)
        self.rows = np.minimum(points, most)
        self._edges = np.zeros(2)
        if not self.is_raw.all():
            self._edges = grid(self.counts.low.min(), self.counts.high.max(), query.points)
        self._restarts = restart_positions(series_set, self._axis_range)

    def _add_context(self, are_dated: NDArray[np.bool_]) -> None:
        """Extend the range to all points of short series; find the neighbours of the others."""
        series_set, load = self._series_set, self._load
        hidden = series_set.is_fully_hidden()
        counts = np.where(hidden, 0, series_set.blocks["count"].astype(np.int64))
        is_short = np.bincount(series_set.series, counts, series_set.size) <= self._query.points
        self._axis_range = replace(self._axis_range, is_whole=is_short)
        rows = np.flatnonzero(is_short[series_set.series])
        everything = replace(self._axis_range, range=Range())
        short = count_in_range(series_set.take(rows), everything, load, are_dated[rows])
        self._total = self._total.copy()
        self._total[rows] = short.total
        others = series_set.take(np.flatnonzero(~is_short[series_set.series]))
        self._neighbours = (
            neighbours(others, self._axis_range, "before", load),
            neighbours(others, self._axis_range, "after", load),
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
            yield self.select(begin, end)
            begin = end

    def select(self, begin: int, end: int) -> Selection:
        """Return the series from number `begin` to before `end`.

        Raises:
            DamagedBlockError: a block fails its checksum.
        """
        first, last = np.searchsorted(self._series_set.series, [begin, end]).tolist()
        series_set, total = self._series_set.take(np.arange(first, last)), self._total[first:last]
        series_set = replace(
            series_set, series=series_set.series - begin, runs=series_set.runs[begin:end]
        )
        numbers, order, load = slice(begin, end), self._query.order, self._load
        is_raw, axis_range = self.is_raw[numbers], self._axis_range.take(numbers)
        fit = np.flatnonzero((total > 0) & is_raw[series_set.series])
        raw, raw_ends = read_raw(series_set.take(fit), total[fit], axis_range, order, load)
        buckets, bucket_ends = NO_BUCKETS, np.zeros(len(is_raw), np.int64)
        if not is_raw.all():
            rest = np.flatnonzero((total > 0) & ~is_raw[series_set.series])
            is_full = total[rest] == series_set.blocks["count"][rest]
            bucketing = Bucketing(series_set.take(rest), is_full, axis_range, self._edges)
            buckets, bucket_ends = bucketing.buckets(load, self._pyramids)

        outside = RowsOutside(np.zeros(len(is_raw), np.int64), np.zeros(len(is_raw), np.int64))
        is_whole = is_raw if self._query.range == Range() else np.zeros(len(is_raw), np.bool_)
        if axis_range.is_whole is not None:
            is_whole = axis_range.is_whole
            outside = _count_outside(raw, raw_ends, axis_range, is_whole)
        if self._neighbours is not None:
            before, after = (side.take(numbers) for side in self._neighbours)
            outside = RowsOutside(outside.before + before.is_there, outside.after + after.is_there)
            raw, raw_ends = with_neighbours(raw, raw_ends, before, after, is_raw)
            buckets, bucket_ends = with_neighbours(buckets, bucket_ends, before, after, ~is_raw)
        selection = Selection(
            counts=self.counts.take(numbers),
            is_raw=is_raw,
            raw=raw,
            raw_ends=raw_ends,
            buckets=buckets,
            bucket_ends=bucket_ends,
            restarts={n - begin: x for n, x in self._restarts.items() if begin <= n < end},
            is_whole=is_whole,
            outside=outside,
            smoothed=None,
        )
        if self._query.smoothing is None:
            return selection
        smoothed = self._smooth(series_set, axis_range, selection, self._query.smoothing)
        return replace(selection, smoothed=smoothed)

    def _smooth(
        self,
        series_set: SeriesSet,
        axis_range: AxisRange,
        selection: Selection,
        smoothing: Smoothing,
    ) -> SmoothedRows:
        """Return the smoothed values of the selected rows, smoothed over the whole series."""
        outside = selection.outside
        rows = SmoothedRows(
            is_there=~(selection.is_whole & self._query.context),
            raw=np.full(len(selection.raw.value), np.nan),
            bucket_mean=np.full(len(selection.buckets.x), np.nan),
            bucket_last=np.full(len(selection.buckets.x), np.nan),
        )
        raw_starts = np.append(0, selection.raw_ends)
        bucket_starts = np.append(0, selection.bucket_ends)
        for number in np.flatnonzero(rows.is_there).tolist():
            single = series_set.take(np.flatnonzero(series_set.series == number))
            runs = single.runs[number : number + 1]
            single = replace(single, series=np.zeros_like(single.series), runs=runs)
            single_range = axis_range.take(slice(number, number + 1))
            smoothed = self._smoothed.get(single, single_range, smoothing, self._load)
            first, end = smoothed.rows_in(axis_range.range)
            begin = first - int(outside.before[number])
            stop = end + int(outside.after[number])
            if selection.is_raw[number]:
                of_series = slice(raw_starts[number], selection.raw_ends[number])
                rows.raw[of_series] = smoothed.value[begin:stop]
                continue
            means, lasts = smoothed.in_buckets(axis_range.range, self._edges)
            before, after = smoothed.value[begin:first], smoothed.value[end:stop]
            of_series = slice(bucket_starts[number], selection.bucket_ends[number])
            rows.bucket_mean[of_series] = np.concatenate([before, means, after])
            rows.bucket_last[of_series] = np.concatenate([before, lasts, after])
        return rows


def _count_outside(
    raw: RawPoints,
    ends: Ints,
    axis_range: AxisRange,
    is_whole: NDArray[np.bool_],
) -> RowsOutside:
    """Count the rows outside the range of the series in `is_whole`; 0 for the others."""
    low, high = axis_range.bounds
    x = raw.step if axis_range.axis == "step" else raw.wall_time
    x = x if raw.x is None else raw.x
    starts = np.append(0, ends[:-1])
    before, after = (np.append(0, np.cumsum(is_outside)) for is_outside in (x < low, x > high))
    return RowsOutside(
        np.where(is_whole, before[ends] - before[starts], 0),
        np.where(is_whole, after[ends] - after[starts], 0),
    )
