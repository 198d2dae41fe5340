"""Following one event file: what is new in it since it was last read.

The file is opened for each reading and never kept open, so that any number of files can be
followed. Between readings only its identity and an offset are kept: a tail that is not a whole
record yet is read again when the file has changed, since its bytes may have changed too.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scopeboard.events.record import NEED_DATA, Damage, Record, RecordReader
from scopeboard.ingest.foreign_format import find_foreign_format
from scopeboard.store.identity import Identity, identify, still_holds
from scopeboard.store.regular_file import open_regular

CHUNK_BYTES: Final = 4 << 20
SETTLING_SECONDS: Final = 60.0  # how long a tail that fails its checksum may be a page in flight


@dataclass(frozen=True, slots=True)
class Reading:
    """What one reading brought: records and damage in file order.

    `restarted` tells that the file was replaced, and that all read of it before is void; `more`
    that there is more to read at once.
    """

    records: list[Record | Damage] = field(default_factory=list)
    restarted: bool = False
    more: bool = False


class EventFile:
    """An event file and how far it was read; `size` in bytes as last looked at or read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self.modified_at = 0.0
        self._identity: Identity | None = None
        self._reader = RecordReader()
        self._position = 0  # of the next byte to read from the file
        self._seen: tuple[int, int, int] | None = None  # inode, size, mtime when last read out
        self._settled = False
        self._is_foreign = False

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
        with open_regular(self.path) as file:
            return self._read_open(file.fileno(), now, limit)

    def _read_open(self, descriptor: int, now: float, limit: int) -> Reading:
        status = os.fstat(descriptor)
        restarted = self._identity is not None and not still_holds(descriptor, self._identity)
        if restarted:
            self._restart(0)
        data = os.pread(descriptor, limit, self._position)
        self.size = max(status.st_size, self._position + len(data))
        settled = len(data) < limit and now - status.st_mtime > SETTLING_SECONDS
        records = self._refuse(data) or self._take(data, settled)
        self._identity = identify(descriptor, self.offset)
        more = len(data) == limit and not self._is_foreign
        if not more:
            self._rest(status, settled)
        return Reading(records, restarted, more)

    def _refuse(self, data: bytes) -> list[Record | Damage]:
        """Return the damage that a file of another format is as a whole, if it is one."""
        name = find_foreign_format(data) if self._position == 0 else None
        if name is None:
            return []
        self._is_foreign = True
        self._restart(self.size)
        message = f"not an event file (looks like {name})"
        return [Damage(0, self.size, "not_an_event_file", message)]

    def _take(self, data: bytes, settled: bool) -> list[Record | Damage]:
        if self._is_foreign:
            return []
        self._reader.feed(data)
        self._position += len(data)
        taken: list[Record | Damage] = []
        while (found := self._reader.next(settled=settled)) is not NEED_DATA:
            taken.append(found)
        return taken

    def _rest(self, status: os.stat_result, settled: bool) -> None:
        """Forget the unfinished tail: it is read again when the file changes."""
        self._seen = _fingerprint(status)
        self._settled = settled
        self._restart(self.offset)

    def _restart(self, offset: int) -> None:
        self._reader = RecordReader(offset)
        self._position = offset
        if offset == 0:
            self._is_foreign = False


def _fingerprint(status: os.stat_result) -> tuple[int, int, int]:
    return (status.st_ino, status.st_size, status.st_mtime_ns)
