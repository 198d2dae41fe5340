"""Writing a segment: a file of columns, which only ever grows."""

import os
from errno import EDQUOT, ENOENT
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from scopeboard.system.files import open_for_writing, write_at

NO_LIMIT: Final = 1 << 62
"""More bytes than any disk holds."""


class AllocatedSegment(NamedTuple):
    """A segment for a writer of its own, and how many bytes it may take at most."""

    number: int
    path: Path
    most_bytes: int


class SegmentWriter:
    """Appends to the segment of one number; each process that writes has its own.

    The file is opened with the first bytes, readable by its owner alone. Nothing is flushed to
    the disk: each block's checksum tells whether its bytes got there, and the event files hold
    what did not. `failure` says why the last append failed; there is no room for more than
    `most_bytes`.
    """

    def __init__(self, number: int, path: Path, most_bytes: int = NO_LIMIT) -> None:
        self.number = number
        self._most_bytes = most_bytes
        self._lock = Lock()
        self.failure: str | None = None
        self._path = path
        self._descriptor: int | None = None
        self.end = 0  # the bytes written

    def append(self, data: bytes) -> int:
        """Write `data` behind all that is there; return where it begins.

        Raises:
            OSError: it could not be written whole. What was written of it is overwritten by the
                next call.
        """
        try:
            with self._lock:
                place = self._append(data)
        except OSError as error:
            self.failure = error.strerror or str(error)
            raise
        self.failure = None
        return place

    def _append(self, data: bytes) -> int:
        if self._descriptor is None:
            self._descriptor = open_for_writing(self._path)
            self.end = os.fstat(self._descriptor).st_size
        elif self.is_gone:
            raise OSError(ENOENT, os.strerror(ENOENT))
        if self.end + len(data) > self._most_bytes:
            raise OSError(EDQUOT, os.strerror(EDQUOT))
        place, left = self.end, memoryview(data)
        while left:
            left = left[write_at(self._descriptor, left, place + len(data) - len(left)) :]
        self.end += len(data)
        return place

    @property
    def is_gone(self) -> bool:
        """Tell whether the file was removed: nobody could read what is written to it."""
        return self._descriptor is not None and os.fstat(self._descriptor).st_nlink == 0

    def close(self) -> None:
        """Close the file; a later append opens it again."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
