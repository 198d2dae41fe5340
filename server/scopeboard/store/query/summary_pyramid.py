"""Summaries of stored blocks, kept in memory, so that a million points need not be read again.

Rows of a block are summarised by chunks of equal length. `elements` makes buckets of them. With n
points and b buckets that takes n / k + b · k steps, where k is the length of a chunk: the fewest
with k = √(n / b).

Where positions rise evenly, they are known without looking; otherwise a chunk keeps its first.
Only blocks whose points stand in the order of their positions, and whose values are all finite,
have chunks. A block's checksum covers all of it; what is read of it later is compared with sums
of bits.
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
LEAST_POINTS: Final = 2048  # of a block that is worth summarising
_BUCKETS: Final = 1000  # a usual question, for which chunks have the best length
_SHORTEST: Final = 32
_CHUNKS_PER_BUCKET: Final = 4  # with fewer, reading the points is as quick

Column = Literal["step", "wall_time"]
Positions = Literal["even"] | Column
"""Where chunks stand: on evenly rising steps, or by the column of this name."""

Bits = NDArray[np.uint64]
_Key = tuple[Positions, int, int, int]  # positions, segment, place and checksum of a block


@dataclass(frozen=True, slots=True)
class Chunks:
    """The chunks of a block, each column [chunks].

    `rows` is how many rows a chunk has, the last one perhaps fewer. `place` and `place_bits` are
    there unless positions rise evenly: the first position (a step, or a time in seconds since the
    epoch), and the sum of the bit patterns of all, as `bits` is of the values. For the other
    columns, see `buckets.Summaries`.
    """

    rows: int
    first: Floats
    last: Floats
    least: Floats
    greatest: Floats
    scaled_sum: Floats
    bits: Bits
    place: Floats | None = None
    place_bits: Bits | None = None

    @property
    def nbytes(self) -> int:
        """The memory that the columns take."""
        return (6 if self.place is None else 8) * self.bits.nbytes


class SummaryPyramids:
    """The chunks of the blocks that were asked for last, within a bound on memory."""

    def __init__(self, nbytes: int = _BYTES) -> None:
        self._chunks: LRUCache[_Key, Chunks] = LRUCache(
            max_weight=nbytes, weigh=lambda chunks: chunks.nbytes
        )

    def find(self, blocks: Rows, positions: Positions) -> list[Chunks | None]:
        """Return the chunks of each block by such positions, where they are known."""
        return self._chunks.find_all(_keys(blocks, positions))

    def keep(self, blocks: Rows, positions: Positions, made: Iterator[Chunks]) -> None:
        """Keep the chunks of each block."""
        self._chunks.put_all(zip(_keys(blocks, positions), made, strict=True))


def _keys(blocks: Rows, positions: Positions) -> Iterator[_Key]:
    columns = (blocks[name].tolist() for name in ("segment", "place", "crc"))
    return zip([positions] * len(blocks), *columns, strict=True)


def chunk_rows(points: Ints) -> Ints:
    """Return how many rows a chunk best has in series of so many points."""
    best = np.ceil(np.log2(np.sqrt(np.maximum(points, 1) / _BUCKETS)))
    rows: Ints = np.maximum(_SHORTEST, 2 ** np.maximum(best, 0).astype(np.int64))
    return rows


def are_worth_it(count: Ints, crossed: Ints, rows: Ints) -> NDArray[np.bool_]:
    """Tell of which blocks chunks would save much.

    Args:
        count: [blocks], how many points each has.
        crossed: [blocks], how many edges of buckets lie within each.
        rows: [blocks], how many rows a chunk of each has.
    """
    worth: NDArray[np.bool_] = count >= np.maximum(
        LEAST_POINTS, _CHUNKS_PER_BUCKET * rows * (crossed + 1)
    )
    return worth


def summarise_blocks(
    count: Ints, rows: Ints, value: Floats, place: NDArray[np.generic] | None
) -> Iterator[Chunks]:
    """Yield the chunks of each block.

    Args:
        count: [blocks], how many of the points are each block's.
        rows: [blocks], how many rows a chunk of each block shall have.
        value: [points].
        place: [points], positions unless they rise evenly; 8 bytes each.
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
    if place is not None:
        columns += [place[start].astype(np.float64), sums_of_bits(place, start)]
    stops = np.cumsum(chunks).tolist()
    for row, a, b in zip(rows.tolist(), [0, *stops[:-1]], stops, strict=True):
        yield Chunks(row, *(column[a:b].copy() for column in columns))  # type: ignore[arg-type]


def sums_of_bits(column: NDArray[np.generic], start: Ints) -> Bits:
    """Return uint64 [n]: the sum of the bit patterns from each of `start` on to the next."""
    sums: Bits = np.add.reduceat(np.ascontiguousarray(column).view(np.uint64), start)
    return sums
