"""A bound on the body of a request, which most routes hold whole in memory."""

from collections.abc import Container
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TOO_LARGE: Final = 413


def with_bounded_bodies(app: ASGIApp, most: int, unbounded: Container[str] = ()) -> ASGIApp:
    """Return `app`, which answers 413 to a body of more than `most` bytes.

    A body that says its length is refused before any of it is read.

    Args:
        app: turns an `HTTPException` that it meets while it reads a body into a response.
        most: bytes.
        unbounded: paths of routes that have bounds of their own.
    """
    message = f"The body has more than {most:,} bytes; --max_body_bytes allows more."

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in unbounded:
            await app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:20]) > most:
            content = {"error": {"kind": "body_too_large", "message": message}}
            await JSONResponse(content, _TOO_LARGE, {"Connection": "close"})(scope, receive, send)
            return
        left = most

        async def receive_bounded() -> Message:
            nonlocal left
            received = await receive()
            left -= len(received.get("body", b""))
            if left < 0:
                raise HTTPException(_TOO_LARGE, message, {"Connection": "close"})
            return received

        await app(scope, receive_bounded, send)

    return answer
