"""Directories of objects on this machine."""

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import Final

from scopeboard.files.objects import ListedObject, WholeObject
from scopeboard.system.files import open_regular, read_at, remove, replace
from scopeboard.system.locks import open_lock_file, wait_for_lock

_LOCK: Final = "lock"
_PART: Final = ".part"  # the suffix of a file that is not whole yet
_PIECE_BYTES: Final = 1 << 20


class LocalObjects:
    """A directory of this machine.

    An object is written beside its place, flushed to the disk, and renamed. `swap` holds a lock,
    which ends with the process, between its comparison and the renaming.
    """

    def __init__(self, path: Path) -> None:
        self.address = str(path)
        self._path = path

    def read(self, name: str, start: int, end: int) -> bytes:
        """Return bytes of an object."""
        descriptor, _ = open_regular(self._path / name)
        try:
            return read_at(descriptor, end - start, start)
        finally:
            os.close(descriptor)

    def find(self, name: str) -> WholeObject | None:
        """Return an object, None if there is none."""
        try:
            data = (self._path / name).read_bytes()
        except FileNotFoundError:
            return None
        return WholeObject(data, _tag_of(data))

    def write(self, name: str, source: Path | bytes) -> None:
        """Write an object."""
        path = self._path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{token_hex(4)}{_PART}")
        try:
            with part.open("xb") as file:  # which others may read, unlike files of a user
                if isinstance(source, bytes):
                    file.write(source)
                else:
                    with source.open("rb") as whole:
                        while piece := whole.read(_PIECE_BYTES):
                            file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            replace(part, path)
        except BaseException:
            with suppress(OSError):
                remove(part)
            raise

    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        """Replace a version of an object; return False if there is another."""
        self._path.mkdir(parents=True, exist_ok=True)
        lock = open_lock_file(self._path / _LOCK)
        try:
            wait_for_lock(lock)
            present = self.find(name)
            if (present.tag if present else None) != tag:
                return False
            self.write(name, data)
            return True
        finally:
            os.close(lock)

    def list(self) -> list[ListedObject]:
        """Return all objects, and files that were never finished."""
        found = []
        for path in self._path.rglob("*"):
            with suppress(OSError):  # another process may remove them meanwhile
                if path.is_file() and path.name != _LOCK:
                    status = path.stat()
                    name = path.relative_to(self._path).as_posix()
                    found.append(ListedObject(name, status.st_size, status.st_mtime))
        return found

    def remove(self, name: str) -> None:
        """Remove an object, if it exists."""
        remove(self._path / name)


def _tag_of(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
