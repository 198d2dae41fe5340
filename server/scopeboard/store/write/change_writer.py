"""Append changes to the change log, with the names that each one needs."""

from collections.abc import Callable
from typing import Final, NamedTuple

from scopeboard.store.format.change import Change
from scopeboard.store.segments.change_log import ChangeLog
from scopeboard.store.tables.tables import StoreTables

_REWRITE_BYTES: Final = 4 << 20  # a shorter change log is not rewritten
_REWRITE_RATIO: Final = 4  # it is rewritten when it is this many times its compact size


class NameCounts(NamedTuple):
    """The number of names of each sort; names are numbered in the order of the tables."""

    runs: int = 0
    files: int = 0
    keys: int = 0
    metadata: int = 0


class ChangeWriter:
    """Appends changes to the change log, each with the names that the log does not have yet.

    Without a change log nothing is persistent, and every append succeeds. `failure` is the reason
    of the last failure, None after a success. After a failure, key values and removed tags go
    with the next change; the write buffer repeats the rest with its files.
    """

    def __init__(self, tables: StoreTables) -> None:
        self._tables = tables
        self._change_log: ChangeLog | None = None
        self.failure: str | None = None
        self._logged = self._count_names()
        self._missed: set[str] = set()  # keys whose values are not logged yet
        self._forgotten: set[int] = set()  # runs whose removed tags are not logged yet
        self._compact_bytes = 0  # bytes of the change log after the last rewrite

    def open(self, change_log: ChangeLog) -> None:
        """Append to `change_log`, which has everything that the tables held at first."""
        self._change_log = change_log

    @property
    def is_open(self) -> bool:
        """Whether changes are persistent."""
        return self._change_log is not None

    @property
    def length(self) -> int:
        """The bytes of the change log."""
        return self._change_log.length if self._change_log else 0

    def append(self, change: Change) -> bool:
        """Append a change that the tables already have; return False if that failed."""
        if self._change_log is None:
            return True
        if self._missed:
            values = self._tables.key_values.items()
            change.key_values |= {key: value for key, value in values if key in self._missed}
        change.forgotten = sorted(self._forgotten.union(change.forgotten))
        if self._write(change, self._logged, self._change_log.append):
            return True
        self._missed.update(change.key_values)
        self._forgotten.update(change.forgotten)
        return False

    def _write(self, change: Change, logged: NameCounts, write: Callable[[bytes], None]) -> bool:
        """Write a change with all names after the `logged` ones; return False if that failed."""
        tables, names = self._tables, self._count_names()
        change.runs = tables.runs[logged.runs :]
        change.files = tables.files_from(logged.files)
        change.keys = tables.keys[logged.keys :]
        change.metadata = tables.metadata[logged.metadata :]
        try:
            write(change.pack())
        except OSError as error:
            self.failure = error.strerror or str(error)
            return False
        self.failure, self._logged = None, names
        self._missed.clear()
        self._forgotten.clear()
        return True

    def _count_names(self) -> NameCounts:
        tables = self._tables
        return NameCounts(
            len(tables.runs), len(tables.file_names), len(tables.keys), len(tables.metadata)
        )

    @property
    def is_long(self) -> bool:
        """Whether most of the change log is obsolete."""
        spare = self.length - _REWRITE_BYTES
        return spare > 0 and spare > _REWRITE_RATIO * max(self._tables.nbytes, self._compact_bytes)

    def rewrite_if_long(self) -> bool:
        """Rewrite the change log if it is long; return False if that failed."""
        return not self.is_long or self.rewrite()

    def rewrite(self) -> bool:
        """Replace the change log by one change with all tables; return False if that failed."""
        if self._change_log is None:
            return True
        if not self._write(self._tables.as_change(), NameCounts(), self._change_log.rewrite):
            return False
        self._compact_bytes = self.length
        return True

    def close(self) -> None:
        """Close the change log; later changes are not persistent."""
        self.failure = None
        if self._change_log is not None:
            self._change_log.close()
            self._change_log = None
