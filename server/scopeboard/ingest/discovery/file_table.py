"""What ingest keeps of each file that it follows: numbers in columns, by file id.

Tens of thousands of files are followed, so nothing here is an object per file.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.ingest.job import SETTLING_SECONDS, End
from scopeboard.store.format.schema import Rows

HOT_SECONDS: Final = 60.0
"""How long a file is looked at often after it has changed."""

_NANOSECONDS: Final = 1e9
_UNREAD: Final = -1

_ROW: Final = np.dtype(
    [
        ("is_followed", "?"),
        ("was_read", "?"),  # the store has heard of it
        ("is_settled", "?"),  # its tail will be no other when it is read again
        ("inode", "<u8"),  # as it was when it was last read out
        ("size", "<i8"),  # likewise, in bytes; -1 while there is more to read
        ("mtime", "<i8"),  # likewise, in nanoseconds since the epoch
        ("seen", "<i8"),  # bytes that it held when it was last looked at
        ("written", "<i8"),  # when it had been written to then, in nanoseconds
        ("offset", "<i8"),  # bytes that were read
        ("needed", "<i8"),  # bytes without which no more can be read, or 0
        ("points", "<i8"),  # that were read
        ("hot_until", "<f8"),  # seconds by a steady clock
    ]
)


class Look(NamedTuple):
    """Files as they were looked at, each column [n]; `file` is int64, `mtime` in nanoseconds."""

    file: NDArray[np.int64]
    inode: NDArray[np.uint64]
    size: NDArray[np.int64]
    mtime: NDArray[np.int64]


class FileTable:
    """A row for each file that is followed."""

    def __init__(self) -> None:
        self._rows = np.zeros(0, _ROW)

    def follow(self, files: Sequence[int], known: Rows) -> None:
        """Add files (ids [n]), or have them as the store knows them: FILE [n]."""
        if max(files) >= len(self._rows):
            more = np.zeros(max(files) + 1 + len(self._rows) // 2, _ROW)
            more[: len(self._rows)] = self._rows
            self._rows = more
        rows = np.zeros(len(files), _ROW)
        rows["is_followed"] = True
        rows["was_read"] = known["mtime"] != 0
        for name in ("inode", "mtime", "offset", "points"):
            rows[name] = known[name]
        rows["size"] = np.where(known["size"] == known["offset"], known["size"], _UNREAD)
        rows["seen"] = known["size"]
        self._rows[files] = rows

    def forget(self, file: int) -> None:
        """Follow a file no longer."""
        self._rows[file] = np.zeros((), _ROW)

    def note_look(self, look: Look, now: float, steady: float) -> NDArray[np.int64]:
        """Take note of how files look; return those that may hold something new, int64 [k].

        Args:
            look: the files.
            now: seconds since the epoch, by the clock that stamps files.
            steady: seconds by a clock that never steps.
        """
        rows = self._rows[look.file]
        is_as_read = (rows["inode"] == look.inode) & (rows["size"] == look.size)
        is_as_read &= rows["was_read"] & (rows["mtime"] == look.mtime)
        age = now - look.mtime / _NANOSECONDS
        has_tail = (look.size > rows["offset"]) & ~rows["is_settled"]
        has_changed = (rows["written"] != 0) & (rows["written"] != look.mtime)
        is_hot = has_changed | (np.abs(age) < HOT_SECONDS)
        rows["hot_until"][is_hot] = steady + HOT_SECONDS
        rows["seen"], rows["written"] = look.size, look.mtime
        self._rows[look.file] = rows
        may_be_new: NDArray[np.bool_] = ~is_as_read | (has_tail & (age > SETTLING_SECONDS))
        return look.file[may_be_new]

    def note_ends(self, ends: Sequence[End]) -> None:
        """Take note of how far files were read; at most one end for each."""
        if not ends:
            return
        file, _, offset, size, mtime, inode, points, is_out, restarted, is_settled, needed, _ = zip(
            *ends, strict=True
        )
        files = np.array(file, np.int64)
        rows = self._rows[files]
        is_new, is_at_end = np.array(restarted, np.bool_), np.array(is_out, np.bool_)
        sizes, times = np.array(size, np.int64), np.array(mtime, np.int64)
        rows["was_read"] = True
        rows["points"] = np.where(is_new, 0, rows["points"]) + np.array(points, np.int64)
        rows["offset"] = np.array(offset, np.int64)
        rows["seen"] = np.where(is_new, sizes, np.maximum(rows["seen"], rows["offset"]))
        rows["size"] = np.where(is_at_end, sizes, _UNREAD)
        rows["inode"], rows["mtime"] = np.array(inode, np.uint64), times
        rows["needed"] = np.array(needed, np.int64)
        rows["is_settled"] = is_at_end & np.array(is_settled, np.bool_)
        self._rows[files] = rows

    def offset(self, file: int) -> int:
        """Return how many bytes of a file were read."""
        return int(self._rows["offset"][file])

    def seen(self, file: int) -> int:
        """Return how many bytes a file held when it was last looked at."""
        return int(self._rows["seen"][file])

    def written(self, file: int) -> int:
        """Return when a file was last written to, in nanoseconds since the epoch."""
        return int(self._rows["written"][file])

    def was_read(self, file: int) -> bool:
        """Tell whether the store has heard of a file."""
        return bool(self._rows["was_read"][file])

    def has_points(self, file: int) -> bool:
        """Tell whether anything but damage was read of a file."""
        return bool(self._rows["points"][file])

    def hot(self, steady: float) -> NDArray[np.int64]:
        """Return the files that are to be looked at often, int64 [k]."""
        return np.flatnonzero(self._rows["is_followed"] & (self._rows["hot_until"] > steady))

    def readable(self) -> int:
        """Return how many bytes there are to read, a record that is not whole yet left out."""
        rows = self._rows
        left = np.maximum(rows["seen"] - rows["offset"], 0)
        return int(left[rows["seen"] >= rows["needed"]].sum())

    def totals(self) -> tuple[int, int, int, int]:
        """Return bytes read, bytes there are, files and points, over all files."""
        rows = self._rows
        total = np.maximum(rows["seen"], rows["offset"])
        return (
            int(rows["offset"].sum()),
            int(total.sum()),
            int(np.count_nonzero(rows["is_followed"])),
            int(rows["points"].sum()),
        )
