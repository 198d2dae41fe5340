"""The web application: the guard, the page, the startup routes, and the lazy routes behind them.

The API takes as long to import as the rest of a start, and the first screen does not need it. Its
routes are imported at the first of these events: a request for a page whose tab needs them, while
the browser loads the files of the page; the end of the initial reading, which would otherwise
compete with the import for a processor; or a request for them.
"""

from dataclasses import asdict
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard import __version__
from scopeboard.api.startup.status import Status
from scopeboard.store.store import Store
from scopeboard.system.processes import processors
from scopeboard.web.compression import compressed
from scopeboard.web.connections.body_bounds import with_bounded_bodies
from scopeboard.web.connections.head_bounds import with_bounded_heads
from scopeboard.web.errors import answer_errors_to_browsers
from scopeboard.web.guide import guide_routes, style_sources
from scopeboard.web.idle_trim import IdleTrim, trimmed_when_idle
from scopeboard.web.lazy_router import LazyRoutes, load_in_background
from scopeboard.web.lazy_routes import API, COMPAT, lazy_routes
from scopeboard.web.monitoring.health import Readiness, health_routes
from scopeboard.web.monitoring.measurements import measurements_route
from scopeboard.web.monitoring.request_counts import RequestCounts, counted
from scopeboard.web.page import page_routes
from scopeboard.web.preferred_wait import with_preferred_wait
from scopeboard.web.request_queue.queue import RequestQueue
from scopeboard.web.security import content_security_policy, guarded, security_headers
from scopeboard.web.services import create_services
from scopeboard.web.settings import AppSettings
from scopeboard.web.startup_routes import startup_routes

GRAPH_FILES: Final = ("/api/graphs",)  # accepts large bodies and bounds them itself
_FIRST_SCREEN: Final = ("/api/scalars", "/api/state", "/api/views")
"""Resources of the first screen with requests that `startup_routes` passes to the API."""
_OF_TAB: Final = {
    "curves": ("/api/curves", "/api/steps"),
    "custom": ("/api/layouts",),
    "distributions": ("/api/histograms", "/api/steps"),
    "graph": ("/api/graphs",),
    "hparams": ("/api/hparams",),
    "media": ("/api/images", "/api/meshes", "/api/steps"),
    "projector": ("/api/projector",),
    "tensors": ("/api/tensors",),
    "text": ("/api/text", "/api/steps"),
}
"""Resources that each tab requests first."""


def create_app(store: Store, settings: AppSettings | None = None) -> ASGIApp:
    """Return the application that serves `store`."""
    settings = settings or AppSettings()
    counts = RequestCounts()
    routes = create_unguarded_app(store, settings, counts)
    queue = RequestQueue(routes, lambda: store.generation, processors())
    app = with_preferred_wait(queue)
    if settings.path_prefix:
        health = health_routes(settings.health, Readiness(store, settings.health))
        app = _below(settings.path_prefix, app, health)
    access = settings.access
    graph_files = {f"{settings.path_prefix}{path}" for path in GRAPH_FILES}
    if settings.trims_memory:
        app = trimmed_when_idle(app, IdleTrim())
    app = compressed(app)
    app = with_bounded_bodies(app, settings.limits.max_body_bytes, graph_files)
    app = with_bounded_heads(guarded(app, access), settings.limits)
    policy = content_security_policy(access.frame_ancestors)
    app = _answering_head(security_headers(app, policy))
    return counted(app, counts, settings.path_prefix, settings.record_request)


def create_unguarded_app(
    store: Store, settings: AppSettings, counts: RequestCounts | None = None
) -> Starlette:
    """Return all routes, below no prefix, without the guard in front of them.

    `/metrics` has the numbers of `counts`; without any, those of no requests.
    """
    settings.state.find_runs = lambda: {run.name for run in store.each_run()}
    services = create_services(store, settings)
    lazy = lazy_routes(services)

    def boot() -> dict[str, object]:
        """Return the data that the page has at its start."""
        directory = settings.log_directory
        title = f"{directory} · Scopeboard" if directory else "Scopeboard"
        status = services.status()
        return {
            "version": __version__,
            "first_tab": find_first_tab(store, status),
            "window_title": settings.window_title or title,
            "log_directory": directory,
            "preferences": settings.preferences,
            "allow_delete": settings.removable_from is not None,
            "status": asdict(status),
        }

    def load_of_tab(tab: str) -> None:
        if tab in _OF_TAB:
            load_in_background(_serving(lazy, _OF_TAB[tab]))

    if settings.has_read is not None:
        load_in_background(_serving(lazy, _FIRST_SCREEN), after=settings.has_read)
    startup = startup_routes(services, Router(lazy, redirect_slashes=False))
    page = page_routes(boot, sent=load_of_tab)
    frames = settings.access.frame_ancestors
    policy = content_security_policy(frames, writes_html=True, styles=style_sources())
    guide = guide_routes(policy)
    readiness = Readiness(store, settings.health)
    monitoring = [
        *health_routes(settings.health, readiness),
        measurements_route(store, settings.health, readiness, (counts or RequestCounts()).metrics),
    ]
    app = Starlette(routes=[*monitoring, *startup, *page, *guide, *lazy])
    app.router.redirect_slashes = False  # Starlette's have the host of a proxy's request
    answer_errors_to_browsers(app, page="", programs=(API, *COMPAT))
    return app


def find_first_tab(store: Store, status: Status) -> str:
    """Return the tab that an address without one opens; empty for one that the page chooses.

    Of a log that is still being read nothing is known yet, and most logs have scalars.
    """
    kinds = [key.kind for key in store.snapshot().keys]
    if "scalars" in kinds:
        return "scalars"
    if status.graph_files or "graphs" in kinds:
        return "graph"
    return "scalars" if status.loading.state == "reading" else ""


def _serving(routes: list[LazyRoutes], paths: tuple[str, ...]) -> list[LazyRoutes]:
    """Return the routes that serve any of `paths`."""
    return [each for each in routes if any(map(each.serves, paths))]


def _below(prefix: str, app: ASGIApp, health: list[Route]) -> ASGIApp:
    """Return `app` below a path prefix; other paths lead to the page or to an error."""

    def to_page(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        # Relative: the path of the request may begin with more than the prefix, see `sign_in`.
        return RedirectResponse(f"./{prefix.rpartition('/')[2]}/{query}")

    outer = Starlette(routes=[*health, Route(prefix, to_page), Mount(prefix, app)])
    answer_errors_to_browsers(outer, page=f"{prefix.lstrip('/')}/", programs=())
    return outer


def _answering_head(app: ASGIApp) -> ASGIApp:
    """Return `app` with HEAD answered as GET without the body; FastAPI's routes do not do this.

    The scope of such a request has `is_head`, so that a route can end an endless body.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if "body" in message else message)

        if scope["type"] == "http" and scope["method"] == "HEAD":
            await app({**scope, "method": "GET", "is_head": True}, receive, send_head)
        else:
            await app(scope, receive, send)

    return answer
