"""A cache of block summaries, so that a million points are not read again.

The rows of a block are summarised in chunks of equal length; `partial_buckets` makes buckets of
them. With n points, b buckets and chunks of k rows, that takes n / k + b · k operations, which is
least for k = √(n / b).

Evenly rising positions follow from the block table; otherwise a chunk has its first position. Only
blocks with points in the order of their positions and with finite values have chunks. The checksum
of a block covers all of it, so rows that are read again are compared with sums of bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.concurrency.lru import LRUCache
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.buckets import SCALE

_BYTES: Final = 16 << 20
MIN_POINTS: Final = 2048  # of a block; shorter blocks are not summarised
_BUCKETS: Final = 1000  # of a typical query; determines the length of chunks
_MIN_ROWS: Final = 32
_CHUNKS_PER_BUCKET: Final = 4  # with fewer, reading the points is as fast

Column = Literal["step", "wall_time"]
Positions = Literal["even"] | Column
"""The positions of chunks: evenly rising steps, or the column of this name."""

Bits = NDArray[np.uint64]
_Key = tuple[Positions, int, int, int]  # positions, segment, offset and checksum of a block


@dataclass(frozen=True, slots=True)
class Chunks:
    """The chunks of a block, each column [chunks].

    `rows` is the number of rows of a chunk; the last one may have fewer. `x` and `x_bits`
    are None if positions rise evenly; otherwise the first position (a step, or a time in seconds
    since the epoch), and the sum of the bit patterns of all, as `bits` is of the values. For the
    other columns, see `buckets.Summaries`.
    """

    rows: int
    first: Floats
    last: Floats
    least: Floats
    greatest: Floats
    scaled_sum: Floats
    bits: Bits
    x: Floats | None = None
    x_bits: Bits | None = None

    @property
    def nbytes(self) -> int:
        """The memory of the columns in bytes."""
        return (6 if self.x is None else 8) * self.bits.nbytes


class SummaryPyramids:
    """A cache of the chunks of blocks, within a bound on memory."""

    def __init__(self, nbytes: int = _BYTES) -> None:
        self._chunks: LRUCache[_Key, Chunks] = LRUCache(
            max_weight=nbytes, weigh=lambda chunks: chunks.nbytes
        )

    def find(self, blocks: Rows, positions: Positions) -> list[Chunks | None]:
        """Return the cached chunks of each block for one kind of positions, None where missing."""
        return self._chunks.find_all(_keys(blocks, positions))

    def put(self, blocks: Rows, positions: Positions, chunks: Iterator[Chunks]) -> None:
        """Cache the chunks of each block."""
        self._chunks.put_all(zip(_keys(blocks, positions), chunks, strict=True))


def _keys(blocks: Rows, positions: Positions) -> Iterator[_Key]:
    """Return the cache key of each block."""
    columns = (blocks[name].tolist() for name in ("segment", "offset", "crc"))
    return zip([positions] * len(blocks), *columns, strict=True)


def chunk_rows(points: Ints) -> Ints:
    """Return the best number of rows of a chunk, for series of `points` points."""
    best = np.ceil(np.log2(np.sqrt(np.maximum(points, 1) / _BUCKETS)))
    rows: Ints = np.maximum(_MIN_ROWS, 2 ** np.maximum(best, 0).astype(np.int64))
    return rows


def are_worth_it(count: Ints, crossed: Ints, rows: Ints) -> NDArray[np.bool_]:
    """Return bool [blocks]: whether chunks save much.

    Args:
        count: [blocks], the points of each.
        crossed: [blocks], the bucket edges within each.
        rows: [blocks], the rows of a chunk of each.
    """
    worth: NDArray[np.bool_] = count >= np.maximum(
        MIN_POINTS, _CHUNKS_PER_BUCKET * rows * (crossed + 1)
    )
    return worth


def summarise_blocks(
    count: Ints, rows: Ints, value: Floats, x: NDArray[np.generic] | None
) -> Iterator[Chunks]:
    """Yield the chunks of each block.

    Args:
        count: [blocks], the points of each block.
        rows: [blocks], the rows of a chunk of each block.
        value: [points].
        x: [points], positions unless they rise evenly; 8 bytes each.
    """
    if not len(count):
        return
    chunks = -(-count // rows)
    block = np.repeat(np.arange(len(count)), chunks)
    nth = np.arange(len(block)) - np.repeat(np.cumsum(chunks) - chunks, chunks)
    start = (np.cumsum(count) - count)[block] + nth * rows[block]
    end = np.append(start[1:], len(value)) - 1
    columns: list[NDArray[np.generic]] = [
        value[start],
        value[end],
        np.minimum.reduceat(value, start),
        np.maximum.reduceat(value, start),
        np.add.reduceat(value * SCALE, start),
        sums_of_bits(value, start),
    ]
    if x is not None:
        columns += [x[start].astype(np.float64), sums_of_bits(x, start)]
    stops = np.cumsum(chunks).tolist()
    for row, a, b in zip(rows.tolist(), [0, *stops[:-1]], stops, strict=True):
        yield Chunks(row, *(column[a:b].copy() for column in columns))  # type: ignore[arg-type]


def sums_of_bits(column: NDArray[np.generic], start: Ints) -> Bits:
    """Return uint64 [n]: the sum of the bit patterns from each `start` to the next."""
    sums: Bits = np.add.reduceat(np.ascontiguousarray(column).view(np.uint64), start)
    return sums
