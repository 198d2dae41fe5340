"""Directories for what is of no use to the next start."""

import fcntl
import os
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final
from weakref import finalize

_PREFIX: Final = "scopeboard-scratch-"
_LOCK: Final = "lock"


class Scratch:
    """A directory of this process, made when it is first asked for and removed with it.

    Where `parent` cannot be written to, it is made where the system keeps temporary files.
    A process that is killed cannot clean up; `remove_stale` does it for those before.
    """

    def __init__(self, parent: Path) -> None:
        self._parent = parent
        self._path: Path | None = None

    def path(self) -> Path:
        """Return the directory.

        Raises:
            OSError: it cannot be made.
        """
        if self._path is None or not self._path.exists():  # who clears a cache asks nobody
            try:
                path = Path(mkdtemp(prefix=_PREFIX, dir=self._parent))
            except OSError:
                path = Path(mkdtemp(prefix=_PREFIX))
            lock = None
            with suppress(OSError):  # where none can be had, nobody removes what is in use
                lock = find_lock(path / _LOCK)
            finalize(self, _remove, path, lock)
            self._path = path
        return self._path

    @property
    def made(self) -> Path | None:
        """The directory, if it was made."""
        return self._path

    def close(self) -> None:
        """Remove the directory, if it was made."""
        if self._path is not None:
            shutil.rmtree(self._path, ignore_errors=True)


def _remove(path: Path, lock: int | None) -> None:
    shutil.rmtree(path, ignore_errors=True)
    if lock is not None:
        os.close(lock)


def remove_stale(parent: Path) -> None:
    """Remove the scratch directories of processes that are no more."""
    paths: list[Path] = []
    with suppress(OSError):
        paths = [*parent.glob(f"{_PREFIX}*")]
    for path in paths:
        with suppress(OSError):
            lock = find_lock(path / _LOCK, create=False)
            if lock is not None:
                _remove(path, lock)


def find_lock(path: Path, *, create: bool = True) -> int | None:
    """Return a descriptor that holds a lock, or None if another holds it.

    The lock ends with the process, however that ends; closing the descriptor ends it too.

    Raises:
        OSError: none can be had there.
    """
    flags = os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if create else 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(descriptor), path.stat()):  # not removed meanwhile
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None
