"""What a store does now and then: it writes what waits in memory, and tries again what failed."""

from typing import Final

from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.write_buffer import WriteBuffer

_RETRY_SECONDS: Final = 10.0  # how long to leave a disk alone that took nothing
_MEMORY_SHARE: Final = 4  # tails are written when they take more than this part of the memory


class FlushPolicy:
    """Tails, and when they are written; `memory_bytes` is how much they may take. Its store locks.

    Times are in seconds of any clock that moves on.
    """

    def __init__(
        self, contents: StoreTables, disk: IndexDisk, tails: WriteBuffer, memory_bytes: int
    ) -> None:
        self._contents = contents
        self._disk = disk
        self._tails = tails
        self._memory_bytes = memory_bytes
        self._retry_at: float | None = None

    @property
    def is_paused(self) -> bool:
        """Tell whether there is no room for what is read, on disk or in memory."""
        return self._tails.memory > self._memory_bytes

    def due(self, now: float, *, everything: bool) -> list[int] | None:
        """Return the files whose tails are to be written now; None if the disk is left alone."""
        due = self._tails.due(now)
        if self._retry_at is not None and now < self._retry_at and not everything:
            return None
        is_long = self._disk.journal.is_long  # only what knows all can be written afresh
        is_short = self._tails.memory * _MEMORY_SHARE > self._memory_bytes
        if everything or is_long or is_short or self._disk.failure:
            return list(self._tails.files)
        return due

    def write(self, due: list[int], now: float) -> None:
        """Write tails, and what else the disk did not take."""
        is_all_written = self._tails.flush(due) and (
            bool(self._tails.files)
            or (self._disk.try_again() and self._disk.journal.rewrite_if_long())
        )
        self._retry_at = None if is_all_written else now + _RETRY_SECONDS
