"""Routes of the first screen that need no FastAPI, which takes long to import.

The routes of the API share the objects that make these responses; they document them and check
every parameter. The routes here answer requests whose parameters are in their plainest form and
leave all others, such as invalid ones, to the API.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from scopeboard.api.startup.scalars import DEFAULT_BUCKETS, ScalarSeries, ScalarsQuery
from scopeboard.api.startup.tags import TagList
from scopeboard.state.state_file import StateFile
from scopeboard.store.query.axis import Axis, Range
from scopeboard.store.query.points import Order
from scopeboard.store.query.query import SeriesQuery
from scopeboard.store.query.smoothing import SMOOTHING_PATTERN, parse_smoothing
from scopeboard.types import Kind
from scopeboard.web.services import Services

_WHOLE: Final = re.compile("-?[0-9]{1,15}")
_NUMBER: Final = re.compile("-?[0-9]{1,15}([.][0-9]{1,20})?(e[+-]?[0-9]{1,2})?")
_PLAIN: Final = {
    "x": re.compile("|".join(get_args(Axis))),
    "from": _NUMBER,
    "to": _NUMBER,
    "points": re.compile("[0-9]{1,5}"),
    "order": re.compile("|".join(get_args(Order))),
    "superseded": re.compile("true|false"),
    "context": re.compile("true|false"),
    "smoothing": re.compile(SMOOTHING_PATTERN),
}
"""Patterns of the parameters of `/api/scalars` that need no further check."""


def startup_routes(services: Services, api: ASGIApp) -> list[Route]:
    """Return the routes; `api` answers the requests that they leave to it."""

    async def status(_: Request) -> Response:
        return Response(await services.live_status.body(), media_type="application/json")

    def route(path: str, answer: Callable[[Request], Response | None]) -> Route:
        return Route(path, lambda request: answer(request) or api)

    return [
        Route("/api/status", status),
        route("/api/runs", services.runs.answer),
        route("/api/tags", lambda request: _tags(services.tags, request)),
        route("/api/scalars", lambda request: _scalars(services.scalars, request)),
        route("/api/state", lambda _: _state(services.state)),
        route("/api/state/part", lambda request: _part(services.state, request)),
        Route("/api/stream", services.stream.answer),
    ]


def _tags(tags: TagList, request: Request) -> Response | None:
    kind = request.query_params.get("kind")
    if kind is not None and kind not in get_args(Kind):
        return None
    return tags.answer(request, cast("Kind | None", kind))


def _scalars(series: ScalarSeries, request: Request) -> Response | None:
    query = _plain_query(request.query_params)
    return series.answer(request, query) if query else None


def _plain_query(params: QueryParams) -> ScalarsQuery | None:
    """Return the query; None if a parameter is not in its plainest form."""
    if "tag" not in params:
        return None
    if not all(
        plain.fullmatch(params.get(name, "")) for name, plain in _PLAIN.items() if name in params
    ):
        return None
    question = SeriesQuery(
        axis=cast("Axis", params.get("x", "step")),
        range=Range(_bound(params.get("from")), _bound(params.get("to"))),
        points=int(params.get("points", DEFAULT_BUCKETS)),
        order=cast("Order", params.get("order", "sorted")),
        context=params.get("context") == "true",
        smoothing=parse_smoothing(params["smoothing"]) if "smoothing" in params else None,
    )
    superseded = params.get("superseded") == "true"
    return ScalarsQuery(
        params["tag"], params.getlist("run") or None, question, superseded=superseded
    )


def _bound(params: str | None) -> float | None:
    """Return a bound of a range: an integer if it is one, since floats do not hold every step."""
    if params is None:
        return None
    return int(params) if _WHOLE.fullmatch(params) else float(params)


def _state(state: StateFile) -> Response | None:
    revisions = {name: part.revision for name, part in state.parts().items()}
    return _json({"read_only": state.read_only, "revisions": revisions})


def _part(state: StateFile, request: Request) -> Response | None:
    name = request.query_params.get("name")
    if name is None:
        return None
    part = state.read(name)
    return _json({"revision": part.revision, "value": part.value})


def _json(content: Mapping[str, Any]) -> Response | None:
    try:
        return JSONResponse(content)
    except ValueError:  # numbers that JSON has no sign for
        return None
