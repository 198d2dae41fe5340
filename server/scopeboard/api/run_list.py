"""What `/api/runs` answers: every run with what it holds and what was wrong with it."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response

from scopeboard.api.body import json_answer, json_float, json_step
from scopeboard.api.large_answers import LargeAnswers
from scopeboard.events.batch import Ending
from scopeboard.store.store import Store
from scopeboard.store.summaries import RunSummary
from scopeboard.types import LogWarning, RunState

if TYPE_CHECKING:
    from scopeboard.events.hparams import HparamValue

RUNNING_SECONDS: Final = 120.0  # a run that wrote within this time is running
STALLED_SECONDS: Final = 3600.0  # one that wrote within this, and did not say it ended, stalled
_PART_RUNS: Final = 512  # made into JSON together


class RunList:
    """The runs of a store; `clock` gives seconds since the epoch."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._last: _Listing | None = None
        self._large = LargeAnswers()

    def answer(self, request: Request) -> Response:
        """List every run with its tags by kind, its state and its warnings."""
        now = self._clock()
        last = self._last
        if last is None or not last.still_holds(self._store.generation, now):
            last = self._last = _listing(self._store, now)
            self._large.note(len(last.body))
        etag = f"{self._store.instance}-{last.generation}-{hash(last.states):x}"
        return json_answer(request, last.body, etag)


@dataclass(frozen=True, slots=True)
class _Listing:
    """An answer, and how long it is true: within its generation, from `since` to `until`."""

    generation: int
    since: float
    until: float
    states: str
    body: bytes

    def still_holds(self, generation: int, now: float) -> bool:
        return generation == self.generation and self.since <= now < self.until


def _listing(store: Store, now: float) -> _Listing:
    generation = store.generation
    ended = {
        run.name: _Ended(run.ending, run.changed_at)
        for run in store.each_run()
        if run.ending is not None
    }
    states, changed, bodies = [], array("d"), []
    for some in _batched(store.each_run()):
        here = [_run_state(run, _ends(run, ended), now) for run in some]
        answers = [_run_answer(run, state) for run, state in zip(some, here, strict=True)]
        bodies.append(msgspec.json.encode(answers)[1:-1])
        states += [state[0] for state in here]  # the only part that time alone changes
        changed.extend(run.changed_at for run in some)
    return _Listing(
        generation=generation,
        since=now,
        until=_next_judgement(np.frombuffer(changed), now),
        states="".join(states),
        body=b'{"generation":%d,"runs":[%b]}' % (generation, b",".join(bodies)),
    )


def _batched(runs: Iterator[RunSummary]) -> Iterator[list[RunSummary]]:
    """Yield runs in parts: as JSON they take a fraction of what they take before."""
    while some := list(islice(runs, _PART_RUNS)):
        yield some


class _Ended(NamedTuple):
    """How a run ended, and when it changed last, in seconds since the epoch."""

    ending: Ending
    changed_at: float


def _next_judgement(changed: NDArray[np.float64], now: float) -> float:
    """Return when silence alone will next change the state of a run.

    Args:
        changed: float64 [runs], when each changed last, in seconds since the epoch.
        now: likewise.
    """
    turns = np.concatenate([changed + RUNNING_SECONDS, changed + STALLED_SECONDS])
    return float(turns[turns > now].min(initial=np.inf))


def _ends(run: RunSummary, ended: dict[str, _Ended]) -> list[_Ended]:
    """Return how this run, and those in whose directories it is, ended, the nearest first."""
    name, found = run.name, [ended[run.name]] if run.name in ended else []
    while name != "." and ended:
        name = name.rpartition("/")[0] or "."
        if name in ended:
            found.append(ended[name])
    return found


def _run_answer(run: RunSummary, state: RunState) -> dict[str, Any]:
    """Return a `RunAnswer` as it is sent."""
    return {
        "id": run.id,
        "name": run.name,
        "path": run.path,
        "first_wall_time": run.first_wall_time,
        "last_wall_time": run.last_wall_time,
        "last_step": None if run.last_step is None else json_step(run.last_step),
        "state": state,
        "tags": run.tags,
        "hparams": _hparams(run.session) if run.session else [],
        "warnings": [_warning_answer(warning) for warning in run.warnings],
    }


def _warning_answer(warning: LogWarning) -> dict[str, Any]:
    """Return a `RunWarning` as it is sent."""
    return {
        "file": warning.file,
        "offset": warning.offset,
        "kind": warning.kind,
        "message": warning.message,
        "read": warning.read,
        "size": warning.size,
    }


def _hparams(session: bytes) -> "list[dict[str, HparamValue]]":
    """Return the hyper-parameters as they are sent."""
    from scopeboard.events.hparams import read_hparams  # noqa: PLC0415 - few logs have any

    return [
        {"name": name, "value": json_float(value) if isinstance(value, float) else value}
        for name, value in read_hparams(session)
    ]


def _run_state(run: RunSummary, ends: list[_Ended], now: float) -> RunState:
    """Return a run's state at `now` (seconds since the epoch).

    A run that logged how it ended is done or failed, and with it what it had logged into
    directories of its own (`ends` are how it ended and how those did). Otherwise
    only silence speaks: a run is running while it writes, stalled when it has been quiet for
    minutes, done after an hour.
    """
    for end in ends:
        if run.changed_at < end.changed_at + RUNNING_SECONDS:
            return end.ending
    quiet = now - run.changed_at
    if quiet < RUNNING_SECONDS:
        return "running"
    return "stalled" if quiet < STALLED_SECONDS else "done"
