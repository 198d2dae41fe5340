"""`/plugin/pr_curves`: precision-recall curves of each step, as logged."""

from collections.abc import Iterator
from typing import Any

import numpy as np
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
from scopeboard.compat.http.log_reader import LogReader, read_steps
from scopeboard.errors import NotFoundError, QueryError
from scopeboard.events.values.pr_curve import read_pr_curve
from scopeboard.store.values.blob_series import BlobSeries


def curve_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("curves"))

    def curves(request: Request) -> Response:
        runs, tag = request.query_params.getlist("run"), parameter(request, "tag")
        if not runs:
            raise QueryError("The parameter 'run' is missing.")
        limit = logs.sampling.limit(request, "pr_curves")
        by_run = {}
        for run in runs:
            try:
                by_run[run] = sampled_series(logs.logged("curves", run, tag), limit)
            except NotFoundError as error:  # TensorBoard answers 400, not 404
                message = f"No PR curves could be found for run {run!r} and tag {tag!r}"
                raise QueryError(message) from error
        return streamed_object((run, in_blocks(_steps(series))) for run, series in by_run.items())

    return [
        Route("/plugin/pr_curves/tags", tags),
        Route("/plugin/pr_curves/pr_curves", curves),
    ]


def _steps(series: BlobSeries) -> Iterator[dict[str, Any]]:
    """Yield each step that can be read, without the last thresholds that no prediction exceeds.

    Weighted counts are truncated to integers, as in TensorBoard.
    """
    limit = float(1 << 62)
    for wall_time, step, curve in read_steps(series, read_pr_curve):
        counts = {}
        for name in ("true_positives", "false_positives", "true_negatives", "false_negatives"):
            column = np.nan_to_num(getattr(curve, name), posinf=limit, neginf=-limit)
            counts[name] = column.clip(-limit, limit).astype(np.int64)
        exceeded = np.flatnonzero(counts["true_positives"] + counts["false_positives"])
        end = int(exceeded[-1]) + 1 if len(exceeded) else 1
        yield {
            "wall_time": wall_time,
            "step": step,
            "precision": with_nonfinite_as_text(curve.precision[:end]),
            "recall": with_nonfinite_as_text(curve.recall[:end]),
            **{name: column[:end].tolist() for name, column in counts.items()},
            "thresholds": np.linspace(0, 1, len(curve.precision))[:end].tolist(),
        }
