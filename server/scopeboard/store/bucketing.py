"""The way of each block into buckets: by what is known of it, or by its points."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.bucket_points import (
    even_positions,
    even_stretches,
    rise_evenly,
    sorted_stretches,
    summarised,
)
from scopeboard.store.buckets import (
    Buckets,
    Floats,
    Ints,
    Summaries,
    as_buckets,
    joined,
    no_buckets,
)
from scopeboard.store.pyramid import (
    Chunks,
    Pyramids,
    are_worth_it,
    chunk_rows,
    summarised_chunks,
)
from scopeboard.store.read_blocks import Loader
from scopeboard.store.tables import Rows
from scopeboard.store.window import POINTS_AT_ONCE, Placed, SeriesBlocks, Window

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
        self, part: SeriesBlocks, is_whole: NDArray[np.bool_], window: Window, edges: Floats
    ) -> None:
        self._part = part
        self._window = window
        self._edges = edges
        self._is_even = is_whole & rise_evenly(part.blocks) & (window.axis == "step")
        points = np.bincount(part.series, part.blocks["count"], part.size)
        self._chunk_rows = chunk_rows(points)[part.series]
        worth = are_worth_it(part.blocks, edges[1:-1], self._chunk_rows)
        self._is_dense = self._is_even & worth

    def buckets(self, load: Loader, pyramids: Pyramids) -> tuple[Buckets, Ints]:
        """Return the buckets of all series, and where the buckets of each series end."""
        if not len(self._part.blocks):
            return no_buckets(), np.zeros(self._part.size, np.int64)
        found, series = joined(
            list(self._summaries(load, pyramids)), self._part.series, self._edges
        )
        ends = np.searchsorted(series, np.arange(self._part.size), "right").astype(np.int64)
        return as_buckets(found, self._edges), ends

    def _summaries(self, load: Loader, pyramids: Pyramids) -> Iterator[Summaries]:
        dense = np.flatnonzero(self._is_dense)
        chunks = pyramids.find(self._part.blocks.take(dense))
        rows = np.array([known.rows if known else 0 for known in chunks], np.int64)
        fits = are_worth_it(self._part.blocks.take(dense), self._edges[1:-1], rows) & (rows > 0)
        known = {
            int(at): one
            for at, one, is_used in zip(dense, chunks, fits.tolist(), strict=True)
            if one is not None and is_used
        }
        is_known = np.zeros(len(self._is_even), np.bool_)
        is_known[list(known)] = True
        new = dense[rows == 0]
        yield from self._known(np.flatnonzero(is_known), known, load)
        yield from self._new(new, load, pyramids)
        is_left = ~is_known
        is_left[new] = False
        for which, summaries in ((self._is_even, self._even), (~self._is_even, self._uneven)):
            for numbers in self._portions(np.flatnonzero(is_left & which)):
                yield _numbered(summaries(numbers, load), numbers)

    def _portions(self, numbers: Ints, points: int = POINTS_AT_ONCE) -> Iterator[Ints]:
        for portion in self._part.taken(numbers).portions(points):
            yield numbers[portion]

    def _known(self, numbers: Ints, known: dict[int, Chunks], load: Loader) -> Iterator[Summaries]:
        for some in self._portions(numbers, _SUMMARISED_AT_ONCE):
            chunks = [known[number] for number in some.tolist()]
            found = summarised_chunks(self._part.blocks.take(some), chunks, self._edges, load.read)
            yield _numbered(found, some)

    def _new(self, numbers: Ints, load: Loader, pyramids: Pyramids) -> Iterator[Summaries]:
        for some in self._portions(numbers):
            yield _numbered(self._even(some, load), some)
            blocks = self._part.blocks.take(some)
            pyramids.keep(blocks, load(blocks).column("value"), self._chunk_rows[some])

    def _even(self, numbers: Ints, load: Loader) -> Summaries:
        """Summarise whole blocks whose steps rise evenly: where these are needs no looking up."""
        blocks = self._part.blocks.take(numbers)
        points = load(blocks)
        stretches = even_stretches(blocks, self._edges[1:-1])
        x = even_positions(blocks, points.start, stretches)
        value = points.column("value")
        return summarised(stretches, *x, value, self._edges, finite=_are_finite(blocks))

    def _uneven(self, numbers: Ints, load: Loader) -> Summaries:
        """Summarise the visible points of any blocks."""
        part = self._part.taken(numbers)
        placed = Placed(part, load(part.blocks), self._window)
        count, block = placed.points.count, placed.points.spread(np.arange(len(part.blocks)))
        x, value = placed.x.astype(np.float64, copy=False), placed.points.column("value")
        if not placed.visible.all():
            count = placed.per_block(placed.visible)
            x, value, block = (column[placed.visible] for column in (x, value, block))
        if ((x[1:] < x[:-1]) & (block[1:] == block[:-1])).any():
            order = np.lexsort((x, block))
            x, value = x[order], value[order]
        stretches = sorted_stretches(x, count, self._edges[1:-1])
        ends = np.append(stretches.row[1:], len(x)) - 1
        finite = _are_finite(part.blocks)
        return summarised(stretches, x[stretches.row], x[ends], value, self._edges, finite=finite)


def _numbered(found: Summaries, numbers: Ints) -> Summaries:
    """Return summaries with the numbers that their blocks have among all."""
    return found._replace(block=numbers[found.block])


def _are_finite(blocks: Rows) -> bool:
    return not (blocks["nan"].any() or blocks["inf"].any())
