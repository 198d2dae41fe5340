"""The dashboard of a server elsewhere as an application in this process.

The page of a cell makes its requests through the kernel, and the kernel passes them on: the browser
need not reach the server, and has none of what gives access to it.
"""

import asyncio
import json
import weakref
from typing import Final
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from scopeboard.errors import UnavailableError
from scopeboard.logs.server.address import ServerAddress
from scopeboard.logs.server.client import ServerClient
from scopeboard.web.errors import error_answer

_STREAM: Final = "/api/stream"
_STATUS: Final = "/api/status"
_PASSED: Final = ("accept", "content-type", "if-match", "if-none-match")
_OK: Final = 200


class ForwardedServer:
    """Passes requests on to a server, each over a connection that no other uses meanwhile.

    Connections are closed with the object. A stream of changes would hold one, and a thread:
    without a stream, the page looks for changes at the interval of the server.

    Args:
        address: that of the server.
        is_snapshot: whether the status tells that the log is read once, for a page that is saved.
    """

    def __init__(self, address: ServerAddress, *, is_snapshot: bool = False) -> None:
        self._address = address
        self._is_snapshot = is_snapshot
        self._idle: list[ServerClient] = []  # append and pop are atomic
        weakref.finalize(self, _close, self._idle)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as ASGI has it."""
        request = Request(scope, receive)
        if scope["path"] == _STREAM:
            await Response(status_code=204)(scope, receive, send)
            return
        body = await request.body()
        response = await asyncio.to_thread(self._answer, request, body)
        await response(scope, receive, send)

    def _answer(self, request: Request, body: bytes) -> Response:
        client = self._idle.pop() if self._idle else ServerClient(self._address)
        headers = {name: request.headers[name] for name in _PASSED if name in request.headers}
        path, query = quote(request.scope["path"]), request.scope["query_string"].decode("latin-1")
        pairs = parse_qsl(query, keep_blank_values=True, errors="surrogatepass")
        try:
            answer = client.pass_on(request.method, path, pairs, headers, body or None)
        except UnavailableError as error:
            client.close()
            return error_answer(503, "unavailable", str(error))
        self._idle.append(client)
        content = answer.body
        if self._is_snapshot and path == _STATUS and answer.status == _OK:
            content = json.dumps({**json.loads(content), "reload_interval": 0}).encode()
        return Response(content, answer.status, media_type=answer.media_type)


def _close(clients: list[ServerClient]) -> None:
    while clients:
        clients.pop().close()
