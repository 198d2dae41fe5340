"""The way of each block into buckets: by what is known of it, or by its points."""

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

_SUMMARISED_AT_ONCE = 16 * POINTS_AT_ONCE  # of these, few are looked at one by one


class Bucketing:
    """Blocks with visible points, and the grid on which they are seen.

    Args:
        part: the blocks.
        is_whole: [blocks], whether all of a block's points are visible.
        window: what is asked for.
        edges: [buckets + 1] of the grid.
    """

    def __init__(
        self, part: SeriesSet, is_whole: NDArray[np.bool_], window: AxisRange, edges: Floats
    ) -> None:
        self._part, self._window, self._edges = part, window, edges
        blocks = part.blocks
        self._is_even = is_whole & rise_evenly(blocks) & (window.axis == "step")
        self._count = blocks["count"].astype(np.int64)
        points = np.bincount(part.series, self._count, part.size).astype(np.int64)
        self._chunk_rows = chunk_rows(points)[part.series]
        self._places: Column = "step" if window.axis == "step" else "wall_time"
        low, high = window.ends(part)
        self._low, self._high = low.astype(np.float64), high.astype(np.float64)
        _, self._crossed = count_crossed_edges(self._low, self._high, edges[1:-1])
        self._is_dense = (
            is_whole
            & (blocks["nan"] == 0)
            & (blocks["inf"] == 0)
            & (self._is_even | (window.axis != "step") | are_listed(blocks))
            & are_worth_it(self._count, self._crossed, self._chunk_rows)
        )

    def buckets(self, load: BlockLoader, pyramids: SummaryPyramids) -> tuple[Buckets, Ints]:
        """Return the buckets of all series, and where the buckets of each series end."""
        if not len(self._part.blocks):
            return no_buckets(), np.zeros(self._part.size, np.int64)
        parts = chain(
            self._alike("even", np.flatnonzero(self._is_even), load, pyramids),
            self._alike(self._places, np.flatnonzero(~self._is_even), load, pyramids),
        )
        found, code = concatenate_buckets(*zip(*self._joined(parts), strict=True))
        behind = np.arange(1, self._part.size + 1) * len(self._edges)
        return found, np.searchsorted(code, behind).astype(np.int64)

    def _joined(self, parts: Iterable[tuple[Summaries, Ints]]) -> Iterator[tuple[Buckets, Ints]]:
        """Yield the buckets of some series and their codes; of each series, they come together.

        Args:
            parts: summaries, and the numbers of the blocks that they are of.
        """
        blocks_of = np.bincount(self._part.series)
        unfinished = []
        for summaries, numbers in parts:
            series, blocks = np.unique(self._part.series[numbers], return_counts=True)
            if (blocks == blocks_of[series]).all():
                yield self._as_buckets([summaries])
            else:
                unfinished.append(summaries)
        if unfinished:
            yield self._as_buckets(unfinished)

    def _as_buckets(self, parts: list[Summaries]) -> tuple[Buckets, Ints]:
        found, code = merge_summaries(parts, self._part.series, self._edges)
        return as_buckets(found, self._edges), code

    def _alike(
        self, positions: Positions, numbers: Ints, load: BlockLoader, pyramids: SummaryPyramids
    ) -> Iterator[tuple[Summaries, Ints]]:
        """Summarise blocks that have their positions alike, by what is known of each.

        Yields summaries, and the numbers of the blocks that they are of.
        """
        dense = numbers[self._is_dense[numbers]]
        known, new = self._known(positions, dense, pyramids) if len(dense) else ({}, dense)
        for some in self._portions(np.array([*known], np.int64), _SUMMARISED_AT_ONCE):
            found = self._by_chunks(some, [known[at] for at in some.tolist()], load)
            yield _numbered(found, some), some
        for some in self._portions(new):
            yield _numbered(self._by_points(some, load), some), some
            self._keep(positions, some, load, pyramids)
        rest = np.setdiff1d(numbers, [*known, *new.tolist()]) if len(dense) else numbers
        for some in self._portions(rest):
            yield _numbered(self._by_points(some, load), some), some

    def _known(
        self, positions: Positions, dense: Ints, pyramids: SummaryPyramids
    ) -> tuple[dict[int, Chunks], Ints]:
        """Return the chunks of blocks that are worth using, and which blocks have none yet."""
        chunks = pyramids.find(self._part.blocks.take(dense), positions)
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
        for portion in self._part.taken(numbers).portions(points):
            yield numbers[portion]

    def _by_chunks(self, numbers: Ints, known: list[Chunks], load: BlockLoader) -> Summaries:
        blocks, inner_edges = self._part.blocks.take(numbers), self._edges[1:-1]
        if self._is_even[numbers[0]]:
            cuts = even_edge_rows(blocks, inner_edges)
        else:
            origin = self._window.origins(self._part.series[numbers])
            cuts = searched_edge_rows(blocks, known, self._places, origin, inner_edges, load.read)
        elements = PartialBuckets(blocks, known, cuts, load.read)
        return elements.summaries(self._low[numbers], self._high[numbers], self._edges)

    def _by_points(self, numbers: Ints, load: BlockLoader) -> Summaries:
        part = self._part.taken(numbers)
        finite = not (part.blocks["nan"].any() or part.blocks["inf"].any())
        if self._is_even[numbers[0]]:
            return self._even(part, load(part.blocks), finite=finite)
        return self._uneven(PointsInRange(part, load(part.blocks), self._window), finite=finite)

    def _even(self, part: SeriesSet, points: Points, *, finite: bool) -> Summaries:
        """Summarise whole blocks whose steps rise evenly: where these are needs no looking up."""
        blocks, first = merge_even_blocks(part)
        stretches = even_spans(blocks, self._edges[1:-1])
        x = even_positions(blocks, points.start[first], stretches)
        value = points.column("value")
        found = summarise_spans(stretches, *x, value, self._edges, finite=finite)
        return found._replace(block=first[found.block])

    def _uneven(self, placed: PointsInRange, *, finite: bool) -> Summaries:
        """Summarise the visible points of any blocks."""
        points = placed.points
        count, block = points.count, points.spread(np.arange(len(points.count)))
        x, value = placed.x.astype(np.float64, copy=False), points.column("value")
        if not placed.visible.all():
            count = placed.per_block(placed.visible)
            x, value, block = (column[placed.visible] for column in (x, value, block))
        if ((x[1:] < x[:-1]) & (block[1:] == block[:-1])).any():
            order = np.lexsort((x, block))
            x, value = x[order], value[order]
        stretches = sorted_spans(x, count, self._edges[1:-1])
        ends = np.append(stretches.row[1:], len(x)) - 1
        return summarise_spans(
            stretches, x[stretches.row], x[ends], value, self._edges, finite=finite
        )

    def _keep(
        self, positions: Positions, numbers: Ints, load: BlockLoader, pyramids: SummaryPyramids
    ) -> None:
        """Keep the chunks of blocks whose points stand in the order of their positions."""
        blocks, points = self._part.blocks.take(numbers), load(self._part.blocks.take(numbers))
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


def _numbered(found: Summaries, numbers: Ints) -> Summaries:
    """Return summaries with the numbers that their blocks have among all."""
    return found._replace(block=numbers[found.block])
