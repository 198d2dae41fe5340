"""The dashboard as an ASGI application, for services that mount it.

It reads from the start of the service on, or from the first request on where it does not learn of
the start: Starlette does not forward that to what it mounts. It ends with the service, or by
`close`.
"""

import asyncio
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock
from typing import Final, NamedTuple, Unpack

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from scopeboard.closing import Closing
from scopeboard.config.keyword_settings import (
    APPLICATION_KEYWORDS,
    ApplicationSettings,
    Logs,
    settings_of,
)
from scopeboard.config.settings import Settings
from scopeboard.errors import SettingsError
from scopeboard.ingest.heartbeat import Following
from scopeboard.serving.reading import SilentReporter, follow, open_store_of
from scopeboard.store.store import Store
from scopeboard.types import NO_TOKEN
from scopeboard.web.app import create_app
from scopeboard.web.errors import error_answer
from scopeboard.web.monitoring.health import probe_paths
from scopeboard.web.security import Access
from scopeboard.web.server import embedded_settings

STOP_SECONDS: Final = 10.0
"""How long to wait for the job that is being read; it takes a second where disks are fast."""
_STREAM: Final = "/api/stream"
_CALL: Final = "scopeboard.asgi_app"


class Running(NamedTuple):
    """An application that answers, and what it needs."""

    app: ASGIApp
    store: Store
    ingest: Following | None
    ending: asyncio.Event
    stop_reading: "weakref.finalize[..., Application] | None"
    """Ends the thread when the application is collected; retains the store until then."""


class Application(Closing):
    """The dashboard as an ASGI application, alone or mounted below a path.

    A page that it has sent follows the log by a stream of changes while the service says when it
    ends, by ASGI's lifespan: alone it does, and mounted with `lifespan` of this object as that of
    the service. Otherwise the page looks for changes at the interval of reading, because a stream
    without an end would keep the service from ending.

    Examples:
        >>> from fastapi import FastAPI
        >>> board = sb.asgi_app("runs", token="for-the-team")
        >>> board.token
        'for-the-team'
        >>> service = FastAPI(lifespan=board.lifespan)
        >>> service.mount("/board", board)

        A service with a lifespan of its own enters that of the board there:

        >>> import asyncio
        >>> async def run() -> None:
        ...     async with board.lifespan():
        ...         pass  # the service runs
        >>> asyncio.run(run())
        >>> board.close()
    """

    def __init__(self, settings: Settings) -> None:
        token = None if settings.token in {None, NO_TOKEN} else settings.token
        if settings.allow_delete and token is None:
            raise SettingsError(f"{_CALL}: allow_delete requires a token; set one with `token`.")
        self._settings = settings
        self._access = Access(
            proxied_hosts=settings.allowed_hosts,
            token=token,
            frame_ancestors=settings.frame_ancestors,
            open_paths=probe_paths(),
            allowing='asgi_app(…, allow_host="{}")',
        )
        self._lock = Lock()
        self._running: Running | None = None
        self._knows_end = False
        self._is_closed = False

    def __repr__(self) -> str:
        shown = self._settings.log_directory or next(iter(self._settings.graphs), "the demo")
        return f"<scopeboard.Application {str(shown)!r}>"

    @property
    def token(self) -> str | None:
        """The token that requests must send, or None."""
        return self._access.token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._follow_lifespan(receive, send)
        elif scope["type"] == "http":
            await self._answer(_without_root(scope), receive, send)
        else:
            await send({"type": "websocket.close", "code": 1000})

    def start(self) -> Running:
        """Begin to read, unless it has begun; return what answers.

        Raises:
            RuntimeError: it was closed.
        """
        with self._lock:
            if self._is_closed:
                raise RuntimeError(f"{self!r} is closed.")
            if self._running is None:
                self._running = self._begin()
            return self._running

    def _begin(self) -> Running:
        store = open_store_of(self._settings)
        ingest = follow(self._settings, store, SilentReporter())
        finalizer = None if ingest is None else weakref.finalize(self, ingest.stop)
        ending = asyncio.Event()
        settings = embedded_settings(self._settings, self._access, ending, ingest)
        return Running(create_app(store, settings), store, ingest, ending, finalizer)

    def stop(self) -> None:
        """Stop reading, until the next request or start."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None and running.ingest is not None:
            running.ingest.stop(STOP_SECONDS)
        if running is not None and running.stop_reading is not None:
            running.stop_reading.detach()

    def close(self) -> None:
        """Stop reading for good; requests are answered with 503."""
        self._is_closed = True
        self.stop()

    @asynccontextmanager
    async def lifespan(self, _: object = None) -> AsyncIterator[None]:
        """Read while a service runs: `FastAPI(lifespan=board.lifespan)`."""
        running = await run_in_threadpool(self.start)
        self._knows_end = True
        try:
            yield
        finally:
            self._knows_end = False
            running.ending.set()
            await run_in_threadpool(self.stop)

    async def _follow_lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await run_in_threadpool(self.start)
        except (OSError, RuntimeError) as error:  # of the index; or it is closed
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        async with self.lifespan():
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp
        if not scope["path"]:  # of the mount, without a slash: addresses of the page are relative
            query = scope["query_string"].decode("latin-1")
            name = scope["root_path"].rpartition("/")[2]
            answer = RedirectResponse(f"./{name}/{'?' if query else ''}{query}")
        elif scope["path"] == _STREAM and not self._knows_end:
            answer = Response(status_code=204)  # see above
        elif self._is_closed:
            answer = error_answer(503, "closed", "This dashboard is closed.")
        else:
            running = self._running
            if running is None:
                running = await run_in_threadpool(self.start)
            answer = running.app
            scope = {**scope, "root_path": ""}
        await answer(scope, receive, send)


def _without_root(scope: Scope) -> Scope:
    """Return a request as it would be without the path that the application is mounted below."""
    root = scope.get("root_path", "").rstrip("/")
    path: str = scope["path"]
    if not root or not (path == root or path.startswith(f"{root}/")):
        return scope  # as of servers that remove it themselves
    raw: bytes = scope.get("raw_path") or b""
    encoded = root.encode()
    return {
        **scope,
        "path": path.removeprefix(root),
        "raw_path": raw.removeprefix(encoded) if raw.startswith(encoded) else raw,
    }


def asgi_app(logs: Logs | None = None, **settings: Unpack[ApplicationSettings]) -> Application:
    """Return the dashboard as an ASGI application, for a service to mount: see `Application`.

    All clients that the service lets through may read the logs, unless `token` is set. Requests
    must be for an address, for `localhost`, or for a host of `allow_host`, as with the command.

    Args:
        logs: a log directory, or a graph file; several directories, whose names come before those
            of their runs; or several by the names to use; None for what the settings name.
        **settings: those of the command's flags, under the same names; see `ApplicationSettings`.

    Raises:
        SettingsError: a setting is invalid, or two contradict each other.
        TypeError: there is no such setting.
    """
    return Application(settings_of(_CALL, logs, settings, APPLICATION_KEYWORDS))
