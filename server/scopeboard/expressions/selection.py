"""Computed series within a range, as points or as buckets: what `store.query` is for logged ones.

A computed series is in memory as a whole, in the order of its axis, so a range is a slice of it.
Counts, context, buckets and smoothing are those of a logged series with the same points
(`store.query.query`).
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.expressions.computed_series import ComputedSeries, ComputedSet
from scopeboard.store.query.axis import Range
from scopeboard.store.query.bucket_points import sorted_spans, summarise_spans
from scopeboard.store.query.buckets import NO_BUCKETS, Buckets, grid, merge_summaries
from scopeboard.store.query.neighbours import Neighbours, no_neighbours, with_neighbours
from scopeboard.store.query.points import RawPoints
from scopeboard.store.query.query import RowsOutside, Selection, SeriesQuery, SmoothedRows
from scopeboard.store.query.range import RangeCounts
from scopeboard.store.query.smoothed_series import SmoothedSeries
from scopeboard.store.query.smoothing import smooth

_FIRST = np.zeros(1, np.int64)


class ComputedPlan:
    """The series of a query within a range, in the order of their runs.

    Attributes:
        unmatched: for each series, at how many steps some tag has a point and another has none.
        rows: an estimate of the points and buckets of all series.

    Args:
        series: the series.
        query: the range and the form. Its axis is that of the series or, for positions of an
            expression, `relative`; its order is by position.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """

    def __init__(self, series: ComputedSet, query: SeriesQuery) -> None:
        self._series, self._query = series, query
        parts = [_Part(each, query) for each in self._all()]
        self.unmatched = [part.series.unmatched for part in parts]
        self.rows = sum(part.rows for part in parts)
        low = min((part.low for part in parts), default=np.inf)
        high = max((part.high for part in parts), default=-np.inf)
        self._edges = grid(low, high, query.points) if low <= high and query.points else np.zeros(2)

    def portions(self) -> Iterator[Selection]:
        """Yield each series; it is computed again unless it is cached.

        Raises:
            DamagedBlockError: a block fails its checksum.
        """
        for series in self._all():
            yield _Part(series, self._query).select(self._edges)

    def _all(self) -> Iterator[ComputedSeries]:
        return map(self._series.series, range(len(self._series.bound)))


class _Part:
    """The rows of a series in a range: from `first` to before `end`, of `size`."""

    def __init__(self, series: ComputedSeries, query: SeriesQuery) -> None:
        self.series, self._query = series, query
        self._size = len(series.x)
        self._first, self._end = SmoothedSeries(series.x, series.value).rows_in(query.range)
        self._is_short = query.context and self._size <= query.points
        self._is_part = query.range != Range()
        x = series.x[self._first : self._end]
        self.low, self.high = (float(x[0]), float(x[-1])) if len(x) else (np.inf, -np.inf)

        self._is_whole = self._is_part and self._is_short
        self._points = self._size if self._is_whole else self._end - self._first
        self._is_raw = query.points == 0 or self._points <= query.points

    @property
    def rows(self) -> int:
        """About how many points or buckets there are."""
        return self._points if self._is_raw else min(self._points, self._query.points)

    def select(self, edges: Floats) -> Selection:
        """Return the rows; `edges` are those of the grid of buckets."""
        query, whole, is_raw = self._query, self._is_whole, self._is_raw
        first, end = (0, self._size) if whole else (self._first, self._end)
        if query.context and not whole and query.range.is_ordered:
            first, end = max(0, first - 1), min(self._size, end + 1)
        raw, buckets = self._raw(first, end if is_raw else first), NO_BUCKETS
        if not is_raw:
            buckets = self._buckets(edges, first, end)
        selection = Selection(
            counts=self._counts(),
            is_raw=np.array([is_raw]),
            raw=raw,
            raw_ends=_FIRST + len(raw.value),
            buckets=buckets,
            bucket_ends=_FIRST + len(buckets.x),
            restarts={0: self.series.restarts} if self.series.restarts else {},
            is_whole=np.array([whole or (is_raw and not self._is_part)]),
            outside=RowsOutside(_FIRST + self._first - first, _FIRST + end - self._end),
            smoothed=None,
        )
        return replace(selection, smoothed=self._smoothed(selection, edges, first, end))

    def _counts(self) -> RangeCounts:
        value = self.series.value[self._first : self._end]
        nan, inf = np.isnan(value).sum(), np.isinf(value).sum()
        return RangeCounts(
            total=_FIRST + len(value),
            nan=_FIRST + nan,
            inf=_FIRST + inf,
            hidden=_FIRST,
            undated=_FIRST + self.series.undated,
            low=np.array([self.low]),
            high=np.array([self.high]),
        )

    def _raw(self, first: int, end: int) -> RawPoints:
        series, rows = self.series, slice(first, end)
        has_x = self._query.axis == "relative"
        x = series.x[rows].astype(np.float64) if has_x else None
        return RawPoints(series.step[rows], series.wall_time[rows], series.value[rows], x)

    def _buckets(self, edges: Floats, first: int, end: int) -> Buckets:
        """Return the buckets of the range, with the points from `first` to `end` beside it."""
        x = self.series.x[self._first : self._end].astype(np.float64)
        value = self.series.value[self._first : self._end]
        buckets = NO_BUCKETS
        if len(x):
            spans = sorted_spans(x, np.array([len(x)]), edges[1:-1])
            finite = bool(np.isfinite(value).all())
            summaries = summarise_spans(spans, value, edges, finite=finite)
            buckets = merge_summaries([summaries], _FIRST, edges).buckets
        before = self._neighbour(first if first < self._first else None)
        after = self._neighbour(end - 1 if end > self._end else None)
        every = np.ones(1, np.bool_)
        ends = _FIRST + len(buckets.x)
        return with_neighbours(buckets, ends, before, after, every)[0]

    def _neighbour(self, row: int | None) -> Neighbours:
        none = no_neighbours(1)
        if row is None:
            return none
        series = self.series
        return replace(
            none,
            is_there=np.ones(1, np.bool_),
            step=series.step[row : row + 1],
            wall_time=series.wall_time[row : row + 1],
            value=series.value[row : row + 1],
            x=series.x[row : row + 1].astype(np.float64),
        )

    def _smoothed(
        self, selection: Selection, edges: Floats, first: int, end: int
    ) -> SmoothedRows | None:
        smoothing = self._query.smoothing
        if smoothing is None:
            return None
        is_there = ~(selection.is_whole & self._query.context)
        nothing = (
            np.full(len(selection.raw.value), np.nan),
            np.full(len(selection.buckets.x), np.nan),
        )
        if not is_there[0]:
            return SmoothedRows(is_there, nothing[0], nothing[1], nothing[1])
        series = self.series
        smoothed = SmoothedSeries(series.x, smooth(series.x, series.value, smoothing))
        if selection.is_raw[0]:
            return SmoothedRows(is_there, smoothed.value[first:end], nothing[1], nothing[1])
        before, after = smoothed.value[first : self._first], smoothed.value[self._end : end]
        means: Floats = np.empty(0)
        lasts: Floats = np.empty(0)
        if self._first < self._end:
            means, lasts = smoothed.in_buckets(self._query.range, edges)
        means, lasts = (np.concatenate([before, each, after]) for each in (means, lasts))
        return SmoothedRows(is_there, nothing[0], means, lasts)
