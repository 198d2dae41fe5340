"""Directories of objects: files that are written once, whole, and read by ranges.

One object may be replaced, by compare-and-swap: by a writer that knows what it replaces. That is
enough for writers on several machines to share a directory without a server.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol


class WholeObject(NamedTuple):
    """All bytes of an object, and the tag of this version of it."""

    data: bytes
    tag: str


class ListedObject(NamedTuple):
    """An object in a listing: its name, its size in bytes, its last change (s since the epoch)."""

    name: str
    size: int
    modified: float


class Objects(Protocol):
    """A directory of objects. Names have `/` between their parts; methods raise OSErrors.

    `address` is that of the directory.
    """

    address: str

    def read(self, name: str, start: int, end: int) -> bytes:
        """Return bytes [start, end) of an object, fewer at its end, in one request."""
        ...

    def find(self, name: str) -> WholeObject | None:
        """Return an object, None if there is none."""
        ...

    def write(self, name: str, source: Path | bytes) -> None:
        """Write an object with a name that no other one has; it is there whole or not at all."""
        ...

    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """Replace the version with a tag, None for no object; return False if there is another."""
        ...

    def list(self) -> Sequence[ListedObject]:
        """Return all objects."""
        ...

    def remove(self, name: str) -> None:
        """Remove an object, if it exists."""
        ...
