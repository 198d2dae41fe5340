"""Buckets from chunks: whole chunks, and single values of the chunks at bucket edges.

A bucket consists of whole chunks, except for parts of its first and last one. All of them form one
column of *elements*, each a whole chunk or a single value, and a bucket is a span of elements, so
the result equals that of the points.
"""

from collections.abc import Sequence

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.block_reader import read_rows
from scopeboard.store.query.bucket_edges import EdgeRows, verify
from scopeboard.store.query.buckets import SCALE, Summaries
from scopeboard.store.query.summary_pyramid import Chunks
from scopeboard.store.segments.reader import Read


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
        self._blocks, self._chunks_of, self._edge_rows = blocks, chunks_of, edge_rows
        self._rows = np.array([chunks.rows for chunks in chunks_of])
        count = np.array([len(chunks.bits) for chunks in chunks_of])
        self._first_chunk = np.cumsum(count) - count
        chunk = self._first_chunk[edge_rows.block] + edge_rows.row // self._rows[edge_rows.block]
        inside = edge_rows.row % self._rows[edge_rows.block]
        is_cut = np.zeros(int(count.sum()), np.bool_)
        is_cut[chunk[inside > 0]] = True
        values, size = self._read(np.flatnonzero(is_cut), read)
        elements = np.ones(len(is_cut), np.int64)  # of each chunk
        elements[is_cut] = size
        self._columns = self._filled(np.repeat(is_cut, elements), elements, values)
        start = np.cumsum(elements) - elements
        self._at_block = start[self._first_chunk]
        self._at_cut = start[chunk] + inside

    def _read(self, cut: Ints, read: Read) -> tuple[Floats, Ints]:
        """Return the values of all chunks at edges, and the number of values of each."""
        block = np.searchsorted(self._first_chunk, cut, "right") - 1
        begin = (cut - self._first_chunk[block]) * self._rows[block]
        size = np.minimum(self._rows[block], self._blocks["count"][block] - begin)
        values = read_rows(self._blocks.take(block), "value", begin, size, read)
        bits = np.concatenate([chunks.bits for chunks in self._chunks_of])[cut]
        verify(values, size, bits, self._blocks["file"][block])
        return values, size

    def _filled(self, is_value: np.ndarray, elements: Ints, values: Floats) -> list[Floats]:
        """Return first, last, least, greatest and scaled sum of each element."""
        columns = []
        for name in ("first", "last", "least", "greatest", "scaled_sum"):
            of_chunks = np.concatenate([getattr(chunks, name) for chunks in self._chunks_of])
            column = np.repeat(of_chunks, elements)
            column[is_value] = values * SCALE if name == "scaled_sum" else values
            columns.append(column)
        return columns

    def summaries(self, low: Floats, high: Floats, edges: Floats) -> Summaries:
        """Return the summary of each span.

        Args:
            low: [blocks], the first position of each block.
            high: [blocks], the last position.
            edges: [buckets + 1].
        """
        edge_rows, blocks = self._edge_rows, np.arange(len(self._blocks))
        # Of several edges at one row, the last one counts.
        at, which = _last_of_each(np.concatenate([self._at_block, self._at_cut]))
        block = np.concatenate([blocks, edge_rows.block])[which]
        row = np.concatenate([np.zeros(len(blocks), np.int64), edge_rows.row])[which]
        x = np.concatenate([low, edge_rows.x])[which]
        is_last = np.append(block[1:] != block[:-1], True)
        end_row = np.where(is_last, self._blocks["count"][block], np.append(row[1:], 0))
        x_before = np.append(np.concatenate([low, edge_rows.x_before])[which][1:], 0.0)
        first, last, least, greatest, scaled_sum = self._columns
        end = np.append(at[1:], len(first)) - 1
        return Summaries(
            block=block,
            bucket=np.searchsorted(edges[1:-1], x, "right"),
            first_x=x,
            last_x=np.where(is_last, high[block], x_before),
            first=first[at],
            last=last[end],
            least=np.minimum.reduceat(least, at),
            greatest=np.maximum.reduceat(greatest, at),
            scaled_sum=np.add.reduceat(scaled_sum, at),
            points=end_row - row,
            odd=None,
        )


def _last_of_each(at: Ints) -> tuple[Ints, Ints]:
    """Return the distinct numbers, ascending, and the last index of each."""
    order = np.argsort(at, kind="stable")
    at = at[order]
    is_last = np.append(at[1:] != at[:-1], True)
    return at[is_last], order[is_last]
