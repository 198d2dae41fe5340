"""The web application: the guard, the page, what is answered at once, and the API behind them.

The API takes as long to load as all the rest of a start, and the first screen does without it. So
it is loaded when a page was sent whose tab will ask it, while the browser fetches the files of the
page; or soon after all that there was has been read, which would otherwise share its processor with
it, as would the first answers; or with the first question for it.
"""

from dataclasses import asdict
from functools import partial
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
from scopeboard.web.lazy_router import DeferredRoutes
from scopeboard.web.page import page_routes
from scopeboard.web.request_queue.queue import RequestQueue
from scopeboard.web.security import content_security_policy, guarded, security_headers
from scopeboard.web.settings import AppSettings
from scopeboard.web.startup_routes import FirstScreen, first_routes, first_screen

API: Final = ("/api",)
GRAPH_FILES: Final = ("/api/graphs",)  # takes large bodies, and counts them as it writes them
COMPAT: Final = ("/data", "/experiment")
_FIRST_QUESTIONS: Final = {
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
"""What tabs ask first of those parts of the API that are loaded with the first question."""


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
    app = with_bounded_bodies(compressed(app), settings.limits.max_body_bytes, graph_files)
    app = with_bounded_heads(guarded(app, access), settings.limits)
    policy = content_security_policy(access.frame_ancestors)
    return _answering_head(security_headers(app, policy))


def create_unguarded_app(store: Store, settings: AppSettings) -> Starlette:
    """Return all routes, below no prefix, without the guard in front of them."""
    settings.state.find_runs = lambda: {run.name for run in store.each_run()}
    screen = first_screen(store, settings)
    api = DeferredRoutes(API, partial(_api, store, settings, screen))
    compat = DeferredRoutes(COMPAT, partial(_compat_routes, store, settings))

    def boot() -> dict[str, object]:
        return _boot(settings, screen.status())

    def sent(tab: str) -> None:
        if tab in _FIRST_QUESTIONS:
            api.load_soon(_FIRST_QUESTIONS[tab])

    if settings.has_read is not None:
        api.load_soon(after=settings.has_read)
    health = health_route(settings.health)
    page = page_routes(boot, sent=sent)
    app = Starlette(routes=[health, *first_routes(screen, api), api, *page, compat])
    app.router.redirect_slashes = False  # Starlette's lead to the host that a proxy asked for
    answer_errors_in_words(app, page="", programs=(*API, *COMPAT))
    return app


def _api(store: Store, settings: AppSettings, screen: FirstScreen) -> Starlette:
    from scopeboard.web.fastapi_import import load_framework  # noqa: PLC0415 - see the module

    load_framework()
    from scopeboard.web.api import create_api  # noqa: PLC0415 - see the module

    return create_api(store, settings, screen)


def _compat_routes(store: Store, settings: AppSettings) -> Router:
    """Load TensorBoard's API and return its routes."""
    from scopeboard.compat.routes import compat_routes  # noqa: PLC0415 - see `deferred`
    from scopeboard.compat.series.server_routes import ServerFacts  # noqa: PLC0415 - likewise

    facts = ServerFacts(
        settings.log_directory, settings.data_location, settings.window_title, settings.samples
    )
    return compat_routes(store, facts)


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
