"""Looking at a log directory: which files there are, and which may hold something new.

Nothing is opened here. There are three looks, each including the next: `walk` goes through all
directories, `look_at_all` through all known files and the directories of those that change, and
`look_at_hot` through the files that changed within the last minute.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from stat import S_ISREG
from time import monotonic, time
from typing import Final

import numpy as np

from scopeboard.ingest.discovery.backoff import BackOff
from scopeboard.ingest.discovery.discover import Discovery, discover, list_event_files
from scopeboard.ingest.discovery.empty_log import find_absence
from scopeboard.ingest.discovery.file_table import FileTable, Look
from scopeboard.ingest.discovery.profiles import count_profiles
from scopeboard.ingest.discovery.tracked_runs import Followed, FollowedRun
from scopeboard.ingest.file_stat import Looks
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
    """Follows the files of a log directory.

    `on_gone` is told of each file that is no more, `on_failure` of each that cannot be looked at
    and why. `step` is called whenever a walk or a look gets on.
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
        self.followed = Followed(store, self.table, str(log_directory))
        self.back_off = BackOff()
        self._store = store
        self._log_directory = log_directory
        self._on_gone = on_gone
        self._on_failure = on_failure
        self._step = step
        self._was_found = False

    def walk(self) -> list[FileId]:
        """Look for runs and files, then at all of them; return those that may have news."""
        self._follow(discover(self._log_directory, self._step))
        return self._look_at((file, path) for run in self.followed for file, path in run.paths())

    def _follow(self, found: Discovery) -> None:
        path = display_name(str(self._log_directory))
        self._store.record_search(
            SearchedDirectory(
                path=path,
                exists=found.exists,
                entries=found.entries,
                unreadable=len(found.unreadable),
                root=str(self._log_directory),
                graph_files=tuple(found.graph_files),
                too_deep=len(found.too_deep),
                too_deep_places=tuple(map(display_name, found.too_deep[:_MAX_PLACES])),
                profiles=count_profiles(found.profiles),
                absence=find_absence(self._log_directory, found),
            )
        )
        if found.exists:  # one that vanished whole is taken for an outage: keep what was read
            self._forget(self.followed.update(found))
            if not self._was_found:
                self.followed.drop_leftovers()
            self._was_found = True

    def look_at_all(self) -> list[FileId]:
        """Look at all known files, and for new ones beside those that change."""
        for run in {id(run): run for run in map(self.followed.run_of, self._hot())}.values():
            self._look_for_files(run)
        return self._look_at((file, path) for run in self.followed for file, path in run.paths())

    def look_at_hot(self) -> list[FileId]:
        """Look at the files that change."""
        return self.look_at(self._hot())

    def look_at(self, files: Iterable[FileId]) -> list[FileId]:
        """Look at these files alone."""
        return self._look_at((file, self.followed.run_of(file).path_of(file)) for file in files)

    def _hot(self) -> list[FileId]:
        return [FileId(file) for file in self.table.hot(monotonic()).tolist()]

    def _look_for_files(self, run: FollowedRun) -> None:
        try:
            names = list_event_files(run.path)
        except OSError:
            return  # the next walk finds out what has become of it
        if names and names != run.names:
            self._forget(self.followed.update_files(run, names))

    def _forget(self, files: Iterable[FileId]) -> None:
        for file in files:
            self.back_off.forget(file)
            self._on_gone(file)

    def _look_at(self, files: Iterable[tuple[FileId, str]]) -> list[FileId]:
        """Look at files; return those that may hold something new, by name within each run."""
        now, looks = monotonic(), Looks()
        for file, path in files:
            self._step()
            if self.back_off.is_off(file, now):
                continue
            try:
                status = os.stat(openable(path))  # noqa: PTH116 - a Path for each would cost as much again
            except OSError as error:
                self._on_failure(file, reason_of(error))
                continue
            if not S_ISREG(status.st_mode):
                self._on_failure(file, _NOT_REGULAR)
                continue
            looks.add(file, status)
        columns = map(np.asarray, (looks.files, looks.inodes, looks.sizes, looks.times))
        changed = self.table.note_look(Look(*columns), time(), monotonic())
        return [FileId(file) for file in changed.tolist()]
