"""A proxy on this machine that counts requests, delays them, and makes some of them fail."""

from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from time import sleep
from typing import Final, NamedTuple
from urllib.parse import quote, unquote

_NOT_PASSED: Final = {"connection", "content-length", "server", "date", "transfer-encoding"}


class Request(NamedTuple):
    """A request that came through: its method, its path with the query, and some headers."""

    method: str
    path: str
    range: str
    if_match: str
    authorization: str = ""

    @property
    def is_list(self) -> bool:
        """Whether it lists a bucket of S3."""
        return "list-type=2" in self.path


Fault = Callable[[Request], "Failure | None"]
"""Returns how a request fails; None for one that passes."""


class Failure(NamedTuple):
    """An answer instead of the real one; `cut` sends half of the real one and closes.

    A request that is `passed` on takes effect nevertheless. One that is `dropped` has its
    connection closed without an answer.
    """

    status: int = 0
    code: str = ""
    cut: bool = False
    passed: bool = False
    dropped: bool = False


class FaultyProxy:
    """Passes requests on to a server.

    Attributes:
        requests: those that came, in order.
        latency: seconds before each answer.
        fault: how requests fail.
        url: where it listens.
    """

    def __init__(self, host: str, port: int) -> None:
        self.requests: list[Request] = []
        self.latency = 0.0
        self.fault: Fault | None = None
        self._upstream = host, port
        self._lock = Lock()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                with suppress(ConnectionError):
                    proxy.answer(self)

            do_HEAD = do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815 - names of the class

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer a request."""
        length = int(handler.headers.get("content-length") or 0)
        body = handler.rfile.read(length) if length else None
        request = Request(
            handler.command,
            handler.path,
            handler.headers.get("range", ""),
            handler.headers.get("if-match", ""),
            handler.headers.get("authorization", ""),
        )
        with self._lock:
            self.requests.append(request)
            failure = self.fault(request) if self.fault else None
        sleep(self.latency)
        if failure and failure.dropped:
            handler.close_connection = True
            return
        if failure and not (failure.cut or failure.passed):
            _send_failure(handler, failure)
            return
        connection = HTTPConnection(*self._upstream)
        path, mark, query = handler.path.partition("?")
        path = quote(unquote(path))  # moto takes slashes that are encoded for others
        connection.request(
            handler.command, path + mark + query, body, dict(handler.headers.items())
        )
        response = connection.getresponse()
        content = response.read()
        connection.close()
        size = int(response.headers.get("content-length") or 0) or len(content)
        headers = {k: v for k, v in response.getheaders() if k.lower() not in _NOT_PASSED}
        if failure and failure.passed:
            _send_failure(handler, failure)
            return
        if failure:
            content = content[: len(content) // 2]
            handler.close_connection = True
        _send(handler, response.status, headers, content, size)

    def take(self) -> list[Request]:
        """Return the requests since the last call."""
        with self._lock:
            taken, self.requests = self.requests, []
        return taken

    def fail_next(self, count: int, failure: Failure, *, only_get: bool = False) -> None:
        """Let the next requests fail, all or those that read an object."""
        left = [count]

        def fault(request: Request) -> Failure | None:
            if not left[0] or (only_get and request.is_list):
                return None
            left[0] -= 1
            return failure

        self.fault = fault


def _send_failure(handler: BaseHTTPRequestHandler, failure: Failure) -> None:
    text = f"<Error><Code>{failure.code}</Code></Error>".encode()
    _send(handler, failure.status, {}, text, len(text))


def _send(
    handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: bytes, size: int
) -> None:
    handler.send_response_only(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(size))
    handler.end_headers()
    if handler.command != "HEAD":
        handler.wfile.write(body)
