"""Append to a segment: a file of columns, which only grows."""

import os
from errno import EDQUOT, ENOENT
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from scopeboard.system.files import open_for_writing, write_at

NO_LIMIT: Final = 1 << 62
"""More bytes than any disk holds."""


class AllocatedSegment(NamedTuple):
    """A segment for a writer in another process, and its limit in bytes."""

    number: int
    path: Path
    max_bytes: int


class SegmentWriter:
    """Appends to one segment; each writing process has its own.

    The file is opened with the first append, readable by its owner alone. Nothing is synced to the
    disk: the checksum of each block reveals lost bytes, which are read again from the event file.
    `failure` is the reason why the last append failed, None if it succeeded. An append beyond
    `max_bytes` fails.
    """

    def __init__(self, number: int, path: Path, max_bytes: int = NO_LIMIT) -> None:
        self.number = number
        self._max_bytes = max_bytes
        self._lock = Lock()
        self.failure: str | None = None
        self._path = path
        self._descriptor: int | None = None
        self.end = 0  # bytes written so far

    def append(self, data: bytes) -> int:
        """Append `data`; return its offset.

        Raises:
            OSError: the write failed. The next call overwrites the written part.
        """
        try:
            with self._lock:
                offset = self._append(data)
        except OSError as error:
            self.failure = error.strerror or str(error)
            raise
        self.failure = None
        return offset

    def _append(self, data: bytes) -> int:
        """Open the file if necessary and write `data` at its end; return the offset."""
        if self._descriptor is None:
            self._descriptor = open_for_writing(self._path)
            self.end = os.fstat(self._descriptor).st_size
        elif self.is_gone:
            raise OSError(ENOENT, os.strerror(ENOENT))
        if self.end + len(data) > self._max_bytes:
            raise OSError(EDQUOT, os.strerror(EDQUOT))
        offset, left = self.end, memoryview(data)
        while left:
            left = left[write_at(self._descriptor, left, offset + len(data) - len(left)) :]
        self.end += len(data)
        return offset

    @property
    def is_gone(self) -> bool:
        """Whether the file was deleted, so that nothing in it can be read."""
        return self._descriptor is not None and os.fstat(self._descriptor).st_nlink == 0

    def close(self) -> None:
        """Close the file; the next append reopens it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
