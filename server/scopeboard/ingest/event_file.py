"""Following one event file: what is new in it since it was last read.

The file is opened for each reading and never kept open, so that any number of files can be
followed. Between readings only its identity and an offset are kept: a tail that is not a whole
record yet is read again when the file has changed, since its bytes may have changed too.
"""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scopeboard.events.crc import crc32c
from scopeboard.events.record import NEED_DATA, Damage, Record, RecordReader
from scopeboard.ingest.foreign_format import explained

CHUNK_BYTES: Final = 4 << 20
SETTLING_SECONDS: Final = 60.0  # how long a tail that fails its checksum may be a page in flight
_HEAD_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reading brought: records and damage in file order.

    `restarted` tells that the file was replaced, and that all read of it before is void;
    `more` that there is more to read at once; `bytes_read` how far the offset moved.
    """

    records: list[Record | Damage] = field(default_factory=list)
    restarted: bool = False
    more: bool = False
    bytes_read: int = 0


@dataclass(frozen=True, slots=True)
class _Identity:
    """What tells one content of a path from another; `head` is a CRC of its first bytes."""

    device: int
    inode: int
    head_bytes: int
    head: int


class EventFile:
    """An event file and how far it was read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self.modified_at = 0.0
        self._identity: _Identity | None = None
        self._reader = RecordReader()
        self._position = 0  # of the next byte to read from the file
        self._seen: tuple[int, int, int] | None = None  # inode, size, mtime when last read out
        self._settled = False

    @property
    def offset(self) -> int:
        """How many bytes were turned into records or damage."""
        return self._reader.offset

    def look(self, now: float) -> bool:
        """Look at the file without opening it; tell whether `read` may bring something new.

        Args:
            now: seconds since the epoch, by the clock that stamps files.

        Raises:
            OSError: the file cannot be looked at.
        """
        status = self.path.stat()
        self.size, self.modified_at = status.st_size, status.st_mtime
        if self._seen != _fingerprint(status):
            self._settled = False
            return True
        tail_is_old = self.size > self.offset and now - self.modified_at > SETTLING_SECONDS
        return tail_is_old and not self._settled

    def read(self, now: float, limit: int = CHUNK_BYTES) -> Reading:
        """Read up to `limit` bytes on and return the records in them.

        Raises:
            OSError: the file cannot be read now; nothing is lost, try again later.
        """
        descriptor = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb", buffering=0):  # noqa: PTH123 - from a descriptor
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(0, "not a regular file", str(self.path))
            restarted = self._restart_if_replaced(descriptor, status)
            data = os.pread(descriptor, limit, self._position)
            before = self.offset
            settled = len(data) < limit and now - status.st_mtime > SETTLING_SECONDS
            records = self._take(data, settled)
            self._remember_head(descriptor, status)
        more = len(data) == limit
        if not more:
            self._rest(status, settled)
        return Reading(records, restarted, more, self.offset - before)

    def _take(self, data: bytes, settled: bool) -> list[Record | Damage]:
        self._reader.feed(data)
        self._position += len(data)
        taken: list[Record | Damage] = []
        while (found := self._reader.next(settled=settled)) is not NEED_DATA:
            taken.append(found)
        if taken and isinstance(taken[0], Damage) and taken[0].offset == 0:
            taken[0] = explained(taken[0], data)
        return taken

    def _rest(self, status: os.stat_result, settled: bool) -> None:
        """Forget the unfinished tail: it is read again when the file changes."""
        self._seen = _fingerprint(status)
        self._settled = settled
        self._position = self._reader.offset
        self._reader = RecordReader(self._reader.offset)

    def _restart_if_replaced(self, descriptor: int, status: os.stat_result) -> bool:
        known = self._identity
        replaced = known is not None and (
            status.st_size < self._position
            or (status.st_dev, status.st_ino) != (known.device, known.inode)
            or crc32c(os.pread(descriptor, known.head_bytes, 0)) != known.head
        )
        if replaced:
            self._reader = RecordReader()
            self._position = 0
            self._identity = None
        return replaced

    def _remember_head(self, descriptor: int, status: os.stat_result) -> None:
        """Note what the file begins with, as far as it was turned into records."""
        length = min(self.offset, _HEAD_BYTES)
        if self._identity is None or self._identity.head_bytes < length:
            head = crc32c(os.pread(descriptor, length, 0))
            self._identity = _Identity(status.st_dev, status.st_ino, length, head)


def _fingerprint(status: os.stat_result) -> tuple[int, int, int]:
    return (status.st_ino, status.st_size, status.st_mtime_ns)
