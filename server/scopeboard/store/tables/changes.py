"""Recent changes by run and tag, for pages that follow the log live.

Each change is recorded with its generation. A follower passes the last generation that it has
and gets all later changes merged into one. So a slow follower costs no more than a fast one, and
memory is bounded by the number of series rather than of followers. Without followers, nothing is
recorded.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scopeboard.store.format.change import Change
from scopeboard.store.format.schema import NO_RUN
from scopeboard.store.tables.growable_array import distinct
from scopeboard.store.tables.tables import StoreTables
from scopeboard.types import RunId

MAX_CHANGES: Final = 1024
MAX_SERIES: Final = 4096  # of one change, and of all changes in one answer
LINGER_SECONDS: Final = 60.0  # how long to record for a follower that lost its connection
_NONE: Final[NDArray[np.int64]] = np.empty(0, np.int64)


class RunChange(NamedTuple):
    """A change of one run: new points of `tags`, or of anything if `tags` is None.

    If `run` is None, any run may have changed.

    `last_step` and `last_wall_time` (seconds since the epoch) are the run's current values; None
    if it has none, or is gone.
    """

    run: RunId | None
    tags: list[str] | None
    last_step: int | None
    last_wall_time: float | None


ANYTHING: Final = RunChange(None, None, None, None)


class ChangedSeries(NamedTuple):
    """Changed runs, and series (run number << 32 | key number) with new points."""

    runs: NDArray[np.int64]
    series: NDArray[np.int64]


def changed_runs(runs: ArrayLike) -> ChangedSeries:
    """Return a change of whole runs, given by number."""
    return ChangedSeries(distinct(np.asarray(runs, np.int64)), _NONE)


def changed_series(change: Change, tables: StoreTables) -> ChangedSeries:
    """Return the runs and series that an applied change affects: mostly points of known tags."""
    files = tables.files["run"]
    void = change.rows["file"][change.rows["is_void"]]
    warned = np.array([warnings.file for warnings in change.warnings], np.int64)
    tagged = change.tags["run"][~change.tags["is_known"]]
    runs = np.concatenate([files[void], files[warned], tagged, change.forgotten])
    owner = files[change.blocks["file"]].astype(np.int64)
    series = distinct(owner << 32 | change.blocks["key"].astype(np.int64))
    return ChangedSeries(distinct(runs.astype(np.int64)), series)


class _Record(NamedTuple):
    generation: int
    changed: ChangedSeries | None


class RecentChanges:
    """The latest changes, oldest first. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._records: deque[_Record] = deque()
        self._followers = 0
        self._left_at = -LINGER_SECONDS
        self._recorded_since: int | None = None  # all changes after this generation are recorded

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Record changes inside the `with` block, and for a while after it."""
        with self._lock:
            self._followers += 1
        try:
            yield
        finally:
            with self._lock:
                self._followers -= 1
                self._left_at = monotonic()

    @property
    def is_followed(self) -> bool:
        """Return whether there are followers, or one is likely to reconnect."""
        return bool(self._followers) or monotonic() - self._left_at <= LINGER_SECONDS

    def record(self, generation: int, changed: ChangedSeries | None) -> None:
        """Record the change that began `generation`; None for a change of anything."""
        with self._lock:
            if not self.is_followed:
                self._records.clear()
                self._recorded_since = None
                return
            if self._recorded_since is None:
                self._recorded_since = generation - 1
            if len(self._records) >= MAX_CHANGES:
                self._recorded_since = self._records.popleft().generation
            if changed is not None and len(changed.series) > MAX_SERIES:
                changed = None
            self._records.append(_Record(generation, changed))

    def since(self, generation: int, now: int) -> ChangedSeries | None:
        """Return the changes after `generation` up to `now`, merged.

        None means that anything may have changed: the records do not reach back far enough.
        """
        if generation == now:
            return ChangedSeries(_NONE, _NONE)
        with self._lock:
            recorded_since, records = self._recorded_since, list(self._records)
        if recorded_since is None or not recorded_since <= generation < now:
            return None
        changes = [record.changed for record in records if record.generation > generation]
        known = [change for change in changes if change is not None]
        if len(known) < len(changes):
            return None
        runs = distinct(np.concatenate([_NONE, *(change.runs for change in known)]))
        series = distinct(np.concatenate([_NONE, *(change.series for change in known)]))
        series = series[~np.isin(series >> 32, runs)]
        return ChangedSeries(runs, series) if len(runs) + len(series) <= MAX_SERIES else None


def changes_by_run(changed: ChangedSeries, tables: StoreTables) -> list[RunChange]:
    """Return changes by run, with names in place of numbers."""
    keys_by_run: dict[int, list[int] | None] = dict.fromkeys(changed.runs.tolist())
    runs, starts = np.unique(changed.series >> 32, return_index=True)
    keys = np.split(changed.series & NO_RUN, starts[1:]) if len(runs) else []
    keys_by_run |= zip(runs.tolist(), (numbers.tolist() for numbers in keys), strict=True)

    files = tables.files
    files = files[np.isin(files["run"], np.array(list(keys_by_run), np.int64))]
    steps: dict[int, int] = {}
    for run, step in files[["run", "last_step"]][files["has_step"]].tolist():
        steps[run] = max(step, steps.get(run, step))
    wall_times: dict[int, float] = {}
    has_time = files["has_event"] & np.isfinite(files["last_wall_time"])
    for run, wall_time in files[["run", "last_wall_time"]][has_time].tolist():
        wall_times[run] = max(wall_time, wall_times.get(run, wall_time))
    return [
        RunChange(
            tables.run_ids[run],
            None if numbers is None else [tables.keys[number].tag for number in numbers],
            steps.get(run),
            wall_times.get(run),
        )
        for run, numbers in keys_by_run.items()
    ]
