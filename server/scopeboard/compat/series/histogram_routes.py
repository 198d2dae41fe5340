"""`/plugin/histograms` and `/plugin/distributions`: each step, in TensorBoard's units."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    in_blocks,
    json_answer,
    parameter,
    streamed_array,
    with_nonfinite_as_text,
)
from scopeboard.compat.http.downsampling import sampled_series
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.distributions.percentiles import BASIS_POINTS, percentiles
from scopeboard.events.values.summary import Histogram, read_histogram
from scopeboard.store.values.blob_series import BlobSeries, read_values


def histogram_routes(logs: LogReader) -> list[Route]:
    """Return the routes of these plugins."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("histograms"))

    def steps(plugin: str, content: Callable[[Histogram], Any]) -> Callable[[Request], Response]:
        def answer(request: Request) -> Response:
            run, tag = parameter(request, "run"), parameter(request, "tag")
            limit = logs.sampling.limit(request, plugin)
            series = sampled_series(logs.logged("histograms", run, tag), limit)
            return streamed_array(in_blocks(_steps(series, content)))

        return answer

    return [
        Route("/plugin/histograms/tags", tags),
        Route("/plugin/histograms/histograms", steps("histograms", _buckets)),
        Route("/plugin/distributions/tags", tags),
        Route("/plugin/distributions/distributions", steps("distributions", _percentiles)),
    ]


def _steps(series: BlobSeries, content: Callable[[Histogram], Any]) -> Iterator[list[Any]]:
    """Yield wall time, step and content of each step that can be read."""
    values = read_values(series, range(len(series)), read_histogram)
    times, steps = with_nonfinite_as_text(series.wall_time), series.step.tolist()
    for wall_time, step, value in zip(times, steps, values, strict=True):
        if isinstance(value, Histogram):
            yield [wall_time, step, content(value)]


def _buckets(histogram: Histogram) -> Any:  # noqa: ANN401 - JSON
    return with_nonfinite_as_text(
        np.column_stack([histogram.left, histogram.right, histogram.count])
    )


def _percentiles(histogram: Histogram) -> Any:  # noqa: ANN401 - JSON
    return with_nonfinite_as_text(np.column_stack([BASIS_POINTS, percentiles(histogram)]))
