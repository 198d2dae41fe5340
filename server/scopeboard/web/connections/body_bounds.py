"""A bound on the body of a request, which most routes read into memory."""

from collections.abc import Container
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.web.errors import error_answer

_TOO_LARGE: Final = 413


def with_bounded_bodies(app: ASGIApp, max_bytes: int, unbounded: Container[str] = ()) -> ASGIApp:
    """Return `app` with 413 as the response to a body of more than `max_bytes`.

    A body with a Content-Length is refused before any of it is read.

    Args:
        app: turns an `HTTPException` from reading a body into a response.
        max_bytes: the bound.
        unbounded: paths of routes that have their own bounds.
    """
    message = f"The body has more than {max_bytes:,} bytes; --max_body_bytes allows more."

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in unbounded:
            await app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if length.isascii() and length.isdigit() and int(length[:20]) > max_bytes:
            refusal = error_answer(_TOO_LARGE, "body_too_large", message, {"Connection": "close"})
            await refusal(scope, receive, send)
            return
        left = max_bytes

        async def receive_bounded() -> Message:
            nonlocal left
            received = await receive()
            left -= len(received.get("body", b""))
            if left < 0:
                raise HTTPException(_TOO_LARGE, message, {"Connection": "close"})
            return received

        await app(scope, receive_bounded, send)

    return answer
