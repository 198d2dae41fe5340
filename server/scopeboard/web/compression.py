"""ASGI middleware: gzip compression of text responses.

JSON of numbers shrinks to a fifth, graphs in text to a tenth, for 7 to 11 ms of processor time per
megabyte at level 3, the level of TensorBoard. Level 6 would take two to four times as long for a
tenth less. zstd would take half of the time, but no Python below 3.14 has it, and no browser lacks
gzip.

Not compressed are small responses, which fit into a packet or two; images, sounds and binary
columns; the change stream, in which every message has to arrive at once; the page and its files,
which the build has compressed; and partial responses.

The compressed form of a response has the same entity tag, but as a weak one: the bytes differ. A
conditional request with it gets 304 as before.
"""

import re
import zlib
from typing import Final

from anyio import CapacityLimiter
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.system.processes import processors

_TAKES_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")  # RFC 9110, 12.5.3
_SMALL_BYTES: Final = 2048
_INLINE_BYTES: Final = 64 << 10
"""The compression of a smaller body takes less time than the switch to a thread and back."""
_LEVEL: Final = 3
_LIMITER: Final = CapacityLimiter(processors())  # more at once would only take turns
_WITH_GZIP_HEADER: Final = 16 + zlib.MAX_WBITS
_UNCOMPRESSED: Final = frozenset({"text/event-stream", "text/html"})
_NOT_MODIFIED, _PARTIAL = 304, 206


def takes_gzip(headers: Headers) -> bool:
    """Return whether the client accepts gzip."""
    return _TAKES_GZIP.search(headers.get("accept-encoding", "")) is not None


def compressed(app: ASGIApp) -> ASGIApp:
    """Return `app` with large text responses compressed."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            send = _Response(Headers(scope=scope), send).send
        await app(scope, receive, send)

    return answer


class _Response:
    """Sends one response. Its head is held until its size is known to be large or small."""

    def __init__(self, request: Headers, send: Send) -> None:
        self._request = request
        self._send = send
        self._head: Message = {}
        self._held = b""
        self._gzip: zlib._Compress | None = None
        self._is_decided = False

    async def send(self, message: Message) -> None:
        """Send a message of the application, perhaps later and in another form."""
        if message["type"] == "http.response.start":
            await self._start(message)
        elif not self._is_decided:
            await self._decide(message)
        elif self._gzip is None:
            await self._send(message)
        else:
            is_last = not message.get("more_body", False)
            packed = await _compress(self._gzip, message.get("body", b""), is_last=is_last)
            await self._send({**message, "body": packed})

    async def _start(self, message: Message) -> None:
        headers = MutableHeaders(raw=message.setdefault("headers", []))
        if message["status"] == _NOT_MODIFIED:
            # The client has one of the two forms, by its weak or strong entity tag.
            headers.add_vary_header("Accept-Encoding")
            if f"W/{headers.get('etag')}" in self._request.get("if-none-match", ""):
                _weaken(headers)
        if _is_compressible(message["status"], headers):
            headers.add_vary_header("Accept-Encoding")
            if takes_gzip(self._request):
                self._head = message
                return
        self._is_decided = True
        await self._send(message)

    async def _decide(self, message: Message) -> None:
        """Send the head and the held body, once either the end of the body or its size is known."""
        self._held += message.get("body", b"")
        has_more = message.get("more_body", False)
        headers = MutableHeaders(raw=self._head["headers"])
        length = int(headers.get("content-length", -1 if has_more else len(self._held)))
        is_whole = len(self._held) == length or not has_more
        if not is_whole and length < 0 and len(self._held) < _SMALL_BYTES:
            return
        self._is_decided = True
        body, self._held = self._held, b""
        if max(length, len(body)) >= _SMALL_BYTES:
            headers["Content-Encoding"] = "gzip"
            _weaken(headers)
            gzip = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WITH_GZIP_HEADER)
            body = await _compress(gzip, body, is_last=is_whole)
            if is_whole:
                headers["Content-Length"] = str(len(body))
            else:
                self._gzip = gzip
                del headers["Content-Length"]
        await self._send(self._head)
        await self._send({**message, "body": body})


async def _compress(gzip: "zlib._Compress", body: bytes, *, is_last: bool) -> bytes:
    """Return the next compressed bytes; a long body is compressed in a thread."""

    def pack() -> bytes:
        return gzip.compress(body) + (gzip.flush() if is_last else b"")

    if len(body) <= _INLINE_BYTES:
        return pack()
    async with _LIMITER:
        return await run_in_threadpool(pack)


def _is_compressible(status: int, headers: Headers) -> bool:
    """Return whether a response would be compressed if it were large and the client accepted it."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    is_text = media_type == "application/json" or media_type.startswith("text/")
    return (
        is_text
        and media_type not in _UNCOMPRESSED
        and status != _PARTIAL
        and "content-encoding" not in headers
        and "no-transform" not in headers.get("cache-control", "")
    )


def _weaken(headers: MutableHeaders) -> None:
    """Mark the entity tag as weak: the bytes may differ (RFC 9110, 8.8.1)."""
    if headers.get("etag", "").startswith('"'):
        headers["ETag"] = f"W/{headers['etag']}"
