"""Segments that hold nothing that counts any more, kept while somebody may still read them."""

from collections.abc import Callable
from typing import Final
from weakref import WeakSet, ref

from scopeboard.store.tables.snapshot import Snapshot

_MOST_SECONDS: Final = 60.0  # no answer takes so long; a snapshot kept longer is not read from


class PendingSegmentDeletes:
    """Segments to be removed with the last snapshot by which they could be read."""

    def __init__(self, remove: Callable[[int], None]) -> None:
        self._remove = remove
        self._readers: WeakSet[Snapshot] = WeakSet()
        self._segments: dict[int, tuple[float, list[ref[Snapshot]]]] = {}

    def __contains__(self, segment: int) -> bool:
        return segment in self._segments

    def note_reader(self, snapshot: Snapshot) -> None:
        """Note a snapshot by whose places somebody may read."""
        self._readers.add(snapshot)

    def add(self, segment: int, now: float) -> None:
        """Have a segment removed when all snapshots made by now are gone, or soon."""
        self._segments[segment] = (now + _MOST_SECONDS, [ref(reader) for reader in self._readers])

    def remove_unread(self, now: float) -> None:
        """Remove what nobody reads at `now`, in seconds of the same clock."""
        for segment, (until, readers) in [*self._segments.items()]:
            if now >= until or not any(reader() for reader in readers):
                self._remove(segment)
                del self._segments[segment]

    def remove_all(self) -> None:
        """Remove all, since nobody will read any more."""
        for segment in self._segments:
            self._remove(segment)
        self._segments.clear()
