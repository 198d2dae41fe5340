"""Small values that are kept over restarts under a name, and where larger ones may be."""

from pathlib import Path
from threading import Lock

from scopeboard.store.format.change import Change
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.index_disk import IndexDisk


class KeyValues:
    """What others found out about the log and would not find out again.

    Args:
        contents: hold them.
        disk: is told of them.
        lock: is held while they change.
    """

    def __init__(self, contents: StoreTables, disk: IndexDisk, lock: Lock) -> None:
        self._contents = contents
        self._disk = disk
        self._lock = lock

    @property
    def directory(self) -> Path | None:
        """Where to keep what is large, beside the index; None to keep nothing."""
        return self._disk.directory.path if self._disk.journal.is_open else None

    def find(self, key: str) -> bytes | None:
        """Return what was kept under a key, if it still is."""
        return self._contents.facts.get(key)

    def keep(self, key: str, value: bytes) -> None:
        """Keep a small value; the oldest of many are forgotten."""
        with self._lock:
            change = Change(facts={key: value})
            self._contents.apply(change)
            self._disk.journal.tell(change)
