"""`/plugin/scalars`: time series as rows of wall time, step and value."""

import csv
from io import StringIO
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from scopeboard.compat.answer import in_words, json_answer, parameter
from scopeboard.compat.form import read_form
from scopeboard.compat.logs import Logs
from scopeboard.errors import NotFoundError
from scopeboard.store.raw_points import RawPoints


def scalar_routes(logs: Logs) -> list[Route]:
    """Return the routes of this plugin."""

    def tags(_: Request) -> Response:
        return json_answer(logs.tags("scalars"))

    def scalars(request: Request) -> Response:
        points = logs.scalars(parameter(request, "run"), parameter(request, "tag"))
        if request.query_params.get("format") == "csv":
            return Response(_csv(points), media_type="text/csv")
        return json_answer(_rows(points))

    async def scalars_multirun(request: Request) -> Response:
        form = await read_form(request)
        tag, runs = form.get("tag", [""])[0], form.get("runs", [])
        return await run_in_threadpool(lambda: json_answer(_of_runs(logs, tag, runs)))

    return [
        Route("/plugin/scalars/tags", tags),
        Route("/plugin/scalars/scalars", scalars),
        Route("/plugin/scalars/scalars_multirun", scalars_multirun, methods=["POST"]),
    ]


def _of_runs(logs: Logs, tag: str, runs: list[str]) -> dict[str, list[Any]]:
    """Return the points of each of the runs that has the tag."""
    found = {}
    for run in runs:
        try:
            found[run] = _rows(logs.scalars(run, tag))
        except NotFoundError:
            continue
    return found


def _rows(points: RawPoints) -> list[Any]:
    wall_time, value = in_words(points.wall_time), in_words(points.value)
    return list(zip(wall_time, points.step.tolist(), value, strict=True))


def _csv(points: RawPoints) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["Wall time", "Step", "Value"])
    columns = (points.wall_time.tolist(), points.step.tolist(), points.value.tolist())
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue()
