"""`/api/warnings`: what the time series of runs tell of trouble, with no call in the training."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.diagnostics.examine import Examined, Findings, examine
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.run_list import RunSummary
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import LogWarning

MAX_RUNS: Final = 1000


class SeriesWarning(Answer):
    """One sentence about a tag in a run (its id), or about the run, where there is no tag.

    `step` is where it is seen, `method` how it was computed. The kind `file_error` stands for all
    that could not be read in the files of a run, which has no step.
    """

    run: str
    tag: str | None
    kind: str
    step: JsonStep | None
    message: str
    method: str


class WarningsAnswer(Answer):
    """What was found in `series` time series; `left_out` more were not looked at.

    `unfinished` are the ids of the runs that these belong to: they may have further warnings.
    """

    warnings: list[SeriesWarning]
    series: int
    left_out: int
    unfinished: list[str]


def warnings_router(store: Store, trainings: LogTrainings) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    bodies = ResponseCache()

    @router.get("/api/warnings", response_model=WarningsAnswer, responses=error_responses(422))
    def get_warnings(
        request: Request, run: Annotated[list[str] | None, Query(max_length=MAX_RUNS)] = None
    ) -> Response:
        """Return the warnings of some runs, or of all, those that wrote last first.

        Warnings that viewers have muted are among them: the part `mutes` of the state names these.
        """
        etag = f"{store.instance}-{store.generation}-{hash(tuple(sorted(run or ()))):x}"
        make = partial(bodies.get, etag, partial(_body, store, trainings, run))
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, trainings: LogTrainings, asked: list[str] | None) -> bytes:
    tags = [each.key.tag for each in store.tags("scalars")]
    chosen = None if asked is None else set(asked)
    runs = [each for each in store.each_run() if chosen is None or each.id in chosen]
    parts = trainings.find(store.each_run())  # of the whole log: a name alone says too little
    runs = [each for each in runs if each.name in parts]
    runs.sort(key=lambda each: each.changed_at, reverse=True)
    while True:
        try:
            findings = examine(SeriesIndex(store.snapshot()), tags, runs, parts)
            return _answer(findings, runs).model_dump_json().encode()
        except DamagedBlockError as error:
            store.invalidate_files(error.files)


def _answer(findings: Findings, runs: list[RunSummary]) -> WarningsAnswer:
    errors = [_file_errors(run.id, run.warnings) for run in runs if run.warnings]
    return WarningsAnswer(
        warnings=[*errors, *(_warning(one) for one in findings.found)],
        series=findings.series,
        left_out=findings.left_out,
        unfinished=sorted(findings.unfinished),
    )


def _file_errors(run: str, errors: list[LogWarning]) -> SeriesWarning:
    """Return what is wrong with the files of a run as one warning, which is muted as one."""
    first, count = errors[0], len(errors)
    what = "File error" if count == 1 else f"{count:,} file errors, the first"
    return SeriesWarning(
        run=run,
        tag=None,
        kind="file_error",
        step=None,
        message=f"{what}: {first.message} ({first.file}, byte {first.offset:,}).",
        method="Every record carries checksums. What cannot be read is skipped and listed in the "
        "details of the run; everything else is shown.",
    )


def _warning(one: Examined) -> SeriesWarning:
    kind, step, message, method = one.warning
    return SeriesWarning(
        run=one.run, tag=one.tag, kind=kind, step=json_step(step), message=message, method=method
    )
