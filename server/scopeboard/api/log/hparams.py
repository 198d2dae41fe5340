"""`/api/hparams`: the hyper-parameters of runs, and the metrics declared with them."""

from typing import Literal

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.api.http.schema import Answer, JsonFloat
from scopeboard.diagnostics.training_state import RunFacts
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.events.values.hparams import Dataset, SessionStatus
from scopeboard.hparams.columns import ColumnType, declared_metrics, hparam_columns
from scopeboard.hparams.sessions import Session, find_sessions, read_logged_hparams
from scopeboard.store.store import Store

JsonHParam = bool | JsonFloat | str


class ExperimentAnswer(Answer):
    """The author's description of an experiment; texts may be empty."""

    name: str
    description: str
    user: str


class HparamColumnAnswer(Answer):
    """A hyper-parameter. `values` has a value for each session, null for a session without one.

    `differs` is whether sessions have different values. `domain` and `interval` are as declared,
    empty and null without a declaration; `type` is that of the values, `mixed` if they differ.
    """

    name: str
    display_name: str
    description: str
    type: ColumnType | None
    domain: list[JsonHParam]
    interval: tuple[JsonFloat, JsonFloat] | None
    differs: bool
    values: list[JsonHParam | None]


class MetricAnswer(Answer):
    """A declared metric: the scalars of `tag` in the member of a session with `group`."""

    tag: str
    group: str
    display_name: str
    description: str
    dataset: Dataset | None


class MemberAnswer(Answer):
    """A run of a session: the session itself, a run that logs `group` of it, or the run above."""

    run: str
    group: str
    place: Literal["session", "below", "above"]


class SessionAnswer(Answer):
    """A run that logged its hyper-parameters. Times are seconds since the epoch."""

    run: str
    name: str
    group: str
    model_uri: str
    monitor_url: str
    status: SessionStatus | None
    start_time: JsonFloat | None
    end_time: JsonFloat | None
    members: list[MemberAnswer]

    @classmethod
    def of(cls, session: Session) -> "SessionAnswer":
        """Return the answer for a session."""
        return cls(
            run=session.run_id,
            name=session.name,
            group=session.group,
            model_uri=session.model_uri,
            monitor_url=session.monitor_url,
            status=session.status,
            start_time=session.start_time,
            end_time=session.end_time,
            members=[
                MemberAnswer(
                    run=member.run_id,
                    group=member.group,
                    place="above" if member.is_above else "below" if member.group else "session",
                )
                for member in session.members
            ],
        )


class HparamsAnswer(Answer):
    """All sessions in the order of their runs, and their hyper-parameters by column."""

    generation: int
    experiments: list[ExperimentAnswer]
    hparams: list[HparamColumnAnswer]
    metrics: list[MetricAnswer]
    sessions: list[SessionAnswer]


def hparams_router(store: Store, trainings: LogTrainings) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    last: list[tuple[int, bytes]] = []  # the last body and its generation, if any

    @router.get("/api/hparams", response_model=HparamsAnswer)
    def get_hparams(request: Request) -> Response:
        """List sessions, their hyper-parameters by column, and declared metrics."""
        generation = store.generation
        known = last[0] if last else None  # one read: another request may replace it
        if known is None or known[0] != generation:
            known = generation, _body(store, trainings, generation)
            last[:] = [known]
        return json_answer(request, known[1], f"{store.instance}-{known[0]}")

    return router


def _body(store: Store, trainings: LogTrainings, generation: int) -> bytes:
    tags = store.logged_tags("hparams")
    has_any = bool(tags) or len(store.configurations) > 0
    names, facts, configurations = {}, [], {}
    logged = read_logged_hparams(tags)
    for run in store.each_run() if has_any else ():
        names[run.id] = run.name
        facts.append(RunFacts.of(run))
        if run.configuration:
            configurations[run.id] = run.configuration
    parts = trainings.find(facts) if has_any else {}
    logged.add_configurations(configurations, names, parts)
    logged.fold_phases(names, parts)
    experiments = logged.experiments
    sessions = find_sessions(logged, names, parts)
    answer = HparamsAnswer(
        generation=generation,
        experiments=[
            ExperimentAnswer.model_validate(experiment, from_attributes=True)
            for experiment in experiments
            if experiment.name or experiment.description
        ],
        hparams=[
            HparamColumnAnswer.model_validate(column, from_attributes=True)
            for column in hparam_columns(sessions, experiments)
        ],
        metrics=[
            MetricAnswer.model_validate(metric, from_attributes=True)
            for metric in declared_metrics(experiments)
        ],
        sessions=[SessionAnswer.of(session) for session in sessions],
    )
    return answer.model_dump_json().encode()
