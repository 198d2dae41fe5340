"""The response of `/api/runs`: every run with its tags, its training and its warnings."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from scopeboard.api.http.conditional import JsonStep, json_answer, json_float, json_step
from scopeboard.diagnostics.training_state import (
    RunFacts,
    TrainingStates,
    next_change,
    training_times,
)
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.store import Store
from scopeboard.types import Kind, LogWarning, RunState


@dataclass(slots=True)
class HparamAnswer:
    """A hyper-parameter of a run; NaN and the infinities are strings."""

    name: str
    value: bool | float | str


@dataclass
class LoggedRun:
    """The fields of a `RunAnswer` that depend on the files of the run alone."""

    id: str
    name: str
    path: str
    first_wall_time: float | None
    last_wall_time: float | None
    last_step: JsonStep | None
    tags: dict[Kind, int]
    hparams: list[HparamAnswer]
    warnings: list[LogWarning]

    @classmethod
    def of(cls, run: RunSummary) -> "LoggedRun":
        """Return the fields of a run."""
        hparams = [
            HparamAnswer(name, json_float(value) if isinstance(value, float) else value)
            for name, value in run.hparams()
        ]
        return cls(
            id=run.id,
            name=run.name,
            path=run.path,
            first_wall_time=run.started_at,
            last_wall_time=run.last_wall_time,
            last_step=None if run.last_step is None else json_step(run.last_step),
            tags=run.tags,
            hparams=hparams,
            warnings=run.warnings,
        )


@dataclass
class RunTraining:
    """The fields of a `RunAnswer` that depend on the other runs and on the time."""

    training: str
    phase: str
    lasting_training: str
    state: RunState
    wrote_at: float | None


@dataclass
class RunAnswer(RunTraining, LoggedRun):
    """A run. Times are in seconds since the epoch, null until the run's first event is read.

    Runs with the same `training` belong together. `phase` is what each of them logs, empty for the
    events of the training's own directory. `state` is that of the training. `lasting_training` is
    the name of the training once it has several runs. `wrote_at` is the time of the training's
    last write, from which its state follows: the clock of its events may be wrong. It is null
    until its files are read, and if no clock is plausible.

    `hparams` are sorted by name; other runs in the directory do not contribute to them. They come
    from the hparams plugin, from `params.json`, `hparams.yaml`, `config.yaml` and `config.json`
    beside the event files, and from JSON in the texts `args` and `model_config`; of a name in
    several of these, the first has the value. Of very many runs with such files, values that are
    the same in all are omitted.
    """


@dataclass
class RunsAnswer:
    """All runs by the time of their first event, then by name.

    `most_lines` is the number of runs with scalars of the most frequent tag.
    """

    generation: int
    most_lines: int
    runs: list[RunAnswer]


@dataclass(frozen=True, slots=True)
class _Listing:
    """A body, and for how long it is valid: in its generation, from `since` to `until`.

    `status` is a hash of the states of the trainings and of the times of their last writes.
    """

    generation: int
    since: float
    until: float
    status: int
    body: bytes


class RunList:
    """The runs of a store.

    Attributes:
        trainings: the trainings of the runs, shared with other resources.

    Args:
        store: what readers see of the log.
        clock: returns seconds since the epoch.
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
        if (
            last is None
            or last.generation != self._store.generation
            or not last.since <= now < last.until
        ):
            with self._lock:
                last = self._last = self._list(now)
        etag = f"{self._store.instance}-{last.generation}-{last.status:x}"
        return json_answer(request, last.body, etag)

    def _list(self, now: float) -> _Listing:
        """Return the listing at `now`, with each run as a `RunAnswer`.

        A run takes a fraction of its memory once it is JSON, and there may be thousands. So the
        fields of each are encoded as soon as they are known: those of its files while runs are
        read, those of its training once all runs are.
        """
        generation = self._store.generation
        facts, bodies = [], []
        for run in self._store.each_run():
            facts.append(RunFacts.of(run))
            run.configuration = self._store.configurations.listed(run.id)
            bodies.append(msgspec.json.encode(LoggedRun.of(run))[:-1])
        parts = self.trainings.find(facts)
        statuses = self._states.derive(training_times(facts, parts), now)
        for row, run_facts in enumerate(facts):
            training, phase, lasting = parts[run_facts.name]
            state, wrote_at = statuses[training]
            fields = RunTraining(
                training=training,
                phase=phase,
                lasting_training=lasting,
                state=state,
                wrote_at=wrote_at if wrote_at > 0 else None,  # 0 for files that are not read yet
            )
            bodies[row] += b"," + msgspec.json.encode(fields)[1:]
        return _Listing(
            generation=generation,
            since=now,
            until=next_change(statuses.values(), now),
            status=hash(tuple(statuses.values())),
            body=b'{"generation":%d,"most_lines":%d,"runs":[%b]}'
            % (generation, self._store.most_lines(), b",".join(bodies)),
        )
