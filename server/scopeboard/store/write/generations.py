"""The generations of a store: what each of them changed, and everything as it is at the newest."""

from scopeboard.store.tables.changes import ChangedSeries, RecentChanges, RunChange, changes_by_run
from scopeboard.store.tables.snapshot import FileRanks, Snapshot
from scopeboard.store.tables.tables import StoreTables
from scopeboard.store.write.index_disk import IndexDisk
from scopeboard.store.write.retired_segments import PendingSegmentDeletes


class Generations:
    """Counts the changes that a reader can see, from 1 on. Its store holds the lock.

    `newest` may be read, and `news_since` asked, by anybody at any time.
    """

    def __init__(
        self, contents: StoreTables, disk: IndexDisk, retired: PendingSegmentDeletes
    ) -> None:
        self.newest = 1
        self.recent_changes = RecentChanges()
        self._contents = contents
        self._disk = disk
        self._retired = retired
        self._ranks = FileRanks()
        self._snapshot: Snapshot | None = None

    def begin(self, changed: ChangedSeries | None) -> None:
        """Note a change that a reader can see, of anything if it is None; then it has happened."""
        self.recent_changes.note(self.newest + 1, changed)
        self.newest += 1

    def snapshot(self) -> Snapshot:
        """Return everything as it is now; the same object until something changes."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.generation != self.newest:
            self._ranks.update(self._contents)
            read = self._disk.reader.frozen().read
            snapshot = Snapshot(self.newest, self._contents, self._ranks, read)
            self._retired.note_reader(snapshot)
            self._snapshot = snapshot
        return snapshot

    def drop_snapshot(self) -> None:
        """Make the next reader take another: this one holds memory, or places that are no more."""
        self._snapshot = None

    def changes_since(self, generation: int) -> tuple[int, list[RunChange] | None]:
        """Return the generation now, and what changed by run; None for more than is known."""
        now = self.newest
        changed = self.recent_changes.since(generation, now)
        return now, None if changed is None else changes_by_run(changed, self._contents)
