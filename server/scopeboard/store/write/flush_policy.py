"""When the write buffer goes to disk."""

from typing import Final

from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.write_buffer import WriteBuffer

_RETRY_SECONDS: Final = 10.0  # between two attempts while the disk fails
_MEMORY_SHARE: Final = 4  # the buffer is flushed when it takes more than this part of its limit


class FlushPolicy:
    """Chooses the files to flush; `memory_bytes` limits the columns in the write buffer.

    Times are in seconds of any monotonic clock.
    """

    def __init__(self, memory_bytes: int) -> None:
        self._memory_bytes = memory_bytes
        self._retry_at: float | None = None

    def is_full(self, buffer: WriteBuffer) -> bool:
        """Return whether the buffer takes all of its memory."""
        return buffer.memory > self._memory_bytes

    def due(
        self, now: float, buffer: WriteBuffer, disk: IndexDisk, *, everything: bool
    ) -> list[int] | None:
        """Return the ids of the files to flush now; None while the disk is not to be tried."""
        due = buffer.due(now)
        if self._retry_at is not None and now < self._retry_at and not everything:
            return None
        is_long = disk.change_writer.is_long  # a rewrite needs an empty buffer
        is_large = buffer.memory * _MEMORY_SHARE > self._memory_bytes
        if everything or is_long or is_large or disk.failure:
            return list(buffer.files)
        return due

    def finished(self, now: float, *, is_written: bool) -> None:
        """Record the result of a flush: after a failure, the disk is left alone for a while."""
        self._retry_at = None if is_written else now + _RETRY_SECONDS
