"""Segments without live blocks, which are deleted once no reader can need them."""

from collections.abc import Callable
from typing import Final
from weakref import WeakSet, ref

from scopeboard.store.tables.snapshot import Snapshot

_MAX_SECONDS: Final = 60.0  # longer than any request; an older snapshot reads no more


class PendingSegmentDeletes:
    """Segments to delete with the last snapshot that refers to them."""

    def __init__(self, delete: Callable[[int], None]) -> None:
        self._delete = delete
        self._readers: WeakSet[Snapshot] = WeakSet()
        self._segments: dict[int, tuple[float, list[ref[Snapshot]]]] = {}

    def __contains__(self, segment: int) -> bool:
        return segment in self._segments

    def add_reader(self, snapshot: Snapshot) -> None:
        """Register a snapshot, which may read from the segments of its blocks."""
        self._readers.add(snapshot)

    def add(self, segment: int, now: float) -> None:
        """Schedule the deletion of a segment, for when all present snapshots are gone."""
        self._segments[segment] = (now + _MAX_SECONDS, [ref(reader) for reader in self._readers])

    def delete_unread(self, now: float) -> None:
        """Delete the segments without readers at `now`, in seconds of the same clock."""
        for segment, (until, readers) in [*self._segments.items()]:
            if now >= until or not any(reader() for reader in readers):
                self._delete(segment)
                del self._segments[segment]

    def delete_all(self) -> None:
        """Delete all scheduled segments; for the end of the process."""
        for segment in self._segments:
            self._delete(segment)
        self._segments.clear()
