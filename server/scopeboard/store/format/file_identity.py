"""The identity of a file's content: whether it still starts with the bytes that were read.

A file that only grew does. Comparing all bytes would mean reading the file again, so a sample of
the first and the last few kilobytes represents them.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.files.open_file import OpenFile
from scopeboard.files.status import inode_of
from scopeboard.store.format.schema import Rows

SAMPLE_BYTES: Final = 4096
"""The size of the sample at the beginning, and of that at the end."""


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """A file's device and inode, and the CRCs of both samples of its first `read_bytes`."""

    device: int
    inode: int
    read_bytes: int
    head: int
    tail: int


def identify(file: OpenFile, read_bytes: int) -> FileIdentity:
    """Return the identity of the first `read_bytes` bytes of an open file.

    Raises:
        OSError: the file cannot be read now.
    """
    status, sample = file.status, min(read_bytes, SAMPLE_BYTES)
    return FileIdentity(
        device=status.st_dev,
        inode=inode_of(status),
        read_bytes=read_bytes,
        head=crc32c(file.read_at(sample, 0)),
        tail=crc32c(file.read_at(sample, read_bytes - sample)),
    )


def has_identity(file: OpenFile, known: FileIdentity) -> bool:
    """Return whether an open file still has the identity `known`.

    Of a file elsewhere only the end of what was read is compared: it is read together with what
    follows, and its beginning would take another request.

    Raises:
        OSError: the file cannot be read now.
    """
    if file.status.st_size < known.read_bytes:
        return False
    if file.is_remote:
        sample = min(known.read_bytes, SAMPLE_BYTES)
        return crc32c(file.read_at(sample, known.read_bytes - sample)) == known.tail
    return identify(file, known.read_bytes) == known


@dataclass(frozen=True, slots=True)
class FileState:
    """The progress of reading an event file; `identity` is None for a new file.

    `size` is in bytes, `mtime` in nanoseconds since the epoch, both as of the last reading.
    """

    offset: int
    identity: FileIdentity | None
    size: int
    mtime: int
    points: int


def file_state(row: Rows) -> FileState:
    """Return the state in a row of FILE."""
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
