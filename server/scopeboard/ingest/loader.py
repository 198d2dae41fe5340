"""From the log directory to the store, a chunk of a file at a time.

Runs written to last are read first, and files take turns chunk by chunk, so that a large file
holds up nobody. An error belongs to a file: it becomes a warning of its run, and the file is
tried again later.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time
from typing import Final

from scopeboard.events.decode import EventDecoder
from scopeboard.ingest.discover import Discovery, FoundRun, discover
from scopeboard.ingest.event_file import EventFile, Reading
from scopeboard.store.run import UNREADABLE
from scopeboard.store.store import Progress, SearchedDirectory, Store
from scopeboard.types import RunId

_LONGEST_BACK_OFF: Final = 60.0  # seconds


@dataclass(slots=True)
class _Followed:
    """One event file, and what the loader keeps beside it; `name` is its name in the run."""

    run: "_FollowedRun"
    name: str
    file: EventFile
    points: int = 0
    started: bool = False
    back_off: float = 0.0
    retry_at: float = 0.0
    failure: str | None = None


@dataclass(slots=True)
class _FollowedRun:
    """One run: its decoder remembers the metadata of its tags from file to file."""

    id: RunId
    found: FoundRun
    decoder: EventDecoder = field(default_factory=EventDecoder)
    files: dict[str, _Followed] = field(default_factory=dict)


class Loader:
    """Keeps a store in step with a log directory, when told to.

    `look` walks the directory and queues what changed; `read_next` reads one chunk of the queue.
    """

    def __init__(self, store: Store, log_directory: Path) -> None:
        self._store = store
        self._log_directory = log_directory
        self._runs: dict[str, _FollowedRun] = {}
        self._queue: deque[_Followed] = deque()

    def look(self) -> None:
        """Walk the log directory; queue the files that may hold something new."""
        found = discover(self._log_directory)
        self._store.searched = [
            SearchedDirectory(
                str(self._log_directory), found.exists, found.entries, found.unreadable
            )
        ]
        if found.exists:  # one that vanished whole is taken for an outage: keep what was read
            self._follow(found)
        changed = [followed for followed in self._files() if self._look_at(followed)]
        changed.sort(key=lambda followed: followed.file.modified_at, reverse=True)
        self._queue = deque(changed)
        self._store.progress = self._counted()

    def read_next(self) -> bool:
        """Read one chunk; return whether there is more to read."""
        if not self._queue:
            return False
        followed = self._queue.popleft()
        offset, points = followed.file.offset, followed.points
        if self._read(followed):
            self._queue.append(followed)
        progress = self._store.progress
        self._store.progress = replace(
            progress,
            state="reading" if self._queue else "ready",
            bytes_done=progress.bytes_done + followed.file.offset - offset,
            points=progress.points + followed.points - points,
        )
        return bool(self._queue)

    def _follow(self, found: Discovery) -> None:
        runs = {run.name: run for run in found.runs}
        for name in self._runs.keys() - runs.keys():
            self._store.drop_run(self._runs.pop(name).id)
        for name, run in runs.items():
            if name not in self._runs:
                self._runs[name] = _FollowedRun(self._store.add_run(name, run.path), run)
            self._follow_files(self._runs[name], run)

    def _follow_files(self, run: _FollowedRun, found: FoundRun) -> None:
        for name in run.files.keys() - set(found.files):
            del run.files[name]
            self._store.drop_file(run.id, name)
        for name in found.files:
            if name not in run.files:
                run.files[name] = _Followed(run, name, EventFile(found.path / name))

    def _files(self) -> list[_Followed]:
        return [followed for run in self._runs.values() for followed in run.files.values()]

    def _look_at(self, followed: _Followed) -> bool:
        now = time()
        if now < followed.retry_at:
            return False
        try:
            return followed.file.look(now)
        except OSError as error:
            self._fail(followed, error)
            return False

    def _read(self, followed: _Followed) -> bool:
        """Read one chunk of one file; return whether it has more."""
        try:
            reading = followed.file.read(time())
        except OSError as error:
            self._fail(followed, error)
            return False
        if reading.restarted:
            self._store.drop_file(followed.run.id, followed.name)
            followed.points = 0
        self._append(followed, reading)
        return reading.more

    def _append(self, followed: _Followed, reading: Reading) -> None:
        if followed.started and not reading.records and not followed.failure:
            return  # nothing a reader could see has changed
        followed.started, followed.back_off, followed.failure = True, 0.0, None
        batch = followed.run.decoder.decode(reading.records)
        followed.points += batch.points
        self._store.append(followed.run.id, followed.name, batch, followed.file.modified_at)

    def _fail(self, followed: _Followed, error: OSError) -> None:
        """Tell of a file that cannot be read, once, and try again ever more seldom."""
        followed.back_off = min(max(1.0, followed.back_off * 2), _LONGEST_BACK_OFF)
        followed.retry_at = time() + followed.back_off
        reason = error.strerror or str(error)
        if reason == followed.failure:
            return
        followed.failure = reason
        message = f"unreadable: {reason}; trying again"
        self._store.warn(followed.run.id, followed.name, followed.file.offset, UNREADABLE, message)

    def _counted(self) -> Progress:
        files = self._files()
        return Progress(
            state="reading" if self._queue else "ready",
            bytes_done=sum(followed.file.offset for followed in files),
            bytes_total=sum(followed.file.size for followed in files),
            files=len(files),
            runs=len(self._runs),
            points=sum(followed.points for followed in files),
        )
