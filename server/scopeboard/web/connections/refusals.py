"""Responses to incomplete requests, and on connections beyond a bound.

Such a connection never reaches the application, so its response is written as bytes. It has the
same headers as every other response.
"""

import json
from http import HTTPStatus
from typing import Final

from scopeboard.web.security import SECURITY_HEADERS, content_security_policy

_RETRY_SECONDS: Final = 5


def refusal(status: int, kind: str, message: str) -> bytes:
    """Return the bytes of an HTTP response that closes the connection."""
    body = json.dumps({"error": {"kind": kind, "message": message}}).encode()
    headers = {
        **SECURITY_HEADERS,
        "Content-Security-Policy": content_security_policy(()),
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        headers["Retry-After"] = str(_RETRY_SECONDS)
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


MALFORMED: Final = refusal(400, "bad_request", "This is not a valid HTTP request.")
TIMED_OUT: Final = refusal(408, "request_timeout", "The request did not arrive in time.")
URL_TOO_LONG: Final = refusal(414, "url_too_long", "The URL is too long; see --max_url_bytes.")
HEADERS_TOO_LARGE: Final = refusal(
    431, "headers_too_large", "The headers are too large; see --max_header_bytes."
)
TOO_MANY_PIPELINED: Final = refusal(
    429,
    "too_many_requests",
    "Too many requests were sent before the first was answered; see --max_pipelined.",
)
TOO_MANY_OF_ADDRESS: Final = refusal(
    429,
    "too_many_connections",
    "This address has too many connections; see --max_connections_per_address.",
)
TOO_MANY_CONNECTIONS: Final = refusal(
    503, "too_many_connections", "All connections are in use; try again later."
)
