"""Find the rows of blocks at which buckets begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints, ranges
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.block_reader import DamagedBlockError, read_rows
from scopeboard.store.query.summary_pyramid import Chunks, Column, sums_of_bits
from scopeboard.store.segments.reader import Read


@dataclass(frozen=True, slots=True)
class EdgeRows:
    """The first row after each bucket edge within each block; each column [n], by block, then row.

    `block` counts the blocks from 0, `row` the rows of the block; `x` is the position of that
    row and `x_before` that of the row before it.
    """

    block: Ints
    row: Ints
    x: Floats
    x_before: Floats


def count_crossed_edges(low: Floats, high: Floats, inner_edges: Floats) -> tuple[Ints, Ints]:
    """Return the number of edges before each block and within it, int64 [blocks] each.

    Args:
        low: [blocks], the first position of each block.
        high: [blocks], the last position.
        inner_edges: the first position of each bucket but the first.
    """
    before = np.searchsorted(inner_edges, low, "right")
    return before, np.searchsorted(inner_edges, high, "right") - before


def _edges_within(low: Floats, high: Floats, inner_edges: Floats) -> tuple[Ints, Floats]:
    """Return the block and the edge for each edge within each block."""
    before, within = count_crossed_edges(low, high, inner_edges)
    block = np.repeat(np.arange(len(low)), within)
    nth = np.arange(len(block)) - np.repeat(np.cumsum(within) - within, within)
    return block, inner_edges[before[block] + nth]


def even_edge_rows(blocks: Rows, inner_edges: Floats) -> EdgeRows:
    """Return the edge rows of blocks with evenly rising (or equal) steps, by arithmetic.

    Runs of one program log at the same steps, so each distinct sequence is computed once.
    """
    alike, of = _kinds(blocks)
    edge_rows = _even_rows(blocks.take(alike), inner_edges)
    size = np.bincount(edge_rows.block, minlength=len(alike))
    start, size = (np.cumsum(size) - size)[of], size[of]
    block = np.repeat(np.arange(len(of)), size)
    at = ranges(start, start + size)
    return EdgeRows(block, edge_rows.row[at], edge_rows.x[at], edge_rows.x_before[at])


def _kinds(blocks: Rows) -> tuple[Ints, Ints]:
    """Return one block for each distinct sequence of steps, and the sequence of each block."""
    keys = [blocks[name].astype(np.int64) for name in ("first_step", "stride", "count")]
    order = np.lexsort(keys)
    differs = np.zeros(max(len(order) - 1, 0), np.bool_)
    for key in keys:
        differs |= key[order[1:]] != key[order[:-1]]
    begins = np.append(True, differs)[: len(order)]
    of = np.empty(len(order), np.int64)
    of[order] = np.cumsum(begins) - 1
    return order[begins], of


def _even_rows(blocks: Rows, inner_edges: Floats) -> EdgeRows:
    low, high = (blocks[name].astype(np.float64) for name in ("min_step", "max_step"))
    block, edge = _edges_within(low, high, inner_edges)
    first, stride = blocks["first_step"][block], blocks["stride"][block]

    def step(row: Ints) -> Floats:
        steps: Floats = (first + stride * row).astype(np.float64)
        return steps

    guess = np.ceil((edge - first) / stride).astype(np.int64)
    row = np.clip(guess, 1, blocks["count"][block].astype(np.int64) - 1)
    row += step(row) < edge  # rounding may be off by one
    row -= step(row - 1) >= edge
    return EdgeRows(block, row, step(row), step(row - 1))


@dataclass(frozen=True, slots=True)
class _ChunkPositions:
    """The positions of the chunks of blocks, block after block.

    `first` (int64 [blocks]) is each block's first chunk, `rows` (int64 [blocks]) the rows of each
    of its chunks; `x` and `bits` are columns over all chunks.
    """

    first: Ints
    rows: Ints
    x: Floats
    bits: NDArray[np.uint64]


def _places(chunks_of: Sequence[Chunks], origin: Floats) -> _ChunkPositions:
    count = np.array([len(chunks.bits) for chunks in chunks_of])
    places = [chunks.place for chunks in chunks_of if chunks.place is not None]
    bits = [chunks.place_bits for chunks in chunks_of if chunks.place_bits is not None]
    x = np.concatenate(places) - np.repeat(origin, count)
    rows = np.array([chunks.rows for chunks in chunks_of])
    return _ChunkPositions(np.cumsum(count) - count, rows, x, np.concatenate(bits))


def searched_edge_rows(
    blocks: Rows,
    chunks_of: Sequence[Chunks],
    column: Column,
    origin: Floats,
    inner_edges: Floats,
    read: Read,
) -> EdgeRows:
    """Return the edge rows by the positions of chunks, and of the rows in the chunks at edges.

    Args:
        blocks: BLOCK [n], with ascending positions.
        chunks_of: the chunks of each block, with positions.
        column: the column of the positions.
        origin: [n], subtracted from each block's positions.
        inner_edges: the first position of each bucket but the first.
        read: reads from segments.

    Raises:
        DamagedBlockError: a position differs from the summarised one.
    """
    places = _places(chunks_of, origin)
    high = blocks[f"max_{column}"].astype(np.float64) - origin
    block, edge = _edges_within(places.x[places.first], high, inner_edges)
    chunk = _chunk_before(places, block, edge)
    cut, which = np.unique(chunk, return_inverse=True)  # several edges may share one chunk
    of = np.searchsorted(places.first, cut, "right") - 1
    begin = (cut - places.first[of]) * places.rows[of]
    size = np.minimum(places.rows[of], blocks["count"][of] - begin)
    column_of_cut = read_rows(blocks.take(of), column, begin, size, read)
    verify(column_of_cut, size, places.bits[cut], blocks["file"][of])
    x = column_of_cut.astype(np.float64) - np.repeat(origin[of], size)
    start = (np.cumsum(size) - size)[which.reshape(-1)]
    size, begin = size[which.reshape(-1)], begin[which.reshape(-1)]
    before = _count_before(x, start, size, edge)
    next_x = places.x[np.minimum(chunk + 1, len(places.x) - 1)]
    at = np.where(before < size, x[np.minimum(start + before, len(x) - 1)], next_x)
    return EdgeRows(block, begin + before, at, x[start + before - 1])


def _chunk_before(places: _ChunkPositions, block: Ints, edge: Floats) -> Ints:
    """Return the last chunk that begins before each edge."""
    chunk = np.empty(len(block), np.int64)
    bounds = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(block)]
    ends = np.append(places.first[1:], len(places.x))
    for a, b in pairwise(bounds):
        if a < b:
            first = places.first[block[a]]
            own = places.x[first : ends[block[a]]]
            chunk[a:b] = first + np.searchsorted(own, edge[a:b], "left") - 1
    return chunk


def _count_before(x: Floats, start: Ints, size: Ints, edge: Floats) -> Ints:
    """Return the number of positions before each edge, among `size` (≥ 1) from `start` on."""
    if not len(edge):
        return np.empty(0, np.int64)
    behind = np.cumsum(size) - size
    row = ranges(start, start + size)
    counts: Ints = np.add.reduceat(x[row] < np.repeat(edge, size), behind, dtype=np.int64)
    return counts


def verify(
    column: NDArray[np.generic], size: Ints, bits: NDArray[np.uint64], files: NDArray[np.integer]
) -> None:
    """Compare rows that were read again with the checksums of their chunks.

    Args:
        column: [rows], `size` (int64 [n], each ≥ 1) rows of each chunk, of 8 bytes each.
        size: see `column`.
        bits: [n], the sum of the bit patterns of each chunk.
        files: [n], the id of the file to which each chunk belongs.

    Raises:
        DamagedBlockError: a chunk differs.
    """
    if len(size):
        changed = sums_of_bits(column, np.cumsum(size) - size) != bits
        if changed.any():
            raise DamagedBlockError(np.unique(files[changed]).tolist())
