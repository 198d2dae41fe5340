"""What changed lately, by run and tag, for those who follow it as it happens.

A change is noted under the generation that it made. Whoever knows how things were at an earlier
one is told of all changes since in one piece: a slow follower costs no more than a quick one, and
what is kept is bounded by the number of series rather than by who listens. With nobody listening,
nothing is noted.
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
MAX_SERIES: Final = 4096  # of one change, and of all that is told at once
LINGER_SECONDS: Final = 60.0  # how long news are kept for a follower who lost the connection
_NONE: Final[NDArray[np.int64]] = np.empty(0, np.int64)


class RunChange(NamedTuple):
    """What is new of a run: points of tags, or more than that (`tags` is None).

    Without a run, anything may be new.

    `last_step` and `last_wall_time` (seconds since the epoch) are those of the run now; None where
    it has none, or is gone.
    """

    run: RunId | None
    tags: list[str] | None
    last_step: int | None
    last_wall_time: float | None


ANYTHING: Final = RunChange(None, None, None, None)


class ChangedSeries(NamedTuple):
    """What changed: anything of `runs`, and points of `series` (run number << 32 | key number)."""

    runs: NDArray[np.int64]
    series: NDArray[np.int64]


def changed_runs(runs: ArrayLike) -> ChangedSeries:
    """Return the change of anything of runs, by their numbers."""
    return ChangedSeries(distinct(np.asarray(runs, np.int64)), _NONE)


def changed_series(change: Change, contents: StoreTables) -> ChangedSeries:
    """Return what a change that was taken in has changed: mostly points, of tags known before."""
    files = contents.files["run"]
    void = change.rows["file"][change.rows["is_void"]]
    warned = np.array([warnings.file for warnings in change.warnings], np.int64)
    tagged = change.tags["run"][~change.tags["is_known"]]
    runs = np.concatenate([files[void], files[warned], tagged, change.forgotten])
    owner = files[change.blocks["file"]].astype(np.int64)
    series = distinct(owner << 32 | change.blocks["key"].astype(np.int64))
    return ChangedSeries(distinct(runs.astype(np.int64)), series)


class _Noted(NamedTuple):
    generation: int
    changed: ChangedSeries | None


class RecentChanges:
    """The latest changes, oldest first. Callers may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._noted: deque[_Noted] = deque()
        self._followers = 0
        self._left_at = -LINGER_SECONDS
        self._known_since: int | None = None  # the generation since which all changes are noted

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Note changes meanwhile."""
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
        """Tell whether anybody listens, or is likely to come back."""
        return bool(self._followers) or monotonic() - self._left_at <= LINGER_SECONDS

    def note(self, generation: int, changed: ChangedSeries | None) -> None:
        """Note the change that made `generation`; None is one of anything."""
        with self._lock:
            if not self.is_followed:
                self._noted.clear()
                self._known_since = None
                return
            if self._known_since is None:
                self._known_since = generation - 1
            if len(self._noted) >= MAX_CHANGES:
                self._known_since = self._noted.popleft().generation
            if changed is not None and len(changed.series) > MAX_SERIES:
                changed = None
            self._noted.append(_Noted(generation, changed))

    def since(self, generation: int, now: int) -> ChangedSeries | None:
        """Return what changed after `generation`; None for anything, or more than is known.

        `now` is the generation that there is.
        """
        if generation == now:
            return ChangedSeries(_NONE, _NONE)
        with self._lock:
            known_since, noted = self._known_since, list(self._noted)
        if known_since is None or not known_since <= generation < now:
            return None
        return _joined([change.changed for change in noted if change.generation > generation])


def _joined(changes: list[ChangedSeries | None]) -> ChangedSeries | None:
    """Return several changes as one."""
    known = [change for change in changes if change is not None]
    if len(known) < len(changes):
        return None
    runs = distinct(np.concatenate([_NONE, *(change.runs for change in known)]))
    series = distinct(np.concatenate([_NONE, *(change.series for change in known)]))
    series = series[~np.isin(series >> 32, runs)]
    return ChangedSeries(runs, series) if len(runs) + len(series) <= MAX_SERIES else None


def changes_by_run(changed: ChangedSeries, contents: StoreTables) -> list[RunChange]:
    """Return what changed, by run, in the words of those who follow."""
    keys_of = dict.fromkeys(changed.runs.tolist()) | _keys_by_run(changed.series)
    runs = np.array(list(keys_of), np.int64)
    steps, wall_times = _last(runs, contents)
    keys = contents.keys
    return [
        RunChange(
            contents.run_ids[run],
            None if numbers is None else [keys[number].tag for number in numbers],
            steps.get(run),
            wall_times.get(run),
        )
        for run, numbers in keys_of.items()
    ]


def _keys_by_run(series: NDArray[np.int64]) -> dict[int, list[int] | None]:
    runs, starts = np.unique(series >> 32, return_index=True)
    parts = np.split(series & NO_RUN, starts[1:]) if len(runs) else []
    return {run: keys.tolist() for run, keys in zip(runs.tolist(), parts, strict=True)}


def _last(
    runs: NDArray[np.int64], contents: StoreTables
) -> tuple[dict[int, int], dict[int, float]]:
    """Return the last step and wall time of those of `runs` (int64 [n]) that have any."""
    files = contents.files
    files = files[np.isin(files["run"], runs)]
    steps: dict[int, int] = {}
    for run, step in files[["run", "last_step"]][files["has_step"]].tolist():
        steps[run] = max(step, steps.get(run, step))
    wall_times: dict[int, float] = {}
    is_told = files["has_event"] & np.isfinite(files["last_wall_time"])
    for run, wall_time in files[["run", "last_wall_time"]][is_told].tolist():
        wall_times[run] = max(wall_time, wall_times.get(run, wall_time))
    return steps, wall_times
