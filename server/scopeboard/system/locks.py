"""Locks on files, which end with the process that holds them."""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

try:
    import fcntl
except ModuleNotFoundError:  # on Windows
    _HAS_FLOCK = False
else:
    _HAS_FLOCK = True

_BINARY: Final = getattr(os, "O_BINARY", 0)
_OWN: Final = 0o600
_MAX_SECONDS: Final = 30.0  # to wait for a lock, if the system cannot wait
_PAUSE: Final = 0.01


def open_lock_file(path: Path, *, create: bool = True) -> int:
    """Return a descriptor of a file to lock.

    Raises:
        OSError: it does not exist, or cannot be created.
    """
    return os.open(path, os.O_RDWR | _BINARY | (os.O_CREAT if create else 0), _OWN)


if sys.platform != "win32" and _HAS_FLOCK:

    def try_lock(descriptor: int) -> bool:
        """Lock a file; return False if another descriptor has the lock.

        Raises:
            OSError: the file system has no locks.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def wait_for_lock(descriptor: int) -> None:
        """Lock a file as soon as no other descriptor has the lock.

        Raises:
            OSError: the file system has no locks.
        """
        fcntl.flock(descriptor, fcntl.LOCK_EX)

elif not TYPE_CHECKING or sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> bool:
        """Lock the first byte of a file; return False if another descriptor has the lock.

        Raises:
            OSError: the file system has no locks.
        """
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def wait_for_lock(descriptor: int) -> None:
        """Lock the first byte of a file as soon as no other descriptor has the lock.

        Raises:
            OSError: the file system has no locks, or another program has held the lock for 30 s.
        """
        end = monotonic() + _MAX_SECONDS
        while not try_lock(descriptor):
            if monotonic() > end:
                raise TimeoutError("another program holds the lock")
            sleep(_PAUSE)


def remove_locked_directory(path: Path, lock: int) -> None:
    """Remove a directory with a locked file, and close `lock`, the descriptor of that file.

    The lock is held until the file is gone. Windows does not remove an open file; there the lock
    ends first. If another process takes it in between, its file is open and the removal fails.

    Raises:
        OSError: the directory cannot be removed; the lock ends nevertheless.
    """
    try:
        with suppress(OSError):
            shutil.rmtree(path)
    finally:
        os.close(lock)
    if path.exists():
        shutil.rmtree(path)
