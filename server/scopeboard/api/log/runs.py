"""`/api/runs`: every run with what it holds and what was wrong with it."""

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.conditional import JsonStep
from scopeboard.api.http.schema import Answer, JsonFloat
from scopeboard.api.startup.runs import RunList
from scopeboard.types import Kind, LogWarning, RunState


class HparamAnswer(Answer):
    """A hyper-parameter with which a run began."""

    name: str
    value: bool | JsonFloat | str


class RunAnswer(Answer):
    """One run. Times are seconds since the epoch; absent until its first event is read.

    Runs with the same `training` belong together: `phase` is what each of them logs, empty for the
    events of the training's own directory. `state` is that of the training. `lasting_training` is
    what the training is called once it has several runs. `wrote_at` is when the training wrote
    last, as its state was judged by: the clock of its events may be wrong. It is absent until its
    files are read, and where no clock tells.

    `hparams` are by name; a run that logged none has none, whatever others in its directory did.
    """

    id: str
    name: str
    path: str
    first_wall_time: JsonFloat | None
    last_wall_time: JsonFloat | None
    last_step: JsonStep | None
    training: str
    phase: str
    lasting_training: str
    state: RunState
    wrote_at: JsonFloat | None
    tags: dict[Kind, int]
    hparams: list[HparamAnswer]
    warnings: list[LogWarning]


class RunsAnswer(Answer):
    """All runs by the time of their first event, then by name.

    `most_lines` is how many runs have logged scalars of the tag that most runs have.
    """

    generation: int
    most_lines: int
    runs: list[RunAnswer]


def runs_router(runs: RunList) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get("/api/runs", response_model=RunsAnswer)
    def get_runs(request: Request) -> Response:
        """List every run with its tags by kind, its state and its warnings."""
        return runs.answer(request)

    return router
