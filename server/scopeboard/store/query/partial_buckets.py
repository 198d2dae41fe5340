"""Buckets out of chunks: whole ones, and the values of those that an edge of the grid cuts.

A bucket consists of whole chunks, but for its first and last one. What is computed is a column of
*elements*, each a whole chunk or a single value, and buckets are stretches of it, so that the
answer is the same as that of the points themselves.
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
    """The elements of some blocks.

    Args:
        blocks: BLOCK [n].
        known: the chunks of each.
        cuts: where edges fall among their rows.
        read: reads from segments.

    Raises:
        DamagedBlockError: some values are no longer those that were summarised.
    """

    def __init__(self, blocks: Rows, known: Sequence[Chunks], cuts: EdgeRows, read: Read) -> None:
        self._blocks, self._known, self._cuts = blocks, known, cuts
        self._rows = np.array([chunks.rows for chunks in known])
        count = np.array([len(chunks.bits) for chunks in known])
        self._first_chunk = np.cumsum(count) - count
        chunk = self._first_chunk[cuts.block] + cuts.row // self._rows[cuts.block]
        inside = cuts.row % self._rows[cuts.block]
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
        """Return the values of all chunks that are cut, and how many each has."""
        block = np.searchsorted(self._first_chunk, cut, "right") - 1
        begin = (cut - self._first_chunk[block]) * self._rows[block]
        size = np.minimum(self._rows[block], self._blocks["count"][block] - begin)
        values = read_rows(self._blocks.take(block), "value", begin, size, read)
        bits = np.concatenate([chunks.bits for chunks in self._known])[cut]
        verify(values, size, bits, self._blocks["file"][block])
        return values, size

    def _filled(self, is_value: np.ndarray, elements: Ints, values: Floats) -> list[Floats]:
        """Return first, last, least, greatest and scaled sum of each element."""
        columns = []
        for name in ("first", "last", "least", "greatest", "scaled_sum"):
            of_chunks = np.concatenate([getattr(chunks, name) for chunks in self._known])
            column = np.repeat(of_chunks, elements)
            column[is_value] = values * SCALE if name == "scaled_sum" else values
            columns.append(column)
        return columns

    def summaries(self, low: Floats, high: Floats, edges: Floats) -> Summaries:
        """Return the summary of each stretch.

        Args:
            low: [blocks], the first position in each.
            high: [blocks], the last.
            edges: [buckets + 1].
        """
        cuts, blocks = self._cuts, np.arange(len(self._blocks))
        # Where several edges fall on one row, the last one counts.
        at, which = _last_of_each(np.concatenate([self._at_block, self._at_cut]))
        block = np.concatenate([blocks, cuts.block])[which]
        row = np.concatenate([np.zeros(len(blocks), np.int64), cuts.row])[which]
        x = np.concatenate([low, cuts.x])[which]
        is_last = np.append(block[1:] != block[:-1], True)
        end_row = np.where(is_last, self._blocks["count"][block], np.append(row[1:], 0))
        x_before = np.append(np.concatenate([low, cuts.x_before])[which][1:], 0.0)
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
    """Return each number once, ascending, and where it stands last."""
    order = np.argsort(at, kind="stable")
    at = at[order]
    is_last = np.append(at[1:] != at[:-1], True)
    return at[is_last], order[is_last]
