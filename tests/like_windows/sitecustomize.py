"""Makes an interpreter on Linux lack what Windows lacks, and refuse what Windows refuses.

Python imports this before any other program when this folder is on PYTHONPATH, in child processes
too. Afterwards

- the calls, flags and modules that only POSIX systems have are gone;
- `msvcrt.locking`, `_winapi.CreateJunction` and `SO_EXCLUSIVEADDRUSE` are there, made of what
  Linux has;
- symbolic links take a privilege that nobody has;
- a file that any process of this program has open can be neither replaced nor renamed nor removed,
  which is stricter than Windows, where a program can allow it.

`sys.platform` and `os.uname` stay: the standard library and packages go by them.
"""

import fcntl
import os
import socket
import subprocess  # noqa: F401 - goes by the presence of msvcrt, so it has to be there before
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

_CALLS = """
    pread preadv pwrite pwritev readv writev fork forkpty nice setpriority getpriority setpgid
    setpgrp setsid getpgid getpgrp killpg sysconf sched_getaffinity statvfs fstatvfs mkfifo mknod
    wait wait3 wait4 waitid chown fchown lchown sendfile posix_fallocate posix_fadvise posix_spawn
    posix_spawnp getloadavg confstr ttyname openpty chroot sync fdatasync geteuid getegid
    O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_DSYNC O_SYNC O_NOATIME O_PATH O_NOCTTY
"""
_MODULES = "fcntl resource termios tty pty grp syslog readline uvloop"

_SHARING_VIOLATION = 32
_NO_PRIVILEGE = 1314
_LK_LOCK, _LK_NBLCK, _LK_UNLCK = 1, 2, 0


class WindowsError(PermissionError):
    """What Windows raises; it carries the error code of Windows."""

    def __init__(self, code: int, *words: object) -> None:
        super().__init__(*words)
        self.winerror = code


def _locking(descriptor: int, mode: int, _length: int) -> None:
    """As in `msvcrt`; locks of `flock` belong to an open file, as those of Windows do."""
    flags = fcntl.LOCK_UN if mode == _LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB
    try:
        fcntl.flock(descriptor, flags)
    except BlockingIOError as error:
        raise PermissionError(13, "Permission denied") from error


def _create_junction(source: str, link: str) -> None:
    if not Path(source).is_dir():
        raise FileNotFoundError(2, "The system cannot find the file specified", source)
    _symlink(source, link)


_symlink = os.symlink
_temporary = Path(tempfile.gettempdir()).resolve()


def _refuse_link(*_: object, **__: object) -> None:
    raise WindowsError(_NO_PRIVILEGE, 1, "A required privilege is not held by the client")


def _processes() -> list[Path]:
    """Return this process and its children, as directories of `/proc`."""
    found = [Path("/proc/self")]
    with suppress(OSError):
        for task in Path("/proc/self/task").iterdir():
            children = (task / "children").read_text("ascii").split()
            found += [Path("/proc", child) for child in children]
    return found


def _is_open(path: str) -> bool:
    """Return whether a file, or one below a directory, is open."""
    for process in _processes():
        with suppress(OSError):
            for descriptor in (process / "fd").iterdir():
                with suppress(OSError):
                    target = str(descriptor.readlink())
                    if target == path or target.startswith(f"{path}/"):
                        return True
    return False


def _refuse_open(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "os.rename":
        paths = arguments[:2]
    elif event in {"os.remove", "os.rmdir"}:
        paths = arguments[:1]
    else:
        return
    for name in paths:
        path = Path(os.fsdecode(name)).resolve()
        # A temporary file without a name is made by removing the name of an open one.
        is_temporary = event == "os.remove" and path.parent == _temporary
        if not is_temporary and _is_open(str(path)):
            reason = "The process cannot access the file because it is being used by another"
            raise WindowsError(_SHARING_VIOLATION, 13, reason, str(path))


for _name in _CALLS.split():
    if hasattr(os, _name):
        delattr(os, _name)
for _name in _MODULES.split():
    sys.modules[_name] = None  # type: ignore[assignment]
os.supports_dir_fd.clear()
os.supports_fd.clear()
os.symlink = _refuse_link
if hasattr(socket, "SO_REUSEPORT"):
    del socket.SO_REUSEPORT
socket.SO_EXCLUSIVEADDRUSE = socket.SO_KEEPALIVE  # type: ignore[attr-defined]

_msvcrt: Any = ModuleType("msvcrt")
_msvcrt.locking, _msvcrt.LK_LOCK, _msvcrt.LK_NBLCK = _locking, _LK_LOCK, _LK_NBLCK
_msvcrt.LK_UNLCK = _LK_UNLCK
sys.modules["msvcrt"] = _msvcrt
_winapi: Any = ModuleType("_winapi")
_winapi.CreateJunction = _create_junction
sys.modules["_winapi"] = _winapi
sys.addaudithook(_refuse_open)
