"""What `/api/runs` answers: every run with what it holds and what was wrong with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from scopeboard.api.http.conditional import json_answer, json_float, json_step
from scopeboard.diagnostics.training_state import (
    Judged,
    RunFacts,
    TrainingStates,
    next_change,
    training_times,
)
from scopeboard.diagnostics.trainings import LogTrainings, Part
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.store import Store

if TYPE_CHECKING:
    from scopeboard.events.values.hparams import HparamValue


class RunList:
    """The runs of a store; `clock` gives seconds since the epoch.

    `trainings` are those of the runs, found once for all who ask for them.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._last: _Listing | None = None
        self.trainings = LogTrainings()
        self._states = TrainingStates()
        self._lock = Lock()

    def answer(self, request: Request) -> Response:
        """List every run with its tags by kind, its state and its warnings."""
        now = self._clock()
        last = self._last
        if last is None or not last.still_holds(self._store.generation, now):
            with self._lock:
                last = self._last = self._listing(now)
        etag = f"{self._store.instance}-{last.generation}-{last.judged:x}"
        return json_answer(request, last.body, etag)

    def _listing(self, now: float) -> "_Listing":
        generation = self._store.generation
        facts, bodies = [], []
        for run in self._store.each_run():
            facts.append(RunFacts.of(run))
            bodies.append(_run_body(run))
        parts = self.trainings.find(facts)
        judged = self._states.judge(training_times(facts, parts), now)
        for at, run_facts in enumerate(facts):
            bodies[at] += _training_body(parts[run_facts.name], judged)
        return _Listing(
            generation=generation,
            since=now,
            until=next_change(judged.values(), now),
            judged=hash(tuple(judged.values())),
            body=b'{"generation":%d,"most_lines":%d,"runs":[%b]}'
            % (generation, self._store.most_lines(), b",".join(bodies)),
        )


@dataclass(frozen=True, slots=True)
class _Listing:
    """An answer, and how long it is true: within its generation, from `since` to `until`.

    `judged` is a hash of the states of the trainings and of when each last wrote.
    """

    generation: int
    since: float
    until: float
    judged: int
    body: bytes

    def still_holds(self, generation: int, now: float) -> bool:
        return generation == self.generation and self.since <= now < self.until


def _run_body(run: RunSummary) -> bytes:
    """Return a `RunAnswer` as it is sent, but for what `_training_body` adds.

    As JSON a run takes a fraction of what it takes before, and there may be thousands.
    """
    answer = {
        "id": run.id,
        "name": run.name,
        "path": run.path,
        "first_wall_time": run.first_wall_time,
        "last_wall_time": run.last_wall_time,
        "last_step": None if run.last_step is None else json_step(run.last_step),
        "tags": run.tags,
        "hparams": _hparams(run.session) if run.session else [],
        "warnings": run.warnings,
    }
    return msgspec.json.encode(answer)[:-1]


def _training_body(part: Part, judged: Mapping[str, Judged]) -> bytes:
    """Return the end of a `RunAnswer`: what is known of a run once all runs are."""
    state, wrote_at = judged[part.training]
    said = {
        "training": part.training,
        "phase": part.phase,
        "lasting_training": part.lasting,
        "state": state,
        "wrote_at": wrote_at if wrote_at > 0 else None,  # 0 is that of files not read yet
    }
    return b"," + msgspec.json.encode(said)[1:]


def _hparams(session: bytes) -> "list[dict[str, HparamValue]]":
    """Return the hyper-parameters as they are sent."""
    from scopeboard.events.values.hparams import read_hparams  # noqa: PLC0415 - few logs have any

    return [
        {"name": name, "value": json_float(value) if isinstance(value, float) else value}
        for name, value in read_hparams(session)
    ]
