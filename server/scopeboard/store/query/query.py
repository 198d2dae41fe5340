"""Questions about time series: a range of an axis, as points or as buckets.

Many series of a question are answered at once, in columns over all of their points: a tag of ten
thousand short runs costs little more than one long run. First the window is tallied, mostly from
the table of blocks; that tells which series fit as they are, and on which grid the others are
bucketed. Then the blocks that have something to show are read. Those who need not have all series
side by side take them in portions, which stay in memory that is there already: to have fresh
memory cleared takes the system longer than most of what is done in it.

A chart that shows a part of the axis asks for its context: a line goes on beyond the edges, and a
smoothed value depends on points that are not in view. Short series then come whole, and of the
others the point before the range and the one after it. Smoothed values are always of the whole
series (`smoothed`).
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

_ROWS_A_BUCKET: Final = 16  # looked at in a series whose stretches are known from before


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """What to return of some series.

    Attributes:
        axis: what positions are. Points whose wall time is no date are left out of the axes of
            time, because they have no place there.
        range: the positions asked for, in units of the axis.
        points: a series with more points than this in the range is bucketed, on a grid of as
            many buckets over the range that all series cover; 0 returns every point.
        order: whether points stand by position or as they were logged. Buckets stand by position.
        context: whether to return what a chart needs beyond the range: all points of a series
            that has no more than `points` in all, and of the others the point before the range
            and the one after it. The points then have to stand by position.
        smoothing: how to smooth each series over all of its points; None for not at all. With
            `context`, series of which all points are returned are not smoothed. The points have
            to stand by position.

    Raises:
        QueryError: points as they were logged are to have a context or to be smoothed.
    """

    axis: Axis = "step"
    range: Range = Range()  # noqa: RUF009 - frozen
    points: int = 0
    order: Order = "sorted"
    context: bool = False
    smoothing: Smoothing | None = None

    def __post_init__(self) -> None:
        """Check that options agree.

        Raises:
            QueryError: they do not.
        """
        if self.order == "logged" and (self.context or self.smoothing):
            raise QueryError("Points in the order of logging have no context and no smoothing.")


@dataclass(frozen=True, slots=True)
class RowsOutside:
    """How many rows of each series stand before the range, and after it; int64 [series] each."""

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
    """Some series within a range.

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
    part: SeriesSet, question: SeriesQuery, read: Read, pyramids: SummaryPyramids | None = None
) -> Selection:
    """Return each series within the range that is asked for, all side by side; see `QueryPlan`.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    return QueryPlan(part, question, read, pyramids).taken(0, part.size)


class QueryPlan:
    """What there is of each series within the range that is asked for, and how it is returned.

    `tally` is of all series; `is_raw` (bool [series]) tells which are returned as points. `rows`
    (int64 [series]) is about how many points are looked at to return each of them, which is no
    less than how many points or buckets are returned.

    Args:
        part: the series.
        question: what is asked for.
        read: reads from segments.
        pyramids: what is known of blocks that were asked for before; None keeps nothing.
        smoothed: series that were smoothed before; None keeps nothing.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """

    def __init__(
        self,
        part: SeriesSet,
        question: SeriesQuery,
        read: Read,
        pyramids: SummaryPyramids | None = None,
        smoothed: SmoothedCache | None = None,
    ) -> None:
        self._part, self._question = part, question
        self._load, self._pyramids = BlockLoader(read), pyramids or SummaryPyramids(0)
        self._smoothed = smoothed or SmoothedCache(0)
        relative = question.axis == "relative"
        origin = origins(part, self._load) if relative else np.zeros(part.size)
        self._window = AxisRange(question.axis, question.range, origin)
        dated = _are_dated(part.blocks, self._window, self._pyramids)
        self._by_block = count_in_range(part, self._window, self._load, dated)
        self.tally = counts_per_series(part, self._by_block)
        self._total = self._by_block.total
        self._take_short_ones_whole(dated)
        points = counts_per_series(part, replace(self._by_block, total=self._total)).total
        self.is_raw = (points <= question.points) | (question.points == 0)
        at_most = np.where(self.is_raw, points, _ROWS_A_BUCKET * question.points)
        self.rows = np.minimum(points, at_most)
        self._edges = self._grid()
        self._restarts = restart_positions(part, self._window)
        self._before, self._after = self._neighbours()

    def _take_short_ones_whole(self, dated: NDArray[np.bool_]) -> None:
        """Widen the window to all points of the series that have few enough."""
        if not (self._question.context and self._is_part()):
            return
        part = self._part
        counts = np.where(part.hidden_whole(), 0, part.blocks["count"].astype(np.int64))
        points = np.bincount(part.series, counts, part.size)
        is_short = points <= self._question.points
        self._window = replace(self._window, is_whole=is_short)
        rows = np.flatnonzero(is_short[part.series])
        everything = replace(self._window, range=Range())
        self._total = self._total.copy()
        self._total[rows] = count_in_range(
            part.taken(rows), everything, self._load, dated[rows]
        ).total

    def _is_part(self) -> bool:
        """Tell whether a part of the axis is asked for."""
        return self._question.range != Range()

    def _grid(self) -> Floats:
        if self.is_raw.all():
            return np.zeros(2)
        return grid(self.tally.low.min(), self.tally.high.max(), self._question.points)

    def _neighbours(self) -> tuple[Neighbours, Neighbours]:
        """Return the neighbours of the series of which not all points come anyway."""
        nobody = no_neighbours(self._part.size)
        if not (self._question.context and self._is_part()):
            return nobody, nobody
        is_whole = self._window.is_whole
        others = self._part
        if is_whole is not None:
            others = others.taken(np.flatnonzero(~is_whole[others.series]))
        return (
            neighbours(others, self._window, "before", self._load),
            neighbours(others, self._window, "after", self._load),
        )

    def portions(self, rows: int = POINTS_AT_ONCE) -> Iterator[Selection]:
        """Yield the series in their order, as many at a time as have so many rows, at least one.

        Raises:
            DamagedBlockError: some blocks are not what was written.
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
            DamagedBlockError: some blocks are not what was written.
        """
        part, total = self._blocks(begin, end)
        some = slice(begin, end)
        is_raw, is_there = self.is_raw[some], total > 0
        window = self._window.taken(some)
        fit = np.flatnonzero(is_there & is_raw[part.series])
        rest = np.flatnonzero(is_there & ~is_raw[part.series])
        order, load = self._question.order, self._load
        raw, raw_ends = read_raw(part.taken(fit), total[fit], window, order, load)
        is_full = total[rest] == part.blocks["count"][rest]
        bucketing = Bucketing(part.taken(rest), is_full, window, self._edges)
        buckets, bucket_ends = bucketing.buckets(load, self._pyramids)
        before, after = self._before.taken(some), self._after.taken(some)
        is_whole = self._is_whole(some)
        beyond = RowsOutside(before.is_there.astype(np.int64), after.is_there.astype(np.int64))
        if window.is_whole is not None:
            beyond = _rows_beyond(beyond, raw, raw_ends, window, window.is_whole)
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
        return replace(selection, smoothed=self._smoothed_rows(part, window, selection, smoothing))

    def _is_whole(self, some: slice) -> NDArray[np.bool_]:
        """Tell of which of some series all points are returned."""
        if self._question.range == Range():
            return self.is_raw[some]
        is_whole = self._window.is_whole
        return np.zeros(len(self.is_raw[some]), np.bool_) if is_whole is None else is_whole[some]

    def _smoothed_rows(
        self, part: SeriesSet, window: AxisRange, selection: Selection, smoothing: Smoothing
    ) -> SmoothedRows:
        """Return the smoothed values of what was selected, of the whole series that it is of."""
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
            own = part.taken(np.flatnonzero(part.series == at))
            own = replace(own, series=np.zeros_like(own.series), runs=own.runs[at : at + 1])
            of = self._smoothed.get(own, window.taken(slice(at, at + 1)), smoothing, self._load)
            first, behind = of.rows_in(window.range)
            lead, tail = int(beyond.before[at]), int(beyond.after[at])
            if selection.is_raw[at]:
                place = slice(raw_starts[at], selection.raw_ends[at])
                rows.raw[place] = of.value[first - lead : behind + tail]
                continue
            means, lasts = of.in_buckets(window.range, self._edges)
            before, after = of.value[first - lead : first], of.value[behind : behind + tail]
            place = slice(bucket_starts[at], selection.bucket_ends[at])
            rows.bucket_mean[place] = np.concatenate([before, means, after])
            rows.bucket_last[place] = np.concatenate([before, lasts, after])
        return rows

    def _blocks(self, begin: int, end: int) -> tuple[SeriesSet, Ints]:
        """Return the blocks of some series, numbered from 0, and how much of each is visible."""
        first, last = np.searchsorted(self._part.series, [begin, end]).tolist()
        some = self._part.taken(np.arange(first, last))
        part = replace(some, series=some.series - begin, runs=some.runs[begin:end])
        return part, self._total[first:last]


def _rows_beyond(
    beyond: RowsOutside, raw: RawPoints, ends: Ints, window: AxisRange, is_whole: NDArray[np.bool_]
) -> RowsOutside:
    """Return how many rows stand outside, where some series came whole."""
    low, high = window.range.of_steps() if window.axis == "step" else window.range.of_times()
    x = raw.step if window.axis == "step" else raw.wall_time
    if raw.x is not None:
        x = raw.x
    starts = np.append(0, ends[:-1])

    def counted(is_outside: NDArray[np.bool_], others: Ints) -> Ints:
        sums = np.append(0, np.cumsum(is_outside))
        return np.where(is_whole, sums[ends] - sums[starts], others)

    return RowsOutside(counted(x < low, beyond.before), counted(x > high, beyond.after))


def _are_dated(blocks: Rows, window: AxisRange, pyramids: SummaryPyramids) -> NDArray[np.bool_]:
    """Tell of which blocks it is known that all points have a date: only such have chunks."""
    dated = np.zeros(len(blocks), np.bool_)
    if window.axis != "step":
        long = np.flatnonzero(blocks["count"] >= LEAST_POINTS)
        found = pyramids.find(blocks.take(long), "wall_time")
        dated[long[[chunks is not None for chunks in found]]] = True
    return dated
