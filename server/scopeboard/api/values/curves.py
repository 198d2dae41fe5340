"""`/api/curves`: precision-recall and ROC curves at any step, with the counts behind them."""

from functools import partial
from typing import Annotated, Final

import numpy as np
from fastapi import APIRouter, Query, Request, Response
from numpy.typing import NDArray

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.curves.classification import classification
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.values.pr_curve import read_pr_curve
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import TagKey

MAX_RUNS: Final = 100


class CurvePoints(Answer):
    """Columns by threshold, ascending from 0 to 1; a ratio without a denominator is NaN.

    `recall` is also the true positive rate; counts may be weighted. `average_precision` is the
    area under the precision-recall curve, in steps; `roc_area` that under the ROC curve; null
    where counts or points are missing.
    """

    threshold: list[JsonFloat]
    true_positives: list[JsonFloat]
    false_positives: list[JsonFloat]
    true_negatives: list[JsonFloat]
    false_negatives: list[JsonFloat]
    precision: list[JsonFloat]
    recall: list[JsonFloat]
    false_positive_rate: list[JsonFloat]
    average_precision: JsonFloat | None
    roc_area: JsonFloat | None


class RunCurve(Answer):
    """The curve of a run at a step; wall time in seconds. `message` says why there is none."""

    run: str
    step: JsonStep
    wall_time: JsonFloat
    curve: CurvePoints | None
    message: str | None


class CurvesAnswer(Answer):
    """The curves of a tag, one for each run that has it."""

    tag: str
    curves: list[RunCurve]


def curves_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    logged = LoggedValues(store)

    @router.get("/api/curves", response_model=CurvesAnswer, responses=error_responses(404, 422))
    def get_curves(
        request: Request,
        tag: str,
        run: Annotated[list[str] | None, Query(max_length=MAX_RUNS)] = None,
        step: int | None = None,
    ) -> Response:
        """Return a tag's curve in each run at the step nearest to `step`, else at the last.

        `/api/steps?kind=curves` lists all steps.
        """
        found = [one for one in logged.find(TagKey("curves", tag), run) if len(one)][:MAX_RUNS]
        if not found:
            raise NotFoundError(f"No run has curves {tag!r}.")
        etag = digest_of((tag, step), found)
        make = partial(_body, tag, found, step)
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(tag: str, found: list[BlobSeries], step: int | None) -> bytes:
    curves = [_run_curve(series, _nearest(series, step)) for series in found]
    return CurvesAnswer(tag=tag, curves=curves).model_dump_json().encode()


def _nearest(series: BlobSeries, step: int | None) -> int:
    """Return the position of the last value at the step nearest to `step`; of two, the earlier."""
    if step is None:
        return len(series) - 1
    steps = series.step.tolist()  # Python's integers: a difference may not fit into 64 bits
    nearest = min(steps, key=lambda one: abs(one - step))
    return series.at_step(nearest)[-1]


def _run_curve(series: BlobSeries, at: int) -> RunCurve:
    try:
        curve, message = _points(series, at), None
    except (NotFoundError, DamagedDataError) as error:
        curve, message = None, str(error)
    return RunCurve(
        run=series.run,
        step=json_step(int(series.step[at])),
        wall_time=float(series.wall_time[at]),
        curve=curve,
        message=message,
    )


def _points(series: BlobSeries, at: int) -> CurvePoints:
    logged = read_value(series, at, read_pr_curve)
    derived = classification(logged)
    return CurvePoints(
        threshold=_column(derived.threshold),
        true_positives=_column(logged.true_positives),
        false_positives=_column(logged.false_positives),
        true_negatives=_column(logged.true_negatives),
        false_negatives=_column(logged.false_negatives),
        precision=_column(derived.precision),
        recall=_column(derived.recall),
        false_positive_rate=_column(derived.false_positive_rate),
        average_precision=derived.average_precision,
        roc_area=derived.roc_area,
    )


def _column(values: NDArray[np.float64]) -> list[float]:
    column: list[float] = values.tolist()
    return column
