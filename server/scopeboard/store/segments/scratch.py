"""Scratch directories, which end with the process."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final
from weakref import finalize

from scopeboard.system.locks import open_lock_file, remove_locked_directory, try_lock

_PREFIX: Final = "scopeboard-scratch-"
_LOCK: Final = "lock"


class Scratch:
    """A directory of this process, created on first use and deleted at its end.

    If `parent` is not writable, the system's directory for temporary files is used. A killed
    process cannot clean up; `remove_stale` does so at the next start.
    """

    def __init__(self, parent: Path) -> None:
        self._parent = parent
        self._path: Path | None = None
        self._remove: Callable[[], object] | None = None

    def path(self) -> Path:
        """Return the directory.

        Raises:
            OSError: the directory cannot be created.
        """
        if self._path is None or not self._path.exists():  # a cleaner of caches may delete it
            try:
                path = Path(mkdtemp(prefix=_PREFIX, dir=self._parent))
            except OSError:
                path = Path(mkdtemp(prefix=_PREFIX))
            lock = None
            with suppress(OSError):  # without locks, no other process deletes it
                lock = find_lock(path / _LOCK)
            self._remove = finalize(self, _remove, path, lock)
            self._path = path
        return self._path

    @property
    def existing(self) -> Path | None:
        """The directory, or None before its first use."""
        return self._path

    def close(self) -> None:
        """Delete the directory, if it exists."""
        if self._remove is not None:
            self._remove()


def _remove(path: Path, lock: int | None) -> None:
    if lock is None:
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):  # a file is still open: the next start deletes it
        remove_locked_directory(path, lock)


def remove_stale(parent: Path) -> None:
    """Delete the scratch directories of ended processes."""
    paths: list[Path] = []
    with suppress(OSError):
        paths = [*parent.glob(f"{_PREFIX}*")]
    for path in paths:
        with suppress(OSError):
            lock = find_lock(path / _LOCK, create=False)
            if lock is not None:
                _remove(path, lock)


def find_lock(path: Path, *, create: bool = True) -> int | None:
    """Return a descriptor that holds the lock, or None if another process holds it.

    The lock ends with the descriptor or the process.

    Raises:
        OSError: locking is not possible there.
    """
    descriptor = open_lock_file(path, create=create)
    try:
        # The locked file may have been deleted or replaced meanwhile.
        if try_lock(descriptor) and os.path.samestat(os.fstat(descriptor), path.stat()):
            return descriptor
    except FileNotFoundError:
        pass
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None
