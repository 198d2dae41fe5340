"""`/api/hparams`: which hyper-parameters runs had, and which metrics were announced with them."""

from typing import Literal, TypeVar

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.api.http.schema import Answer, JsonFloat
from scopeboard.diagnostics.training_state import RunFacts
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.events.values.hparams import Dataset, SessionStatus
from scopeboard.hparams.columns import ColumnType, declared_metrics, hparam_columns
from scopeboard.hparams.sessions import Session, find_sessions, read_logged_hparams
from scopeboard.store.store import Store

T = TypeVar("T", bound=Answer)
JsonHParam = bool | JsonFloat | str


class ExperimentAnswer(Answer):
    """What an author said of the experiment; texts may be empty."""

    name: str
    description: str
    user: str


class HparamColumnAnswer(Answer):
    """A hyper-parameter. `values` has one for each session, null where it has none.

    `differs` tells whether sessions have different values. `domain` and `interval` are what was
    announced, if anything; `type` is what the values are, `mixed` where they are not all one.
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
    """A metric that was announced: the scalars of `tag` in the member of a session with `group`."""

    tag: str
    group: str
    display_name: str
    description: str
    dataset: Dataset | None


class MemberAnswer(Answer):
    """A run of a session: itself, one that logs `group` of its training, or the one above it."""

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


class HparamsAnswer(Answer):
    """All sessions in the order of their runs, and what they have by column."""

    generation: int
    experiments: list[ExperimentAnswer]
    hparams: list[HparamColumnAnswer]
    metrics: list[MetricAnswer]
    sessions: list[SessionAnswer]


def hparams_router(store: Store, trainings: LogTrainings) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    last: list[tuple[int, bytes]] = []  # the last answer and its generation, if any

    @router.get("/api/hparams", response_model=HparamsAnswer)
    def get_hparams(request: Request) -> Response:
        """List sessions, their hyper-parameters by column, and announced metrics."""
        generation = store.generation
        known = last[0] if last else None  # of one piece: others may put theirs there meanwhile
        if known is None or known[0] != generation:
            known = generation, _body(store, trainings, generation)
            last[:] = [known]
        return json_answer(request, known[1], f"{store.instance}-{known[0]}")

    return router


def _body(store: Store, trainings: LogTrainings, generation: int) -> bytes:
    tags = store.logged_tags("hparams")
    names, facts = {}, []
    for run in store.each_run() if tags else ():
        names[run.id] = run.name
        facts.append(RunFacts.of(run))
    logged = read_logged_hparams(tags)
    experiments = logged.experiments
    sessions = find_sessions(logged, names, trainings.find(facts) if tags else {})
    named = [one for one in experiments if one.name or one.description]
    columns = hparam_columns(sessions, experiments)
    answer = HparamsAnswer(
        generation=generation,
        experiments=[_answer_of(ExperimentAnswer, one) for one in named],
        hparams=[_answer_of(HparamColumnAnswer, one) for one in columns],
        metrics=[_answer_of(MetricAnswer, one) for one in declared_metrics(experiments)],
        sessions=[_session(session) for session in sessions],
    )
    return answer.model_dump_json().encode()


def _answer_of(answer: type[T], found: object) -> T:
    """Return what was found as an answer that has fields of the same names."""
    return answer.model_validate(found, from_attributes=True)


def _session(session: Session) -> SessionAnswer:
    return SessionAnswer(
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
