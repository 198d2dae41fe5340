"""Where files are: on this machine, in an object store or on a web server, or in several places.

A location is a value. `Path` is one on this machine. All kinds have `/`, `name`, `suffix`, `parent`
and `str`, which gives the address: an absolute path, or a URL that `located` reads back.
"""

import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from scopeboard.files.remote.address import RemotePath, parse_address

Place = Path | RemotePath
"""Where a file is, or a directory in one place."""


@dataclass(frozen=True, slots=True)
class MountedPaths:
    """Places under names, as one directory; `below` is a path in it that is above some of them.

    Names may contain slashes. None is within another.
    """

    mounts: tuple[tuple[str, Place], ...]
    below: str = ""

    def __truediv__(self, path: str) -> "Location":
        whole = str(PurePosixPath(self.below, path))
        if whole == ".":
            return self
        for name, place in self.mounts:
            if whole == name:
                return place
            if whole.startswith(f"{name}/"):
                return place / whole[len(name) + 1 :]
        return MountedPaths(self.mounts, whole)

    @property
    def name(self) -> str:
        """The names of all places."""
        return ", ".join(name for name, _ in self.mounts)

    @property
    def suffix(self) -> str:
        """Empty: it is no file."""
        return ""

    @property
    def parent(self) -> "Location":
        """The directory above, itself at the top."""
        above = str(PurePosixPath(self.below).parent)
        return MountedPaths(self.mounts, "" if above == "." else above)

    def __str__(self) -> str:
        spec = ",".join(f"{name}:{place}" for name, place in self.mounts)
        return f"{spec},{self.below}" if self.below else spec


Location = Path | RemotePath | MountedPaths
"""Where a file or a directory is."""


def is_remote(address: str) -> bool:
    """Return whether an address is a URL; a path on this machine is absolute and has no scheme."""
    return "://" in address and not address.startswith(("/", "\\"))


def located(address: str) -> Place:
    """Return the location of an address.

    Raises:
        SettingsError: it is a URL that cannot be one.
    """
    return parse_address(address) if is_remote(address) else Path(address)


def path_in(root: Location, name: str) -> str:
    """Return the address of the file or directory `name` below a directory, which is `.` itself."""
    if not isinstance(root, Path):
        return str(root / name)
    above = str(root)
    if name == ".":
        return above
    return f"{above}{name}" if above.endswith("/") else f"{above}/{name}"


def identity_of(location: Location) -> bytes:
    """Return what identifies a directory: its address, links followed on this machine."""
    if isinstance(location, Path):
        return os.fsencode(os.path.realpath(location))
    return str(location).encode("utf-8", "surrogateescape")


def remote_place(location: Location | str) -> RemotePath | None:
    """Return the place of a file elsewhere, None for a file on this machine."""
    if isinstance(location, str):
        return parse_address(location) if is_remote(location) else None
    return location if isinstance(location, RemotePath) else None


def places_of(location: Location) -> list[Place]:
    """Return the places of a directory: itself, or those that are mounted in it."""
    if isinstance(location, MountedPaths):
        return [place for _, place in location.mounts]
    return [location]
