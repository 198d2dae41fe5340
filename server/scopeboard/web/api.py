"""The API: FastAPI with the routers of all resources.

FastAPI and the models of the answers take as long to load as all the rest of a start. So the
server answers before they are there; `app` says when they are loaded.
"""

from functools import partial
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import Response

from scopeboard import __version__
from scopeboard.api.log.runs import runs_router
from scopeboard.api.log.scalars import scalars_router
from scopeboard.api.log.status import status_router
from scopeboard.api.log.stream import stream_router
from scopeboard.api.log.tags import tags_router
from scopeboard.api.viewer.state import state_router
from scopeboard.api.viewer.views import views_router
from scopeboard.store.store import Store
from scopeboard.web.errors import answer_errors, error_answer
from scopeboard.web.lazy_router import DeferredRoutes
from scopeboard.web.settings import AppSettings
from scopeboard.web.startup_routes import FirstScreen, first_screen
from scopeboard.web.tab_routes import tab_routes

GRAPHS: Final = ("/api/graphs",)


def create_api(
    store: Store,
    settings: AppSettings,
    screen: FirstScreen | None = None,
    *,
    deferred: bool = True,
) -> FastAPI:
    """Return all routes of the API, below no prefix, without the guard in front of them.

    `screen` makes the answers of the first screen, for these routes as for others. Those that the
    first screen does not need are `deferred` to the first request for one of them, or made at once.
    """
    screen = screen or first_screen(store, settings)
    app = FastAPI(
        title="Scopeboard",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the documentation pages load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.include_router(status_router(screen.status))
    app.include_router(runs_router(screen.runs))
    app.include_router(tags_router(screen.tags))
    app.include_router(scalars_router(screen.scalars))
    app.include_router(state_router(screen.state))
    app.include_router(views_router(screen.state))
    app.include_router(stream_router(screen.stream))
    graphs = DeferredRoutes(GRAPHS, partial(_graph_routes, store, settings))
    for routes in (graphs, *tab_routes(store, settings, screen.runs.trainings)):
        app.router.routes += [routes] if deferred else routes.load().routes
    if deferred:
        app.openapi = openapi_document  # type: ignore[method-assign]
    answer_errors(app)
    app.add_exception_handler(RequestValidationError, _invalid)
    return app


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of the API; the page's types are generated from it."""
    return create_api(Store(), AppSettings(), deferred=False).openapi()


def _graph_routes(store: Store, settings: AppSettings) -> APIRouter:
    """Load the graph engine and return its routes."""
    from scopeboard.web.graph_routes import graph_routes  # noqa: PLC0415 - see `deferred`

    return graph_routes(store, settings.graphs, read_only=settings.state.read_only)


async def _invalid(_: Request, error: Exception) -> Response:
    """Answer with one sentence on the first thing wrong with a request's parameters."""
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    where, *inside = first["loc"]  # behind a parameter's name stand the types that it may have
    subject = f"Parameter {inside[0]!r}" if inside else f"The {where}"
    return error_answer(422, "invalid_request", f"{subject}: {first['msg']}.")
