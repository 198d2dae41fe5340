"""Compaction: reclaim the space of obsolete columns while readers and the writer go on.

A file that is replaced, rewritten or removed leaves its columns in the segments. When these are
the majority, or the budget is used up, the live blocks of the sparsest segments are copied to the
end of a new segment, a piece at a time:

    next_piece (locked) → copy (not locked: readers go on) → finish: log, then move (locked)

A kill before the change is logged leaves copies without a reference, a kill after it a segment
without one; the next start removes either. Blocks keep their indices, so a series stays in order.
A segment is deleted when it has no live block and no snapshot refers to it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.change import MOVED, Change
from scopeboard.store.format.schema import Rows, block_bytes
from scopeboard.store.segments.reader import read_stored
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.tables.tables import StoreTables, dead_rows
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.pending_deletes import PendingSegmentDeletes

_WASTE_BYTES: Final = 64 << 20  # less waste is not worth copying
_PIECE_BYTES: Final = 8 << 20  # copied in one piece
_CHECK_SECONDS: Final = 10.0
_SHARE: Final = 2  # a segment is sparse when this part of it is waste: one half
_SHARE_WHEN_FULL: Final = 8  # the same while the budget is used up: an eighth


def remove_unused(tables: StoreTables, disk: IndexDisk) -> None:
    """Delete the segments without live blocks; for the start, before there are readers."""
    for segment in disk.directory.own_sizes().keys() - tables.live_bytes().keys():
        disk.remove(segment)


class Compaction:
    """Copies live blocks out of sparse segments; only `copy` runs without the lock."""

    def __init__(self, tables: StoreTables, disk: IndexDisk) -> None:
        self.pending_deletes = PendingSegmentDeletes(disk.remove)
        self._tables = tables
        self._disk = disk
        self._sparse: list[int] = []
        self._target: SegmentWriter | None = None
        self._check_at = -np.inf
        self._generation = 0

    def next_piece(self, now: float, generation: int) -> Rows:
        """Return the next BLOCK [n] to copy, all of one segment; none if it is not worthwhile.

        Scheduled segments without readers are deleted first.

        Args:
            now: in seconds of any monotonic clock.
            generation: the newest; segments are searched again only after it changed.
        """
        self.pending_deletes.delete_unread(now)
        if not self._sparse and now >= self._check_at and generation != self._generation:
            self._check_at, self._generation = now + _CHECK_SECONDS, generation
            self._close_target()
            self._sparse = self._find_sparse(now)
        while self._sparse:
            numbers = self._live_in(self._sparse[0])
            if len(numbers) and self._open_target():
                ends = np.cumsum(block_bytes(self._tables.blocks[numbers]))
                fits = max(1, int(np.searchsorted(ends, _PIECE_BYTES, "right")))
                return self._tables.blocks[numbers[:fits]]
            segment = self._sparse.pop(0)
            if not len(numbers):
                self.pending_deletes.add(segment, now)
        self._close_target()
        return self._tables.blocks[:0]

    def copy(self, blocks: Rows) -> tuple[Rows, list[int]]:
        """Copy a piece; return MOVED [k] and the files with damaged columns."""
        stored = read_stored(blocks, self._disk.reader.read)
        damaged = np.unique(blocks["file"][~stored.is_intact]).tolist()
        blocks = blocks[stored.is_intact]
        moved = np.zeros(len(blocks), MOVED)
        if self._target is None or not len(blocks):
            return moved[:0], damaged
        try:
            offset = self._target.append(b"".join(stored.data))
        except OSError:
            self._sparse = []  # a full disk, most likely; a later search tries again
            return moved[:0], damaged
        sizes = block_bytes(blocks)
        moved["before"], moved["segment"] = dead_rows(blocks), self._target.number
        moved["offset"] = offset + np.cumsum(sizes) - sizes
        return moved, damaged

    def finish(self, moved: Rows) -> None:
        """Log copied blocks of one segment, MOVED [n], and refer to them; skip obsolete ones."""
        if not len(moved):
            return
        numbers = self._live_in(int(moved["before"]["segment"][0]))
        offsets = self._tables.blocks["offset"][numbers]
        moved = moved[np.isin(moved["before"]["offset"], offsets)]
        numbers = numbers[np.isin(offsets, moved["before"]["offset"])]
        is_logged = self._tables.is_logged[numbers]
        if self._disk.change_writer.append(Change(moved=moved[is_logged])):
            self._tables.move(moved)
        else:
            self._sparse = []

    def close(self) -> None:
        """Delete all scheduled segments."""
        self._close_target()
        self.pending_deletes.delete_all()

    def _find_sparse(self, now: float) -> list[int]:
        """Return the sparse segments, the most waste first, if their waste is worth the work."""
        sizes, live = self._disk.measure(), self._tables.live_bytes()
        waste = {
            segment: size - live.get(segment, 0)
            for segment, size in sizes.items()
            if segment not in self._disk.allocated and segment not in self.pending_deletes
        }
        for segment in waste.keys() - live.keys() - {self._disk.writer_number}:
            self.pending_deletes.add(segment, now)
            del waste[segment]
        wasted, total = sum(waste.values()), sum(sizes[segment] for segment in waste)
        share = 0
        if wasted > _WASTE_BYTES and wasted * _SHARE > total:
            share = _SHARE
        elif self._disk.is_full and wasted * _SHARE_WHEN_FULL > total:
            share = _SHARE_WHEN_FULL
        sparse = [segment for segment, size in waste.items() if size * share > sizes[segment]]
        if self._disk.writer_number in sparse:
            self._disk.close_writer()
        return sorted(sparse, key=waste.__getitem__, reverse=True)

    def _live_in(self, segment: int) -> NDArray[np.intp]:
        live = self._tables.live()
        numbers: NDArray[np.intp] = live[self._tables.blocks["segment"][live] == segment]
        return numbers

    def _open_target(self) -> bool:
        """Open a segment to copy to, if there is none; return False if that failed.

        The budget does not apply: compaction frees more than it takes.
        """
        if self._target is None or self._target.is_gone:
            try:
                self._target = SegmentWriter(*self._disk.directory.new_segment())
            except OSError:
                return False
        return True

    def _close_target(self) -> None:
        if self._target is not None:
            self._target.close()
            self._target = None
