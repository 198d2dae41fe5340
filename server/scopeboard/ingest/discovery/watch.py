"""Find the files of a log directory, and the files that may have new data.

No file is opened here. There are three scans, each wider than the next: `walk` lists all
directories, `check_all` checks all known files and lists the directories of files that change, and
`check_hot` checks the files that changed within the last minute. Files that cannot be read are
tried again later (`Backoff`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic, time
from typing import Final

from scopeboard.files.location import Location, is_remote, places_of
from scopeboard.files.opening import status_of
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import store_of
from scopeboard.ingest.discovery.discover import ABOVE, discover, list_directory
from scopeboard.ingest.discovery.empty_log import find_absence
from scopeboard.ingest.discovery.file_table import FileStats, FileTable
from scopeboard.ingest.discovery.profiles import count_profiles
from scopeboard.ingest.discovery.tracked_runs import TrackedRuns
from scopeboard.ingest.heartbeat import no_step
from scopeboard.ingest.job import reason_of
from scopeboard.store.format.schema import FileId
from scopeboard.store.progress import SearchedDirectory
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name

_MAX_PLACES: Final = 3
FIRST_RETRY_SECONDS: Final = 1.0
_LAST_RETRY_SECONDS: Final = 60.0


@dataclass(slots=True)
class _Failure:
    """Why a file cannot be read, and the delay and time (seconds) of the next attempt."""

    reason: str
    seconds: float
    retry_at: float


class Backoff:
    """The files that cannot be read; attempts for each become rarer up to a limit, and never stop.

    `now` is in seconds of a clock that never steps: a wall clock that is set back by a day would
    delay the next attempt by a day.
    """

    def __init__(self) -> None:
        self._failures: dict[int, _Failure] = {}

    def fail(self, file: int, reason: str, now: float) -> bool:
        """Delay the next attempt; return whether the reason is new."""
        before = self._failures.get(file)
        seconds = min(before.seconds * 2, _LAST_RETRY_SECONDS) if before else FIRST_RETRY_SECONDS
        self._failures[file] = _Failure(reason, seconds, now + seconds)
        return before is None or before.reason != reason

    def forget(self, file: int) -> bool:
        """Remove a file that is readable again or gone; return whether it was failing."""
        return self._failures.pop(file, None) is not None

    def is_failing(self, file: int) -> bool:
        """Return whether the last attempt failed."""
        return file in self._failures

    def is_off(self, file: int, now: float) -> bool:
        """Return whether it is too early for the next attempt."""
        failure = self._failures.get(file)
        return failure is not None and now < failure.retry_at


class Watch:
    """Tracks the files of a log directory.

    Args:
        store: receives runs and files.
        log_directory: where they are.
        on_gone: called for each file that no longer exists.
        on_failure: called for each file whose status cannot be read, with the reason.
        step: called as a scan proceeds.
        pace: seconds between two listings of what changes elsewhere, at least; None to list
            everything with each scan.
    """

    def __init__(
        self,
        store: Store,
        log_directory: Location,
        on_gone: Callable[[FileId], None],
        on_failure: Callable[[FileId, str], None],
        step: Callable[[], None] = no_step,
        *,
        pace: float | None = None,
    ) -> None:
        self.table = FileTable()
        self.tracked = TrackedRuns(store, self.table, log_directory)
        self.backoff = Backoff()
        self._store = store
        self._log_directory = log_directory
        self._on_gone = on_gone
        self._on_failure = on_failure
        self._step = step
        self._pace = pace
        remote = (place for place in places_of(log_directory) if isinstance(place, RemotePath))
        self._listings = [store_of(place).listing(place.key) for place in remote]
        self._versions: list[int] = []
        self._has_walked = False

    def walk(self) -> list[FileId]:
        """Find all runs and files; return the files that may have new data."""
        self._list_again()
        return self._walk()

    def _list_again(self) -> bool:
        """List what is not on this machine, as far as it is due; return whether it changed."""
        for listing in self._listings:
            listing.refresh(self._pace)
        before = self._versions
        self._versions = [listing.version for listing in self._listings]
        return self._versions != before

    def _walk(self) -> list[FileId]:
        discovery = discover(self._log_directory, self._step)
        self._store.record_search(
            SearchedDirectory(
                path=display_name(str(self._log_directory)),
                exists=discovery.exists,
                entries=discovery.entries,
                unreadable=len(discovery.unreadable),
                root=self._log_directory,
                graph_files=tuple(discovery.graph_files),
                video_files=tuple(discovery.video_files),
                too_deep=len(discovery.too_deep),
                too_deep_places=tuple(map(display_name, discovery.too_deep[:_MAX_PLACES])),
                profiles=count_profiles(discovery.profiles),
                absence=find_absence(self._log_directory, discovery),
            )
        )
        if discovery.exists:  # otherwise an outage is more likely: the data stays
            self._forget(self.tracked.update(discovery))
            if not (self._has_walked or discovery.unreachable):
                self.tracked.drop_leftovers()
                self._has_walked = True
        return self.check()

    def check_all(self) -> list[FileId]:
        """Check all known files, and list the directories of files that change."""
        if self._list_again():
            return self._walk()
        hot_runs = map(self.tracked.run_of, self.table.hot(monotonic()))
        for run in {id(run): run for run in hot_runs}.values():
            if is_remote(run.path):
                continue
            try:
                listing = list_directory(run.path)
            except OSError:
                continue  # the next walk finds the reason
            names = tuple(listing.event_files)
            above = (name for name in run.configurations if name.startswith(ABOVE))
            run.configurations = (*listing.configurations, *above)
            if names and names != run.names:
                self._forget(self.tracked.update_files([(run, names)]))
        return self.check()

    def check_hot(self) -> list[FileId]:
        """Check the files that change."""
        if self._list_again():
            return self._walk()
        return self.check(self.table.hot(monotonic()))

    def check(self, files: Iterable[FileId] | None = None) -> list[FileId]:
        """Return the files that may have new data, of these or of all, by name within each run."""
        now, stats = monotonic(), FileStats()
        for file, path in self.tracked.paths(files):
            self._step()
            if self.backoff.is_off(file, now):
                continue
            try:
                stats.add(file, status_of(path))
            except OSError as error:
                self._on_failure(file, reason_of(error))
        return self.table.record_stats(stats, time(), monotonic())

    def _forget(self, files: Iterable[FileId]) -> None:
        for file in files:
            self.backoff.forget(file)
            self._on_gone(file)
