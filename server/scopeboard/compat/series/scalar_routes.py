"""`/plugin/scalars`: time series as rows of wall time, step and value."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scopeboard.compat.http.answer import (
    json_answer,
    parameter,
    streamed_array,
    streamed_object,
    with_nonfinite_as_text,
)
from scopeboard.compat.http.downsampling import sampled_points
from scopeboard.compat.http.form import read_form
from scopeboard.compat.http.log_reader import LogReader
from scopeboard.errors import QueryError
from scopeboard.store.query.points import RawPoints

Row = tuple[Any, int, Any]

_ROWS_AT_ONCE: Final = 4096


def scalar_routes(logs: LogReader) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("scalars"))

    def scalars(request: Request) -> Response:
        return scalars_answer(logs, request, "scalars")

    async def scalars_multirun(request: Request) -> Response:
        form = await read_form(request)
        if len(tag := form.get("tag", [])) != 1:
            raise QueryError("tag must be specified exactly once")
        limit = logs.sampling.limit(request, "scalars")
        series = logs.scalars_of_runs(tag[0], form.get("runs", []))
        return streamed_object(
            (run, scalar_rows(sampled_points(points, limit))) for run, points in series
        )

    return [
        Route("/plugin/scalars/tags", tags),
        Route("/plugin/scalars/scalars", scalars),
        Route("/plugin/scalars/scalars_multirun", scalars_multirun, methods=["POST"]),
    ]


def scalars_answer(logs: LogReader, request: Request, plugin: str) -> Response:
    """Return one time series as JSON or, with `format=csv`, as CSV.

    Raises:
        NotFoundError: the run does not have it.
        QueryError: run or tag is missing.
    """
    limit = logs.sampling.limit(request, plugin)
    logged = logs.scalars(parameter(request, "run"), parameter(request, "tag"))
    points = sampled_points(logged, limit)
    if request.query_params.get("format") == "csv":
        return StreamingResponse(_csv(points), media_type="text/csv")
    return streamed_array(scalar_rows(points))


def scalar_rows(points: RawPoints) -> Iterator[list[Row]]:
    """Yield wall time, step and value of each point, in blocks."""
    for start in range(0, len(points.step), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        times = with_nonfinite_as_text(points.wall_time[rows])
        values = with_nonfinite_as_text(points.value[rows])
        yield list(zip(times, points.step[rows].tolist(), values, strict=True))


def _csv(points: RawPoints) -> Iterator[str]:
    yield "Wall time,Step,Value\r\n"
    columns = points.wall_time, points.step, points.value
    for start in range(0, len(points.step), _ROWS_AT_ONCE):
        text = StringIO()
        block = (column[start : start + _ROWS_AT_ONCE].tolist() for column in columns)
        csv.writer(text, lineterminator="\r\n").writerows(zip(*block, strict=True))
        yield text.getvalue()
