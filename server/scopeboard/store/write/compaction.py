"""Getting back the room of what nobody refers to any more, while everybody reads and writes.

A file that is replaced, rewritten or dropped leaves its columns in the segments. When they are
most of what is there, or the budget is used up, the blocks that count are copied from the segments
that hold the most waste to the end of a new one, a piece at a time:

    choose (locked) → copy (not locked: readers go on) → tell the catalogue, then move (locked)

A kill before the catalogue was told leaves copies that nobody refers to, one after it a segment
that nobody refers to; either is waste, which the next start removes. Blocks keep their numbers, so
a series stays in order. A segment is removed when it is empty of blocks and nobody reads by the old
places any more.
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
from scopeboard.store.write.retired_segments import PendingSegmentDeletes

_WASTE_BYTES: Final = 64 << 20  # waste that is not worth the copying
_PIECE_BYTES: Final = 8 << 20  # copied at a time
_CHECK_SECONDS: Final = 10.0
_SHARE: Final = 2  # of a segment, the part that has to be waste: one half
_SHARE_WHEN_FULL: Final = 8  # and while the budget is used up: an eighth


def remove_unused(contents: StoreTables, disk: IndexDisk) -> None:
    """Remove the segments that hold nothing that counts; for the start, while nobody reads."""
    for segment in disk.directory.own_sizes().keys() - contents.live_bytes().keys():
        disk.remove(segment)


class Compaction:
    """What is copied, and where to. Its store holds the lock, but for `copied`."""

    def __init__(self, contents: StoreTables, disk: IndexDisk) -> None:
        self.retired = PendingSegmentDeletes(disk.remove)
        self._contents = contents
        self._disk = disk
        self._sparse: list[int] = []
        self._target: SegmentWriter | None = None
        self._check_at = -np.inf
        self._generation = 0

    def next_piece(self, now: float, generation: int) -> Rows:
        """Return BLOCK [n] of one segment that are to be copied; none if it is worth nothing.

        Args:
            now: in seconds of any clock that moves on.
            generation: what has not changed since it was looked through is not looked through.
        """
        if not self._sparse and now >= self._check_at and generation != self._generation:
            self._check_at, self._generation = now + _CHECK_SECONDS, generation
            self._leave_target()
            self._sparse = self._choose(now)
        while self._sparse:
            numbers = self._alive_in(self._sparse[0])
            if len(numbers) and self._may_write():
                ends = np.cumsum(block_bytes(self._contents.blocks[numbers]))
                fits = max(1, int(np.searchsorted(ends, _PIECE_BYTES, "right")))
                return self._contents.blocks[numbers[:fits]]
            segment = self._sparse.pop(0)
            if not len(numbers):
                self.retired.add(segment, now)
        self._leave_target()
        return self._contents.blocks[:0]

    def copied(self, blocks: Rows) -> tuple[Rows, list[int]]:
        """Copy a piece; return MOVED [k] of what was, and the files whose columns are damaged."""
        stored = read_stored(blocks, self._disk.reader.read)
        is_whole = np.fromiter(map(bool, stored), np.bool_, len(stored))
        damaged = np.unique(blocks["file"][~is_whole]).tolist()
        blocks = blocks[is_whole]
        moved = np.zeros(len(blocks), MOVED)
        if self._target is None or not len(blocks):
            return moved[:0], damaged
        try:
            place = self._target.append(b"".join(stored))
        except OSError:
            self._sparse = []  # a full disk, most likely: later perhaps
            return moved[:0], damaged
        sizes = block_bytes(blocks)
        moved["before"], moved["segment"] = dead_rows(blocks), self._target.number
        moved["place"] = place + np.cumsum(sizes) - sizes
        return moved, damaged

    def settle(self, moved: Rows) -> None:
        """Have blocks of one segment, MOVED [n], read from where they are now, if they count."""
        if not len(moved):
            return
        numbers = self._alive_in(int(moved["before"]["segment"][0]))
        places = self._contents.blocks["place"][numbers]
        moved = moved[np.isin(moved["before"]["place"], places)]
        numbers = numbers[np.isin(places, moved["before"]["place"])]
        is_told = self._contents.is_told[numbers]
        if self._disk.journal.tell(Change(moved=moved[is_told])):
            self._contents.move(moved)
        else:
            self._sparse = []

    def close(self) -> None:
        """Remove what nobody will read any more."""
        self._leave_target()
        self.retired.remove_all()

    def _choose(self, now: float) -> list[int]:
        """Return the segments with the most waste, if all waste is worth the work."""
        sizes, live = self._disk.measured(), self._contents.live_bytes()
        waste = {
            segment: size - live.get(segment, 0)
            for segment, size in sizes.items()
            if segment not in self._disk.lent and segment not in self.retired
        }
        for segment in waste.keys() - live.keys() - {self._disk.writer_number}:
            self.retired.add(segment, now)
            del waste[segment]
        share = self._share(sum(waste.values()), sum(sizes[segment] for segment in waste))
        sparse = [segment for segment, wasted in waste.items() if wasted * share > sizes[segment]]
        if self._disk.writer_number in sparse:
            self._disk.leave_writer()
        return sorted(sparse, key=waste.__getitem__, reverse=True)

    def _share(self, wasted: int, total: int) -> int:
        """Return which part of a segment has to be waste; 0 if none is worth the work."""
        if wasted > _WASTE_BYTES and wasted * _SHARE > total:
            return _SHARE
        return _SHARE_WHEN_FULL if self._disk.is_full and wasted * _SHARE_WHEN_FULL > total else 0

    def _alive_in(self, segment: int) -> NDArray[np.intp]:
        alive = self._contents.alive()
        numbers: NDArray[np.intp] = alive[self._contents.blocks["segment"][alive] == segment]
        return numbers

    def _may_write(self) -> bool:
        """Tell whether there is a segment to copy to, whatever the budget: it is for its sake."""
        if self._target is None or self._target.is_gone:
            try:
                self._target = SegmentWriter(*self._disk.directory.new_segment())
            except OSError:
                return False
        return True

    def _leave_target(self) -> None:
        if self._target is not None:
            self._target.close()
            self._target = None
