"""Opening what a log directory names, without ever waiting for it."""

import errno
import os
from io import FileIO
from pathlib import Path
from stat import S_ISREG


def open_regular(path: Path | str) -> FileIO:
    """Open a regular file for reading, unbuffered; the caller closes it.

    A log directory may hold anything under an event file's name. A pipe blocks whoever opens it
    until somebody writes, so the file is opened without blocking and looked at once it is open:
    what a path names may change between two calls, what a descriptor holds does not.

    Raises:
        OSError: the file is not there, cannot be read now, or is no regular file.
    """
    file = FileIO(path, opener=_open_at_once)
    if S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, "not a regular file", str(path))


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)
