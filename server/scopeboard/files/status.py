"""The status of a file, as `os.stat_result` has it."""

from typing import Final, Protocol

_INODE_BITS: Final = (1 << 64) - 1


class FileStatus(Protocol):
    """The status of a file: size in bytes, last modification, and what identifies the file."""

    @property
    def st_size(self) -> int:
        """Bytes."""
        ...

    @property
    def st_mtime(self) -> float:
        """Seconds since the epoch."""
        ...

    @property
    def st_mtime_ns(self) -> int:
        """Nanoseconds since the epoch."""
        ...

    @property
    def st_dev(self) -> int:
        """The device."""
        ...

    @property
    def st_ino(self) -> int:
        """The inode."""
        ...


def inode_of(status: FileStatus) -> int:
    """Return the inode number of a file in 64 bits; ReFS on Windows has numbers of 128."""
    return status.st_ino & _INODE_BITS


def is_same_file(status: FileStatus, other: FileStatus) -> bool:
    """Return whether two statuses are of one file, which may have grown where files have inodes."""
    if inode_of(status) or inode_of(other):
        return inode_of(status) == inode_of(other)
    return status.st_mtime_ns == other.st_mtime_ns
