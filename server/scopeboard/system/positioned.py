"""Read and write at an offset on systems without a call for it.

A descriptor has one position, which all threads share. So moving it and reading from it happen
under a lock; a few locks serve all descriptors.
"""

import os
from io import FileIO
from threading import Lock
from typing import Final

_LOCKS: Final = tuple(Lock() for _ in range(64))


def read_at(descriptor: int, length: int, offset: int, /) -> bytes:
    """Return up to `length` bytes from an offset of the file; fewer at its end.

    Raises:
        OSError: the file cannot be read.
    """
    with _lock_of(descriptor):
        os.lseek(descriptor, offset, os.SEEK_SET)
        return os.read(descriptor, length)


def read_into(descriptor: int, buffer: memoryview, offset: int) -> int:
    """Read into `buffer` from an offset of the file; return the number of bytes read.

    Raises:
        OSError: the file cannot be read.
    """
    with _lock_of(descriptor):
        os.lseek(descriptor, offset, os.SEEK_SET)
        with FileIO(descriptor, closefd=False) as file:
            return file.readinto(buffer)


def write_at(descriptor: int, data: bytes | memoryview, offset: int, /) -> int:
    """Write `data` at an offset of the file; return the number of bytes written.

    Raises:
        OSError: nothing could be written.
    """
    with _lock_of(descriptor):
        os.lseek(descriptor, offset, os.SEEK_SET)
        return os.write(descriptor, data)


def _lock_of(descriptor: int) -> Lock:
    return _LOCKS[descriptor % len(_LOCKS)]
