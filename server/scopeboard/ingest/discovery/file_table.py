"""The state of each tracked file, in columns by file id.

Tens of thousands of files are tracked, so there is no object per file.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.files.status import FileStatus, inode_of
from scopeboard.ingest.job import SETTLING_SECONDS, PortionEnd, mtime_of
from scopeboard.store.format.schema import FileId, Rows

HOT_SECONDS: Final = 60.0
"""Time for which a file is checked often after a change."""

_NANOSECONDS: Final = 1e9
_UNREAD: Final = -1

_ROW: Final = np.dtype(
    [
        ("is_followed", "?"),
        ("was_read", "?"),  # the store has its data
        ("is_settled", "?"),  # its tail is final
        ("inode", "<u8"),  # when the file was last read to its end
        ("size", "<i8"),  # likewise, in bytes; -1 while there is more to read
        ("mtime", "<i8"),  # likewise, in nanoseconds since the epoch
        ("known_size", "<i8"),  # size in bytes at the last check
        ("known_mtime", "<i8"),  # mtime at the last check, in nanoseconds
        ("offset", "<i8"),  # bytes read
        ("needed", "<i8"),  # size from which on more can be read, or 0
        ("points", "<i8"),  # read
        ("hot_until", "<f8"),  # seconds of a steady clock
    ]
)


@dataclass(slots=True)
class FileStats:
    """Results of `stat` calls in columns.

    Ids of files, inodes, sizes in bytes, and modification times in ns since the epoch.
    """

    file: "array[int]" = field(default_factory=partial(array, "q"))
    inode: "array[int]" = field(default_factory=partial(array, "Q"))
    size: "array[int]" = field(default_factory=partial(array, "q"))
    mtime: "array[int]" = field(default_factory=partial(array, "q"))

    def add(self, file: int, status: FileStatus) -> None:
        """Add the status of a file."""
        self.file.append(file)
        self.inode.append(inode_of(status))
        self.size.append(status.st_size)
        self.mtime.append(mtime_of(status))


class FileTable:
    """A row for each file that is tracked."""

    def __init__(self) -> None:
        self._rows = np.zeros(0, _ROW)

    def follow(self, files: Sequence[int], known: Rows) -> None:
        """Add files (ids [n]) or reset them to their state in the store: `known`, FILE [n]."""
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
        rows["known_size"] = known["size"]
        self._rows[files] = rows

    def forget(self, files: Sequence[int]) -> None:
        """Remove files."""
        self._rows[files] = np.zeros((), _ROW)

    def record_stats(self, stats: FileStats, now: float, steady: float) -> list[FileId]:
        """Record the status of files; return the files that may have new data.

        Args:
            stats: the files.
            now: seconds since the epoch, by the clock of the file system.
            steady: seconds of a clock that never steps.
        """
        file, size, mtime = map(np.asarray, (stats.file, stats.size, stats.mtime))
        rows = self._rows[file]
        is_as_read = (rows["inode"] == np.asarray(stats.inode)) & (rows["size"] == size)
        is_as_read &= rows["was_read"] & (rows["mtime"] == mtime)
        age = now - mtime / _NANOSECONDS
        has_tail = (size > rows["offset"]) & ~rows["is_settled"]
        has_changed = (rows["known_mtime"] != 0) & (rows["known_mtime"] != mtime)
        is_hot = has_changed | (np.abs(age) < HOT_SECONDS)
        rows["hot_until"][is_hot] = steady + HOT_SECONDS
        rows["known_size"], rows["known_mtime"] = size, mtime
        self._rows[file] = rows
        may_be_new: NDArray[np.bool_] = ~is_as_read | (has_tail & (age > SETTLING_SECONDS))
        return [FileId(number) for number in file[may_be_new].tolist()]

    def record_ends(self, ends: Sequence[PortionEnd]) -> None:
        """Record how far files were read; at most one end for each."""
        if not ends:
            return
        file, _, offset, size, mtime, inode, points, at_end, restarted, is_settled, needed, _ = zip(
            *ends, strict=True
        )
        files = np.array(file, np.int64)
        rows = self._rows[files]
        is_new, is_at_end = np.array(restarted, np.bool_), np.array(at_end, np.bool_)
        sizes, times = np.array(size, np.int64), np.array(mtime, np.int64)
        rows["was_read"] = True
        rows["points"] = np.where(is_new, 0, rows["points"]) + np.array(points, np.int64)
        rows["offset"] = np.array(offset, np.int64)
        rows["known_size"] = np.where(is_new, sizes, np.maximum(rows["known_size"], rows["offset"]))
        rows["size"] = np.where(is_at_end, sizes, _UNREAD)
        rows["inode"], rows["mtime"] = np.array(inode, np.uint64), times
        rows["needed"] = np.array(needed, np.int64)
        rows["is_settled"] = is_at_end & np.array(is_settled, np.bool_)
        self._rows[files] = rows

    def offset(self, file: int) -> int:
        """Return the number of bytes read of a file."""
        return int(self._rows["offset"][file])

    def known_size(self, file: int) -> int:
        """Return the size of a file at the last check, in bytes."""
        return int(self._rows["known_size"][file])

    def known_mtime(self, file: int) -> int:
        """Return the modification time of a file at the last check, in ns since the epoch."""
        return int(self._rows["known_mtime"][file])

    def was_read(self, file: int) -> bool:
        """Return whether the store has data of a file."""
        return bool(self._rows["was_read"][file])

    def has_points(self, file: int) -> bool:
        """Return whether a file has points."""
        return bool(self._rows["points"][file])

    def hot(self, steady: float) -> list[FileId]:
        """Return the files to check often."""
        rows = np.flatnonzero(self._rows["is_followed"] & (self._rows["hot_until"] > steady))
        return [FileId(file) for file in rows.tolist()]

    def readable(self) -> int:
        """Return the number of unread bytes without incomplete records."""
        rows = self._rows
        unread = np.maximum(rows["known_size"] - rows["offset"], 0)
        return int(unread[rows["known_size"] >= rows["needed"]].sum())

    def totals(self) -> tuple[int, int, int, int]:
        """Return the bytes read, all bytes, the files and the points."""
        rows = self._rows
        total = np.maximum(rows["known_size"], rows["offset"])
        return (
            int(rows["offset"].sum()),
            int(total.sum()),
            int(np.count_nonzero(rows["is_followed"])),
            int(rows["points"].sum()),
        )
