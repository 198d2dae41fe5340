"""The state file: parts by name, each with a revision, read whole and written whole.

    {"version": 1, "parts": {"runs": {"revision": 3, "value": {…}}, "graph:5f…": {…}}}

A change names the revision that it is based on; if somebody was faster, it is refused rather than
put over theirs. Several servers may share the file: it is read again when it has changed, written
to a new file that takes its place, and locked meanwhile by a file beside it.

What cannot be read is set aside under another name, never written over.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Final

from scopeboard.errors import ConflictError, QueryError, RefusedError, UnavailableError
from scopeboard.system.files import inode_of, replace, retried
from scopeboard.system.locks import open_lock_file, wait_for_lock

VERSION: Final = 1
MAX_PART_BYTES: Final = 1 << 20
MAX_FILE_BYTES: Final = 64 << 20
_PART: Final = re.compile(r"[a-z]{1,20}(:[\w.-]{1,100})?")

Value = dict[str, Any]
"""A part's content: any JSON object; what is in it is the page's business."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it is kept; revision 0 is one that was never written."""

    revision: int
    value: Value


NEVER_WRITTEN: Final = Part(0, {})


class StateFile:
    """The parts of one state file. Callers may come from any thread.

    Args:
        path: the file; it and its directory are made with the first change. None: what is
            written is kept for as long as this object is.
        read_only: refuse every change.
    """

    def __init__(self, path: Path | None, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._lock = Lock()
        self._seen: tuple[int, int, int] | None = None
        self._parts: dict[str, Part] = {}
        self._is_newer = False

    def parts(self) -> dict[str, Part]:
        """Return all parts."""
        with self._lock:
            self._refresh()
            return dict(self._parts)

    def revision(self) -> int:
        """Return a number that changes whenever a part does: each change makes it one greater."""
        return sum(part.revision for part in self.parts().values())

    def read(self, name: str) -> Part:
        """Return a part, `NEVER_WRITTEN` when there is none of that name.

        Raises:
            QueryError: that is no name of a part.
        """
        _check_name(name)
        return self.parts().get(name, NEVER_WRITTEN)

    def write(self, name: str, value: Value, based_on: int) -> Part:
        """Put a part in the place of the one of revision `based_on`.

        Raises:
            QueryError: that is no name of a part, or it is too large.
            RefusedError: nothing may be changed here.
            ConflictError: the part has another revision.
            UnavailableError: the file cannot be written.
        """
        _check_name(name)
        _check_size(value)
        if self.read_only:
            raise RefusedError("This server was started with --read_only: nothing is kept.")
        try:
            with self._lock, self._locked_file():
                self._refresh()
                return self._replace(name, value, based_on)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UnavailableError(f"{self.path} could not be written: {reason}.") from error

    def _replace(self, name: str, value: Value, based_on: int) -> Part:
        if self._is_newer:
            raise RefusedError(f"{self.path} was written by a newer version of Scopeboard.")
        before = self._parts.get(name, NEVER_WRITTEN)
        if before.revision != based_on:
            raise ConflictError("Somebody else has changed this meanwhile.")
        part = Part(before.revision + 1, value)
        parts = {**self._parts, name: part}
        if self.path is not None:
            self._write_file(self.path, parts)
        self._parts = parts
        return part

    @contextmanager
    def _locked_file(self) -> Iterator[None]:
        """Keep other servers from writing. A file system without locks goes without."""
        if self.path is None:
            yield
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lock = open_lock_file(self.path.with_name(f"{self.path.name}.lock"))
        try:
            with suppress(OSError):
                wait_for_lock(lock)
            yield
        finally:
            os.close(lock)

    def _refresh(self) -> None:
        """Read the file again if it is not the one last seen."""
        if self.path is None:
            return
        try:
            found = self.path.stat()
        except OSError:
            self._seen, self._parts, self._is_newer = None, {}, False
            return
        identity = (inode_of(found), found.st_size, found.st_mtime_ns)
        if identity != self._seen:
            self._seen = identity
            self._load(self.path)

    def _load(self, path: Path) -> None:
        self._parts, self._is_newer = {}, False
        try:
            document = json.loads(retried(path.read_bytes))
            self._is_newer = document["version"] > VERSION
            if not self._is_newer:
                self._parts = {
                    name: Part(int(part["revision"]), dict(part["value"]))
                    for name, part in document["parts"].items()
                }
        except OSError:
            self._seen = None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._set_aside(path)

    def _set_aside(self, path: Path) -> None:
        """Keep a damaged file for its owner, out of the way of the next."""
        if self.read_only:
            return
        number = 1
        while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
            number += 1
        with suppress(OSError):
            retried(lambda: path.rename(aside))
            self._seen = None

    def _write_file(self, path: Path, parts: dict[str, Part]) -> None:
        kept = {
            name: {"revision": part.revision, "value": part.value}
            for name, part in sorted(parts.items())
        }
        body = json.dumps({"version": VERSION, "parts": kept}, indent=1).encode()
        if len(body) > MAX_FILE_BYTES:
            raise RefusedError(f"{path} would be larger than {MAX_FILE_BYTES >> 20} MB.")
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            with fresh.open("wb") as file:
                file.write(body)
                file.flush()
                os.fsync(file.fileno())
            replace(fresh, path)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise
        found = path.stat()
        self._seen = (inode_of(found), found.st_size, found.st_mtime_ns)


def _check_name(name: str) -> None:
    if not _PART.fullmatch(name):
        raise QueryError(
            f"“{name[:120]}” is no name of a part of the state, like runs or graph:5f."
        )


def _check_size(value: Value) -> None:
    size = len(json.dumps(value).encode())
    if size > MAX_PART_BYTES:
        raise QueryError(
            f"A part of the state may take {MAX_PART_BYTES:,} bytes; this has {size:,}."
        )
