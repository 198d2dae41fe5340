"""Results of `stat` calls in columns."""

import os
from array import array
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from scopeboard.system.files import inode_of

_LATEST: Final = 2**63 - 1  # nanoseconds


@dataclass(slots=True)
class FileStats:
    """Ids of files, inodes, sizes in bytes, and modification times in ns since the epoch."""

    file: "array[int]" = field(default_factory=partial(array, "q"))
    inode: "array[int]" = field(default_factory=partial(array, "Q"))
    size: "array[int]" = field(default_factory=partial(array, "q"))
    mtime: "array[int]" = field(default_factory=partial(array, "q"))

    def add(self, file: int, status: os.stat_result) -> None:
        """Add the status of a file."""
        self.file.append(file)
        self.inode.append(inode_of(status))
        self.size.append(status.st_size)
        self.mtime.append(mtime_of(status))


def mtime_of(status: os.stat_result) -> int:
    """Return a modification time in nanoseconds since the epoch, as the tables store it.

    Times beyond the year 2262 are clipped, because int64 cannot hold them. 0, which some archives
    set, becomes 1, because 0 stands for a file that was never read.
    """
    return max(-_LATEST, min(status.st_mtime_ns, _LATEST)) or 1
