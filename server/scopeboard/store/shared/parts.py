"""Parts: what the tasks of a cluster have read, until it is in segments.

A part is an object of the index with the stored bytes of the blocks of one task, by kind, tag and
run. A segment has the series of some tags, so it needs a single range of each part. No manifest
names parts: they are removed when the pass ends, or, after a crash, with what else has no name.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from scopeboard.errors import UnavailableError
from scopeboard.files.objects import Objects
from scopeboard.store.format.schema import Rows, block_bytes
from scopeboard.store.shared.blocks import SharedBlocks
from scopeboard.store.write.ingest_batch import IngestBatch

_THREADS: Final = 8


def write_part(objects: Objects, name: str, number: int, batch: IngestBatch) -> None:
    """Write the columns that a batch has in memory to a part, and have its blocks refer to it.

    Args:
        objects: the directory of the index.
        name: of the part, which no other object has.
        number: of the part, as that of a segment.
        batch: what a task has read.

    Raises:
        OSError: it cannot be written.
    """
    blocks, columns = batch.blocks, batch.columns
    if columns is None:
        return
    sizes, offsets = block_bytes(blocks), blocks["offset"].astype(np.int64)
    ranks = np.empty(len(batch.keys), np.int64)
    names = [(key.kind, key.tag) for key in batch.keys]
    ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    order = np.lexsort((blocks["file"], ranks[blocks["key"]]))
    view = memoryview(columns)
    pieces = [
        view[start : start + size]
        for start, size in zip(offsets[order].tolist(), sizes[order].tolist(), strict=True)
    ]
    objects.write(name, b"".join(pieces))
    blocks["segment"] = number
    blocks["offset"][order] = np.cumsum(sizes[order]) - sizes[order]
    batch.columns = None


class Sources:
    """Reads the blocks that a generation is written from: of parts, and of segments before it.

    Args:
        objects: the directory of the index.
        blocks: reads segments.
        parts: the names of parts by number.
    """

    def __init__(
        self, objects: Objects, blocks: SharedBlocks, parts: Mapping[int, str] | None = None
    ) -> None:
        self.blocks = blocks
        self.parts = dict(parts or {})
        self._objects = objects
        self._ranges: dict[int, tuple[int, bytes]] = {}  # of parts: the offset, the bytes

    def expect(self, blocks: Rows) -> None:
        """Request the segments that BLOCK [n] need."""
        self.blocks.expect(blocks[~np.isin(blocks["segment"], list(self.parts))])

    def fetch(self, blocks: Rows) -> None:
        """Read what BLOCK [n] need of parts, one range of each, side by side.

        Raises:
            UnavailableError: a part cannot be read now.
        """
        numbers = [n for n in np.unique(blocks["segment"]).tolist() if n in self.parts]
        with ThreadPoolExecutor(_THREADS) as pool:
            for number, found in zip(
                numbers, pool.map(lambda n: self._range(n, blocks), numbers), strict=True
            ):
                self._ranges[number] = found

    def _range(self, number: int, blocks: Rows) -> tuple[int, bytes]:
        of_part = blocks[blocks["segment"] == number]
        offsets = of_part["offset"].astype(np.int64)
        start, end = int(offsets.min()), int((offsets + block_bytes(of_part)).max())
        return start, self._get(number, start, end)

    def read(self, number: int, offset: int, nbytes: int) -> bytes:
        """Return stored bytes, at an offset of a segment or part."""
        if number not in self.parts:
            return self.blocks.read(number, offset, nbytes)
        start, data = self._ranges.get(number, (0, b""))
        if start <= offset and offset + nbytes <= start + len(data):
            return data[offset - start : offset - start + nbytes]
        return self._get(number, offset, offset + nbytes)

    def _get(self, number: int, start: int, end: int) -> bytes:
        try:
            return self._objects.read(self.parts[number], start, end)
        except OSError as error:
            raise UnavailableError(
                f"{self.parts[number]} of the index {self._objects.address} cannot be read: "
                f"{error.strerror or error}."
            ) from error


def remove_parts(objects: Objects, names: Sequence[str]) -> None:
    """Remove parts; those that cannot be removed now are removed with what has no name."""

    def remove(name: str) -> None:
        try:
            objects.remove(name)
        except OSError:
            return

    with ThreadPoolExecutor(_THREADS) as pool:
        list(pool.map(remove, names))
