"""`/api/warnings`: what the time series of runs tell of trouble, with no call in the training."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.answer import Answer, error_responses
from scopeboard.api.body import JsonStep, answer_unless_held, json_step
from scopeboard.api.recent import RecentBodies
from scopeboard.diagnostics.examine import Examined, Findings, examine
from scopeboard.store.find_scalars import Finder
from scopeboard.store.read_blocks import DamagedBlockError
from scopeboard.store.store import Store

MAX_RUNS: Final = 1000
_SECONDS_KEPT: Final = 60  # silence grows by itself


class SeriesWarning(Answer):
    """One sentence about a tag in a run (its id), or about the run, where there is no tag.

    `step` is where it is seen, `method` how it was computed.
    """

    run: str
    tag: str | None
    kind: str
    step: JsonStep
    message: str
    method: str


class WarningsAnswer(Answer):
    """What was found in `series` time series; `left_out` more were not looked at."""

    warnings: list[SeriesWarning]
    series: int
    left_out: int


def warnings_router(store: Store, clock: Callable[[], float]) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    bodies = RecentBodies()

    @router.get("/api/warnings", response_model=WarningsAnswer, responses=error_responses(422))
    def get_warnings(
        request: Request, run: Annotated[list[str] | None, Query(max_length=MAX_RUNS)] = None
    ) -> Response:
        """Return the warnings of some runs, or of all, those that wrote last first."""
        now = clock()
        etag = f"{store.instance}-{store.generation}-{int(now // _SECONDS_KEPT)}"
        etag = f"{etag}-{hash(tuple(sorted(run or ()))):x}"
        make = partial(bodies.get, etag, partial(_body, store, run, now))
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, asked: list[str] | None, now: float) -> bytes:
    tags = [each.key.tag for each in store.tags("scalars")]
    chosen = None if asked is None else set(asked)
    runs = [each for each in store.each_run() if chosen is None or each.id in chosen]
    runs.sort(key=lambda each: each.changed_at, reverse=True)
    while True:
        try:
            findings = examine(Finder(store.snapshot()), tags, runs, now)
            return _answer(findings).model_dump_json().encode()
        except DamagedBlockError as error:
            store.read_again(error.files)


def _answer(findings: Findings) -> WarningsAnswer:
    return WarningsAnswer(
        warnings=[_warning(one) for one in findings.found],
        series=findings.series,
        left_out=findings.left_out,
    )


def _warning(one: Examined) -> SeriesWarning:
    kind, step, message, method = one.warning
    return SeriesWarning(
        run=one.run, tag=one.tag, kind=kind, step=json_step(step), message=message, method=method
    )
