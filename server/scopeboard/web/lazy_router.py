"""Routes whose modules are imported by the first request, not when the server starts.

FastAPI takes as long to import as all other modules of a start, and the graph engine takes a fifth
of a second and several megabytes. The first screen needs neither.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Event, Thread
from time import sleep
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import ASGIApp, Receive, Scope, Send

from scopeboard.concurrency.lazy import Lazy
from scopeboard.system.threads import is_short_of_memory

_DELAY_SECONDS: Final = 0.5  # the first responses after an event need the interpreter lock too


class LazyRoutes(BaseRoute):
    """All routes at or below some paths.

    Args:
        paths: such as `/api/graphs`.
        load: imports the module of the routes and returns an application; called once, in a
            worker thread.
    """

    def __init__(self, paths: tuple[str, ...], load: Callable[[], ASGIApp]) -> None:
        self.paths = paths
        self.load = Lazy(load)

    def serves(self, path: str) -> bool:
        """Return whether a path is one of these routes' or below one."""
        return any(path == each or path.startswith(f"{each}/") for each in self.paths)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return a full match for a request to one of these routes, whatever its method."""
        path: str = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        is_match = scope["type"] == "http" and self.serves(path)
        return (Match.FULL if is_match else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; import the module first if this is the first request."""
        app = self.load() if self.load.is_ready else await run_in_threadpool(self.load)
        await app(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> URLPath:
        """Raise `NoMatchFound`: these routes have no names."""
        raise NoMatchFound(name, path_params)


def load_in_background(routes: Iterable[LazyRoutes], after: Event | None = None) -> None:
    """Load routes in a thread: at once, or shortly `after` an event.

    The first request loads them if no memory is left for a thread, or no descriptor to open a
    module with.
    """

    def load() -> None:
        if after is not None:
            after.wait()
            sleep(_DELAY_SECONDS)
        # Without descriptors: it is tried again by the first request, which reports the error.
        with suppress(OSError):
            for each in routes:
                each.load()

    try:
        Thread(target=load, name="load", daemon=True).start()
    except (RuntimeError, MemoryError) as error:
        if not is_short_of_memory(error):
            raise
