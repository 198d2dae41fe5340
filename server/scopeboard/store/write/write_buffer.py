"""What the catalogue does not tell of yet, and how it gets there.

The end of a growing file comes in a few points at a time. Those stay in memory, while the
catalogue says that the file was read to where they begin: after a crash they are read again from
the file itself. Once a tail is long, or the file has been quiet, its points go to a segment in one
block for each series, and the catalogue is told how far the file was read.

A disk that is full is the same thing lasting longer: what cannot be written stays, its file is
remembered as one that the catalogue does not know enough of, and a later flush tries again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.change import DEAD, FILE_ROW, RUN_TAG, Change
from scopeboard.store.format.schema import BLOCK, MEMORY, Rows
from scopeboard.store.segments.reader import BUFFER_BITS, read_stored
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.tables.tables import StoreTables, dead_rows
from scopeboard.store.write.block_merge import merge_blocks, select_for_merge, with_followers
from scopeboard.store.write.index_disk import IndexDisk

TAIL_BYTES: Final = 1 << 20  # of an event file: a longer tail is written
QUIET_SECONDS: Final = 30.0  # a file that has not grown for so long is written
_MERGE_RATIO: Final = 2  # a part of memory is joined with one that is not this much larger


@dataclass(slots=True)
class PendingFile:
    """What the catalogue is to be told of a file.

    `start` is how far it says that the file was read; `is_void` that all it says is void; `dead`
    are blocks it knows that are no more; `tags` what was read of the run's tags. `grew_at` is the
    time of the first flush after the file grew.
    """

    start: int
    is_void: bool = False
    dead: list[Rows] = field(default_factory=list)
    tags: list[Rows] = field(default_factory=list)
    grew_at: float | None = None


class WriteBuffer:
    """Blocks in memory, and files to tell the catalogue of. Its store holds the lock."""

    def __init__(self, contents: StoreTables, disk: IndexDisk) -> None:
        self._contents = contents
        self._disk = disk
        self._reader = disk.reader
        self._next_part = 0
        self._rows: dict[int, int] = {}  # blocks in each part of memory
        self.files: dict[int, PendingFile] = {}

    @property
    def memory(self) -> int:
        """The bytes that columns in memory take, and the rows that tell of them."""
        parts = self._reader.parts
        rows = sum(self._rows.get(number, 0) for number in parts)
        return sum(map(len, parts.values())) + BLOCK.itemsize * rows

    def place(self, blocks: Rows, columns: bytes) -> None:
        """Put the columns of BLOCK [n], placed from 0 on, into memory and say where."""
        blocks["segment"] = MEMORY
        blocks["place"] += np.uint64(self._next_part << BUFFER_BITS)
        self._reader.parts = {**self._reader.parts, self._next_part: columns}
        self._rows = {**self._rows, self._next_part: len(blocks)}
        self._next_part += 1

    def remember(self, rows: Rows, starts: NDArray[np.int64]) -> None:
        """Note that the catalogue is to be told of FILE_ROW [n].

        Args:
            rows: the files as they are now.
            starts: int64 [n], how far each had been read before.
        """
        for file, start, is_void in zip(
            rows["file"].tolist(), starts.tolist(), rows["is_void"].tolist(), strict=True
        ):
            known = self.files.get(file)
            if known is None or is_void:
                self.files[file] = PendingFile(start, is_void)
            else:
                known.grew_at = None

    def remember_tags(self, tags: Rows, files: NDArray[np.integer]) -> None:
        """Note what files (ids [t]) say of their run's tags, RUN_TAG [t]."""
        order = np.argsort(files, kind="stable")
        said_by, firsts = np.unique(files[order], return_index=True)
        parts = np.split(tags[order], firsts[1:])
        for file, part in zip(said_by.tolist(), parts, strict=False):  # of nothing, one part
            self.files[file].tags.append(part)

    def forget(self, files: Iterable[int]) -> None:
        """Forget what was to be told of files: all that was read of them is void."""
        for file in files:
            self.files.pop(file, None)

    def release(self) -> None:
        """Free the memory of columns to which no block refers any more."""
        if not self._reader.parts:
            return
        used = set((self._in_memory()["place"] >> np.uint64(BUFFER_BITS)).tolist())
        if len(used) < len(self._reader.parts):
            parts = self._reader.parts
            self._reader.parts = {number: parts[number] for number in parts if number in used}
            self._rows = {number: self._rows[number] for number in used}

    def _in_memory(self) -> Rows:
        blocks = self._contents.blocks[self._contents.alive()]
        in_memory: Rows = blocks[blocks["segment"] == MEMORY]
        return in_memory

    def merge(self) -> None:
        """Join the newest parts of memory, so that their number grows only with the logarithm."""
        parts = self._reader.parts
        numbers = sorted(parts)
        first, size = len(numbers) - 1, len(parts[numbers[-1]]) if numbers else 0
        while first > 0 and len(parts[numbers[first - 1]]) < _MERGE_RATIO * size:
            first -= 1
            size += len(parts[numbers[first]])
        if 0 <= first < len(numbers) - 1:
            self._merge(numbers[first])

    def _merge(self, first: int) -> None:
        """Join the parts from number `first` on into one."""
        alive = self._contents.alive()
        blocks = self._contents.blocks[alive]
        moves = (blocks["segment"] == MEMORY) & (blocks["place"] >= np.uint64(first << BUFFER_BITS))
        files = np.isin(blocks["file"], blocks["file"][moves])
        self._replace(alive[files][with_followers(blocks[files], moves[files])], None)

    def _replace(self, numbers: NDArray[np.intp], writer: SegmentWriter | None) -> bool:
        """Replace blocks by joined ones; return False, and do nothing, if that failed."""
        blocks = self._contents.blocks[numbers]
        stored = read_stored(blocks, self._reader.read)
        is_whole = np.fromiter(map(bool, stored), np.bool_, len(stored))
        blocks, numbers = blocks[is_whole], numbers[is_whole]
        joined, columns = merge_blocks(blocks, [data for data in stored if data], writer)
        if columns is not None and writer is not None:
            return False
        if columns is not None:
            self.place(joined, columns)
        told = blocks[self._contents.is_told[numbers]]
        told = told[np.argsort(told["file"], kind="stable")]
        files, firsts = np.unique(told["file"], return_index=True)
        for file, part in zip(files.tolist(), np.split(told, firsts[1:]), strict=False):
            self.files[file].dead.append(dead_rows(part))
        self._contents.apply(Change(blocks=joined), dead=numbers, is_told=False)
        self.release()
        return True

    def due(self, now: float) -> list[int]:
        """Return the files that are to be written at `now`, in seconds of any clock."""
        offsets, found = self._contents.files["offset"], []
        for file, unwritten in self.files.items():
            if unwritten.grew_at is None:
                unwritten.grew_at = now
            is_quiet = now - unwritten.grew_at >= QUIET_SECONDS
            if is_quiet or offsets[file] - unwritten.start >= TAIL_BYTES:
                found.append(file)
        return found

    def flush(self, files: Iterable[int]) -> bool:
        """Write what there is of some files; return False if not all of it could be."""
        files = np.array(sorted(self.files.keys() & set(files)), np.int64)
        if not len(files):
            return True
        alive = self._contents.alive()
        alive = alive[np.isin(self._contents.blocks["file"][alive], files)]
        moves = alive[select_for_merge(self._contents.blocks[alive])]
        if len(moves):
            writer = self._disk.writer
            if writer is None or not self._replace(moves, writer):
                return False
        return self._tell(files)

    def _tell(self, files: NDArray[np.int64]) -> bool:
        """Tell the catalogue all it does not know of files whose columns are on disk."""
        contents, unwritten = self._contents, [self.files[file] for file in files.tolist()]
        rows = np.zeros(len(files), FILE_ROW)
        rows["file"], rows["row"] = files, contents.files[files]
        rows["is_void"] = [known.is_void for known in unwritten]
        alive = contents.alive()
        untold = alive[~contents.is_told[alive]]
        untold = untold[np.isin(contents.blocks["file"][untold], files)]
        change = Change(
            rows=rows,
            blocks=contents.blocks[untold],
            tags=np.concatenate([np.empty(0, RUN_TAG), *(t for u in unwritten for t in u.tags)]),
            dead=np.concatenate([np.empty(0, DEAD), *(d for u in unwritten for d in u.dead)]),
            warnings=[contents.warnings[f] for f in files.tolist() if f in contents.warnings],
        )
        if not self._disk.journal.tell(change):
            return False
        contents.is_told[untold] = True
        for file in files.tolist():
            del self.files[file]
        return True
