"""Values that were computed from a log and are stored: for the next start, or for other readers.

Small ones have a key and are in memory, such as the summary of a graph. Large ones have a name and
are read at their first use, such as the columns of a graph. All can be computed again, so a value
that is missing is no error.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time
from typing import Final, Protocol

from scopeboard.store.write.key_values import KeyValues
from scopeboard.system.files import replace

MAX_FILES: Final = 100
MAX_BYTES: Final = 500_000_000
_SUFFIX: Final = ".graph"
_UNFINISHED: Final = ".unfinished"
_STALE_SECONDS: Final = 3600


class DerivedValues(Protocol):
    """Derived values. Callers may come from any thread.

    `has_everything` is whether values that take little time to compute are stored, too: what they
    are computed from may be out of reach for readers.
    """

    has_everything: bool

    def find(self, key: str) -> bytes | None:
        """Return a small value, or None."""
        ...

    def put(self, key: str, value: bytes) -> None:
        """Store a small value."""
        ...

    def find_large(self, name: str) -> bytes | None:
        """Return a large value, or None."""
        ...

    def has_large(self, name: str) -> bool:
        """Return whether a large value is stored."""
        ...

    def put_large(self, name: str, pieces: Iterator[bytes]) -> None:
        """Store a large value, if it fits the bounds.

        Raises:
            OSError: it cannot be written.
        """
        ...


class LocalValues:
    """Derived values in the index of this machine.

    Large ones are files `NAME.graph` beside it, of a bounded number and total size: the least
    recently used are deleted first. A file is written under another name and then renamed.

    Args:
        key_values: stores small values; None to store none.
        directory: returns the directory of the index, None without one.
        max_files: the bound on the number of files.
        max_bytes: the bound on the total size of the files.
    """

    has_everything: bool = False

    def __init__(
        self,
        key_values: KeyValues | None = None,
        directory: Callable[[], Path | None] = lambda: None,
        max_files: int = MAX_FILES,
        max_bytes: int = MAX_BYTES,
    ) -> None:
        self._key_values = key_values
        self._directory = directory
        self._max_files = max_files
        self._max_bytes = max_bytes

    def find(self, key: str) -> bytes | None:
        """Return a small value, or None."""
        return None if self._key_values is None else self._key_values.find(key)

    def put(self, key: str, value: bytes) -> None:
        """Store a small value."""
        if self._key_values is not None:
            self._key_values.put(key, value)

    def find_large(self, name: str) -> bytes | None:
        """Return a large value, or None."""
        path = self._path(name)
        if path is None:
            return None
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data

    def has_large(self, name: str) -> bool:
        """Return whether a large value is stored."""
        path = self._path(name)
        return path is not None and path.exists()

    def put_large(self, name: str, pieces: Iterator[bytes]) -> None:
        """Store a large value, then delete the files that exceed the bounds."""
        path = self._path(name)
        if path is None:
            return
        with NamedTemporaryFile(dir=path.parent, suffix=_UNFINISHED, delete=False) as new:
            try:
                new.writelines(pieces)
                new.close()
                replace(Path(new.name), path)
            except OSError:
                Path(new.name).unlink(missing_ok=True)
                raise
        for unfinished in path.parent.glob(f"*{_UNFINISHED}"):
            if time() - _last_used(unfinished) > _STALE_SECONDS:  # its writer was killed
                unfinished.unlink(missing_ok=True)
        total = 0
        files = sorted(path.parent.glob(f"*{_SUFFIX}"), key=_last_used, reverse=True)
        for number, file in enumerate(files):
            with suppress(OSError):
                total += file.stat().st_size
                if number >= self._max_files or total > self._max_bytes:
                    file.unlink()

    def _path(self, name: str) -> Path | None:
        directory = self._directory()
        return None if directory is None else directory / f"{name}{_SUFFIX}"


def _last_used(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0
