"""The composition root: settings to a store, a thread that fills it and a server that shows it."""

import logging
import os
import signal
import sys
from pathlib import Path
from socket import socket

import uvicorn

from scopeboard.address import Address
from scopeboard.app import AppSettings, create_app
from scopeboard.demo.cache import find_or_make_demo
from scopeboard.ingest.follow import Follower
from scopeboard.ingest.loader import Loader
from scopeboard.security import Access
from scopeboard.settings import Settings
from scopeboard.store.names import shown
from scopeboard.store.store import Store
from scopeboard.terminal import TerminalReporter, say


def serve(settings: Settings, address: Address) -> None:
    """Serve the log directory on an open socket until a signal stops it."""
    store = Store()
    app = create_app(store, _app_settings(settings, address))
    reporter = TerminalReporter(store)
    follower = Follower(lambda: _loader(settings, store), settings.reload_interval, reporter)
    follower.start()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: _leave(follower))
    _Server(_server_config(app)).run([address.listener])


class _Server(uvicorn.Server):
    """Stops without a word: an answer that a stop cuts short is no error."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").disabled = True
        await super().shutdown(sockets)


def _leave(follower: Follower) -> None:
    """End the process; uvicorn sends the signal on to here once it has stopped answering.

    Python would join the threads that work on requests before it exits, and a large graph keeps
    one for seconds. Nothing is lost with them: all they do is read, and what was said is flushed.
    """
    follower.stop()
    os._exit(0)


def _server_config(app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )


def _app_settings(settings: Settings, address: Address) -> AppSettings:
    return AppSettings(
        log_directory=shown(settings.log_directory.name) if settings.log_directory else "demo",
        path_prefix=settings.path_prefix,
        reload_interval=settings.reload_interval,
        access=Access(
            hosts=settings.allowed_hosts | {address.host.lower()},
            token=address.token,
            cookie=f"scopeboard-{address.port}",
        ),
    )


def _loader(settings: Settings, store: Store) -> Loader:
    """Return the loader of the log directory; the demo's is made first where it is missing."""
    if settings.log_directory is not None:
        return Loader(store, settings.log_directory)
    cache = user_cache_directory() / "scopeboard"
    try:
        return Loader(store, find_or_make_demo(cache))
    except OSError as error:  # the page then says that nothing is there, and where
        say(f"The demo could not be made in {cache}: {error.strerror}.")
        return Loader(store, cache)


def user_cache_directory() -> Path:
    """Return where the user's programs keep what they can make again."""
    if named := os.environ.get("XDG_CACHE_HOME"):  # set but empty means unset
        return Path(named)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
