"""Telling one content of a path from another.

A file that only grew still holds the bytes that were read of it. Checking all of them would be
reading the file again, so the first and the last few kilobytes stand for the rest.
"""

import os
from dataclasses import dataclass
from typing import Final

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.store.format.schema import Rows
from scopeboard.system.files import inode_of, read_at

SAMPLE_BYTES: Final = 4096
"""How much of the beginning and of the end stands for the rest."""


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """A file's place and what was read of it: CRCs of the beginning and end of `read_bytes`."""

    device: int
    inode: int
    read_bytes: int
    head: int
    tail: int


def identify(descriptor: int, read_bytes: int) -> FileIdentity:
    """Return the identity of an open file of which `read_bytes` were read.

    Raises:
        OSError: the file cannot be read now.
    """
    status = os.fstat(descriptor)
    sample = min(read_bytes, SAMPLE_BYTES)
    return FileIdentity(
        device=status.st_dev,
        inode=inode_of(status),
        read_bytes=read_bytes,
        head=crc32c(read_at(descriptor, sample, 0)),
        tail=crc32c(read_at(descriptor, sample, read_bytes - sample)),
    )


def still_holds(descriptor: int, known: FileIdentity) -> bool:
    """Tell whether an open file still holds what was read of it.

    Raises:
        OSError: the file cannot be read now.
    """
    shrank = os.fstat(descriptor).st_size < known.read_bytes
    return not shrank and identify(descriptor, known.read_bytes) == known


@dataclass(frozen=True, slots=True)
class FileState:
    """How far an event file was read, and what it was then; of a new one, nothing.

    `size` is in bytes, `mtime` in nanoseconds since the epoch, both as of the last reading.
    """

    offset: int
    identity: FileIdentity | None
    size: int
    mtime: int
    points: int


def file_state(row: Rows) -> FileState:
    """Return what a row of FILE says."""
    offset, mtime = int(row["offset"]), int(row["mtime"])
    identity = FileIdentity(
        device=int(row["device"]),
        inode=int(row["inode"]),
        read_bytes=offset,
        head=int(row["head"]),
        tail=int(row["tail"]),
    )
    was_read = mtime != 0
    return FileState(
        offset, identity if was_read else None, int(row["size"]), mtime, int(row["points"])
    )
