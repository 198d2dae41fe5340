"""Open the file at a location, return its status, or open a directory of objects."""

import errno
import os
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from scopeboard.files.location import Location, Place, remote_place
from scopeboard.files.open_file import LocalFile, OpenFile
from scopeboard.files.status import FileStatus
from scopeboard.system.files import openable

if TYPE_CHECKING:
    from scopeboard.files.objects import Objects


def open_file(location: Location | str, first: range | None = None) -> OpenFile:
    """Open a file for reading; the caller closes it.

    Args:
        location: of the file, or its address.
        first: the bytes that will be read first; of a file that is not on this machine, they are
            read at once.

    Raises:
        OSError: the file does not exist, cannot be read now, or is not a regular file.
    """
    place = remote_place(location)
    if place is None:
        return LocalFile(str(location))
    from scopeboard.files.remote.remote_file import RemoteFile  # noqa: PLC0415 - for such alone
    from scopeboard.files.remote.stores import store_of  # noqa: PLC0415 - likewise

    return RemoteFile(store_of(place), place.key, first)


def status_of(location: Location | str) -> FileStatus:
    """Return the status of a file; of one that is not on this machine, as it was last listed.

    Raises:
        OSError: it does not exist, is not a regular file, or its status cannot be read now.
    """
    place = remote_place(location)
    if place is not None:
        from scopeboard.files.remote.stores import store_of  # noqa: PLC0415 - likewise

        return store_of(place).status(place.key)
    status = os.stat(openable(str(location)))  # noqa: PTH116 - a Path costs as much again
    if S_ISREG(status.st_mode):
        return status
    raise OSError(errno.EINVAL, "not a regular file", str(location))


def is_readable(location: Location) -> bool:
    """Return whether a file on this machine may be read; one elsewhere is, as far as is known."""
    return not isinstance(location, Path) or os.access(location, os.R_OK)


def open_objects(place: Place) -> "Objects":
    """Return the directory of objects at a place; its first object creates it."""
    if isinstance(place, Path):
        from scopeboard.files.local_objects import LocalObjects  # noqa: PLC0415 - likewise

        return LocalObjects(place)
    from scopeboard.files.remote.remote_objects import (  # noqa: PLC0415 - for such alone
        RemoteObjects,
    )

    return RemoteObjects(place)
