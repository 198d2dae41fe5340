"""How far one event file was read."""

from dataclasses import dataclass

from scopeboard.store.format.file_identity import Identity
from scopeboard.store.format.schema import Rows


@dataclass(frozen=True, slots=True)
class FileState:
    """How far an event file was read, and what it was then; of a new one, nothing.

    `size` is in bytes, `mtime` in nanoseconds since the epoch, both as of the last reading.
    """

    offset: int
    identity: Identity | None
    size: int
    mtime: int
    points: int


def state_of(row: Rows) -> FileState:
    """Return what a row of FILE says."""
    offset, mtime = int(row["offset"]), int(row["mtime"])
    identity = Identity(
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
