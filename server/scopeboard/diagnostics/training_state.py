"""The states of trainings: running, inactive, done or failed.

Event files rarely record the end of a training. If one of its runs does, that counts, unless the
training continued. Otherwise the state follows from the time since the last write. No clock gives
that for certain: a copy makes old files look new, and the clock of the training may be slow, fast
or absent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Final, NamedTuple

from scopeboard.diagnostics.trainings import TrainingPart
from scopeboard.events.decode.batch import Ending
from scopeboard.store.query.run_list import RunSummary
from scopeboard.types import RunState

RUNNING_SECONDS: Final = 120.0  # writers flush every two minutes
INACTIVE_SECONDS: Final = 3600.0
_LAG_SECONDS: Final = 600.0  # between an event and its file's time: buffers, clocks that differ
_AFTER_SECONDS: Final = 60.0  # events this soon after the end belong to it
_EARLY_SECONDS: Final = 10.0  # an end this soon after the first event may be logged in advance
_TOGETHER_SECONDS: Final = 2.0  # what `add_hparams` logs after the end comes this soon
_QUICKER: Final = 10.0  # than the clock: events that come faster are being copied
_SLACK_SECONDS: Final = 5.0
_NEVER: Final = float("-inf")


class End(NamedTuple):
    """The logged end of a run, and its time in seconds since the epoch by the run's own clock.

    `with_start` marks an end that was logged together with the start.
    """

    at: float
    ending: Ending
    with_start: bool = False


class RunFacts(NamedTuple):
    """The fields of a run that determine its training's state; see `RunSummary`."""

    name: str
    only_tag: str
    first_wall_time: float | None
    last_wall_time: float | None
    changed_at: float
    end: End | None

    @classmethod
    def of(cls, run: RunSummary) -> "RunFacts":
        """Return the facts of a run."""
        ended_at = run.last_wall_time if run.ended_at is None else run.ended_at
        at = _NEVER if ended_at is None else ended_at
        end = run.ending and End(at, run.ending, run.ended_with_start)
        times = (run.first_wall_time, run.last_wall_time, run.changed_at)
        return cls(run.name, run.only_tag, *times, end)


@dataclass(slots=True)
class TrainingTimes:
    """The times of a training, in seconds since the epoch.

    `first` and `last` are those of its events, None if none has a date; `changed_at` is the time of
    the last write to one of its files.
    """

    first: float | None = None
    last: float | None = None
    changed_at: float = _NEVER
    ends: tuple[End, ...] = ()

    def add(self, run: RunFacts) -> None:
        """Merge the times of one of its runs."""
        first, last = run.first_wall_time, run.last_wall_time
        if first is not None and (self.first is None or first < self.first):
            self.first = first
        if last is not None and (self.last is None or last > self.last):
            self.last = last
        self.changed_at = max(self.changed_at, run.changed_at)
        if run.end is not None:
            self.ends += (run.end,)


class TrainingStatus(NamedTuple):
    """The state of a training, and the time of its last write, -inf if unknown."""

    state: RunState
    wrote_at: float


class _Observation(NamedTuple):
    """The times of a training's files and events when they last changed, by two clocks."""

    at: float  # by our clock
    changed_at: float
    last: float
    grew_at: float  # by our clock


def training_times(
    runs: Iterable[RunFacts], parts: Mapping[str, TrainingPart]
) -> dict[str, TrainingTimes]:
    """Return the times of each training by its name; `parts` has the training of each run."""
    times: dict[str, TrainingTimes] = {}
    for run in runs:
        training = parts[run.name].training
        known = times.get(training)
        if known is not None:
            known.add(run)
            continue
        _, _, first, last, changed_at, end = run
        times[training] = TrainingTimes(first, last, changed_at, () if end is None else (end,))
    return times


class TrainingStates:
    """Derives the states of trainings; remembers the growth of those whose clock is in doubt."""

    def __init__(self) -> None:
        self._observed: dict[str, _Observation] = {}

    def derive(self, times: Mapping[str, TrainingTimes], now: float) -> dict[str, TrainingStatus]:
        """Return the state of each training at `now`, in seconds since the epoch.

        Some writers log the end of the session at its start, with the hyper-parameters; such an end
        counts only once the training is quiet.
        """
        ended = {name for name, of_training in times.items() if of_training.ends}
        self._observed = {name: one for name, one in self._observed.items() if name in times}
        statuses = {}
        for name, of_training in times.items():
            wrote_at = self._wrote_at(name, of_training, now)
            quiet = now - wrote_at
            end = _end_of(name, of_training, times, ended) if ended else None
            state: RunState = "running"
            if end is not None:
                if quiet >= RUNNING_SECONDS or not _is_in_advance(end, of_training):
                    state = end.ending
            elif quiet >= RUNNING_SECONDS:
                state = "inactive" if quiet < INACTIVE_SECONDS else "done"
            statuses[name] = TrainingStatus(state, wrote_at)
        return statuses

    def _wrote_at(self, name: str, times: TrainingTimes, now: float) -> float:
        """Return the time of a training's last write.

        The time of its files counts unless it lies in the future, or its events are much older:
        then its files were copied, or its clock is wrong. For a copy the events count. A training
        whose files grow event by event writes now, whatever its clock shows.
        """
        last = _NEVER if times.last is None or times.last > now + _LAG_SECONDS else times.last
        is_known = times.changed_at <= now + _LAG_SECONDS
        if is_known and (times.last is None or times.changed_at - times.last <= _LAG_SECONDS):
            return times.changed_at
        if is_known and now - times.changed_at > INACTIVE_SECONDS:
            return last if last > _NEVER else times.changed_at
        return max(last, self._grew_at(name, times, now))

    def _grew_at(self, name: str, times: TrainingTimes, now: float) -> float:
        """Return the last time at which files grew no faster than a training writes, or -inf."""
        last = _NEVER if times.last is None else times.last
        before = self._observed.get(name)
        grew_at = _NEVER
        if before is not None:
            if (times.changed_at, last) == (before.changed_at, before.last):
                return before.grew_at
            passed = _QUICKER * (now - before.at) + _SLACK_SECONDS
            grew = times.changed_at > before.changed_at and 0 < last - before.last <= passed
            grew_at = now if grew else before.grew_at
        self._observed[name] = _Observation(now, times.changed_at, last, grew_at)
        return grew_at


def _is_in_advance(end: End, times: TrainingTimes) -> bool:
    """Return whether an end was probably logged before the training ended.

    Lightning logs both marks of a session when it begins, stable-baselines3 with its first values.
    `add_hparams` of PyTorch does so last: nothing follows.
    """
    if not end.with_start:
        return False
    is_early = times.first is not None and end.at <= times.first + _EARLY_SECONDS
    return is_early or (times.last is not None and times.last > end.at + _TOGETHER_SECONDS)


def _end_of(
    name: str, times: TrainingTimes, all_times: Mapping[str, TrainingTimes], ended: set[str]
) -> End | None:
    """Return the end of a training, or of the nearest training around its directory, if any.

    Events after the end show that the training continued. Trainings below the log directory
    itself are independent of the one in it: runs that belong to it have its name.
    """
    while name:
        if name in ended:
            end = max(all_times[name].ends)
            if times.last is None or times.last <= end.at + _AFTER_SECONDS:
                return end
        name = name.rpartition("/")[0]
    return None


def next_change(statuses: Iterable[TrainingStatus], now: float) -> float:
    """Return the next time at which a state changes without new data, infinity for never."""
    changes = (
        status.wrote_at + seconds
        for status in statuses
        for seconds in (RUNNING_SECONDS, INACTIVE_SECONDS)
    )
    return min((at for at in changes if isfinite(at) and at > now), default=float("inf"))
