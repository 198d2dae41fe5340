"""`/api/runs`: every run with what it holds and what was wrong with it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import orjson
from fastapi import APIRouter, Request, Response

from scopeboard.api.answer import Answer, JsonFloat, JsonStep, json_answer, json_step
from scopeboard.store.store import Store
from scopeboard.store.summaries import RunSummary
from scopeboard.types import Kind, RunState

RUNNING_SECONDS: Final = 120.0  # a run that wrote within this time is running
STALLED_SECONDS: Final = 3600.0  # one that wrote within this, and did not say it ended, stalled


class RunWarning(Answer):
    """Something that could not be read; `offset` in bytes from the start of the file."""

    file: str
    offset: int
    kind: str
    message: str


class RunAnswer(Answer):
    """One run. Times are seconds since the epoch; absent until its first event is read."""

    id: str
    name: str
    path: str
    first_wall_time: JsonFloat | None
    last_wall_time: JsonFloat | None
    last_step: JsonStep | None
    state: RunState
    tags: dict[Kind, int]
    warnings: list[RunWarning]


class RunsAnswer(Answer):
    """All runs by the time of their first event, then by name."""

    generation: int
    runs: list[RunAnswer]


def runs_router(store: Store, clock: Callable[[], float]) -> APIRouter:
    """Return the route of this resource; `clock` gives seconds since the epoch."""
    router = APIRouter()
    listing: list[_Listing] = []  # the last one, if any

    @router.get("/api/runs", response_model=RunsAnswer)
    def get_runs(request: Request) -> Response:
        """List every run with its tags by kind, its state and its warnings."""
        now = clock()
        last = listing[0] if listing else None
        if last is None or not last.still_holds(store.generation, now):
            last = _listing(store, now)
            listing[:] = [last]
        etag = f"{store.instance}-{last.generation}-{hash(last.states):x}"
        return json_answer(request, last.body, etag)

    return router


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
    runs = store.runs()
    by_name = {run.name: run for run in runs}
    states = [run_state(run, _around(run, by_name), now) for run in runs]
    answers = [_run_answer(run, state) for run, state in zip(runs, states, strict=True)]
    return _Listing(
        generation=generation,
        since=now,
        until=_next_judgement(runs, now),
        states="".join(state[0] for state in states),  # the only part that time alone changes
        body=orjson.dumps({"generation": generation, "runs": answers}),
    )


def _next_judgement(runs: list[RunSummary], now: float) -> float:
    """Return when silence alone will next change the state of a run (seconds since the epoch)."""
    changed = np.array([run.changed_at for run in runs])
    turns = np.concatenate([changed + RUNNING_SECONDS, changed + STALLED_SECONDS])
    return float(turns[turns > now].min(initial=np.inf))


def _around(run: RunSummary, by_name: dict[str, RunSummary]) -> list[RunSummary]:
    """Return the runs in whose directories this one is, the nearest first."""
    found, name = [], run.name
    while name != ".":
        name = name.rpartition("/")[0] or "."
        if name in by_name:
            found.append(by_name[name])
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
        "warnings": [
            {"file": w.file, "offset": w.offset, "kind": w.kind, "message": w.message}
            for w in run.warnings
        ],
    }


def run_state(run: RunSummary, around: list[RunSummary], now: float) -> RunState:
    """Return a run's state at `now` (seconds since the epoch).

    A run that logged how it ended is done or failed, and with it what it had logged into
    directories of its own (`around` are the runs in whose directories this one is). Otherwise
    only silence speaks: a run is running while it writes, stalled when it has been quiet for
    minutes, done after an hour.
    """
    for ended in (run, *around):
        if ended.ending is not None and run.changed_at < ended.changed_at + RUNNING_SECONDS:
            return ended.ending
    quiet = now - run.changed_at
    if quiet < RUNNING_SECONDS:
        return "running"
    return "stalled" if quiet < STALLED_SECONDS else "done"
