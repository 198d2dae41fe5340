"""`/plugin/histograms` and `/plugin/distributions`: each step, in TensorBoard's units."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    in_blocks,
    json_answer,
    json_rows,
    parameter,
    streamed_array,
)
from scopeboard.compat.http.downsampling import sampled_series
from scopeboard.compat.http.log_reader import LogReader, read_steps
from scopeboard.distributions.percentiles import BASIS_POINTS, percentiles
from scopeboard.events.values.summary import read_histogram
from scopeboard.store.values.blob_series import BlobSeries


def histogram_routes(logs: LogReader) -> list[Route]:
    """Return the routes of these plugins."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("histograms"))

    def histograms(request: Request) -> Response:
        series = requested(request, "histograms")
        return streamed_array(
            in_blocks(
                [wall_time, step, json_rows(value.left, value.right, value.count)]
                for wall_time, step, value in read_steps(series, read_histogram)
            )
        )

    def distributions(request: Request) -> Response:
        series = requested(request, "distributions")
        return streamed_array(
            in_blocks(
                [wall_time, step, json_rows(BASIS_POINTS, percentiles(value))]
                for wall_time, step, value in read_steps(series, read_histogram)
            )
        )

    def requested(request: Request, plugin: str) -> BlobSeries:
        run, tag = parameter(request, "run"), parameter(request, "tag")
        limit = logs.sampling.limit(request, plugin)
        return sampled_series(logs.logged("histograms", run, tag), limit)

    return [
        Route("/plugin/histograms/tags", tags),
        Route("/plugin/histograms/histograms", histograms),
        Route("/plugin/distributions/tags", tags),
        Route("/plugin/distributions/distributions", distributions),
    ]
