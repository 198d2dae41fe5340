"""Open the file at a location, or return its status."""

import errno
import os
from stat import S_ISREG

from scopeboard.files.location import Location
from scopeboard.files.open_file import LocalFile, OpenFile
from scopeboard.files.status import FileStatus
from scopeboard.system.files import openable


def open_file(location: Location | str) -> OpenFile:
    """Open a file for reading; the caller closes it.

    Raises:
        OSError: the file does not exist, cannot be read now, or is not a regular file.
    """
    return LocalFile(location)


def status_of(location: Location | str) -> FileStatus:
    """Return the status of a file.

    Raises:
        OSError: it does not exist, is not a regular file, or its status cannot be read now.
    """
    status = os.stat(openable(str(location)))  # noqa: PTH116 - a Path costs as much again
    if S_ISREG(status.st_mode):
        return status
    raise OSError(errno.EINVAL, "not a regular file", str(location))
