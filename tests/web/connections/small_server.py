"""The application behind uvicorn on a socket of this process, with bounds of a test's choice."""

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from time import monotonic, sleep

import uvicorn
from starlette.types import ASGIApp

from scopeboard.config.request_limits import RequestLimits
from scopeboard.web.connections.http_protocols import http_protocol
from scopeboard.web.connections.open_connections import OpenConnections
from tools.served import PATIENCE


@dataclass
class SmallServer:
    """A server that runs: where it listens, its registry of connections, and its loop."""

    port: int
    connections: OpenConnections
    loop: asyncio.AbstractEventLoop

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the thread of the server, and wait for it."""

        async def called() -> None:
            function()

        asyncio.run_coroutine_threadsafe(called(), self.loop).result(PATIENCE)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@contextmanager
def serving(
    app: ASGIApp, limits: RequestLimits, *, prefer_httptools: bool, clock: Clock | None = None
) -> Iterator[SmallServer]:
    """Serve an application."""
    connections = OpenConnections(limits, clock or monotonic)
    config = uvicorn.Config(
        app,
        http=http_protocol(connections, prefer_httptools=prefer_httptools),  # type: ignore[arg-type]
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=0,
    )
    server = uvicorn.Server(config)
    loop = asyncio.new_event_loop()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=lambda: loop.run_until_complete(server.serve([listener])))
        thread.start()
        deadline = monotonic() + PATIENCE
        while not server.started:
            assert monotonic() < deadline
            sleep(0.01)
        try:
            yield SmallServer(listener.getsockname()[1], connections, loop)
        finally:
            server.should_exit = True
            thread.join()
            loop.close()


class Client:
    """A connection that sends bytes and reads responses."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._read = b""

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self._socket.sendall(data)

    def response(self) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers (names in lower case) and body of the next response."""
        self._fill(lambda: b"\r\n\r\n" in self._read)
        head, _, self._read = self._read.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        found = re.fullmatch(r"HTTP/1\.1 (\d{3}) .*", first)
        assert found, first
        size = int(headers["content-length"])
        self._fill(lambda: len(self._read) >= size)
        body, self._read = self._read[:size], self._read[size:]
        return int(found[1]), headers, body

    def is_ended(self) -> bool:
        """Wait for the end, and return whether nothing came before it."""
        data = b"x"
        while data:
            try:
                data = self._socket.recv(1 << 16)
            except ConnectionResetError:
                data = b""
            self._read += data
        return not self._read

    def _fill(self, is_enough: Callable[[], bool]) -> None:
        while not is_enough():
            data = self._socket.recv(1 << 16)
            assert data, self._read
            self._read += data
