"""Reading from segments, on disk and in memory."""

import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Final

from scopeboard.store.tables import MEMORY
from scopeboard.system.files import open_for_reading, read_at

MAX_OPEN: Final = 16  # files; each read needs one for as long as it takes
PART_BITS: Final = 32
"""A place in memory is the number of a part shifted by so many bits, and an offset in it."""


class SegmentReader:
    """Reads stored bytes by segment and place.

    `parts` are the stored bytes in memory by number; a change replaces them whole. Few files are
    open at a time, and none is mapped: what is read does not count as the server's own memory for
    longer than it is used.
    """

    def __init__(self, path_of: Callable[[int], Path], files: "_OpenFiles | None" = None) -> None:
        self.parts: Mapping[int, bytes] = {}
        self._path_of = path_of
        self._files = files or _OpenFiles(path_of)

    def frozen(self) -> "SegmentReader":
        """Return a reader of the same files that keeps what is in memory now."""
        reader = SegmentReader(self._path_of, self._files)
        reader.parts = self.parts
        return reader

    def read(self, segment: int, place: int, nbytes: int) -> bytes:
        """Return the bytes there, or fewer where there are no more (or no such segment)."""
        if segment == MEMORY:
            offset = place & ((1 << PART_BITS) - 1)
            return self.parts.get(place >> PART_BITS, b"")[offset : offset + nbytes]
        try:
            return self._files.find(segment).read(place, nbytes)
        except OSError:
            return b""

    def forget(self, segment: int) -> None:
        """Close the file of a segment that is to be removed."""
        self._files.forget(segment)

    def close(self) -> None:
        """Close all files; a later read opens them again."""
        self._files.close()


class _OpenFiles:
    """Segments that were read from lately."""

    def __init__(self, path_of: Callable[[int], Path]) -> None:
        self._path_of = path_of
        self._open: OrderedDict[int, _OpenFile] = OrderedDict()
        self._lock = Lock()

    def find(self, segment: int) -> "_OpenFile":
        with self._lock:
            file = self._open.get(segment) or _OpenFile(self._path_of(segment))
            self._open[segment] = file
            self._open.move_to_end(segment)
            if len(self._open) > MAX_OPEN:
                self._open.popitem(last=False)
            return file

    def forget(self, segment: int) -> None:
        with self._lock:
            self._open.pop(segment, None)

    def close(self) -> None:
        with self._lock:
            self._open.clear()


class _OpenFile:
    """A descriptor that is closed when nobody reads from it any more."""

    def __init__(self, path: Path) -> None:
        self._descriptor = -1
        self._descriptor = open_for_reading(path)

    def read(self, place: int, nbytes: int) -> bytes:
        pieces, end = [], place + nbytes
        while place < end and (piece := read_at(self._descriptor, end - place, place)):
            pieces.append(piece)
            place += len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def __del__(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
