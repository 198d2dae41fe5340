"""Routes that are made when one of them is first asked for, not when the server starts.

The graph engine takes a fifth of a second and several megabytes to load, and a log without a graph
needs none of it. What all tabs ask takes as much, and one of them a tenth of that.
"""

from collections.abc import Callable, Iterable
from threading import Event, Thread
from time import sleep
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound, Router
from starlette.types import Receive, Scope, Send

from scopeboard.concurrency.lazy import Lazy
from scopeboard.system.threads import is_short_of_memory

_LATER_SECONDS: Final = 0.5  # for what is asked at once after an event, and needs Python too

Answering = Starlette | Router


def _without_redirects(app: Answering) -> Answering:
    """Return `app`, which answers 404 where it would redirect to a path without its last slash.

    Such a redirect names the host of the request, which behind a proxy is not that of the browser.
    """
    (app.router if isinstance(app, Starlette) else app).redirect_slashes = False
    return app


class DeferredRoutes(BaseRoute):
    """All routes whose path begins with one of some prefixes.

    Args:
        prefixes: such as `/api/graphs`.
        make: makes what answers, once, in a thread of its own.
    """

    def __init__(self, prefixes: tuple[str, ...], make: Callable[[], Answering]) -> None:
        self.prefixes = prefixes
        self._answering = Lazy(lambda: _without_redirects(make()))

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Tell whether a request is for one of these routes, whatever its method."""
        path: str = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        is_ours = scope["type"] == "http" and self._is_for(path)
        return (Match.FULL if is_ours else Match.NONE), {}

    def load(self) -> Answering:
        """Return what answers."""
        return self._answering()

    def load_soon(self, paths: Iterable[str] = (), after: Event | None = None) -> None:
        """Make what answers, also at these paths, in a thread: now, or a while `after` an event.

        Where there is no memory for a thread, the first request makes it.
        """
        try:
            Thread(target=self._load, args=(paths, after), name="load", daemon=True).start()
        except (RuntimeError, MemoryError) as error:
            if not is_short_of_memory(error):
                raise

    def _load(self, paths: Iterable[str], after: Event | None) -> None:
        if after is not None:
            after.wait()
            sleep(_LATER_SECONDS)
        for route in self.load().routes:
            if isinstance(route, DeferredRoutes) and any(map(route._is_for, paths)):
                route.load()

    def _is_for(self, path: str) -> bool:
        return any(path == each or path.startswith(f"{each}/") for each in self.prefixes)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        make = self._answering
        app = make() if make.is_ready else await run_in_threadpool(make)
        await app(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        """Refuse: these routes have no names."""
        raise NoMatchFound(name, path_params)
