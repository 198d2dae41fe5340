"""Bucket blocks: from cached summaries where possible, from points otherwise."""

from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.block_reader import BlockLoader, Points
from scopeboard.store.query.bucket_edges import (
    count_crossed_edges,
    even_edge_rows,
    searched_edge_rows,
)
from scopeboard.store.query.bucket_points import (
    are_listed,
    even_positions,
    even_spans,
    merge_even_blocks,
    rise_evenly,
    sorted_spans,
    summarise_spans,
)
from scopeboard.store.query.buckets import (
    Buckets,
    Summaries,
    as_buckets,
    concatenate_buckets,
    merge_summaries,
    no_buckets,
)
from scopeboard.store.query.partial_buckets import PartialBuckets
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
        axis_range: what is asked for.
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
        self._places: Column = "step" if axis_range.axis == "step" else "wall_time"
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
        if not len(self._series_set.blocks):
            return no_buckets(), np.zeros(self._series_set.size, np.int64)
        parts = chain(
            self._summarise("even", np.flatnonzero(self._is_even), load, pyramids),
            self._summarise(self._places, np.flatnonzero(~self._is_even), load, pyramids),
        )
        found, code = concatenate_buckets(*zip(*self._joined(parts), strict=True))
        behind = np.arange(1, self._series_set.size + 1) * len(self._edges)
        return found, np.searchsorted(code, behind).astype(np.int64)

    def _joined(self, parts: Iterable[tuple[Summaries, Ints]]) -> Iterator[tuple[Buckets, Ints]]:
        """Yield the buckets of whole series with their codes.

        Args:
            parts: summaries, and the numbers of the blocks that they are of.
        """
        blocks_of = np.bincount(self._series_set.series)
        unfinished = []
        for summaries, numbers in parts:
            series, blocks = np.unique(self._series_set.series[numbers], return_counts=True)
            if (blocks == blocks_of[series]).all():
                yield self._as_buckets([summaries])
            else:
                unfinished.append(summaries)
        if unfinished:
            yield self._as_buckets(unfinished)

    def _as_buckets(self, parts: list[Summaries]) -> tuple[Buckets, Ints]:
        found, code = merge_summaries(parts, self._series_set.series, self._edges)
        return as_buckets(found, self._edges), code

    def _summarise(
        self, positions: Positions, numbers: Ints, load: BlockLoader, pyramids: SummaryPyramids
    ) -> Iterator[tuple[Summaries, Ints]]:
        """Summarise blocks with one kind of positions, from chunks where these are worthwhile.

        Yields summaries, and the numbers of the blocks that they are of.
        """
        dense = numbers[self._is_dense[numbers]]
        known, new = self._known(positions, dense, pyramids) if len(dense) else ({}, dense)
        for some in self._portions(np.array([*known], np.int64), _SUMMARISED_AT_ONCE):
            found = self._by_chunks(some, [known[at] for at in some.tolist()], load)
            yield _renumber(found, some), some
        for some in self._portions(new):
            yield _renumber(self._by_points(some, load), some), some
            self._keep(positions, some, load, pyramids)
        rest = np.setdiff1d(numbers, [*known, *new.tolist()]) if len(dense) else numbers
        for some in self._portions(rest):
            yield _renumber(self._by_points(some, load), some), some

    def _known(
        self, positions: Positions, dense: Ints, pyramids: SummaryPyramids
    ) -> tuple[dict[int, Chunks], Ints]:
        """Return the worthwhile chunks by block, and the blocks without chunks."""
        chunks = pyramids.find(self._series_set.blocks.take(dense), positions)
        rows = np.array([known.rows if known else 0 for known in chunks], np.int64)
        worth = are_worth_it(self._count[dense], self._crossed[dense], rows)
        known = {
            at: one
            for at, one, fits in zip(dense.tolist(), chunks, worth.tolist(), strict=True)
            if one is not None and fits
        }
        return known, dense[rows == 0]

    def _portions(self, numbers: Ints, points: int = POINTS_AT_ONCE) -> Iterator[Ints]:
        if not len(numbers):
            return
        for portion in self._series_set.taken(numbers).portions(points):
            yield numbers[portion]

    def _by_chunks(self, numbers: Ints, known: list[Chunks], load: BlockLoader) -> Summaries:
        blocks, inner_edges = self._series_set.blocks.take(numbers), self._edges[1:-1]
        if self._is_even[numbers[0]]:
            edge_rows = even_edge_rows(blocks, inner_edges)
        else:
            origin = self._axis_range.origins(self._series_set.series[numbers])
            edge_rows = searched_edge_rows(
                blocks, known, self._places, origin, inner_edges, load.read
            )
        elements = PartialBuckets(blocks, known, edge_rows, load.read)
        return elements.summaries(self._low[numbers], self._high[numbers], self._edges)

    def _by_points(self, numbers: Ints, load: BlockLoader) -> Summaries:
        series_set = self._series_set.taken(numbers)
        finite = not (series_set.blocks["nan"].any() or series_set.blocks["inf"].any())
        if self._is_even[numbers[0]]:
            return self._even(series_set, load(series_set.blocks), finite=finite)
        return self._uneven(
            PointsInRange(series_set, load(series_set.blocks), self._axis_range), finite=finite
        )

    def _even(self, series_set: SeriesSet, points: Points, *, finite: bool) -> Summaries:
        """Summarise whole blocks with evenly rising steps, whose positions need no search."""
        blocks, first = merge_even_blocks(series_set)
        spans = even_spans(blocks, self._edges[1:-1])
        x = even_positions(blocks, points.start[first], spans)
        value = points.column("value")
        found = summarise_spans(spans, *x, value, self._edges, finite=finite)
        return found._replace(block=first[found.block])

    def _uneven(self, placed: PointsInRange, *, finite: bool) -> Summaries:
        """Summarise the visible points of blocks."""
        points = placed.points
        count, block = points.count, points.spread(np.arange(len(points.count)))
        x, value = placed.x.astype(np.float64, copy=False), points.column("value")
        if not placed.visible.all():
            count = placed.per_block(placed.visible)
            x, value, block = (column[placed.visible] for column in (x, value, block))
        if ((x[1:] < x[:-1]) & (block[1:] == block[:-1])).any():
            order = np.lexsort((x, block))
            x, value = x[order], value[order]
        spans = sorted_spans(x, count, self._edges[1:-1])
        ends = np.append(spans.row[1:], len(x)) - 1
        return summarise_spans(spans, x[spans.row], x[ends], value, self._edges, finite=finite)

    def _keep(
        self, positions: Positions, numbers: Ints, load: BlockLoader, pyramids: SummaryPyramids
    ) -> None:
        """Cache the chunks of blocks whose points are in the order of their positions."""
        blocks, points = (
            self._series_set.blocks.take(numbers),
            load(self._series_set.blocks.take(numbers)),
        )
        value, rows = points.column("value"), self._chunk_rows[numbers]
        if positions == "even":
            made = summarise_blocks(points.count, rows, value, None)
            pyramids.keep(blocks, positions, made)
            return
        place = points.column(positions)
        falls = np.append(False, place[1:] < place[:-1])
        falls[points.start] = False
        ordered = np.flatnonzero(~np.logical_or.reduceat(falls, points.start))
        of_ordered = points.spread(np.isin(np.arange(len(blocks)), ordered))
        made = summarise_blocks(
            points.count[ordered], rows[ordered], value[of_ordered], place[of_ordered]
        )
        pyramids.keep(blocks.take(ordered), positions, made)


def _renumber(found: Summaries, numbers: Ints) -> Summaries:
    """Return summaries with the block numbers among all blocks."""
    return found._replace(block=numbers[found.block])
