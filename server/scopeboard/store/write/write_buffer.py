"""Write buffer: columns in memory, and files whose state the change log does not have yet.

A growing file brings a few points at a time. They stay in memory, and in the change log the file
ends before them: after a crash they are read again from the file. Once this tail is long, or the
file has been quiet for a while, a flush writes its points to a segment, one block for each series,
and logs the state of the file.

A full disk is the same case for a longer time: the columns and the pending file stay, and a later
flush tries again.
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

TAIL_BYTES: Final = 1 << 20  # of an event file: a longer tail is flushed
QUIET_SECONDS: Final = 30.0  # a file that has not grown for this long is flushed
_MERGE_RATIO: Final = 2  # a buffer is merged with the one before unless that is this much larger


@dataclass(slots=True)
class PendingFile:
    """A file whose state is not in the change log yet.

    `start` is the offset that the log has; `is_void` marks a file whose logged blocks are void;
    `dead` are logged blocks that were merged into others; `tags` are the file's new tags.
    `grew_at` is the time of the first flush after the file grew.
    """

    start: int
    is_void: bool = False
    dead: list[Rows] = field(default_factory=list)
    tags: list[Rows] = field(default_factory=list)
    grew_at: float | None = None


class WriteBuffer:
    """Columns in memory by buffer number, and pending files by id."""

    def __init__(self, tables: StoreTables, disk: IndexDisk) -> None:
        self._tables = tables
        self._disk = disk
        self._reader = disk.reader
        self._next_buffer = 0
        self._rows: dict[int, int] = {}  # blocks in each buffer
        self.files: dict[int, PendingFile] = {}

    @property
    def memory(self) -> int:
        """The bytes of the columns in memory and of their block rows."""
        buffers = self._reader.buffers
        rows = sum(self._rows.get(number, 0) for number in buffers)
        return sum(map(len, buffers.values())) + BLOCK.itemsize * rows

    def store(self, blocks: Rows, columns: bytes) -> None:
        """Add the columns of BLOCK [n], with offsets from 0, as a buffer; set their positions."""
        blocks["segment"] = MEMORY
        blocks["offset"] += np.uint64(self._next_buffer << BUFFER_BITS)
        self._reader.buffers = {**self._reader.buffers, self._next_buffer: columns}
        self._rows = {**self._rows, self._next_buffer: len(blocks)}
        self._next_buffer += 1

    def add_pending(self, rows: Rows, starts: NDArray[np.int64]) -> None:
        """Add FILE_ROW [n] as pending.

        Args:
            rows: the present state of the files.
            starts: int64 [n], the offset of each file before.
        """
        for file, start, is_void in zip(
            rows["file"].tolist(), starts.tolist(), rows["is_void"].tolist(), strict=True
        ):
            pending = self.files.get(file)
            if pending is None or is_void:
                self.files[file] = PendingFile(start, is_void)
            else:
                pending.grew_at = None

    def add_pending_tags(self, tags: Rows, files: NDArray[np.integer]) -> None:
        """Add RUN_TAG [t] of pending files (ids [t])."""
        order = np.argsort(files, kind="stable")
        ids, firsts = np.unique(files[order], return_index=True)
        by_file = np.split(tags[order], firsts[1:])
        for file, rows in zip(ids.tolist(), by_file, strict=False):  # split of nothing is one part
            self.files[file].tags.append(rows)

    def forget(self, files: Iterable[int]) -> None:
        """Drop pending files, because all of their columns are void."""
        for file in files:
            self.files.pop(file, None)

    def release(self) -> None:
        """Free the buffers without live blocks."""
        if not self._reader.buffers:
            return
        blocks = self._tables.blocks[self._tables.live()]
        in_memory = blocks[blocks["segment"] == MEMORY]
        used = set((in_memory["offset"] >> np.uint64(BUFFER_BITS)).tolist())
        if len(used) < len(self._reader.buffers):
            buffers = self._reader.buffers
            self._reader.buffers = {n: data for n, data in buffers.items() if n in used}
            self._rows = {number: self._rows[number] for number in used}

    def merge(self) -> None:
        """Merge the newest buffers, so that their number grows only with the logarithm."""
        buffers = self._reader.buffers
        numbers = sorted(buffers)
        first, size = len(numbers) - 1, len(buffers[numbers[-1]]) if numbers else 0
        while first > 0 and len(buffers[numbers[first - 1]]) < _MERGE_RATIO * size:
            first -= 1
            size += len(buffers[numbers[first]])
        if not 0 <= first < len(numbers) - 1:
            return
        live = self._tables.live()
        blocks = self._tables.blocks[live]
        lowest = np.uint64(numbers[first] << BUFFER_BITS)
        moves = (blocks["segment"] == MEMORY) & (blocks["offset"] >= lowest)
        files = np.isin(blocks["file"], blocks["file"][moves])
        self._replace(live[files][with_followers(blocks[files], moves[files])], None)

    def _replace(self, numbers: NDArray[np.intp], writer: SegmentWriter | None) -> bool:
        """Replace blocks by merged ones; return False, and change nothing, if that failed."""
        blocks = self._tables.blocks[numbers]
        stored = read_stored(blocks, self._reader.read)
        blocks, numbers = blocks[stored.is_intact], numbers[stored.is_intact]
        merged, columns = merge_blocks(blocks, stored.data, writer)
        if columns is not None and writer is not None:
            return False
        if columns is not None:
            self.store(merged, columns)
        logged = blocks[self._tables.is_logged[numbers]]
        logged = logged[np.argsort(logged["file"], kind="stable")]
        files, firsts = np.unique(logged["file"], return_index=True)
        for file, rows in zip(files.tolist(), np.split(logged, firsts[1:]), strict=False):
            self.files[file].dead.append(dead_rows(rows))
        self._tables.apply(Change(blocks=merged), dead=numbers, is_logged=False)
        self.release()
        return True

    def due(self, now: float) -> list[int]:
        """Return the files to flush at `now`, in seconds of any monotonic clock."""
        offsets, due = self._tables.files["offset"], []
        for file, pending in self.files.items():
            if pending.grew_at is None:
                pending.grew_at = now
            is_quiet = now - pending.grew_at >= QUIET_SECONDS
            if is_quiet or offsets[file] - pending.start >= TAIL_BYTES:
                due.append(file)
        return due

    def flush(self, files: Iterable[int]) -> bool:
        """Write the columns and states of files; return False if that failed for any."""
        files = np.array(sorted(self.files.keys() & set(files)), np.int64)
        if not len(files):
            return True
        tables = self._tables
        live = tables.live()
        live = live[np.isin(tables.blocks["file"][live], files)]
        moves = live[select_for_merge(tables.blocks[live])]
        if len(moves):
            writer = self._disk.writer
            if writer is None or not self._replace(moves, writer):
                return False

        pending = [self.files[file] for file in files.tolist()]
        rows = np.zeros(len(files), FILE_ROW)
        rows["file"], rows["row"] = files, tables.files[files]
        rows["is_void"] = [file.is_void for file in pending]
        live = tables.live()
        unlogged = live[~tables.is_logged[live]]
        unlogged = unlogged[np.isin(tables.blocks["file"][unlogged], files)]
        change = Change(
            rows=rows,
            blocks=tables.blocks[unlogged],
            tags=np.concatenate(
                [np.empty(0, RUN_TAG), *(tags for file in pending for tags in file.tags)]
            ),
            dead=np.concatenate(
                [np.empty(0, DEAD), *(dead for file in pending for dead in file.dead)]
            ),
            warnings=[tables.damage[f] for f in files.tolist() if f in tables.damage],
        )
        if not self._disk.change_writer.append(change):
            return False
        tables.is_logged[unlogged] = True
        for file_id in files.tolist():
            del self.files[file_id]
        return True
