"""The web server: the app on an open socket, until a signal or a call stops it."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from socket import socket
from threading import Thread
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from scopeboard.config.address import Address
from scopeboard.config.frame_ancestors import LOOPBACK_ANCESTORS
from scopeboard.config.request_limits import RequestLimits
from scopeboard.config.settings import Settings
from scopeboard.ingest.heartbeat import Following, Health
from scopeboard.state.opening import open_state
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.system.console import say
from scopeboard.system.file_names import display_name
from scopeboard.system.json_lines import JsonFormatter
from scopeboard.system.processes import STOP_SIGNALS, descriptor_limit, end_after
from scopeboard.web.app import create_app
from scopeboard.web.connections.http_protocols import http_protocol
from scopeboard.web.connections.open_connections import OpenConnections, connections_that_fit
from scopeboard.web.monitoring.health import probe_paths
from scopeboard.web.monitoring.request_log import LOGGER, log_request
from scopeboard.web.security import Access
from scopeboard.web.settings import AppSettings


def run(
    store: Store,
    settings: Settings,
    address: Address,
    ingest: Following | None,
    leave: Callable[[], None],
) -> None:
    """Answer requests until a signal, and then call `leave`, which ends the process.

    `ingest` reads the log directory; None if nothing is read.
    """
    ending = asyncio.Event()
    access = _access_of(settings, address)
    app = create_app(store, app_settings(settings, access, ending, ingest))
    for number in STOP_SIGNALS:
        signal.signal(number, lambda *_: leave())
    sys.setswitchinterval(_SWITCH_SECONDS)
    fitting, _ = connections_that_fit(descriptor_limit(), settings.limits.max_connections)
    if fitting < settings.limits.max_connections and settings.limits != RequestLimits():
        say(f"The limit of open files (ulimit -n) allows {fitting} connections at once.")
    logs = _program_logs(settings)
    _ProgramServer(app, settings.limits, ending, **logs).run([address.listener])


def _program_logs(settings: Settings) -> dict[str, object]:
    """Write logs to standard error as the settings have it; return uvicorn's settings of logs."""
    is_json = settings.log_format == "json"
    if not (is_json or settings.log_requests):
        return {"log_level": "warning"}
    output = logging.StreamHandler()
    output.setFormatter(
        JsonFormatter() if is_json else logging.Formatter("%(asctime)s %(message)s")
    )
    if settings.log_requests:
        requests = logging.getLogger(LOGGER)
        requests.setLevel(logging.INFO)
        requests.addHandler(output)
        requests.propagate = False
    if not is_json:
        return {"log_level": "warning"}
    logging.getLogger().addHandler(output)
    return {"log_level": "warning", "log_config": None}


class ServerThread:
    """A server in a thread of its own, beside whatever else the process does.

    Args:
        store: the log.
        settings: its settings.
        address: the open socket, which the server closes.
        ingest: reads the log directory; None if nothing is read.
    """

    def __init__(
        self, store: Store, settings: Settings, address: Address, ingest: Following | None
    ) -> None:
        ending = asyncio.Event()
        app = create_app(
            store, embedded_settings(settings, _access_of(settings, address), ending, ingest)
        )
        self._server = _Server(app, settings.limits, ending, log_config=None)
        self._listener = address.listener
        self._thread = Thread(target=self._run, name="scopeboard server", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._server.run([self._listener])

    @property
    def is_running(self) -> bool:
        """Whether it answers, or soon will."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End all connections, and wait until the thread has ended."""
        self._server.should_exit = True
        self._thread.join()


_SWITCH_SECONDS: Final = 0.001
"""The switch interval of threads. The event loop releases the interpreter lock at each system call;
beside threads that compute, it waits for it five times as long with the default interval."""

_QUIET_SECONDS: Final = 60.0
_RATE_LIMITED: Final = {
    "socket.accept() out of system resource": (
        "Too many open files: connections wait until others are closed (ulimit -n)."
    ),
    "Invalid HTTP request received.": "An invalid HTTP request was refused.",
    "Unsupported upgrade request.": "A request to upgrade to another protocol was ignored.",
    "No supported WebSocket library": "",
}
"""Messages of asyncio and uvicorn that clients can cause at will, by their beginnings, and the
messages to log instead, at most once a minute; none for an empty text."""

_STOP_SECONDS: Final = 5.0  # a stop takes one second
_TICKS_PER_SECOND: Final = 10  # uvicorn's
_BACKLOG: Final = 128  # connections that wait to be accepted


class _Server(uvicorn.Server):
    """A server of the application within bounds on connections.

    It sets `ending` when it stops, which ends streams. `logs` are settings of uvicorn's.
    """

    def __init__(
        self, app: ASGIApp, limits: RequestLimits, ending: asyncio.Event, **logs: object
    ) -> None:
        fitting, accepted = connections_that_fit(descriptor_limit(), limits.max_connections)
        connections = OpenConnections(replace(limits, max_connections=fitting))
        for name in ("asyncio", "uvicorn.error"):
            logging.getLogger(name).addFilter(_RATE_LIMIT)
        config = uvicorn.Config(
            app,
            http=http_protocol(connections),  # type: ignore[arg-type]
            ws="none",  # no route accepts WebSockets
            backlog=accepted,
            timeout_keep_alive=connections.limits.keep_alive_timeout,  # type: ignore[arg-type]
            **logs,  # type: ignore[arg-type]
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)
        self._ending = ending
        self._connections = connections

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(_BACKLOG)  # asyncio accepts `config.backlog` of them at a time

    async def on_tick(self, counter: int) -> bool:
        if counter % _TICKS_PER_SECOND == 0:
            self._connections.expire()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._ending.set()
        await super().shutdown(sockets)


class _ProgramServer(_Server):
    """The server of a process that does nothing else.

    It stops silently: a response that a stop interrupts is not an error.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            end_after(_STOP_SECONDS)
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # the modules remain, so the collector need not visit them
        gc.enable()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").disabled = True
        await super().shutdown(sockets)


class _RateLimit(logging.Filter):
    """Passes each message of `_RATE_LIMITED` once a minute, reworded and without a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        text = next((each for each in _RATE_LIMITED if str(record.msg).startswith(each)), None)
        if text is None:
            return True
        if record.created < self._last.get(text, -_QUIET_SECONDS) + _QUIET_SECONDS:
            return False
        self._last[text] = record.created
        record.exc_info = None
        record.msg = _RATE_LIMITED[text]
        return bool(record.msg)


_RATE_LIMIT: Final = _RateLimit()


def _access_of(settings: Settings, address: Address) -> Access:
    return Access(
        hosts=frozenset({address.host.lower()}),
        proxied_hosts=settings.allowed_hosts,
        token=address.token,
        cookie=f"scopeboard-{address.port}",
        frame_ancestors=(
            *(LOOPBACK_ANCESTORS if address.is_loopback else ()),
            *settings.frame_ancestors,
        ),
        open_paths=probe_paths(settings.path_prefix),
    )


def embedded_settings(
    settings: Settings, access: Access, ending: asyncio.Event, ingest: Following | None
) -> AppSettings:
    """Return the settings of an application beside whatever else the process does.

    It has no thread that waits for the first reading to end, which would outlive an application
    that is closed before, and leaves the memory of the process alone; see `app_settings`.
    """
    of_app = app_settings(settings, access, ending, ingest)
    return replace(of_app, has_read=None, trims_memory=False)


def app_settings(
    settings: Settings, access: Access, ending: asyncio.Event, ingest: Following | None
) -> AppSettings:
    """Return the settings of the application, from those of the command line.

    Args:
        settings: the settings.
        access: who may send requests.
        ending: set when the application ends, to end streams.
        ingest: reads the log directory; None if nothing is read.
    """
    return AppSettings(
        log_directory=display_name(title_of(settings)),
        window_title=display_name(settings.window_title),
        data_location=display_name(settings.logdir_spec),
        samples=settings.samples,
        path_prefix=settings.path_prefix,
        reload_interval=settings.reload_interval,
        state=find_state(settings),
        graphs=settings.graphs,
        ending=ending,
        has_read=ingest.has_read if ingest else None,
        health=ingest.health if ingest else Health,
        limits=settings.limits,
        preferences=settings.preferences,
        removable_from=_removable_from(settings) if access.token else None,
        access=access,
        record_request=log_request if settings.log_requests else None,
    )


def _removable_from(settings: Settings) -> Path | None:
    """Return the log directory if runs may be removed: those of object stores never are."""
    directory = settings.log_directory
    return directory if settings.allow_delete and isinstance(directory, Path) else None


def title_of(settings: Settings) -> str:
    """Return the name of the log directory, graph or demo for titles; empty without any."""
    if settings.log_directory is not None:
        return settings.log_directory.name
    if settings.is_demo:
        return "demo"
    return settings.graphs[0].name if settings.graphs else ""


def find_state(settings: Settings) -> StateFile:
    """Return the saved state of the log directory or graph; the demo's is in memory alone.

    Raises:
        SettingsError: the database of the state cannot be reached, or not be used.
    """
    shown_first = settings.log_directory or next(iter(settings.graphs), None)
    if settings.is_demo or shown_first is None:
        return StateFile(None, read_only=settings.read_only)
    directory, database = settings.state
    return open_state(shown_first, directory, database, read_only=settings.read_only)
