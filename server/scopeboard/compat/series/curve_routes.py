"""`/plugin/pr_curves`: precision-recall curves of each step, as logged."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    in_blocks,
    json_answer,
    parameter,
    streamed_object,
    with_nonfinite_as_text,
)
from scopeboard.compat.http.downsampling import sampled_series
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.events.values.pr_curve import LoggedCurve, read_pr_curve
from scopeboard.store.values.blob_series import BlobSeries, Failure, read_values


def curve_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("curves"))

    def curves(request: Request) -> Response:
        runs, tag = request.query_params.getlist("run"), parameter(request, "tag")
        if not runs:
            raise QueryError("The parameter 'run' is missing.")
        limit = logs.sampling.limit(request, "pr_curves")
        by_run = {run: sampled_series(_series(logs, run, tag), limit) for run in runs}
        return streamed_object((run, in_blocks(_steps(series))) for run, series in by_run.items())

    return [
        Route("/plugin/pr_curves/tags", tags),
        Route("/plugin/pr_curves/pr_curves", curves),
    ]


def _series(logs: LogReader, run: str, tag: str) -> BlobSeries:
    """Return the curves of a run.

    Raises:
        QueryError: the run has none; TensorBoard answers 400, not 404.
    """
    try:
        return logs.logged("curves", run, tag)
    except NotFoundError as error:
        message = f"No PR curves could be found for run {run!r} and tag {tag!r}"
        raise QueryError(message) from error


def _steps(series: BlobSeries) -> Iterator[dict[str, Any]]:
    """Yield each step that can be read."""
    values = read_values(series, range(len(series)), read_pr_curve)
    times, steps = with_nonfinite_as_text(series.wall_time), series.step.tolist()
    for wall_time, step, curve in zip(times, steps, values, strict=True):
        if not isinstance(curve, Failure):
            yield {"wall_time": wall_time, "step": step, **_columns(curve)}


def _columns(curve: LoggedCurve) -> dict[str, list[Any]]:
    """Return a curve without the last thresholds that no prediction exceeds.

    Weighted counts are truncated to integers, as in TensorBoard.
    """
    counts = {
        "true_positives": _integers(curve.true_positives),
        "false_positives": _integers(curve.false_positives),
        "true_negatives": _integers(curve.true_negatives),
        "false_negatives": _integers(curve.false_negatives),
    }
    exceeded = np.flatnonzero(counts["true_positives"] + counts["false_positives"])
    end = int(exceeded[-1]) + 1 if len(exceeded) else 1
    return {
        "precision": with_nonfinite_as_text(curve.precision[:end]),
        "recall": with_nonfinite_as_text(curve.recall[:end]),
        **{name: column[:end].tolist() for name, column in counts.items()},
        "thresholds": np.linspace(0, 1, len(curve.precision))[:end].tolist(),
    }


def _integers(column: NDArray[np.float64]) -> NDArray[np.int64]:
    limit = float(1 << 62)
    return np.nan_to_num(column, posinf=limit, neginf=-limit).clip(-limit, limit).astype(np.int64)
