"""Directories: access without following links, and links to directories."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISLNK
from typing import TYPE_CHECKING, Final, Protocol

_MOUNT_POINT: Final = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT, which marks a junction of Windows
_NO_PRIVILEGE: Final = 1314  # ERROR_PRIVILEGE_NOT_HELD of Windows


class Directory(Protocol):
    """A directory whose entries are reached without following links."""

    def status(self, name: str) -> os.stat_result:
        """Return the status of an entry itself.

        Raises:
            OSError: it does not exist or cannot be read.
        """
        ...

    def remove(self, name: str) -> None:
        """Remove a file.

        Raises:
            OSError: it does not exist or cannot be removed.
        """
        ...


if sys.platform != "win32" and os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW"):
    _OPEN: Final = os.O_RDONLY | os.O_DIRECTORY

    @dataclass(frozen=True, slots=True)
    class _OpenDirectory:
        """By descriptor: a path may change its target, an open directory stays the same."""

        descriptor: int

        def status(self, name: str) -> os.stat_result:
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)

        def remove(self, name: str) -> None:
            os.unlink(name, dir_fd=self.descriptor)

    @contextmanager
    def directory_below(root: Path, names: list[str]) -> Iterator[Directory]:
        """Open the directory at `root/names[0]/names[1]…`, in which no name may be a link.

        `root` itself may be one.

        Raises:
            OSError: a directory cannot be opened; its errno is ENOTDIR or ELOOP for a link.
        """
        opened = [os.open(root, _OPEN)]
        try:
            for name in names:
                flags = _OPEN | os.O_NOFOLLOW
                opened.append(os.open(name, flags, dir_fd=opened[-1]))
            yield _OpenDirectory(opened[-1])
        finally:
            for descriptor in opened:
                os.close(descriptor)

else:

    @dataclass(frozen=True, slots=True)
    class _NamedDirectory:
        """By path, every component of which is checked again before each step.

        A link that is created between a check and its step would be followed. On Windows, creating
        one takes a privilege, or the right to write to the log directory.
        """

        root: Path
        names: list[str]

        def status(self, name: str) -> os.stat_result:
            return (self._path() / name).lstat()

        def remove(self, name: str) -> None:
            (self._path() / name).unlink()

        def _path(self) -> Path:
            path = self.root
            for name in self.names:
                path /= name
                status = path.lstat()
                if is_link(status):
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
                if not S_ISDIR(status.st_mode):
                    raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
            return path

    @contextmanager
    def directory_below(root: Path, names: list[str]) -> Iterator[Directory]:
        """Return the directory at `root/names[0]/names[1]…`, in which no name may be a link.

        `root` itself may be one.

        Raises:
            OSError: a directory does not exist; its errno is ENOTDIR or ELOOP for a link.
        """
        directory = _NamedDirectory(root, names)
        directory.status(os.curdir)
        yield directory


def is_link(status: os.stat_result) -> bool:
    """Return whether this is the status of a symbolic link, or of a junction of Windows."""
    return S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _MOUNT_POINT


def _is_reparse_point(entry: os.DirEntry[str]) -> bool:
    return is_link(entry.stat(follow_symlinks=False))


is_link_entry: Final[Callable[[os.DirEntry[str]], bool]] = (
    _is_reparse_point if hasattr(os.stat_result, "st_reparse_tag") else os.DirEntry.is_symlink
)
"""Whether an entry of a listing is a link, without a call of the file system."""


def link_directory(link: Path, target: Path) -> None:
    """Create a link to a directory.

    On Windows symbolic links take a privilege that most users lack, and junctions do not. The
    target of a junction must be an existing directory of this machine.

    Raises:
        FileExistsError: the name is in use.
        OSError: the link cannot be created.
    """
    try:
        link.symlink_to(target, target_is_directory=True)
    except OSError as error:
        if getattr(error, "winerror", None) != _NO_PRIVILEGE:
            raise
        _make_junction(link, target)


def _make_junction(link: Path, target: Path) -> None:
    if not TYPE_CHECKING or sys.platform == "win32":
        import _winapi  # noqa: PLC0415 - the only wrapper of this call in the standard library

        _winapi.CreateJunction(str(target), str(link))
