"""Bucket blocks: from cached summaries where possible, from points otherwise."""

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.bucket_points import (
    are_listed,
    count_crossed_edges,
    even_edge_rows,
    even_spans,
    merge_even_blocks,
    rise_evenly,
    sorted_spans,
    summarise_spans,
)
from scopeboard.store.query.buckets import (
    NO_BUCKETS,
    Buckets,
    CodedBuckets,
    Summaries,
    concatenate_buckets,
    merge_summaries,
)
from scopeboard.store.query.partial_buckets import PartialBuckets, searched_edge_rows
from scopeboard.store.query.range import POINTS_AT_ONCE, AxisRange, PointsInRange, SeriesSet
from scopeboard.store.query.summary_pyramid import (
    Chunks,
    Column,
    Positions,
    SummaryPyramids,
    are_worth_it,
    chunk_rows,
    summarise_blocks,
)

_SUMMARISED_AT_ONCE = 16 * POINTS_AT_ONCE  # points; few of them are read


class Bucketing:
    """Blocks with visible points, and the grid of their buckets.

    Args:
        series_set: the blocks.
        is_whole: [blocks], whether all points of a block are visible.
        axis_range: the range.
        edges: [buckets + 1] of the grid.
    """

    def __init__(
        self,
        series_set: SeriesSet,
        is_whole: NDArray[np.bool_],
        axis_range: AxisRange,
        edges: Floats,
    ) -> None:
        self._series_set, self._axis_range, self._edges = series_set, axis_range, edges
        blocks = series_set.blocks
        self._is_even = is_whole & rise_evenly(blocks) & (axis_range.axis == "step")
        self._count = blocks["count"].astype(np.int64)
        points = np.bincount(series_set.series, self._count, series_set.size).astype(np.int64)
        self._chunk_rows = chunk_rows(points)[series_set.series]
        self._column: Column = "step" if axis_range.axis == "step" else "wall_time"
        low, high = axis_range.ends(series_set)
        self._low, self._high = low.astype(np.float64), high.astype(np.float64)
        _, self._crossed = count_crossed_edges(self._low, self._high, edges[1:-1])
        self._is_dense = (
            is_whole
            & (blocks["nan"] == 0)
            & (blocks["inf"] == 0)
            & (self._is_even | (axis_range.axis != "step") | are_listed(blocks))
            & are_worth_it(self._count, self._crossed, self._chunk_rows)
        )

    def buckets(self, load: BlockLoader, pyramids: SummaryPyramids) -> tuple[Buckets, Ints]:
        """Return the buckets of all series, and the end of each series among them."""
        series_set = self._series_set
        if not len(series_set.blocks):
            return NO_BUCKETS, np.zeros(series_set.size, np.int64)
        blocks_of = np.bincount(series_set.series)
        parts: list[CodedBuckets] = []
        unfinished: list[Summaries] = []  # of series with blocks in several portions
        for portion, numbers in chain(
            self._summarise("even", np.flatnonzero(self._is_even), load, pyramids),
            self._summarise(self._column, np.flatnonzero(~self._is_even), load, pyramids),
        ):
            summaries = portion._replace(block=numbers[portion.block])
            series, blocks = np.unique(series_set.series[numbers], return_counts=True)
            if (blocks == blocks_of[series]).all():
                parts.append(merge_summaries([summaries], series_set.series, self._edges))
            else:
                unfinished.append(summaries)
        if unfinished:
            parts.append(merge_summaries(unfinished, series_set.series, self._edges))
        buckets, code = concatenate_buckets(parts)
        first_codes = np.arange(1, series_set.size + 1) * len(self._edges)  # of the next series
        return buckets, np.searchsorted(code, first_codes).astype(np.int64)

    def _summarise(
        self, positions: Positions, numbers: Ints, load: BlockLoader, pyramids: SummaryPyramids
    ) -> Iterator[tuple[Summaries, Ints]]:
        """Summarise blocks with one kind of positions, from chunks where these are worthwhile.

        Yields the summaries of a portion, whose `block` counts from 0, and its block numbers.
        """
        cached: dict[int, Chunks] = {}
        new = dense = numbers[self._is_dense[numbers]]
        if len(dense):
            chunks = pyramids.find(self._series_set.blocks.take(dense), positions)
            rows = np.array([one.rows if one else 0 for one in chunks], np.int64)
            is_worth_it = are_worth_it(self._count[dense], self._crossed[dense], rows)
            candidates = zip(dense.tolist(), chunks, is_worth_it.tolist(), strict=True)
            cached = {n: one for n, one, is_worth in candidates if one is not None and is_worth}
            new = dense[rows == 0]
        for portion in self._portions(np.array([*cached], np.int64), _SUMMARISED_AT_ONCE):
            chunks_of = [cached[number] for number in portion.tolist()]
            yield self._summarise_chunks(portion, chunks_of, load), portion
        for portion in self._portions(new):
            yield self._summarise_points(portion, load), portion
            self._cache_chunks(positions, portion, load, pyramids)
        rest = np.setdiff1d(numbers, [*cached, *new.tolist()]) if len(dense) else numbers
        for portion in self._portions(rest):
            yield self._summarise_points(portion, load), portion

    def _portions(self, numbers: Ints, points: int = POINTS_AT_ONCE) -> Iterator[Ints]:
        """Yield blocks in portions of about `points` points."""
        if not len(numbers):
            return
        for portion in self._series_set.take(numbers).portions(points):
            yield numbers[portion]

    def _summarise_chunks(
        self, numbers: Ints, chunks_of: list[Chunks], load: BlockLoader
    ) -> Summaries:
        """Summarise blocks from their chunks."""
        blocks, inner_edges = self._series_set.blocks.take(numbers), self._edges[1:-1]
        if self._is_even[numbers[0]]:
            edge_rows = even_edge_rows(blocks, inner_edges)
        else:
            origin = self._axis_range.origins(self._series_set.series[numbers])
            edge_rows = searched_edge_rows(
                blocks, chunks_of, self._column, origin, inner_edges, load.read
            )
        partial = PartialBuckets(blocks, chunks_of, edge_rows, load.read)
        return partial.summaries(self._low[numbers], self._high[numbers], self._edges)

    def _summarise_points(self, numbers: Ints, load: BlockLoader) -> Summaries:
        """Summarise the visible points of blocks."""
        series_set = self._series_set.take(numbers)
        points, edges = load(series_set.blocks), self._edges
        finite = not (series_set.blocks["nan"].any() or series_set.blocks["inf"].any())
        if self._is_even[numbers[0]]:  # whole blocks, whose positions need no search
            blocks, first = merge_even_blocks(series_set)
            spans = even_spans(blocks, edges[1:-1])
            summaries = summarise_spans(spans, points.value, edges, finite=finite)
            return summaries._replace(block=first[summaries.block])
        in_range = PointsInRange(series_set, points, self._axis_range)
        count, block = points.count, points.spread(np.arange(len(points.count)))
        x, value = in_range.x.astype(np.float64, copy=False), points.value
        if not in_range.visible.all():
            count = in_range.per_block(in_range.visible)
            x, value, block = (column[in_range.visible] for column in (x, value, block))
        if ((x[1:] < x[:-1]) & (block[1:] == block[:-1])).any():
            order = np.lexsort((x, block))
            x, value = x[order], value[order]
        return summarise_spans(sorted_spans(x, count, edges[1:-1]), value, edges, finite=finite)

    def _cache_chunks(
        self, positions: Positions, numbers: Ints, load: BlockLoader, pyramids: SummaryPyramids
    ) -> None:
        """Cache the chunks of blocks whose points are in the order of their positions."""
        blocks, rows = self._series_set.blocks.take(numbers), self._chunk_rows[numbers]
        points = load(blocks)
        if positions == "even":
            chunks = summarise_blocks(points.count, rows, points.value, None)
            pyramids.put(blocks, positions, chunks)
            return
        x = getattr(points, positions)
        falls = np.append(False, x[1:] < x[:-1])
        falls[points.start] = False
        ordered = np.flatnonzero(~np.logical_or.reduceat(falls, points.start))
        is_ordered = points.spread(np.isin(np.arange(len(blocks)), ordered))
        chunks = summarise_blocks(
            points.count[ordered], rows[ordered], points.value[is_ordered], x[is_ordered]
        )
        pyramids.put(blocks.take(ordered), positions, chunks)
