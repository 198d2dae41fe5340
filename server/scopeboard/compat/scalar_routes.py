"""`/plugin/scalars`: time series as rows of wall time, step and value."""

import csv
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from itertools import chain, islice
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from scopeboard.compat.answer import (
    in_words,
    json_answer,
    parameter,
    streamed_array,
    streamed_object,
)
from scopeboard.compat.form import read_form
from scopeboard.compat.logs import Logs
from scopeboard.errors import NotFoundError
from scopeboard.store.raw_points import RawPoints

_ROWS_AT_ONCE: Final = 4096


def scalar_routes(logs: Logs) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("scalars"))

    def scalars(request: Request) -> Response:
        points = logs.scalars(parameter(request, "run"), parameter(request, "tag"))
        if request.query_params.get("format") == "csv":
            return StreamingResponse(_csv(points), media_type="text/csv")
        return streamed_array(_rows(points))

    async def scalars_multirun(request: Request) -> Response:
        form = await read_form(request)
        return streamed_object(_of_runs(logs, form.get("tag", [""])[0], form.get("runs", [])))

    return [
        Route("/plugin/scalars/tags", tags),
        Route("/plugin/scalars/scalars", scalars),
        Route("/plugin/scalars/scalars_multirun", scalars_multirun, methods=["POST"]),
    ]


def _of_runs(logs: Logs, tag: str, runs: list[str]) -> Iterator[tuple[str, Iterator[Any]]]:
    """Yield the points of each of the runs that has the tag; one run's are held at a time."""
    for run in dict.fromkeys(runs):
        with suppress(NotFoundError):
            yield run, _rows(logs.scalars(run, tag))


def _rows(points: RawPoints) -> Iterator[tuple[Any, int, Any]]:
    """Yield wall time, step and value of each point."""
    for start in range(0, len(points.step), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        columns = in_words(points.wall_time[part]), in_words(points.value[part])
        yield from zip(columns[0], points.step[part].tolist(), columns[1], strict=True)


def _csv(points: RawPoints) -> Iterator[str]:
    rows = chain([("Wall time", "Step", "Value")], _rows(points))
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        text = StringIO()
        csv.writer(text, lineterminator="\r\n").writerows(some)
        yield text.getvalue()
