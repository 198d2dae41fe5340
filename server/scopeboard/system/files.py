"""Files by descriptor: opening, reading and writing at an offset, replacing, removing.

Windows differs in four ways:

- There is no `pread`. A descriptor is positioned first, under a lock.
- Descriptors translate line ends unless they are opened as binary.
- A file that is open elsewhere cannot be replaced or removed, unless all programs that have it open
  allow that. So event files are opened in that mode (`scopeboard.system.windows`), the files of the
  index are closed before they are replaced, and `replace` and `remove` try again for a while: a
  virus scanner or an indexer may have the file open for a short time.
- Paths longer than 259 characters need a prefix.
"""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG
from time import sleep
from typing import Final, TypeVar

from scopeboard.system import positioned

if sys.platform == "win32":
    from scopeboard.system.windows import extended_path, open_shared

_OWN: Final = 0o600  # readable and writable by the owner alone
_BINARY: Final = getattr(os, "O_BINARY", 0)
_NONBLOCK: Final = getattr(os, "O_NONBLOCK", 0)
_SHARING_ERRORS: Final = {5, 32, 33}
"""Windows: ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION."""

_ATTEMPTS: Final = 8
_FIRST_PAUSE: Final = 0.005  # seconds, doubled with each attempt: 0.6 s in all
_Result = TypeVar("_Result")


def open_for_reading(path: Path | str) -> int:
    """Return a descriptor to read from; the caller closes it.

    Opening a pipe does not wait for a writer. Other programs may replace and remove the file while
    it is open, on every system.

    Raises:
        OSError: the file does not exist or cannot be read.
    """
    if sys.platform == "win32":
        return open_shared(path)
    return os.open(path, os.O_RDONLY | _NONBLOCK | _BINARY)


def open_regular(path: Path | str) -> tuple[int, os.stat_result]:
    """Return the descriptor of a regular file, which the caller closes, and its status.

    A log directory may have anything under an event file's name. A pipe blocks its reader until
    there is a writer, so the file is opened without blocking and its type is checked once it is
    open: a path may name another file in the next call, an open descriptor stays the same.

    Raises:
        OSError: the file does not exist, cannot be read now, or is not a regular file.
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


def open_for_writing(path: Path, *, must_be_new: bool = False, truncate: bool = False) -> int:
    """Return a descriptor to write to; create the file if it is missing.

    Only the owner may read a new file, if the system has permissions.

    Args:
        path: of the file.
        must_be_new: fail if the file exists.
        truncate: discard the current contents.

    Raises:
        OSError: the file cannot be created or written to.
    """
    flags = os.O_WRONLY | os.O_CREAT | _BINARY
    flags |= os.O_EXCL if must_be_new else 0
    flags |= os.O_TRUNC if truncate else 0
    return os.open(path, flags, _OWN)


def openable(path: str) -> str:
    """Return a path in a form that the system can open at any length."""
    if sys.platform == "win32":
        return extended_path(path)
    return path


if sys.platform != "win32" and hasattr(os, "pread"):
    read_at: Callable[[int, int, int], bytes] = os.pread
    """`read_at(descriptor, length, offset)`: up to `length` bytes; fewer at the end of the file."""

    write_at: Callable[[int, bytes | memoryview, int], int] = os.pwrite
    """`write_at(descriptor, data, offset)`: the number of bytes of `data` that were written."""
else:
    read_at, write_at = positioned.read_at, positioned.write_at

if sys.platform != "win32" and hasattr(os, "preadv"):  # macOS has it since version 11

    def read_into(descriptor: int, buffer: memoryview, offset: int) -> int:
        """Read into `buffer` from an offset of the file; return the number of bytes read."""
        return os.preadv(descriptor, [buffer], offset)

else:
    read_into = positioned.read_into


def replace(source: Path, target: Path) -> None:
    """Rename the file `source` to `target`, in place of a file of that name.

    On Windows this waits up to 0.6 s for other programs to close either file.

    Raises:
        OSError: the file cannot be renamed, or another program has one of them open.
    """
    retried(lambda: source.replace(target))


def remove(path: Path) -> None:
    """Remove a file if it exists.

    On Windows this waits up to 0.6 s for other programs to close the file.

    Raises:
        OSError: it cannot be removed, or another program has it open.
    """
    retried(lambda: path.unlink(missing_ok=True))


def retried(action: Callable[[], _Result]) -> _Result:
    """Return the result of `action`; repeat it while another program has a file open on Windows.

    Raises:
        OSError: raised by the last attempt.
    """
    pause = _FIRST_PAUSE
    for _ in range(_ATTEMPTS - 1):
        try:
            return action()
        except OSError as error:
            if getattr(error, "winerror", None) not in _SHARING_ERRORS:
                raise
        sleep(pause)
        pause *= 2
    return action()
