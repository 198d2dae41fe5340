"""From the log directory to the store, a chunk of a file at a time.

Runs written to last are read first, and runs take turns chunk by chunk, so that a large one holds
up nobody; within a run, files are read in the order of their names. An error belongs to a file: it
becomes a warning of its run, and the file is tried again later.
"""

from collections import deque
from dataclasses import replace
from pathlib import Path
from time import time

from scopeboard.ingest.discover import Discovery, FoundRun, discover
from scopeboard.ingest.event_file import EventFile, Reading
from scopeboard.ingest.followed import FollowedFile, FollowedRun
from scopeboard.store.names import shown
from scopeboard.store.run import UNREADABLE
from scopeboard.store.store import Progress, SearchedDirectory, Store


class Loader:
    """Keeps a store in step with a log directory, when told to.

    `look` walks the directory and queues what changed; `read_next` reads one chunk of the queue.
    """

    def __init__(self, store: Store, log_directory: Path) -> None:
        self._store = store
        self._log_directory = log_directory
        self._runs: dict[str, FollowedRun] = {}
        self._queue: deque[FollowedRun] = deque()

    def look(self) -> None:
        """Walk the log directory; queue the runs that may hold something new."""
        found = discover(self._log_directory)
        self._store.searched = [
            SearchedDirectory(
                shown(str(self._log_directory)), found.exists, found.entries, len(found.unreadable)
            )
        ]
        if found.exists:  # one that vanished whole is taken for an outage: keep what was read
            self._follow(found)
        changed = [run for run in self._runs.values() if self._look_at(run)]
        self._queue = deque(sorted(changed, key=FollowedRun.modified_at, reverse=True))
        self._store.progress = self._counted()

    def read_next(self) -> bool:
        """Read one chunk; return whether there is more to read."""
        if not self._queue:
            return False
        run = self._queue.popleft()
        followed = run.pending[0]
        size, offset, points = followed.file.size, followed.file.offset, followed.points
        has_more = False
        try:
            has_more = self._read(run, followed)
        finally:  # whatever happens, the next call goes on with the next file
            if not has_more:
                run.pending.popleft()
            if run.pending:
                self._queue.append(run)
            self._progress_by(
                followed.file.offset - offset, followed.file.size - size, followed.points - points
            )
        return bool(self._queue)

    def _follow(self, found: Discovery) -> None:
        runs = {run.name: run for run in found.runs}
        for name in self._runs.keys() - runs.keys():
            if not self._is_hidden(name, found.unreadable):
                self._store.drop_run(self._runs.pop(name).id)
        for name, run in runs.items():
            if name not in self._runs:
                self._runs[name] = FollowedRun(self._store.add_run(name, run.path))
            self._follow_files(self._runs[name], run)

    def _is_hidden(self, name: str, unreadable: list[Path]) -> bool:
        """Tell whether a run was not found only because a directory above it is closed now."""
        path = self._log_directory / name
        return any(closed == path or closed in path.parents for closed in unreadable)

    def _follow_files(self, run: FollowedRun, found: FoundRun) -> None:
        for name in run.files.keys() - set(found.files):
            del run.files[name]
            self._store.drop_file(run.id, name)
        for name in found.files:
            if name not in run.files:
                run.files[name] = FollowedFile(name, EventFile(found.path / name))

    def _look_at(self, run: FollowedRun) -> bool:
        """Queue the files of a run that may hold something new; tell whether there are any."""
        run.pending = deque(
            followed for _, followed in sorted(run.files.items()) if self._may_be_new(run, followed)
        )
        return bool(run.pending)

    def _may_be_new(self, run: FollowedRun, followed: FollowedFile) -> bool:
        try:
            return followed.look(time())
        except OSError as error:
            self._fail(run, followed, error)
            return False

    def _read(self, run: FollowedRun, followed: FollowedFile) -> bool:
        """Read one chunk of one file; return whether it has more."""
        try:
            reading = followed.file.read(time())
        except OSError as error:
            self._fail(run, followed, error)
            return False
        if reading.restarted:
            self._store.drop_file(run.id, followed.name)
            followed.points = 0
        self._append(run, followed, reading)
        return reading.more

    def _append(self, run: FollowedRun, followed: FollowedFile, reading: Reading) -> None:
        if followed.started and not reading.records and not followed.failure:
            return  # nothing a reader could see has changed
        followed.succeed()
        batch = run.decoder.decode(reading.records)
        followed.points += batch.points
        self._store.append(run.id, followed.name, batch, followed.file.modified_at)

    def _fail(self, run: FollowedRun, followed: FollowedFile, error: OSError) -> None:
        """Tell of a file that cannot be read, once for each reason."""
        if followed.fail(error, time()):
            message = f"unreadable: {followed.failure}; trying again"
            self._store.warn(run.id, followed.name, followed.file.offset, UNREADABLE, message)

    def _progress_by(self, bytes_done: int, bytes_total: int, points: int) -> None:
        progress = self._store.progress
        self._store.progress = replace(
            progress,
            state="reading" if self._queue else "ready",
            bytes_done=progress.bytes_done + bytes_done,
            bytes_total=progress.bytes_total + bytes_total,
            points=progress.points + points,
        )

    def _counted(self) -> Progress:
        files = [followed for run in self._runs.values() for followed in run.files.values()]
        return Progress(
            state="reading" if self._queue else "ready",
            bytes_done=sum(followed.file.offset for followed in files),
            bytes_total=sum(followed.file.size for followed in files),
            files=len(files),
            runs=len(self._runs),
            points=sum(followed.points for followed in files),
        )
