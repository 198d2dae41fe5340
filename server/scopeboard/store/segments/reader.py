"""Read from segments on disk, from buffers in memory, and from segments elsewhere."""

import os
from collections.abc import Callable, Mapping
from itertools import compress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from scopeboard.concurrency.lru import LRUCache
from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.store.format.schema import MEMORY, Rows, block_bytes
from scopeboard.store.segments.directory import OWN_SEGMENTS
from scopeboard.system.files import open_for_reading, read_at

MAX_OPEN: Final = 16  # files; a read needs one at a time
Read = Callable[[int, int, int], bytes]
"""Returns the bytes of (segment, offset, length), or fewer where the segment ends."""

BUFFER_BITS: Final = 32
"""A position in memory is the number of a buffer, shifted by this, plus an offset in it."""


class Elsewhere(Protocol):
    """Segments that are not files of this machine, all with lower numbers than `OWN_SEGMENTS`."""

    def read(self, number: int, offset: int, nbytes: int) -> bytes:
        """Return the bytes at an offset of a segment."""
        ...

    def expect(self, blocks: Rows) -> None:
        """Make ready to read BLOCK [n]."""
        ...


class SegmentReader:
    """Reads stored bytes by segment and offset, as `read` and when it is called.

    `buffers` are the stored bytes in memory by number; a change replaces the mapping. Few files
    are open at a time, and none is mapped into memory, so that read bytes do not count as the
    server's own memory for longer than they are used.
    """

    def __init__(
        self, path_of: Callable[[int], Path], files: "LRUCache[int, _OpenFile] | None" = None
    ) -> None:
        self.buffers: Mapping[int, bytes] = {}
        self.elsewhere: Elsewhere | None = None
        self._path_of = path_of
        self._files: LRUCache[int, _OpenFile] = LRUCache(MAX_OPEN) if files is None else files

    def frozen(self) -> "SegmentReader":
        """Return a reader of the same files that keeps the present buffers."""
        reader = SegmentReader(self._path_of, self._files)
        reader.buffers, reader.elsewhere = self.buffers, self.elsewhere
        return reader

    def __call__(self, segment: int, offset: int, nbytes: int) -> bytes:
        """Return the same as `read`."""
        return self.read(segment, offset, nbytes)

    def expect(self, blocks: Rows) -> None:
        """Make ready to read BLOCK [n], where that takes requests to another machine."""
        if self.elsewhere is not None:
            self.elsewhere.expect(blocks[blocks["segment"] < OWN_SEGMENTS])

    def read(self, segment: int, offset: int, nbytes: int) -> bytes:
        """Return the bytes at an offset; fewer if the segment ends or is missing."""
        if segment == MEMORY:
            start = offset & ((1 << BUFFER_BITS) - 1)
            return self.buffers.get(offset >> BUFFER_BITS, b"")[start : start + nbytes]
        if self.elsewhere is not None and segment < OWN_SEGMENTS:
            return self.elsewhere.read(segment, offset, nbytes)
        try:
            file = self._files.get(segment, lambda: _OpenFile(self._path_of(segment)))
            return file.read(offset, nbytes)
        except OSError:
            return b""

    def forget(self, segment: int) -> None:
        """Close the file of a segment, before the segment is deleted."""
        self._files.remove(segment)

    def close(self) -> None:
        """Close all files; a later read opens them again."""
        self._files.clear()


def expect_blocks(read: Read, blocks: Rows) -> None:
    """Say that all of BLOCK [n] will be read by `read`, so that few requests suffice for them."""
    if isinstance(read, SegmentReader):
        read.expect(blocks)


class _OpenFile:
    """A descriptor that is closed with its last reference."""

    def __init__(self, path: Path) -> None:
        self._descriptor = -1
        self._descriptor = open_for_reading(path)

    def read(self, offset: int, nbytes: int) -> bytes:
        pieces, end = [], offset + nbytes
        while offset < end and (piece := read_at(self._descriptor, end - offset, offset)):
            pieces.append(piece)
            offset += len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def __del__(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)


class StoredBlocks(NamedTuple):
    """The stored bytes of blocks.

    `is_intact` (bool [n]) marks the blocks that pass their checksum; `data` are the bytes of these.
    """

    is_intact: NDArray[np.bool_]
    data: list[bytes]


def read_stored(blocks: Rows, read: Read) -> StoredBlocks:
    """Read the stored bytes of BLOCK [n], and verify their checksums."""
    segments, offsets, sizes = blocks["segment"], blocks["offset"], block_bytes(blocks)
    extents = zip(segments.tolist(), offsets.tolist(), sizes.tolist(), strict=True)
    data = [read(*extent) for extent in extents]
    checksums = np.fromiter(map(crc32c, data), np.uint32, len(data))
    is_intact = (checksums == blocks["crc"]) & (sizes == [*map(len, data)])
    return StoredBlocks(is_intact, list(compress(data, is_intact.tolist())))
