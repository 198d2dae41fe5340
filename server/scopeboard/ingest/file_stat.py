"""How files look from outside: what one `stat` of each tells, in columns."""

import os
from array import array
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from scopeboard.system.files import inode_of

_LATEST: Final = 2**63 - 1  # nanoseconds


@dataclass(slots=True)
class Looks:
    """Files by number, their inodes, sizes in bytes, and times in nanoseconds since the epoch."""

    files: "array[int]" = field(default_factory=partial(array, "q"))
    inodes: "array[int]" = field(default_factory=partial(array, "Q"))
    sizes: "array[int]" = field(default_factory=partial(array, "q"))
    times: "array[int]" = field(default_factory=partial(array, "q"))

    def add(self, file: int, status: os.stat_result) -> None:
        """Note how a file looks."""
        self.files.append(file)
        self.inodes.append(inode_of(status))
        self.sizes.append(status.st_size)
        self.times.append(mtime_of(status))


def mtime_of(status: os.stat_result) -> int:
    """Return when a file was written to, in nanoseconds since the epoch, as tables hold it.

    File systems know times beyond the year 2262, which 64 bits do not hold; and 0, which archives
    like to set, stands for a file that was never read.
    """
    return max(-_LATEST, min(status.st_mtime_ns, _LATEST)) or 1
