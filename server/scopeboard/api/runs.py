"""`/api/runs`: every run with what it holds and what was wrong with it."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Final

from fastapi import APIRouter, Request, Response

from scopeboard.api.answer import Answer, JsonFloat, JsonStep, json_answer, json_step
from scopeboard.store.store import RunSummary, Store
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

    @router.get("/api/runs", response_model=RunsAnswer)
    def get_runs(request: Request) -> Response:
        """List every run with its tags by kind, its state and its warnings."""
        generation = store.generation
        runs = _run_answers(store.runs(), clock())
        states = "".join(run.state[0] for run in runs)  # the only part that time alone changes
        answer = RunsAnswer(generation=generation, runs=runs)
        etag = f"{store.instance}-{generation}-{hash(states):x}"
        return json_answer(request, answer.model_dump_json(), etag)

    return router


def _run_answers(runs: list[RunSummary], now: float) -> list[RunAnswer]:
    by_name = {run.name: run for run in runs}
    return [_run_answer(run, run_state(run, _around(run, by_name), now)) for run in runs]


def _around(run: RunSummary, by_name: dict[str, RunSummary]) -> list[RunSummary]:
    """Return the runs in whose directories this one is, the nearest first."""
    parents = (str(parent) for parent in PurePath(run.name).parents)
    return [by_name[name] for name in parents if name in by_name and name != run.name]


def _run_answer(run: RunSummary, state: RunState) -> RunAnswer:
    return RunAnswer(
        id=run.id,
        name=run.name,
        path=run.path,
        first_wall_time=run.first_wall_time,
        last_wall_time=run.last_wall_time,
        last_step=None if run.last_step is None else json_step(run.last_step),
        state=state,
        tags=run.tags,
        warnings=[
            RunWarning(file=w.file, offset=w.offset, kind=w.kind, message=w.message)
            for w in run.warnings
        ],
    )


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
