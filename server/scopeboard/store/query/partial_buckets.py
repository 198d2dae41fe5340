"""Buckets from chunks: whole chunks, and single values of the chunks at bucket edges.

A bucket consists of whole chunks, except for parts of its first and last one. All of them form one
column of *elements*, each a whole chunk or a single value, and a bucket is a span of elements, so
the result equals that of the points.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints, ranges
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.block_reader import DamagedBlockError, read_rows
from scopeboard.store.query.bucket_points import EdgeRows, edges_within
from scopeboard.store.query.buckets import SCALE, Summaries
from scopeboard.store.query.summary_pyramid import Chunks, Column, sums_of_bits
from scopeboard.store.segments.reader import Read


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
    chunk_count = np.array([len(chunks.bits) for chunks in chunks_of])
    chunk_rows = np.array([chunks.rows for chunks in chunks_of])
    first_chunk = np.cumsum(chunk_count) - chunk_count
    chunk_x = np.concatenate([chunks.x for chunks in chunks_of if chunks.x is not None])
    chunk_x -= np.repeat(origin, chunk_count)
    bits = [chunks.x_bits for chunks in chunks_of if chunks.x_bits is not None]
    last_x = blocks[f"max_{column}"].astype(np.float64) - origin
    block, edge = edges_within(chunk_x[first_chunk], last_x, inner_edges)

    chunk = np.empty(len(block), np.int64)  # the last one that begins before each edge
    bounds = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(block)]
    for begin, end in pairwise(bounds):
        if begin < end:
            first = first_chunk[block[begin]]
            x_of_block = chunk_x[first : first + chunk_count[block[begin]]]
            chunk[begin:end] = first + np.searchsorted(x_of_block, edge[begin:end], "left") - 1

    cut, index = np.unique(chunk, return_inverse=True)  # several edges may share one chunk
    cut_block = np.searchsorted(first_chunk, cut, "right") - 1
    cut_row = (cut - first_chunk[cut_block]) * chunk_rows[cut_block]
    size = np.minimum(chunk_rows[cut_block], blocks["count"][cut_block] - cut_row)
    positions = read_rows(blocks.take(cut_block), column, cut_row, size, read)
    _verify(positions, size, np.concatenate(bits)[cut], blocks["file"][cut_block])
    x = positions.astype(np.float64) - np.repeat(origin[cut_block], size)

    index = index.reshape(-1)
    start, size, cut_row = (np.cumsum(size) - size)[index], size[index], cut_row[index]
    before = np.empty(0, np.int64)  # the positions before each edge in its chunk, at least one
    if len(edge):
        is_before = x[ranges(start, start + size)] < np.repeat(edge, size)
        before = np.add.reduceat(is_before, np.cumsum(size) - size, dtype=np.int64)
    next_x = chunk_x[np.minimum(chunk + 1, len(chunk_x) - 1)]
    edge_x = np.where(before < size, x[np.minimum(start + before, len(x) - 1)], next_x)
    return EdgeRows(block, cut_row + before, edge_x, x[start + before - 1])


def _verify(
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


class PartialBuckets:
    """The elements of blocks.

    Args:
        blocks: BLOCK [n].
        chunks_of: the chunks of each block.
        edge_rows: the rows at which buckets begin.
        read: reads from segments.

    Raises:
        DamagedBlockError: a value differs from the summarised one.
    """

    def __init__(
        self, blocks: Rows, chunks_of: Sequence[Chunks], edge_rows: EdgeRows, read: Read
    ) -> None:
        self._blocks, self._edge_rows = blocks, edge_rows
        chunk_rows = np.array([chunks.rows for chunks in chunks_of])
        count = np.array([len(chunks.bits) for chunks in chunks_of])
        first_chunk = np.cumsum(count) - count
        chunk = first_chunk[edge_rows.block] + edge_rows.row // chunk_rows[edge_rows.block]
        row_in_chunk = edge_rows.row % chunk_rows[edge_rows.block]
        is_cut = np.zeros(int(count.sum()), np.bool_)
        is_cut[chunk[row_in_chunk > 0]] = True

        cut = np.flatnonzero(is_cut)
        block = np.searchsorted(first_chunk, cut, "right") - 1
        begin = (cut - first_chunk[block]) * chunk_rows[block]
        size = np.minimum(chunk_rows[block], blocks["count"][block] - begin)
        values = read_rows(blocks.take(block), "value", begin, size, read)
        bits = np.concatenate([chunks.bits for chunks in chunks_of])[cut]
        _verify(values, size, bits, blocks["file"][block])

        elements = np.ones(len(is_cut), np.int64)  # of each chunk
        elements[is_cut] = size
        is_value = np.repeat(is_cut, elements)
        self._columns: list[Floats] = []  # first, last, least, greatest, scaled sum of each element
        for name in ("first", "last", "least", "greatest", "scaled_sum"):
            of_chunks = np.concatenate([getattr(chunks, name) for chunks in chunks_of])
            column = np.repeat(of_chunks, elements)
            column[is_value] = values * SCALE if name == "scaled_sum" else values
            self._columns.append(column)
        start = np.cumsum(elements) - elements
        self._block_start = start[first_chunk]
        self._edge_start = start[chunk] + row_in_chunk

    def summaries(self, low: Floats, high: Floats, edges: Floats) -> Summaries:
        """Return the summary of each span.

        Args:
            low: [blocks], the first position of each block.
            high: [blocks], the last position.
            edges: [buckets + 1].
        """
        edge_rows, blocks = self._edge_rows, np.arange(len(self._blocks))
        start = np.concatenate([self._block_start, self._edge_start])
        order = np.argsort(start, kind="stable")
        is_last = np.append(start[order][1:] != start[order][:-1], True)
        order = order[is_last]  # of several edges at one element, the last one counts
        start = start[order]
        block = np.concatenate([blocks, edge_rows.block])[order]
        row = np.concatenate([np.zeros(len(blocks), np.int64), edge_rows.row])[order]
        x = np.concatenate([low, edge_rows.x])[order]
        is_last = np.append(block[1:] != block[:-1], True)
        end_row = np.where(is_last, self._blocks["count"][block], np.append(row[1:], 0))
        x_before = np.append(np.concatenate([low, edge_rows.x_before])[order][1:], 0.0)
        first, last, least, greatest, scaled_sum = self._columns
        end = np.append(start[1:], len(first)) - 1
        return Summaries(
            block=block,
            bucket=np.searchsorted(edges[1:-1], x, "right"),
            first_x=x,
            last_x=np.where(is_last, high[block], x_before),
            first=first[start],
            last=last[end],
            least=np.minimum.reduceat(least, start),
            greatest=np.maximum.reduceat(greatest, start),
            scaled_sum=np.add.reduceat(scaled_sum, start),
            points=end_row - row,
            nonfinite=None,
        )
