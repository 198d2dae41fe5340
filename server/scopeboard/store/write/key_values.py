"""Small values that survive a restart, and the directory for large ones."""

from pathlib import Path

from scopeboard.store.format.change import Change
from scopeboard.store.write.state import StoreData, StoreState


class KeyValues:
    """A persistent dictionary of small values, such as summaries of graphs."""

    def __init__(self, state: StoreState) -> None:
        self._state = state

    @property
    def directory(self) -> Path | None:
        """The directory of the index, for large values; None when nothing is persistent."""
        disk = self._state.data.disk
        return disk.directory.path if disk.change_writer.is_open else None

    def find(self, key: str) -> bytes | None:
        """Return the value of a key, or None."""
        return self._state.data.tables.key_values.get(key)

    def put(self, key: str, value: bytes) -> None:
        """Set the value of a key; beyond a limit, the oldest values are dropped."""

        def write(data: StoreData) -> None:
            change = Change(key_values={key: value})
            data.tables.apply(change)
            data.disk.change_writer.append(change)

        self._state.write(write)
