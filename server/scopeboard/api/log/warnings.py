"""`/api/warnings`: signs of trouble in the time series of runs, without calls in the training."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.diagnostics.examine import examine
from scopeboard.diagnostics.trainings import LogTrainings
from scopeboard.store.query.block_reader import DamagedBlockError
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.store import Store
from scopeboard.types import LogWarning

MAX_RUNS: Final = 1000


class SeriesWarning(Answer):
    """A sentence about a tag in a run (its id), or about the run if there is no tag.

    `step` is the step of the sign, `method` how it was computed. The kind `file_error` stands for
    all unreadable records in the files of a run and has no step.
    """

    run: str
    tag: str | None
    kind: str
    step: JsonStep | None
    message: str
    method: str


class WarningsAnswer(Answer):
    """The warnings about `series` time series; `left_out` more were not examined.

    `unfinished` are the ids of the runs of the series left out: they may have further warnings.
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
        """Return the warnings of some runs, or of all, the latest writers first.

        Muted warnings are among them; the part `mutes` of the saved state lists these.
        """
        etag = f"{store.instance}-{store.generation}-{hash(tuple(sorted(run or ()))):x}"
        make = partial(bodies.get, etag, partial(_body, store, trainings, run))
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(store: Store, trainings: LogTrainings, run_ids: list[str] | None) -> bytes:
    """Return the body; files with damaged blocks are left out and read again."""
    tags = [tag.key.tag for tag in store.tags("scalars")]
    chosen = None if run_ids is None else set(run_ids)
    runs = [run for run in store.each_run() if chosen is None or run.id in chosen]
    parts = trainings.find(store.each_run())  # of the whole log: a training may have other runs
    runs = [run for run in runs if run.name in parts]
    runs.sort(key=lambda run: run.changed_at, reverse=True)
    findings = None
    while findings is None:
        try:
            findings = examine(SeriesIndex(store.snapshot()), tags, runs, parts)
        except DamagedBlockError as error:
            store.invalidate_files(error.files)
    warnings = [_file_errors(run.id, run.warnings) for run in runs if run.warnings]
    for of_tag in findings.warnings:
        kind, step, message, method = of_tag.warning
        warnings.append(
            SeriesWarning(
                run=of_tag.run,
                tag=of_tag.tag,
                kind=kind,
                step=json_step(step),
                message=message,
                method=method,
            )
        )
    answer = WarningsAnswer(
        warnings=warnings,
        series=findings.checked,
        left_out=findings.unchecked,
        unfinished=sorted(findings.unfinished),
    )
    return answer.model_dump_json().encode()


def _file_errors(run: str, errors: list[LogWarning]) -> SeriesWarning:
    """Return one warning about the files of a run, so that viewers mute it as one."""
    first, count = errors[0], len(errors)
    subject = "Read error" if count == 1 else f"{count:,} read errors, the first"
    return SeriesWarning(
        run=run,
        tag=None,
        kind="file_error",
        step=None,
        message=f"{subject}: {first.message} ({first.file}, byte {first.offset:,}).",
        method="Every record carries checksums. Records that cannot be read are skipped and listed "
        "in the details of the run; all others are shown.",
    )
