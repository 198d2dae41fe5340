"""Files that a log directory names, opened inside the log directory only."""

from scopeboard.errors import NotFoundError
from scopeboard.files.location import Location
from scopeboard.files.open_file import OpenFile
from scopeboard.files.opening import open_file
from scopeboard.system.file_names import display_name


def open_inside(root: Location, directory: Location, name: str) -> OpenFile:
    """Open a file by its name in `directory`; the caller closes it.

    Log directories may be untrusted: a name with `..`, an absolute path or a symbolic link would
    otherwise expose any file of this machine to the clients.

    Args:
        root: the log directory.
        directory: the directory of the run.
        name: relative to the run's directory, or absolute.

    Raises:
        NotFoundError: there is no such file in the log directory, or it cannot be read.
    """
    try:
        real_root = root.resolve(strict=True)
        path = (directory / name).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links; a zero byte
        raise NotFoundError(f"{display_name(name)} does not exist.") from error
    if not path.is_relative_to(real_root):
        raise NotFoundError(f"{display_name(name)} lies outside the log directory.")
    try:
        return open_file(path)
    except OSError as error:
        raise NotFoundError(f"{display_name(name)} cannot be read: {error.strerror}.") from error
