"""Routes of the first screen that need no FastAPI, which takes long to import.

The routes of the API use the same objects; they document the responses and validate every
parameter. The routes here answer requests whose parameters are in their simplest form and pass all
others, such as invalid ones, to the API.
"""

import re
from collections.abc import Callable
from typing import Final, cast, get_args

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from scopeboard.api.startup.saved_state import PartAnswer, StateAnswer
from scopeboard.api.startup.scalars import DEFAULT_BUCKETS, ScalarsQuery
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.points import Order
from scopeboard.store.query.query import SeriesQuery
from scopeboard.store.query.smoothing import SMOOTHING_PATTERN, parse_smoothing
from scopeboard.types import Kind
from scopeboard.web.services import Services

_INTEGER: Final = re.compile("-?[0-9]{1,15}")
_NUMBER: Final = re.compile("-?[0-9]{1,15}([.][0-9]{1,20})?(e[+-]?[0-9]{1,2})?")
_SIMPLE: Final = {
    "x": re.compile("|".join(get_args(Axis))),
    "from": _NUMBER,
    "to": _NUMBER,
    "points": re.compile("[0-9]{1,5}"),
    "order": re.compile("|".join(get_args(Order))),
    "superseded": re.compile("true|false"),
    "context": re.compile("true|false"),
    "smoothing": re.compile(SMOOTHING_PATTERN),
}
"""Patterns of parameters of `/api/scalars` that need no further validation."""


def startup_routes(services: Services, api: ASGIApp) -> list[Route]:
    """Return the routes; `api` answers the requests that they pass on."""

    async def status(_: Request) -> Response:
        return Response(await services.live_status.body(), media_type="application/json")

    def tags(request: Request) -> Response | None:
        kind = request.query_params.get("kind")
        if kind is not None and kind not in get_args(Kind):
            return None
        return services.tags.answer(request, cast("Kind | None", kind))

    def scalars(request: Request) -> Response | None:
        query = _simple_query(request.query_params)
        return services.scalars.answer(request, query) if query else None

    def state(_: Request) -> Response:
        return JSONResponse(vars(StateAnswer.of(services.state)))

    def part(request: Request) -> Response | None:
        name = request.query_params.get("name")
        if name is None:
            return None
        answer = PartAnswer.of(services.state.read(name))
        try:
            return JSONResponse(vars(answer))
        except ValueError:  # NaN or an infinity, which JSON does not have
            return None

    def route(path: str, answer: Callable[[Request], Response | None]) -> Route:
        return Route(path, lambda request: answer(request) or api)

    return [
        Route("/api/status", status),
        route("/api/runs", services.runs.answer),
        route("/api/tags", tags),
        route("/api/scalars", scalars),
        route("/api/state", state),
        route("/api/state/part", part),
        Route("/api/stream", services.stream.answer),
    ]


def _simple_query(params: QueryParams) -> ScalarsQuery | None:
    """Return the query; None if a parameter is not in its simplest form."""
    if "tag" not in params:
        return None
    for name, simple in _SIMPLE.items():
        if name in params and not simple.fullmatch(params[name]):
            return None
    # A bound is an integer if possible: floats do not hold every step.
    first, last = (
        None if bound is None else int(bound) if _INTEGER.fullmatch(bound) else float(bound)
        for bound in (params.get("from"), params.get("to"))
    )
    series_query = SeriesQuery(
        axis=cast("Axis", params.get("x", "step")),
        range=Range(first, last),
        points=int(params.get("points", DEFAULT_BUCKETS)),
        order=cast("Order", params.get("order", "sorted")),
        context=params.get("context") == "true",
        smoothing=parse_smoothing(params["smoothing"]) if "smoothing" in params else None,
    )
    superseded = params.get("superseded") == "true"
    return ScalarsQuery(
        params["tag"], params.getlist("run") or None, series_query, superseded=superseded
    )
