"""Bounds on the URL and the headers of a request that has arrived whole, in front of every check.

One that never ends is refused while it arrives; see `bounded_protocol`.
"""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from scopeboard.config.request_limits import RequestLimits
from scopeboard.web.message_page import is_navigation, message_page

_AROUND: Final = len(": \r\n")  # what each header takes besides
_CLOSE: Final = {"Connection": "close"}


def with_bounded_heads(app: ASGIApp, limits: RequestLimits) -> ASGIApp:
    """Return `app`, which answers 414 to a URL and 431 to headers beyond the limits."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        found = _refusal(scope, limits) if scope["type"] == "http" else None
        await (found or app)(scope, receive, send)

    return answer


def _refusal(scope: Scope, limits: RequestLimits) -> Response | None:
    if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > limits.max_url_bytes:
        most = limits.max_url_bytes
        message = f"The URL is longer than {most:,} bytes; --max_url_bytes allows more."
        return _answer(scope, 414, "url_too_long", "URL too long", message)
    headers = sum(len(name) + len(value) + _AROUND for name, value in scope["headers"])
    if headers > limits.max_header_bytes:
        most = limits.max_header_bytes
        message = f"The headers have more than {most:,} bytes; --max_header_bytes allows more."
        return _answer(scope, 431, "headers_too_large", "Headers too large", message)
    return None


def _answer(scope: Scope, status: int, kind: str, title: str, message: str) -> Response:
    if is_navigation(Headers(scope=scope)):
        return message_page(status, title, message, headers=_CLOSE)
    return JSONResponse({"error": {"kind": kind, "message": message}}, status, _CLOSE)
