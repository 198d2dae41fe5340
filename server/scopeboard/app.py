"""The web application: routers, the page, and the guard in front."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import time
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from starlette.applications import Starlette
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard import __version__
from scopeboard.api.runs import runs_router
from scopeboard.api.scalars import scalars_router
from scopeboard.api.server_status import Status, server_status
from scopeboard.api.state import state_router
from scopeboard.api.status import status_router
from scopeboard.api.stream import stream_router
from scopeboard.api.tags import tags_router
from scopeboard.api.views import views_router
from scopeboard.deferred import DeferredRoutes
from scopeboard.error_answers import answer_errors
from scopeboard.page import page_routes
from scopeboard.preferences import Preferences
from scopeboard.security import Access, guarded
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store

GRAPHS: Final = ("/api/graphs",)
TABS: Final = (
    "/api/audio",
    "/api/curves",
    "/api/event_files",
    "/api/export",
    "/api/histograms",
    "/api/hparams",
    "/api/images",
    "/api/layouts",
    "/api/meshes",
    "/api/metrics",
    "/api/projector",
    "/api/steps",
    "/api/tensors",
    "/api/text",
    "/api/warnings",
)
COMPAT: Final = ("/data", "/experiment")


@dataclass(frozen=True, slots=True)
class AppSettings:
    """What the application is told from outside.

    `path_prefix` is empty or starts with a slash; `reload_interval` is in seconds; `clock` gives
    seconds since the epoch. `state` is what viewers did, by default forgotten at the end.
    `graphs` are files with graphs besides those of the log directory. `ending` is set, by whoever
    runs the server, to end what would otherwise not end by itself. `removable_from` is the log
    directory whose event files viewers may remove; None where they may not.
    """

    log_directory: str = ""
    path_prefix: str = ""
    reload_interval: float = 5.0
    access: Access = field(default_factory=Access)
    clock: Callable[[], float] = time
    state: StateFile = field(default_factory=lambda: StateFile(None))
    graphs: tuple[Path, ...] = ()
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    preferences: Preferences = field(default_factory=dict)
    removable_from: Path | None = None


def create_app(store: Store, settings: AppSettings | None = None) -> ASGIApp:
    """Return the application that serves `store`."""
    settings = settings or AppSettings()
    app: ASGIApp = create_unguarded_app(store, settings)
    if settings.path_prefix:
        app = _below(settings.path_prefix, app)
    return _answering_head(guarded(app, settings.access))


def openapi_document() -> dict[str, Any]:
    """Return the OpenAPI document of the API; the page's types are generated from it."""
    return create_unguarded_app(Store(), AppSettings(), deferred=False).openapi()


def create_unguarded_app(store: Store, settings: AppSettings, *, deferred: bool = True) -> FastAPI:
    """Return all routes, below no prefix, without the guard in front of them.

    Those that the first screen does not need are `deferred` to the first request for one of them,
    or made at once.
    """
    app = FastAPI(
        title="Scopeboard",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the documentation pages load scripts from elsewhere
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    status = partial(server_status, store, settings.reload_interval, len(settings.graphs))
    app.include_router(status_router(status))
    app.include_router(runs_router(store, settings.clock))
    app.include_router(tags_router(store))
    app.include_router(scalars_router(store))
    app.include_router(state_router(settings.state))
    app.include_router(views_router(settings.state))
    app.include_router(stream_router(store, status, settings.ending))
    for prefixes, make in _later(store, settings):
        if deferred:
            app.router.routes.append(DeferredRoutes(prefixes, make))
        else:
            app.router.routes += make().routes
    if deferred:
        app.openapi = openapi_document  # type: ignore[method-assign]
    app.router.routes.extend(page_routes(lambda: _boot(settings, status())))
    answer_errors(app)
    return app


def _later(
    store: Store, settings: AppSettings
) -> list[tuple[tuple[str, ...], Callable[[], Router]]]:
    """Return what makes the routes that can wait, with the beginnings of their paths."""
    return [
        (GRAPHS, partial(_graph_routes, store, settings)),
        (TABS, partial(_tab_routes, store, settings)),
        (COMPAT, partial(_compat_routes, store, settings)),
    ]


def _graph_routes(store: Store, settings: AppSettings) -> APIRouter:
    """Load the graph engine and return its routes."""
    from scopeboard.graph_routes import graph_routes  # noqa: PLC0415 - see `deferred`

    return graph_routes(store, settings.graphs, read_only=settings.state.read_only)


def _tab_routes(store: Store, settings: AppSettings) -> APIRouter:
    """Load what the tabs ask when they are opened and return its routes."""
    from scopeboard.tab_routes import tab_routes  # noqa: PLC0415 - see `deferred`

    follows = settings.reload_interval > 0
    return tab_routes(store, settings.clock, settings.removable_from, follows=follows)


def _compat_routes(store: Store, settings: AppSettings) -> Router:
    """Load TensorBoard's API and return its routes."""
    from scopeboard.compat.routes import compat_routes  # noqa: PLC0415 - see `deferred`

    return compat_routes(store, settings.log_directory)


def _boot(settings: AppSettings, status: Status) -> dict[str, object]:
    """Return what the page knows without asking."""
    title = f"{settings.log_directory} · Scopeboard" if settings.log_directory else "Scopeboard"
    return {
        "version": __version__,
        "window_title": title,
        "log_directory": settings.log_directory,
        "preferences": settings.preferences,
        "allow_delete": settings.removable_from is not None,
        "status": status.model_dump(mode="json"),
    }


def _below(prefix: str, app: ASGIApp) -> ASGIApp:
    def to_page(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{prefix}/{query}")

    outer = Starlette(routes=[Route(prefix, to_page), Mount(prefix, app)])
    answer_errors(outer)
    return outer


def _answering_head(app: ASGIApp) -> ASGIApp:
    """Return `app`, answering HEAD as GET without the body; FastAPI's routes do not.

    A body without an end has to end itself: its route finds `is_head` in its scope.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await app({**scope, "method": "GET", "is_head": True}, receive, send_head)
        else:
            await app(scope, receive, send)

    return answer
