"""The state file: parts by name, each with a revision, read whole and written whole.

A change has the revision that it is based on; if the part has another revision by now, the change
is rejected with ConflictError. Several servers may share the file: it is read again after a change,
replaced by a new file for each write, and locked meanwhile by a file beside it.

Damaged data are copied under another name and never overwritten: a damaged file as soon as it is
read, damaged parts of it with the next change. `problems` describes them in sentences.
"""

import dataclasses
import json
import os
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import time
from typing import Final

from scopeboard.errors import ConflictError, QueryError, RefusedError, UnavailableError
from scopeboard.state.document import (
    NEVER_WRITTEN,
    DamagedStateError,
    Document,
    Part,
    Value,
    check_value,
    read_document,
    write_document,
)
from scopeboard.state.room import without_unused
from scopeboard.system.files import inode_of, replace, retried
from scopeboard.system.locks import open_lock_file, wait_for_lock

MAX_FILE_BYTES: Final = 64 << 20
_MOST_NAMED: Final = 5
_USE_SECONDS: Final = 7 * 86400.0  # a use is written by itself where the last is so long ago
_PART: Final = re.compile(r"[a-z]{1,20}(:[\w.-]{1,100})?")
_EMPTY: Final = Document({}, {})


class StateFile:
    """The parts of one state file. Callers may come from any thread.

    Args:
        path: the file; it and its directory are made with the first change. None: what is
            written is kept for as long as this object is.
        read_only: refuse every change.
        max_bytes: how large the file may be; see `room` for what leaves it.
        clock: returns seconds since the epoch.

    `find_runs` returns the names of the runs that the log has, whose graphs are in use.
    """

    def __init__(
        self,
        path: Path | None,
        *,
        read_only: bool = False,
        max_bytes: int = MAX_FILE_BYTES,
        clock: Callable[[], float] = time,
    ) -> None:
        self.path = path
        self.find_runs: Callable[[], Collection[str]] = tuple
        self._max_bytes = max_bytes
        self._clock = clock
        self._used: dict[str, int] = {}  # what was used since the file was written last
        self.read_only = read_only
        self._lock = Lock()
        self._seen: tuple[int, int, int] | None = None
        self._document = _EMPTY
        self._set_aside: list[str] = []

    def parts(self) -> dict[str, Part]:
        """Return all parts."""
        with self._lock:
            self._refresh()
            return dict(self._document.parts)

    def problems(self) -> list[str]:
        """Return what of the file could not be read, a sentence each."""
        with self._lock:
            self._refresh()
            return [*self._set_aside, *self._damaged_parts()]

    def revision(self) -> int:
        """Return a number that changes whenever a part does: each change makes it one greater."""
        self.parts()
        return self.last_revision()

    def last_revision(self) -> int:
        """Return the same as of when the file was looked at last; it never waits for a file."""
        document = self._document
        return sum(part.revision for part in document.parts.values()) + document.dropped

    def read(self, name: str) -> Part:
        """Return a part, `NEVER_WRITTEN` when there is none of that name.

        Raises:
            QueryError: that is no name of a part.
        """
        _check_name(name)
        part = self.parts().get(name, NEVER_WRITTEN)
        if part is not NEVER_WRITTEN and not self.read_only:
            self._note_use(name, part)
        return part

    def write(self, name: str, value: Value, based_on: int) -> Part:
        """Put a part in the place of the one of revision `based_on`.

        Raises:
            QueryError: that is no name of a part, or it is too large.
            RefusedError: nothing may be changed here.
            ConflictError: the part has another revision.
            UnavailableError: the file cannot be written, or is full of what is in use.
        """
        _check_name(name)
        check_value(value)
        self.check_changeable()
        try:
            with self._lock, self._locked_file():
                self._refresh()
                return self._replace(name, value, based_on)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UnavailableError(f"{self.path} could not be written: {reason}.") from error

    def check_changeable(self) -> None:
        """Do nothing where parts may be written.

        Raises:
            RefusedError: nothing may be changed here.
        """
        if self.read_only:
            raise RefusedError("This server is read-only (--read_only): changes are not saved.")

    def _note_use(self, name: str, part: Part) -> None:
        """Note that a part was read: in the file, if that says otherwise for days."""
        now = int(self._clock())
        with self._lock:
            self._used[name] = now
        if part.used <= now - _USE_SECONDS:
            with suppress(OSError), self._lock, self._locked_file():
                self._refresh()
                if not self._document.is_newer and not self._document.damaged:
                    self._keep(self._with_uses(self._document.parts), self._document.dropped)

    def _with_uses(self, parts: dict[str, Part]) -> dict[str, Part]:
        used = self._used
        return {
            name: dataclasses.replace(part, used=max(part.used, used.get(name, 0)))
            for name, part in parts.items()
        }

    def _keep(self, parts: dict[str, Part], dropped: int) -> None:
        if self.path is not None:
            self._set_parts_aside(self.path)
            self._write_file(self.path, write_document(parts, dropped))
        self._document = Document(parts, {}, dropped=dropped)
        self._used.clear()

    def _replace(self, name: str, value: Value, based_on: int) -> Part:
        if self._document.is_newer:
            raise RefusedError(f"{self.path} was written by a newer version of Scopeboard.")
        before = self._document.parts.get(name, NEVER_WRITTEN)
        if before.revision != based_on:
            raise ConflictError("Someone else changed this in the meantime.")
        now = self._clock()
        part = Part(before.revision + 1, value, int(now))
        everything = {**self._with_uses(self._document.parts), name: part}
        parts = without_unused(everything, self.find_runs(), now, self._max_bytes)
        left = sum(everything[other].revision for other in everything.keys() - parts.keys())
        dropped = self._document.dropped + left
        if len(write_document(parts, dropped)) > self._max_bytes:
            most = f"{self._max_bytes / (1 << 20):,.0f} MB"
            raise UnavailableError(f"The saved state is full: all of its {most} are in use.")
        self._keep(parts, dropped)
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
        except (FileNotFoundError, NotADirectoryError):
            self._seen, self._document = None, _EMPTY
            return
        except OSError:
            return  # a file system that does not answer: what was read last holds
        identity = (inode_of(found), found.st_size, found.st_mtime_ns)
        if identity != self._seen:
            self._seen = identity
            self._load(self.path)

    def _load(self, path: Path) -> None:
        try:
            self._document = read_document(retried(path.read_bytes))
        except OSError:
            self._seen = None
        except DamagedStateError:
            self._document = _EMPTY
            self._set_file_aside(path)

    def _set_file_aside(self, path: Path) -> None:
        """Keep a damaged file for its owner, out of the way of the next."""
        problem = f"The saved names, notes and settings in {path} could not be read."
        if not self.read_only:
            aside = _free_name(path)
            with suppress(OSError):
                retried(lambda: path.rename(aside))
                self._seen = None
                problem = f"{problem} The file was renamed to {aside.name}."
        if problem not in self._set_aside:
            self._set_aside.append(problem)

    def _damaged_parts(self) -> list[str]:
        damaged = sorted(self._document.damaged)
        if not damaged:
            return []
        more = f" and {len(damaged) - _MOST_NAMED:,} more" if len(damaged) > _MOST_NAMED else ""
        names = f"{', '.join(damaged[:_MOST_NAMED])}{more}"
        problem = f"A part of the saved names, notes and settings in {self.path} is damaged"
        effect = "All other parts are shown; the next change copies it to a file beside it."
        return [f"{problem} ({names}). {effect}"]

    def _set_parts_aside(self, path: Path) -> None:
        """Copy the damaged parts, which the file will not have from now on."""
        if not self._document.damaged:
            return
        aside = _free_name(path)
        aside.write_text(json.dumps(self._document.damaged, indent=1))
        self._set_aside.append(
            f"A part of the saved names, notes and settings was damaged. It was copied to {aside}."
        )

    def _write_file(self, path: Path, body: bytes) -> None:
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


def _free_name(path: Path) -> Path:
    """Return a path beside a file at which something damaged can be put."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside
