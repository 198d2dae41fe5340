"""Directories of objects in object stores."""

from pathlib import Path
from typing import Final

from scopeboard.files.objects import ListedObject, WholeObject
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.errors import ReplacedError
from scopeboard.files.remote.remote_store import RemoteStore
from scopeboard.files.remote.stores import store_of

_MOST_BYTES: Final = 1 << 40  # of an object that is read whole; stores send what there is


class RemoteObjects:
    """A directory of an object store; where the store cannot be written to, for reading alone."""

    def __init__(self, place: RemotePath) -> None:
        self.address = str(place)
        self._place = place

    @property
    def store(self) -> RemoteStore:
        """The store, which counts the requests."""
        return store_of(self._place)

    def read(self, name: str, start: int, end: int) -> bytes:
        """Return bytes of an object."""
        return self.store.get(self._key(name), start, end, None).data

    def find(self, name: str) -> WholeObject | None:
        """Return an object, None if there is none."""
        try:
            found = self.store.get(self._key(name), 0, _MOST_BYTES, None)
        except FileNotFoundError:
            return None
        return WholeObject(found.data, found.status.tag)

    def write(self, name: str, source: Path | bytes) -> None:
        """Write an object."""
        self.store.put(self._key(name), source)

    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """Replace a version of an object; return False if there is another."""
        try:
            self.store.put(self._key(name), data, replaced=tag, may_overwrite=False)
        except ReplacedError:
            # An answer may be lost, and the request repeated: then this version is there already.
            present = self.find(name)
            return present is not None and present.data == data
        return True

    def list(self) -> list[ListedObject]:
        """Return all objects."""
        above = f"{self._place.key}/" if self._place.key else ""
        return [
            ListedObject(key.removeprefix(above), status.size, float(status.modified))
            for key, status in self.store.list_all(self._place.key)
        ]

    def remove(self, name: str) -> None:
        """Remove an object, if it exists."""
        self.store.remove(self._key(name))

    def _key(self, name: str) -> str:
        return (self._place / name).key
