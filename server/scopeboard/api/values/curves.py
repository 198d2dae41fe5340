"""`/api/curves`: precision-recall and ROC curves at any step, with the counts behind them."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from scopeboard.api.http.conditional import JsonStep, answer_unless_held, json_step
from scopeboard.api.http.schema import Answer, JsonFloat, error_responses
from scopeboard.api.http.series_body import digest_of
from scopeboard.curves.classification import classification
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.values.pr_curve import LoggedCurve, read_pr_curve
from scopeboard.store.store import Store
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_value
from scopeboard.types import TagKey

MAX_RUNS: Final = 100


class CurvePoints(Answer):
    """Columns by threshold, ascending from 0 to 1; a ratio without a denominator is NaN.

    `recall` is also the true positive rate; counts may be weighted. `average_precision` is the
    area under the precision-recall curve as a step function, `roc_area` the area under the ROC
    curve; null if counts or points are missing.
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

    @classmethod
    def of(cls, logged: LoggedCurve) -> "CurvePoints":
        """Return the answer for a logged curve, with the ratios computed from its counts."""
        derived = classification(logged)
        return cls(
            threshold=derived.threshold.tolist(),
            true_positives=logged.true_positives.tolist(),
            false_positives=logged.false_positives.tolist(),
            true_negatives=logged.true_negatives.tolist(),
            false_negatives=logged.false_negatives.tolist(),
            precision=derived.precision.tolist(),
            recall=derived.recall.tolist(),
            false_positive_rate=derived.false_positive_rate.tolist(),
            average_precision=derived.average_precision,
            roc_area=derived.roc_area,
        )


class RunCurve(Answer):
    """The curve of a run at a step; wall time in seconds. `message` is a sentence if it is null."""

    run: str
    step: JsonStep
    wall_time: JsonFloat
    curve: CurvePoints | None
    message: str | None

    @classmethod
    def of(cls, series: BlobSeries, index: int) -> "RunCurve":
        """Return the answer for the curve at an index of a series."""
        curve, message = None, None
        try:
            curve = CurvePoints.of(read_value(series, index, read_pr_curve))
        except (NotFoundError, DamagedDataError) as error:
            message = str(error)
        return cls(
            run=series.run,
            step=json_step(int(series.step[index])),
            wall_time=float(series.wall_time[index]),
            curve=curve,
            message=message,
        )


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
        """Return a tag's curve in each run at the step nearest to `step`, by default the last.

        `/api/steps?kind=curves` lists all steps.
        """
        series = [each for each in logged.find(TagKey("curves", tag), run) if len(each)][:MAX_RUNS]
        if not series:
            raise NotFoundError(f"No run has curves {tag!r}.")
        etag = digest_of((tag, step), series)
        make = partial(_body, tag, series, step)
        return answer_unless_held(request, etag, "application/json", make)

    return router


def _body(tag: str, series: list[BlobSeries], step: int | None) -> bytes:
    curves = []
    for each in series:
        index = len(each) - 1
        if step is not None:
            # Of two steps, the earlier. Python's integers: a difference may exceed 64 bits.
            steps: list[int] = each.step.tolist()
            index = each.at_step(min(steps, key=lambda one: abs(one - step)))[-1]
        curves.append(RunCurve.of(each, index))
    return CurvesAnswer(tag=tag, curves=curves).model_dump_json().encode()
