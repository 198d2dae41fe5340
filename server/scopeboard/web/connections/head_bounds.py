"""Bounds on the URL and the headers of a request with a complete head, in front of all checks.

A head without an end is refused while it arrives; see `bounded_protocol`.
"""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from scopeboard.config.request_limits import RequestLimits
from scopeboard.web.errors import error_answer
from scopeboard.web.message_page import is_navigation, message_page

_AROUND: Final = len(": \r\n")  # of each header
_CLOSE: Final = {"Connection": "close"}


def with_bounded_heads(app: ASGIApp, limits: RequestLimits) -> ASGIApp:
    """Return `app` with 414 for a URL and 431 for headers beyond the limits."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _refusal(scope, limits) if scope["type"] == "http" else None
        await (refusal or app)(scope, receive, send)

    return answer


def _refusal(scope: Scope, limits: RequestLimits) -> Response | None:
    url_bytes = len(scope.get("raw_path") or b"") + len(scope["query_string"])
    header_bytes = sum(len(name) + len(value) + _AROUND for name, value in scope["headers"])
    if url_bytes > limits.max_url_bytes:
        status, kind, title = 414, "url_too_long", "URL too long"
        bound = f"{limits.max_url_bytes:,} bytes"
        message = f"The URL is longer than {bound}; --max_url_bytes allows more."
    elif header_bytes > limits.max_header_bytes:
        status, kind, title = 431, "headers_too_large", "Headers too large"
        bound = f"{limits.max_header_bytes:,} bytes"
        message = f"The headers have more than {bound}; --max_header_bytes allows more."
    else:
        return None
    if is_navigation(Headers(scope=scope)):
        return message_page(status, title, message, headers=_CLOSE)
    return error_answer(status, kind, message, _CLOSE)
