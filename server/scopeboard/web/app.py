"""The web application: the guard, the page, the startup routes, and the lazy routes behind them.

The API takes as long to import as the rest of a start, and the first screen does without it. Its
routes are imported by whichever comes first: a page whose tab requests them, while the browser
fetches the files of the page; the end of the initial reading, which would otherwise compete with
the import for a processor; or the first request for them.
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
from scopeboard.web.errors import answer_errors_in_words
from scopeboard.web.health import health_route
from scopeboard.web.idle_trim import IdleTrim, trimmed_when_idle
from scopeboard.web.lazy_router import LazyRoutes, load_in_background
from scopeboard.web.lazy_routes import API, COMPAT, lazy_routes
from scopeboard.web.page import page_routes
from scopeboard.web.request_queue.queue import RequestQueue
from scopeboard.web.security import content_security_policy, guarded, security_headers
from scopeboard.web.services import create_services
from scopeboard.web.settings import AppSettings
from scopeboard.web.startup_routes import startup_routes

GRAPH_FILES: Final = ("/api/graphs",)  # accepts large bodies and bounds them while writing them
_FIRST_SCREEN: Final = ("/api/scalars", "/api/state", "/api/views")
"""Resources of the first screen that may request what `startup_routes` leaves to the API."""
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
    app: ASGIApp = RequestQueue(
        create_unguarded_app(store, settings), lambda: store.generation, processors()
    )
    if settings.path_prefix:
        app = _below(settings.path_prefix, app, health_route(settings.health))
    access = settings.access
    graph_files = {f"{settings.path_prefix}{path}" for path in GRAPH_FILES}
    app = compressed(trimmed_when_idle(app, IdleTrim()))
    app = with_bounded_bodies(app, settings.limits.max_body_bytes, graph_files)
    app = with_bounded_heads(guarded(app, access), settings.limits)
    policy = content_security_policy(access.frame_ancestors)
    return _answering_head(security_headers(app, policy))


def create_unguarded_app(store: Store, settings: AppSettings) -> Starlette:
    """Return all routes, below no prefix, without the guard in front of them."""
    settings.state.find_runs = lambda: {run.name for run in store.each_run()}
    services = create_services(store, settings)
    lazy = lazy_routes(services)

    def boot() -> dict[str, object]:
        return _boot(settings, services.status())

    def load_of_tab(tab: str) -> None:
        if tab in _OF_TAB:
            load_in_background(_serving(lazy, _OF_TAB[tab]))

    if settings.has_read is not None:
        load_in_background(_serving(lazy, _FIRST_SCREEN), after=settings.has_read)
    plain = startup_routes(services, Router(lazy, redirect_slashes=False))
    page = page_routes(boot, sent=load_of_tab)
    app = Starlette(routes=[health_route(settings.health), *plain, *page, *lazy])
    app.router.redirect_slashes = False  # Starlette's lead to the host that a proxy asked for
    answer_errors_in_words(app, page="", programs=(API, *COMPAT))
    return app


def _serving(routes: list[LazyRoutes], paths: tuple[str, ...]) -> list[LazyRoutes]:
    """Return the routes that serve some of `paths`."""
    return [each for each in routes if any(map(each.serves, paths))]


def _boot(settings: AppSettings, status: Status) -> dict[str, object]:
    """Return what the page knows without asking."""
    title = f"{settings.log_directory} · Scopeboard" if settings.log_directory else "Scopeboard"
    return {
        "version": __version__,
        "window_title": settings.window_title or title,
        "log_directory": settings.log_directory,
        "preferences": settings.preferences,
        "allow_delete": settings.removable_from is not None,
        "status": asdict(status),
    }


def _below(prefix: str, app: ASGIApp, health: Route) -> ASGIApp:
    def to_page(request: Request) -> Response:
        query = f"?{request.url.query}" if request.url.query else ""
        # Relative: the path of the request may begin with more than the prefix, see `sign_in`.
        return RedirectResponse(f"./{prefix.rpartition('/')[2]}/{query}")

    outer = Starlette(routes=[health, Route(prefix, to_page), Mount(prefix, app)])
    answer_errors_in_words(outer, page=f"{prefix.lstrip('/')}/", programs=())
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
