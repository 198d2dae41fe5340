"""Find the files of a log directory, and those that may have new data.

No file is opened here. There are three scans, each wider than the next: `walk` lists all
directories, `check_all` checks all known files and lists the directories of those that change, and
`check_hot` checks the files that changed within the last minute.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_ISREG
from time import monotonic, time
from typing import Final

from scopeboard.ingest.discovery.backoff import Backoff
from scopeboard.ingest.discovery.discover import Discovery, discover, list_event_files
from scopeboard.ingest.discovery.empty_log import find_absence
from scopeboard.ingest.discovery.file_table import FileTable
from scopeboard.ingest.discovery.profiles import count_profiles
from scopeboard.ingest.discovery.tracked_runs import TrackedRuns
from scopeboard.ingest.file_stat import FileStats
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import reason_of
from scopeboard.store.format.schema import FileId
from scopeboard.store.progress import SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name
from scopeboard.system.files import openable

_NOT_REGULAR: Final = "not a regular file"
_MAX_PLACES: Final = 3


class Watch:
    """Tracks the files of a log directory.

    Args:
        store: receives runs and files.
        log_directory: where they are.
        on_gone: called for each file that no longer exists.
        on_failure: called for each file whose status cannot be read, with the reason.
        step: called as a scan proceeds.
    """

    def __init__(
        self,
        store: Store,
        log_directory: Path,
        on_gone: Callable[[FileId], None],
        on_failure: Callable[[FileId, str], None],
        step: Callable[[], None] = no_step,
    ) -> None:
        self.table = FileTable()
        self.tracked = TrackedRuns(store, self.table, str(log_directory))
        self.backoff = Backoff()
        self._store = store
        self._log_directory = log_directory
        self._on_gone = on_gone
        self._on_failure = on_failure
        self._step = step
        self._has_walked = False

    def walk(self) -> list[FileId]:
        """Find all runs and files; return those that may have new data."""
        self._track(discover(self._log_directory, self._step))
        return self._check_tracked()

    def check_all(self) -> list[FileId]:
        """Check all known files, and list the directories of those that change."""
        for run in {id(run): run for run in map(self.tracked.run_of, self._hot())}.values():
            try:
                names = list_event_files(run.path)
            except OSError:
                continue  # the next walk finds the reason
            if names and names != run.names:
                self._forget(self.tracked.update_files([(run, names)]))
        return self._check_tracked()

    def check_hot(self) -> list[FileId]:
        """Check the files that change."""
        return self.check(self._hot())

    def check(self, files: Iterable[FileId]) -> list[FileId]:
        """Return those of the files that may have new data."""
        return self._check((file, self.tracked.run_of(file).path_of(file)) for file in files)

    def _track(self, discovery: Discovery) -> None:
        self._store.record_search(
            SearchedDirectory(
                path=display_name(str(self._log_directory)),
                exists=discovery.exists,
                entries=discovery.entries,
                unreadable=len(discovery.unreadable),
                root=str(self._log_directory),
                graph_files=tuple(discovery.graph_files),
                too_deep=len(discovery.too_deep),
                too_deep_places=tuple(map(display_name, discovery.too_deep[:_MAX_PLACES])),
                profiles=count_profiles(discovery.profiles),
                absence=find_absence(self._log_directory, discovery),
            )
        )
        if discovery.exists:  # a log directory that vanished is treated as an outage: keep the data
            self._forget(self.tracked.update(discovery))
            if not self._has_walked:
                self.tracked.drop_leftovers()
            self._has_walked = True

    def _hot(self) -> list[FileId]:
        return [FileId(file) for file in self.table.hot(monotonic()).tolist()]

    def _forget(self, files: Iterable[FileId]) -> None:
        for file in files:
            self.backoff.forget(file)
            self._on_gone(file)

    def _check_tracked(self) -> list[FileId]:
        return self._check((file, path) for run in self.tracked for file, path in run.paths())

    def _check(self, files: Iterable[tuple[FileId, str]]) -> list[FileId]:
        """Return the files that may have new data, by name within each run."""
        now, stats = monotonic(), FileStats()
        for file, path in files:
            self._step()
            if self.backoff.is_off(file, now):
                continue
            try:
                status = os.stat(openable(path))  # noqa: PTH116 - a Path for each would cost as much again
            except OSError as error:
                self._on_failure(file, reason_of(error))
                continue
            if not S_ISREG(status.st_mode):
                self._on_failure(file, _NOT_REGULAR)
                continue
            stats.add(file, status)
        return [FileId(n) for n in self.table.record_stats(stats, time(), monotonic()).tolist()]
