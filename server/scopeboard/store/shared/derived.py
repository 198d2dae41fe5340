"""Derived values in a shared index, so that no reader computes them again.

Small ones are in the catalogue, large ones are objects `graphs/NAME`. The name of a large value has
the version of its form and the identity of its content, so equal names mean equal bytes, and
readers of another version do without.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Final

from scopeboard.files.objects import Objects

FOLDER: Final = "graphs/"


class SharedValues:
    """Derived values of a generation.

    Args:
        objects: the directory of the index.
        small: the small values by key.
        named: the objects of the large values of the generation; a writer uses no others, since
            what no generation names may be removed. None for a reader, which stores nothing.
    """

    has_everything: bool = True

    def __init__(
        self, objects: Objects, small: dict[str, bytes], named: Iterable[str] | None = None
    ) -> None:
        self.small = small
        self.used: set[str] = set()
        """The keys and objects that a writer has found or stored since this was last emptied."""
        self.has_failed = False
        """Whether a large value could not be stored since this was last reset."""
        self._objects = objects
        self._named = None if named is None else set(named)

    @property
    def named(self) -> list[str]:
        """The names of the objects with the large values of a writer's generation."""
        return sorted(self._named or ())

    def find(self, key: str) -> bytes | None:
        """Return a small value, or None."""
        value = self.small.get(key)
        if value is not None and self._named is not None:
            self.used.add(key)
        return value

    def put(self, key: str, value: bytes) -> None:
        """Store a small value."""
        if self._named is not None:
            self.small[key] = value
            self.used.add(key)

    def find_large(self, name: str) -> bytes | None:
        """Return a large value, or None; also while the index cannot be reached."""
        if self._named is not None and not self.has_large(name):
            return None
        with suppress(OSError):
            found = self._objects.find(FOLDER + name)
            return None if found is None else found.data
        return None

    def has_large(self, name: str) -> bool:
        """Return whether the generation of a writer has a value."""
        if self._named is None or FOLDER + name not in self._named:
            return False
        self.used.add(FOLDER + name)
        return True

    def put_large(self, name: str, pieces: Iterator[bytes]) -> None:
        """Store a large value."""
        if self._named is not None:
            try:
                self._objects.write(FOLDER + name, b"".join(pieces))
            except OSError:
                self.has_failed = True
                raise
            self._named.add(FOLDER + name)
            self.used.add(FOLDER + name)

    def use(self, key: str, beginning: str) -> None:
        """Mark a small value, and the large ones whose names begin alike, as used."""
        self.find(key)
        begin = FOLDER + beginning
        self.used.update(name for name in self._named or () if name.startswith(begin))

    def retain(self, used: AbstractSet[str]) -> None:
        """Drop all values but those of these keys and objects."""
        self.small = {key: value for key, value in self.small.items() if key in used}
        if self._named is not None:
            self._named &= used
