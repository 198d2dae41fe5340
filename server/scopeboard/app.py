"""The web application: routers, the page, errors into answers, and the guard in front."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard import __version__
from scopeboard.api.graph_choices import graph_choices_router
from scopeboard.api.graph_export import graph_export_router
from scopeboard.api.graph_scopes import graph_scopes_router
from scopeboard.api.graph_search import graph_search_router
from scopeboard.api.graph_statistics import graph_statistics_router
from scopeboard.api.graphs import graphs_router
from scopeboard.api.runs import runs_router
from scopeboard.api.scalars import scalars_router
from scopeboard.api.state import state_router
from scopeboard.api.status import status_router
from scopeboard.api.tags import tags_router
from scopeboard.errors import (
    ConflictError,
    DamagedDataError,
    NotFoundError,
    QueryError,
    RefusedError,
    ScopeboardError,
    UnavailableError,
)
from scopeboard.graph.logged_graphs import LoggedGraphs
from scopeboard.page import page_routes
from scopeboard.security import Access, guarded
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store

_log = logging.getLogger(__name__)

_STATUS_OF_ERROR: Final[dict[type[ScopeboardError], int]] = {
    NotFoundError: 404,
    DamagedDataError: 422,
    QueryError: 422,
    RefusedError: 403,
    ConflictError: 409,
    UnavailableError: 503,
}


@dataclass(frozen=True, slots=True)
class AppSettings:
    """What the application is told from outside.

    `path_prefix` is empty or starts with a slash; `reload_interval` is in seconds; `clock` gives
    seconds since the epoch. `state` is what viewers did, by default forgotten at the end.
    `graphs` are files with graphs besides those of the log directory.
    """

    log_directory: str = ""
    path_prefix: str = ""
    reload_interval: float = 5.0
    access: Access = field(default_factory=Access)
    clock: Callable[[], float] = time
    state: StateFile = field(default_factory=lambda: StateFile(None))
    graphs: tuple[Path, ...] = ()


def create_app(store: Store, settings: AppSettings | None = None) -> ASGIApp:
    """Return the application that serves `store`."""
    settings = settings or AppSettings()
    app: ASGIApp = create_unguarded_app(store, settings)
    if settings.path_prefix:
        app = _below(settings.path_prefix, app)
    return _answering_head(guarded(app, settings.access))


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of the API; the page's types are generated from it."""
    return create_unguarded_app(Store(), AppSettings()).openapi()


def create_unguarded_app(store: Store, settings: AppSettings) -> FastAPI:
    """Return all routes, below no prefix, without the guard in front of them."""
    app = FastAPI(
        title="Scopeboard",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the documentation pages load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.include_router(status_router(store, settings.reload_interval))
    app.include_router(runs_router(store, settings.clock))
    app.include_router(tags_router(store))
    app.include_router(scalars_router(store))
    graphs = LoggedGraphs(store, settings.graphs)
    app.include_router(graphs_router(store, graphs, read_only=settings.state.read_only))
    app.include_router(graph_scopes_router(graphs))
    app.include_router(graph_choices_router(graphs))
    app.include_router(graph_export_router(graphs))
    app.include_router(graph_search_router(graphs))
    app.include_router(graph_statistics_router(store, graphs))
    app.include_router(state_router(settings.state))
    app.router.routes.extend(page_routes(_boot(settings)))
    _answer_errors(app)
    return app


def _boot(settings: AppSettings) -> dict[str, str]:
    title = f"{settings.log_directory} · Scopeboard" if settings.log_directory else "Scopeboard"
    return {
        "version": __version__,
        "window_title": title,
        "log_directory": settings.log_directory,
    }


def _below(prefix: str, app: ASGIApp) -> ASGIApp:
    def to_page(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{prefix}/{query}")

    outer = Starlette(routes=[Route(prefix, to_page), Mount(prefix, app)])
    _answer_errors(outer)
    return outer


def _answering_head(app: ASGIApp) -> ASGIApp:
    """Return `app`, answering HEAD as GET without the body; FastAPI's routes do not."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await app({**scope, "method": "GET"}, receive, send_head)
        else:
            await app(scope, receive, send)

    return answer


def _answer_errors(app: Starlette) -> None:
    """Turn every exception into `{error: {kind, message}}`; none shows a traceback."""

    def known(_: Request, error: Exception) -> Response:
        status = next((s for kind, s in _STATUS_OF_ERROR.items() if isinstance(error, kind)), 500)
        return _error(status, _kind_of(error), str(error))

    def http(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return _error(status, "http", str(getattr(error, "detail", error)))

    def invalid(_: Request, error: Exception) -> Response:
        return _error(422, "invalid_request", _explained(error))

    def unforeseen(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return _error(500, "internal", "The server met an error of its own; its log has more.")

    app.add_exception_handler(ScopeboardError, known)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(Exception, unforeseen)


def _explained(error: Exception) -> str:
    """Return one sentence on the first thing wrong with a request's parameters."""
    if not isinstance(error, RequestValidationError):
        return str(error)
    first = error.errors()[0]
    where, *inside = first["loc"]  # behind a parameter's name stand the types that it may have
    subject = f"Parameter {inside[0]!r}" if inside else f"The {where}"
    return f"{subject}: {first['msg']}."


def _kind_of(error: Exception) -> str:
    """Return a class name as programs read it: NotFoundError is `not_found`."""
    name = type(error).__name__.removesuffix("Error")
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


def _error(status: int, kind: str, message: str) -> Response:
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)
