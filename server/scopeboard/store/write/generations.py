"""Generations: a counter of visible changes, and a snapshot of the newest."""

from scopeboard.store.tables.changes import (
    ChangedSeries,
    RecentChanges,
    RunChange,
    changes_by_run,
)
from scopeboard.store.tables.snapshot import FileRanks, Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.retired_segments import PendingSegmentDeletes


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
            read = self._disk.reader.frozen().read
            snapshot = Snapshot(self.newest, self._tables, self._ranks, read)
            self._pending_deletes.add_reader(snapshot)
            self._snapshot = snapshot
        return snapshot

    def drop_snapshot(self) -> None:
        """Drop the cached snapshot, which holds memory, or offsets that no longer exist."""
        self._snapshot = None

    def changes_since(self, generation: int) -> tuple[int, list[RunChange] | None]:
        """Return the newest generation, and the changes by run; None if anything may differ."""
        newest = self.newest
        changed = self.recent_changes.since(generation, newest)
        return newest, None if changed is None else changes_by_run(changed, self._tables)
