"""Opening what a log directory names, without ever waiting for it."""

import errno
import os
from io import FileIO
from pathlib import Path
from stat import S_ISREG

from scopeboard.system.files import open_for_reading


def open_regular(path: Path | str) -> FileIO:
    """Open a regular file for reading, unbuffered; the caller closes it.

    A log directory may hold anything under an event file's name. A pipe blocks whoever opens it
    until somebody writes, so the file is opened without blocking and looked at once it is open:
    what a path names may change between two calls, what a descriptor holds does not.

    Raises:
        OSError: the file is not there, cannot be read now, or is no regular file.
    """
    descriptor, _ = open_descriptor(path)
    return FileIO(descriptor)


def open_descriptor(path: Path | str) -> tuple[int, os.stat_result]:
    """Return the descriptor of the same, which the caller closes, and how the file looks.

    Raises:
        OSError: as above.
    """
    descriptor = open_for_reading(path)
    try:
        status = os.fstat(descriptor)
        is_regular = S_ISREG(status.st_mode)
    except OSError:
        os.close(descriptor)
        raise
    if is_regular:
        return descriptor, status
    os.close(descriptor)
    raise OSError(errno.EINVAL, "not a regular file", str(path))
