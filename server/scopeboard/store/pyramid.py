"""Summaries of stored blocks, kept in memory, so that a million points need not be read again.

Rows of a block are summarised by chunks of equal length. A bucket of a chart then consists of
whole chunks, but for its first and last one, which an edge of the grid cuts: of those, the values
are read. What is computed is a column of *elements*, each a whole chunk or a single value, and
buckets are stretches of it, so that the answer is the same as that of the points themselves.

With n points and b buckets, chunks of k rows cost n / k + b · k elements, least with k = √(n / b).
A block's checksum covers all of it; what is read of it later is compared with the sum of its bits.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.bucket_points import even_crossings
from scopeboard.store.buckets import SCALE, Floats, Ints, Summaries
from scopeboard.store.read_blocks import DamagedBlockError, Read, read_values
from scopeboard.store.tables import Rows

_BYTES: Final = 16 << 20
_LEAST_POINTS: Final = 2048  # of a block that is worth summarising
_BUCKETS: Final = 1000  # a usual question, for which chunks have the best length
_SHORTEST: Final = 32
_CHUNKS_PER_BUCKET: Final = 4  # with fewer, reading the points is as quick

Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Chunks:
    """The chunks of a block, each column [chunks]; all values of the block are finite.

    `rows` is how many rows a chunk has, the last one perhaps fewer; `bits` (uint64) is the sum
    of the bit patterns of its values. For the others, see `buckets.Summaries`.
    """

    rows: int
    first: Floats
    last: Floats
    least: Floats
    greatest: Floats
    scaled_sum: Floats
    bits: NDArray[np.uint64]

    @property
    def nbytes(self) -> int:
        """The memory that the columns take."""
        return 6 * self.bits.nbytes


class Pyramids:
    """The chunks of the blocks that were asked for last, within a bound on memory."""

    def __init__(self, nbytes: int = _BYTES) -> None:
        self._largest = nbytes
        self._nbytes = 0
        self._chunks: OrderedDict[Key, Chunks] = OrderedDict()
        self._lock = Lock()

    def find(self, blocks: Rows) -> list[Chunks | None]:
        """Return the chunks of each block, where they are known."""
        with self._lock:
            found = [self._chunks.get(key) for key in _keys(blocks)]
            for key, chunks in zip(_keys(blocks), found, strict=True):
                if chunks is not None:
                    self._chunks.move_to_end(key)
            return found

    def keep(self, blocks: Rows, value: Floats, rows: Ints) -> None:
        """Summarise whole blocks, all of finite values.

        Args:
            blocks: BLOCK [n].
            value: [points], of all blocks.
            rows: [n], how many rows a chunk of each block shall have.
        """
        with self._lock:
            for key, chunks in zip(_keys(blocks), _summarised(blocks, value, rows), strict=True):
                if key not in self._chunks:
                    self._chunks[key] = chunks
                    self._nbytes += chunks.nbytes
            while self._nbytes > self._largest:
                self._nbytes -= self._chunks.popitem(last=False)[1].nbytes


def _keys(blocks: Rows) -> Iterator[Key]:
    columns = (blocks[name].tolist() for name in ("segment", "place", "crc"))
    return zip(*columns, strict=True)


def chunk_rows(points: Ints) -> Ints:
    """Return how many rows a chunk best has in series of so many points."""
    best = np.ceil(np.log2(np.sqrt(np.maximum(points, 1) / _BUCKETS)))
    rows: Ints = np.maximum(_SHORTEST, 2 ** np.maximum(best, 0).astype(np.int64))
    return rows


def are_worth_it(blocks: Rows, inner_edges: Floats, rows: Ints) -> NDArray[np.bool_]:
    """Tell of which blocks chunks of so many rows would save much on this grid."""
    crossed = np.searchsorted(inner_edges, blocks["max_step"].astype(np.float64), "right")
    crossed -= np.searchsorted(inner_edges, blocks["min_step"].astype(np.float64), "right")
    count = blocks["count"].astype(np.int64)
    is_finite = (blocks["nan"] == 0) & (blocks["inf"] == 0)
    long = count >= np.maximum(_LEAST_POINTS, _CHUNKS_PER_BUCKET * rows * (crossed + 1))
    worth: NDArray[np.bool_] = is_finite & long
    return worth


def _summarised(blocks: Rows, value: Floats, rows: Ints) -> Iterator[Chunks]:
    count = blocks["count"].astype(np.int64)
    chunks = -(-count // rows)
    block = np.repeat(np.arange(len(blocks)), chunks)
    nth = np.arange(len(block)) - np.repeat(np.cumsum(chunks) - chunks, chunks)
    start = (np.cumsum(count) - count)[block] + nth * rows[block]
    end = np.append(start[1:], len(value)) - 1
    columns = (
        value[start],
        value[end],
        np.minimum.reduceat(value, start),
        np.maximum.reduceat(value, start),
        np.add.reduceat(value * SCALE, start),
        np.add.reduceat(value.view(np.uint64), start),
    )
    stops = np.cumsum(chunks).tolist()
    for row, a, b in zip(rows.tolist(), [0, *stops[:-1]], stops, strict=True):
        yield Chunks(row, *(column[a:b].copy() for column in columns))


def summarised_chunks(
    blocks: Rows, known: Sequence[Chunks], edges: Floats, read: Read
) -> Summaries:
    """Return the summary of each stretch of whole blocks whose steps rise evenly.

    Args:
        blocks: BLOCK [n].
        known: the chunks of each block.
        edges: [buckets + 1] of the grid.
        read: reads from segments.

    Raises:
        DamagedBlockError: some values are no longer those that were summarised.
    """
    crossings = even_crossings(blocks, edges[1:-1])
    elements = _Elements(blocks, known, crossings.block, crossings.row, read)
    return elements.summaries(edges)


class _Elements:
    """The elements of some blocks, given where edges cut them (`block` and `row`, [cuts])."""

    def __init__(
        self, blocks: Rows, known: Sequence[Chunks], block: Ints, row: Ints, read: Read
    ) -> None:
        self._blocks = blocks
        self._rows = np.array([chunks.rows for chunks in known])
        self._chunks = np.array([len(chunks.bits) for chunks in known])
        self._first_chunk = np.cumsum(self._chunks) - self._chunks
        chunk = self._first_chunk[block] + row // self._rows[block]
        inside = row % self._rows[block]
        self._is_split = np.zeros(int(self._chunks.sum()), np.bool_)
        self._is_split[chunk[inside > 0]] = True
        values, size = self._read_split(known, read)
        self._size = np.ones(len(self._is_split), np.int64)
        self._size[self._is_split] = size
        self._start = np.cumsum(self._size) - self._size
        self._is_value = np.repeat(self._is_split, self._size)
        self._fill(known, values)
        begin = self._start[self._first_chunk]
        at = np.concatenate([begin, self._start[chunk] + inside])
        self._at, which = np.unique(at, return_index=True)  # a block's begin before a cut there
        self._block = np.concatenate([np.arange(len(blocks)), block])[which]
        self._row = np.concatenate([np.zeros(len(blocks), np.int64), row])[which]

    def _read_split(self, known: Sequence[Chunks], read: Read) -> tuple[Floats, Ints]:
        """Return the values of all chunks that are cut, and how many each has."""
        split = np.flatnonzero(self._is_split)
        block = np.searchsorted(self._first_chunk, split, "right") - 1
        rows = self._rows[block]
        begin = (split - self._first_chunk[block]) * rows
        size = np.minimum(rows, self._blocks["count"][block] - begin)
        values = read_values(self._blocks.take(block), begin, size, read)
        if len(split):
            expected = np.concatenate([chunks.bits for chunks in known])[split]
            bits = np.add.reduceat(values.view(np.uint64), np.cumsum(size) - size)
            if (bits != expected).any():
                files = self._blocks["file"][block[bits != expected]]
                raise DamagedBlockError(np.unique(files).tolist())
        return values, size

    def _fill(self, known: Sequence[Chunks], values: Floats) -> None:
        self._first, self._last, self._least, self._greatest, self._sum = (
            np.repeat(np.concatenate([getattr(chunks, name) for chunks in known]), self._size)
            for name in ("first", "last", "least", "greatest", "scaled_sum")
        )
        for column in (self._first, self._last, self._least, self._greatest):
            column[self._is_value] = values
        self._sum[self._is_value] = values * SCALE

    def summaries(self, edges: Floats) -> Summaries:
        """Return the summary of each stretch."""
        at, block, row = self._at, self._block, self._row
        end = np.append(at[1:], len(self._first)) - 1
        is_last = np.append(block[1:] != block[:-1], True)
        end_row = np.where(is_last, self._blocks["count"][block], np.append(row[1:], 0))
        first, stride = self._blocks["first_step"][block], self._blocks["stride"][block]
        x = (first + stride * row).astype(np.float64)
        none = np.zeros(len(at), np.int64)
        return Summaries(
            block=block,
            bucket=np.searchsorted(edges[1:-1], x, "right"),
            first_x=x,
            last_x=(first + stride * (end_row - 1)).astype(np.float64),
            first=self._first[at],
            last=self._last[end],
            least=np.minimum.reduceat(self._least, at),
            greatest=np.maximum.reduceat(self._greatest, at),
            scaled_sum=np.add.reduceat(self._sum, at),
            points=end_row - row,
            nan=none,
            inf=none,
            negative_inf=none,
        )
