"""Read many blocks of scalars from segments into columns over all of their points.

Between the blocks of one tag are those of the run's other tags. Reading a small gap is cheaper
than another system call, so close blocks are read together. The checksum of each block is verified
before its bytes become numbers.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.errors import DamagedDataError
from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.store.format.schema import STEPS_ARE_LISTED, VALUES_ARE_DOUBLE, Rows, block_bytes
from scopeboard.store.segments.reader import Read

_MAX_GAP: Final = 2048  # bytes; reading them takes about as long as a system call
_MAX_ROWS_GAP: Final = 16384  # the same for parts of blocks, where a read saves many calls
_MAX_SPAN: Final = 512 << 10  # bytes of one read, unless a single block is larger


class DamagedBlockError(DamagedDataError):
    """Stored bytes fail their checksum; `files` are the ids of the files to read again."""

    def __init__(self, files: list[int]) -> None:
        super().__init__("A part of the index is damaged; its files are read again.")
        self.files = files


class Points:
    """The points of blocks, block after block; each column [points].

    Columns are decoded on first use: `step` (int64), `wall_time` (float64, in seconds since the
    epoch) and `value` (float64). `count` (int64 [blocks]) is the number of points of each
    block, `start` (int64 [blocks]) the index of its first point.
    """

    def __init__(self, blocks: Rows, stored: Sequence[bytes]) -> None:
        self.blocks = blocks
        self.count = blocks["count"].astype(np.int64)
        self.start = np.cumsum(self.count) - self.count
        self.total = int(self.count.sum())
        self._stored = stored
        self._step_bytes = _step_bytes(blocks)

    def spread(self, of_block: NDArray[Any]) -> NDArray[Any]:
        """Repeat the value of each block for its points; [blocks] → [points]."""
        return np.repeat(of_block, self.count)

    @cached_property
    def step(self) -> NDArray[np.int64]:
        """The steps."""
        first, stride = self.blocks["first_step"], self.blocks["stride"]
        steps = self.spread(first - stride * self.start)
        steps += self.spread(stride) * np.arange(self.total)
        listed = np.flatnonzero(self._step_bytes)
        if len(listed):
            rows = self.spread(self._step_bytes > 0)
            steps[rows] = self._decoded(listed, np.zeros_like(self.start), 8, "<i8")
        return steps

    @cached_property
    def wall_time(self) -> NDArray[np.float64]:
        """The wall times."""
        return self._decoded(np.arange(len(self.blocks)), self._step_bytes, 8, "<f8")

    @cached_property
    def value(self) -> NDArray[np.float64]:
        """The values."""
        is_double = self.blocks["form"] & VALUES_ARE_DOUBLE > 0
        offset = self._step_bytes + 8 * self.count
        if not is_double.any():
            return self._decoded(np.arange(len(self.blocks)), offset, 4, "<f4").astype(np.float64)
        values = np.empty(self.total)
        for size, dtype, of_size in ((4, "<f4", ~is_double), (8, "<f8", is_double)):
            values[self.spread(of_size)] = self._decoded(
                np.flatnonzero(of_size), offset, size, dtype
            )
        return values

    def _decoded(
        self, numbers: NDArray[np.intp], offset: NDArray[np.int64], size: int, dtype: str
    ) -> NDArray[Any]:
        """Return a column of blocks (indices), stored at `offset` [blocks] in each."""
        begin = offset[numbers]
        end = begin + size * self.count[numbers]
        pieces = map(slice, begin.tolist(), end.tolist())
        stored = (self._stored[number] for number in numbers.tolist())
        return np.frombuffer(b"".join(map(bytes.__getitem__, stored, pieces)), dtype)


def read_points(blocks: Rows, read: Read) -> Points:
    """Read blocks of scalars.

    Args:
        blocks: BLOCK [n].
        read: reads from segments.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    offset = blocks["offset"].astype(np.int64)
    stored = _pieces(blocks["segment"], offset, block_bytes(blocks), read, _MAX_GAP)
    checksums = np.fromiter(map(crc32c, stored), np.uint32, len(stored))
    damaged = checksums != blocks["crc"]
    if damaged.any():
        raise DamagedBlockError(np.unique(blocks["file"][damaged]).tolist())
    return Points(blocks, stored)


def _step_bytes(blocks: Rows) -> NDArray[np.int64]:
    """Return int64 [n]: the bytes of the listed steps of each block."""
    is_listed = blocks["form"] & STEPS_ARE_LISTED > 0
    return np.where(is_listed, 8, 0) * blocks["count"].astype(np.int64)


class BlockLoader:
    """Reads blocks; caches the last result, because callers often read the same blocks twice."""

    def __init__(self, read: Read) -> None:
        self.read = read
        self._last: Points | None = None

    def __call__(self, blocks: Rows) -> Points:
        """Return the points of blocks; see `read_points`."""
        if self._last is None or self._last.blocks.tobytes() != blocks.tobytes():
            self._last = None  # first, so that only one is in memory
            self._last = read_points(blocks, self.read)
        return self._last


def read_rows(
    blocks: Rows,
    column: Literal["step", "wall_time", "value"],
    begin: Ints,
    size: Ints,
    read: Read,
) -> NDArray[Any]:
    """Return ranges of rows of one column of blocks, block after block.

    Nothing is verified: a checksum covers a whole block.

    Args:
        blocks: BLOCK [n] of scalars; for `step`, of listed steps.
        column: int64 for `step`, else float64.
        begin: [n], the first row of each block to read.
        size: [n], the number of rows of each block to read.
        read: reads from segments.
    """
    offset = blocks["offset"].astype(np.int64)
    if column == "step":
        return _read_rows(blocks, offset, "<i8", begin, size, read)
    offset += _step_bytes(blocks)
    if column == "wall_time":
        return _read_rows(blocks, offset, "<f8", begin, size, read)
    offset += 8 * blocks["count"].astype(np.int64)
    is_double = blocks["form"] & VALUES_ARE_DOUBLE > 0
    values = np.empty(int(size.sum()))
    for dtype, of_dtype in (("<f4", ~is_double), ("<f8", is_double)):
        numbers = np.flatnonzero(of_dtype)
        values[np.repeat(of_dtype, size)] = _read_rows(
            blocks.take(numbers), offset[numbers], dtype, begin[numbers], size[numbers], read
        )
    return values


def _read_rows(
    blocks: Rows, offset: Ints, dtype: str, begin: Ints, size: Ints, read: Read
) -> NDArray[Any]:
    """Return the same for a column of one dtype, stored from `offset` (int64 [n]) on."""
    width = np.dtype(dtype).itemsize
    pieces = _pieces(blocks["segment"], offset + width * begin, width * size, read, _MAX_ROWS_GAP)
    data = b"".join(pieces)
    if len(data) != width * int(size.sum()):
        raise DamagedBlockError(np.unique(blocks["file"]).tolist())
    return np.frombuffer(data, dtype)


def _pieces(
    segment: NDArray[np.integer], offset: Ints, length: Ints, read: Read, gap: int
) -> list[bytes]:
    """Return the bytes at each offset, fewer at the end of a segment.

    Pieces with a gap of at most `gap` bytes between them are read together.
    """
    if not len(offset):
        return []
    order = np.lexsort((offset, segment))
    segment, offset, length = segment[order], offset[order], length[order]
    distance = offset[1:] - (offset[:-1] + length[:-1])
    window = offset // _MAX_SPAN
    apart = (segment[1:] != segment[:-1]) | (distance > gap) | (window[1:] != window[:-1])
    spans = np.flatnonzero(np.append(True, apart))  # the first piece of each read
    first, end = offset[spans], np.maximum.reduceat(offset + length, spans)
    begin = offset - np.repeat(first, np.diff(np.append(spans, len(offset))))
    slices = list(map(slice, begin.tolist(), (begin + length).tolist()))
    pieces: list[bytes] = []
    bounds = [*spans.tolist(), len(offset)]
    reads = zip(segment[spans].tolist(), first.tolist(), (end - first).tolist(), strict=True)
    for (a, b), span in zip(pairwise(bounds), reads, strict=True):
        pieces += map(read(*span).__getitem__, slices[a:b])
    return list(map(pieces.__getitem__, np.argsort(order).tolist()))
