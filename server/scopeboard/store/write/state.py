"""The tables, the index on disk and the lock of a store: the one place that owns them.

`StoreState.read` returns a snapshot. `StoreState.write` calls a function with the lock held; the
function gets the `StoreData` and may change it. `StoreState.query` does the same for a function
that changes nothing. The other modules of this folder define such functions, and the parts of
`StoreData`; none of them takes a lock.

    state.write(lambda data: add_runs(data, [("train", "/logs/train")]))
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from scopeboard.store.format.schema import FileId, Rows
from scopeboard.store.tables.changes import ChangedSeries, RecentChanges, RunChange, changes_by_run
from scopeboard.store.tables.file_warnings import FileWarnings
from scopeboard.store.tables.run_paths import RunPaths
from scopeboard.store.tables.snapshot import FileRanks, Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.compaction import Compaction
from scopeboard.store.write.flush_policy import FlushPolicy
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.pending_deletes import PendingSegmentDeletes
from scopeboard.store.write.write_buffer import WriteBuffer

T = TypeVar("T")


class Generations:
    """Counts the changes that a reader can see, from 1.

    `newest` and `changes_since` need no lock.
    """

    def __init__(
        self, tables: StoreTables, disk: IndexDisk, pending_deletes: PendingSegmentDeletes
    ) -> None:
        self.newest = 1
        self.recent_changes = RecentChanges()
        self._tables = tables
        self._disk = disk
        self._pending_deletes = pending_deletes
        self._ranks = FileRanks()
        self._snapshot: Snapshot | None = None

    def begin(self, changed: ChangedSeries | None) -> None:
        """Begin a generation with a change that is done; None for a change of anything."""
        self.recent_changes.record(self.newest + 1, changed)
        self.newest += 1

    def snapshot(self) -> Snapshot:
        """Return a snapshot of the newest generation; the same object until something changes."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.generation != self.newest:
            self._ranks.update(self._tables)
            read = self._disk.reader.frozen()
            snapshot = Snapshot(self.newest, self._tables, self._ranks, read)
            self._pending_deletes.add_reader(snapshot)
            self._snapshot = snapshot
        return snapshot

    def drop_snapshot(self) -> None:
        """Drop the cached snapshot, which holds memory, or offsets that no longer exist."""
        self._snapshot = None

    def adopt(self, generation: int, changed: ChangedSeries | None) -> None:
        """Begin a generation with a number, after the tables were replaced."""
        self._ranks = FileRanks()
        self.drop_snapshot()
        self.recent_changes.record(generation, changed)
        self.newest = generation

    def changes_since(self, generation: int) -> tuple[int, list[RunChange] | None]:
        """Return the newest generation, and the changes by run; None if anything may differ."""
        newest = self.newest
        changed = self.recent_changes.since(generation, newest)
        return newest, None if changed is None else changes_by_run(changed, self._tables)


@dataclass(slots=True)
class StoreData:
    """What the lock of a store guards; `invalidated` are files that ingest has to read again."""

    tables: StoreTables
    disk: IndexDisk
    buffer: WriteBuffer
    flush_policy: FlushPolicy
    compaction: Compaction
    generations: Generations
    paths: RunPaths
    warnings: FileWarnings = field(default_factory=FileWarnings)
    invalidated: list[FileId] = field(default_factory=list)

    @property
    def is_paused(self) -> bool:
        """Whether there is no space for new columns, neither on disk nor in memory."""
        return self.flush_policy.is_full(self.buffer)

    def move_blocks(self, moved: Rows) -> None:
        """Refer to the copies of blocks, MOVED [n], and drop the snapshot with earlier offsets."""
        self.generations.drop_snapshot()
        self.compaction.finish(moved)

    def adopt(self, tables: StoreTables, generation: int, changed: ChangedSeries | None) -> None:
        """Replace all tables by those of a generation that another process has written."""
        self.tables.replace(tables)
        self.paths.list_again()
        self.warnings = FileWarnings()
        self.generations.adopt(generation, changed)

    def release_index(self) -> None:
        """Delete the scheduled segments, and let another process write the index."""
        self.generations.drop_snapshot()
        self.compaction.close()
        self.disk.release()

    def close(self) -> None:
        """Delete the scheduled segments, close all files and release the lock of the index."""
        self.compaction.close()
        self.disk.close()


class StoreState:
    """Owns the data of a store and the lock that guards it.

    `data` may be read without the lock where a stale answer does no harm: single numbers, the
    state of the disk, columns by segment and offset.
    """

    def __init__(self, data: StoreData) -> None:
        self.data = data
        self._lock = Lock()

    def read(self) -> Snapshot:
        """Return a snapshot of the newest generation; the same object until something changes."""
        with self._lock:
            return self.data.generations.snapshot()

    def write(self, change: Callable[[StoreData], T]) -> T:
        """Call `change` with the lock held; return its result."""
        with self._lock:
            return change(self.data)

    def query(self, read: Callable[[StoreData], T]) -> T:
        """Call `read`, which changes nothing, with the lock held; return its result."""
        with self._lock:
            return read(self.data)
