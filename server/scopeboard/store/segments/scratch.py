"""Directories for what is of no use to the next start."""

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
    """A directory of this process, made when it is first asked for and removed with it.

    Where `parent` cannot be written to, it is made where the system keeps temporary files.
    A process that is killed cannot clean up; `remove_stale` does it for those before.
    """

    def __init__(self, parent: Path) -> None:
        self._parent = parent
        self._path: Path | None = None
        self._remove: Callable[[], object] | None = None

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
            self._remove = finalize(self, _remove, path, lock)
            self._path = path
        return self._path

    @property
    def made(self) -> Path | None:
        """The directory, if it was made."""
        return self._path

    def close(self) -> None:
        """Remove the directory, if it was made."""
        if self._remove is not None:
            self._remove()


def _remove(path: Path, lock: int | None) -> None:
    if lock is None:
        shutil.rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):  # a file is open still: the next start removes it
        remove_locked_directory(path, lock)


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
    descriptor = open_lock_file(path, create=create)
    try:
        # The file that was locked may have been removed meanwhile, or another may have its name.
        if try_lock(descriptor) and os.path.samestat(os.fstat(descriptor), path.stat()):
            return descriptor
    except FileNotFoundError:
        pass
    except OSError:
        os.close(descriptor)
        raise
    os.close(descriptor)
    return None
