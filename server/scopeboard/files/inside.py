"""Files that a log directory names, opened inside the log directory only."""

from pathlib import Path

from scopeboard.errors import NotFoundError
from scopeboard.files.location import Location, is_remote, places_of
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
    place: Location
    if isinstance(directory, Path):
        here = (place for place in places_of(root) if isinstance(place, Path))
        above = next((place for place in here if directory.is_relative_to(place)), directory)
        place = _resolved(above, directory, name)
    else:
        place = _joined(root, directory, name)
    try:
        return open_file(place)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise NotFoundError(f"{display_name(name)} does not exist.") from error
        raise NotFoundError(f"{display_name(name)} cannot be read: {error.strerror}.") from error


def is_inside(root: Location, path: Location) -> bool:
    """Return whether a file, links followed, is in a directory; elsewhere there are no links."""
    if not isinstance(path, Path):
        return True
    for place in places_of(root):
        try:
            real = path.resolve(strict=True)
            if isinstance(place, Path) and real.is_relative_to(place.resolve(strict=True)):
                return True
        except (OSError, RuntimeError):  # a loop of links
            continue
    return False


def _resolved(root: Path, directory: Path, name: str) -> Path:
    """Return the path of a file on this machine, links followed."""
    try:
        real_root = root.resolve(strict=True)
        path = (directory / name).resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links; a zero byte
        raise NotFoundError(f"{display_name(name)} does not exist.") from error
    if not path.is_relative_to(real_root):
        raise NotFoundError(f"{display_name(name)} lies outside the log directory.")
    return path


def _joined(root: Location, directory: Location, name: str) -> Location:
    """Return the location of a file elsewhere; there are no links, and `..` is resolved by name."""
    if is_remote(name) or name.startswith("/"):
        raise NotFoundError(f"{display_name(name)} lies outside the log directory.")
    parts: list[str] = []
    for part in name.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part == "..":
            if directory == root:
                raise NotFoundError(f"{display_name(name)} lies outside the log directory.")
            directory = directory.parent
        elif part not in {"", "."}:
            parts.append(part)
    return directory / "/".join(parts) if parts else directory
