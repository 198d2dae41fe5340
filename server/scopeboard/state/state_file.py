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
from scopeboard.files.status import inode_of
from scopeboard.state.document import (
    NEVER_WRITTEN,
    DamagedStateError,
    Document,
    Part,
    Value,
    check_count,
    check_value,
    read_document,
    write_document,
)
from scopeboard.state.eviction import evict_unused
from scopeboard.system.files import replace, retried
from scopeboard.system.locks import open_lock_file, wait_for_lock

MAX_FILE_BYTES: Final = 64 << 20
_MAX_NAMED: Final = 5  # damaged parts named in one sentence
_USE_SECONDS: Final = 7 * 86400.0  # a read alone updates an older time of use in the file
_PART: Final = re.compile(r"[a-z]{1,20}(:[\w.-]{1,100})?")
_EMPTY: Final = Document({}, {})


class StateFile:
    """The parts of one state file. Thread-safe.

    Args:
        path: the file; it and its directory are created with the first change. None for a state in
            memory, which ends with this object.
        read_only: whether to refuse all changes.
        max_bytes: the limit of the file; see `eviction`.
        clock: returns seconds since the epoch.

    `find_runs` returns the names of the runs in the log; their graphs are in use. `place` names the
    file in sentences.
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
        self.place = str(path)
        self.find_runs: Callable[[], Collection[str]] = tuple
        self._max_bytes = max_bytes
        self._clock = clock
        self._saves_uses = True  # a read alone saves its time, once a week
        self._used: dict[str, int] = {}  # times of use since the last write, by name
        self.read_only = read_only
        self._lock = Lock()
        self._identity: tuple[int, int, int] | None = None  # inode, size and mtime when last read
        self._document = _EMPTY
        self._problems: list[str] = []

    def close(self) -> None:
        """End what follows changes by others; a file is read when it is needed."""

    def look_again(self) -> None:
        """Read what others have changed, where reading does not do so by itself."""

    def parts(self) -> dict[str, Part]:
        """Return all parts."""
        with self._lock:
            self._refresh()
            return dict(self._document.parts)

    def problems(self) -> list[str]:
        """Return a sentence for each part of the file that could not be read."""
        with self._lock:
            self._refresh()
            damaged = sorted(self._document.damaged)
            if not damaged:
                return [*self._problems]
            more = f" and {len(damaged) - _MAX_NAMED:,} more" if len(damaged) > _MAX_NAMED else ""
            names = f"{', '.join(damaged[:_MAX_NAMED])}{more}"
            problem = f"A part of the saved names, notes and settings in {self.place} is damaged"
            effect = "All other parts are shown; the next change copies it to a file beside it."
            return [*self._problems, f"{problem} ({names}). {effect}"]

    def revision(self) -> int:
        """Return the number of changes of all parts so far."""
        self.parts()
        return self.last_revision()

    def last_revision(self) -> int:
        """Return the same as of the last read of the file, without file access."""
        document = self._document
        return sum(part.revision for part in document.parts.values()) + document.dropped

    def read(self, name: str) -> Part:
        """Return a part, or `NEVER_WRITTEN` if there is none of that name.

        Raises:
            QueryError: the name is invalid.
        """
        _check_name(name)
        part = self.parts().get(name, NEVER_WRITTEN)
        if part is NEVER_WRITTEN or self.read_only:
            return part
        now = int(self._clock())
        with self._lock:
            self._used[name] = now
        if self._saves_uses and part.used <= now - _USE_SECONDS:
            with suppress(OSError), self._lock, self._locked_file():
                self._refresh()
                if not self._document.is_newer and not self._document.damaged:
                    self._save(self._used_parts(), self._document.dropped)
        return part

    def write(self, name: str, value: Value, based_on: int) -> Part:
        """Replace the part of revision `based_on`.

        Raises:
            QueryError: the name or the value is invalid, or the value is too large, or has too
                many comments.
            RefusedError: changes are not allowed.
            ConflictError: the part has another revision.
            UnavailableError: the file cannot be written, or is full of parts in use.
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
            raise UnavailableError(f"{self.place} could not be written: {reason}.") from error

    def check_changeable(self) -> None:
        """Raise RefusedError if changes are not allowed."""
        if self.read_only:
            raise RefusedError("This server is read-only (--read_only): changes are not saved.")

    def _replace(self, name: str, value: Value, based_on: int) -> Part:
        """Replace a part in the file, whose newest content is read."""
        if self._document.is_newer:
            raise RefusedError(f"{self.place} was written by a newer version of Scopeboard.")
        before = self._document.parts.get(name, NEVER_WRITTEN)
        if before.revision != based_on:
            raise ConflictError("Someone else changed this in the meantime.")
        check_count(name, value, before.value)
        now = self._clock()
        part = Part(before.revision + 1, value, int(now))
        everything = {**self._used_parts(), name: part}
        parts = evict_unused(everything, self.find_runs(), now, self._max_bytes)
        evicted = everything.keys() - parts.keys()
        dropped = self._document.dropped + sum(everything[other].revision for other in evicted)
        if len(write_document(parts, dropped)) > self._max_bytes:
            most = f"{self._max_bytes / (1 << 20):,.0f} MB"
            raise UnavailableError(f"The saved state is full: all of its {most} are in use.")
        self._save(parts, dropped)
        return part

    def _used_parts(self) -> dict[str, Part]:
        """Return the parts with their latest times of use."""
        used = self._used
        return {
            name: dataclasses.replace(part, used=max(part.used, used.get(name, 0)))
            for name, part in self._document.parts.items()
        }

    def _save(self, parts: dict[str, Part], dropped: int) -> None:
        """Write the file anew; copy the damaged parts, which it no longer has, to another file."""
        if self.path is not None:
            if self._document.damaged:
                copy = _free_name(self.path)
                copy.write_text(json.dumps(self._document.damaged, indent=1))
                self._problems.append(
                    "A part of the saved names, notes and settings was damaged. "
                    f"It was copied to {copy}."
                )
            new = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            body = write_document(parts, dropped)
            try:
                with new.open("wb") as file:
                    file.write(body)
                    file.flush()
                    os.fsync(file.fileno())
                replace(new, self.path)
            except OSError:
                with suppress(OSError):
                    new.unlink()
                raise
            status = self.path.stat()
            self._identity = (inode_of(status), status.st_size, status.st_mtime_ns)
        self._document = Document(parts, {}, dropped=dropped)
        self._used.clear()

    @contextmanager
    def _locked_file(self) -> Iterator[None]:
        """Exclude writes of other servers, where the file system has locks."""
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
        """Read the file again if it changed; rename a damaged file."""
        path = self.path
        if path is None:
            return
        try:
            status = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            self._identity, self._document = None, _EMPTY
            return
        except OSError:
            return  # the file system does not respond: the last content stays
        identity = (inode_of(status), status.st_size, status.st_mtime_ns)
        if identity == self._identity:
            return
        self._identity = identity
        try:
            self._document = read_document(retried(path.read_bytes))
        except OSError:
            self._identity = None
        except DamagedStateError:
            self._document = _EMPTY
            problem = f"The saved names, notes and settings in {path} could not be read."
            if not self.read_only:
                copy = _free_name(path)
                with suppress(OSError):
                    retried(lambda: path.rename(copy))
                    self._identity = None
                    problem = f"{problem} The file was renamed to {copy.name}."
            if problem not in self._problems:
                self._problems.append(problem)


def _check_name(name: str) -> None:
    """Raise QueryError for an invalid name of a part."""
    if not _PART.fullmatch(name):
        raise QueryError(
            f"Invalid name of a part of the state: “{name[:120]}”. Valid are runs and graph:5f."
        )


def _free_name(path: Path) -> Path:
    """Return an unused path beside a file for its damaged data."""
    number = 1
    while (free := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return free
