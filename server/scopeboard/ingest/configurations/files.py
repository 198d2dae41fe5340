"""Files with hyper-parameters beside the event files of a run, or above them."""

from typing import Final, NamedTuple

from scopeboard.configurations.configuration import Configuration
from scopeboard.configurations.parse import MAX_BYTES, read_configuration
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.files.inside import open_inside
from scopeboard.files.location import Location
from scopeboard.files.opening import status_of
from scopeboard.files.status import inode_of
from scopeboard.ingest.discovery.discover import split_name
from scopeboard.ingest.job import mtime_of
from scopeboard.store.tables.file_warnings import UNREADABLE
from scopeboard.system.file_names import display_name
from scopeboard.types import LogWarning

DAMAGED: Final = "configuration"
"""The kind of warnings about files that are read and not understood."""


class FileVersion(NamedTuple):
    """What changes with the content of a file: its size in bytes, its time in ns, its inode."""

    size: int
    mtime: int
    inode: int


def version_of(path: str) -> FileVersion | None:
    """Return the version of a regular file, None if there is none."""
    try:
        status = status_of(path)
    except OSError:
        return None
    return FileVersion(status.st_size, mtime_of(status), inode_of(status))


def read_file(root: Location, path: str, content: bytes | None = None) -> Configuration:
    """Return the hyper-parameters in a file, or a warning on why there are none.

    Args:
        root: the log directory; a link that leads out of it is not followed.
        path: of the file, relative to the log directory.
        content: of the file, None to read it.
    """
    try:
        content = read_content(root, path) if content is None else content
        return Configuration(read_configuration(path, content))
    except DamagedDataError as error:
        kind, reason = DAMAGED, str(error)
    except (NotFoundError, OSError) as error:
        kind, reason = UNREADABLE, f"{str(error).rstrip('.')}; trying again"
    return Configuration(
        (), (LogWarning(display_name(path), 0, kind, reason, 0, len(content or b"")),)
    )


def read_content(root: Location, path: str) -> bytes:
    """Return the content of a file, cut after one byte too many.

    Raises:
        NotFoundError, OSError: it cannot be read now.
    """
    directory, name = split_name(path)
    with open_inside(root, root / directory, name) as file:
        return file.read(MAX_BYTES + 1) or b""
