"""What a store of objects can do: list, describe and read; and the objects in it."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple, Protocol, runtime_checkable

PAGE_OBJECTS: Final = 1000
"""Objects in one answer of a listing, in S3 and Google Cloud Storage."""

_NANOSECONDS: Final = 1_000_000_000


class ObjectStatus(NamedTuple):
    """An object: its size in bytes, its last change in seconds since the epoch, its entity tag.

    It has the names of `os.stat_result`, too. Stores state whole seconds. The fraction is a digest
    of the entity tag, so that an object that was replaced within a second has another time.
    """

    size: int
    modified: int
    tag: str

    @property
    def st_size(self) -> int:
        """Bytes."""
        return self.size

    @property
    def st_mtime(self) -> float:
        """Seconds since the epoch."""
        return float(self.modified)

    @property
    def st_mtime_ns(self) -> int:
        """Nanoseconds since the epoch; those below a second are of the entity tag."""
        text = self.tag.removeprefix("W/").strip('"').encode("utf-8", "replace")
        digest = int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
        return self.modified * _NANOSECONDS + digest % _NANOSECONDS

    @property
    def st_dev(self) -> int:
        """No device."""
        return 0

    @property
    def st_ino(self) -> int:
        """No inode: an object that grows is another object, with the same first bytes."""
        return 0


class ObjectPage(NamedTuple):
    """A part of a listing: objects by key, in order, and whether there are none after them.

    `requests` is how many requests it took.
    """

    objects: Sequence[tuple[str, ObjectStatus]]
    is_last: bool
    requests: int = 1


class ObjectBytes(NamedTuple):
    """Bytes of an object from `start` on, and its status when they were read."""

    start: int
    data: bytes
    status: ObjectStatus


class ObjectStore(Protocol):
    """A store; every method makes requests, and raises an OSError of `errors` where one fails.

    `lists_in_order` is whether a listing can begin after any key. All else is listed at once.
    """

    lists_in_order: bool

    def list_after(self, prefix: str, after: str | None) -> ObjectPage:
        """Return the first objects below a prefix, after a key."""
        ...

    def head(self, key: str) -> ObjectStatus:
        """Return the status of an object."""
        ...

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:
        """Return bytes [start, end) of an object, fewer at its end, if it still has a tag."""
        ...


@runtime_checkable
class WritableStore(ObjectStore, Protocol):
    """A store that objects can be written to."""

    def put(
        self, key: str, source: Path | bytes, *, replaced: str | None, may_overwrite: bool
    ) -> None:
        """Write an object.

        Args:
            key: of the object.
            source: the content: bytes, or a file of this machine.
            replaced: the entity tag of the version to replace; None for no object, unless
                `may_overwrite`.
            may_overwrite: whether to replace what there is.
        """
        ...

    def remove(self, key: str) -> None:
        """Remove an object, if it exists."""
        ...
