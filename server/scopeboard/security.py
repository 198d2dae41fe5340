"""Who may ask, and what a browser may do with the answers. Plain ASGI, in front of every route.

The dangers met here: a page elsewhere that rebinds its name to this address (the Host header must
be one of ours), a page elsewhere that asks on behalf of the viewer's browser (cross-site requests
are refused, and changes also from other ports of the same host), a stranger on the network (a
token, whenever the server can be reached from one), and a hostile log (a strict content security
policy).
"""

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from ipaddress import ip_address
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CONTENT_SECURITY_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types app",
    ]
)
_HEADERS: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_ONWARD: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0;url={address}">
<title>Scopeboard</title>
<p><a href="{address}">Open Scopeboard</a></p>
</html>
"""
_LOOPBACK_NAMES: Final = frozenset({"localhost"})
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITES: Final = frozenset({"same-origin", "none"})


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask: host names besides loopback and addresses, and a token when one is required."""

    hosts: frozenset[str] = frozenset()
    token: str | None = None
    cookie: str = "scopeboard"


def security_headers(app: ASGIApp) -> ASGIApp:
    """Return `app` with the headers that every answer carries, errors included."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer


def guarded(app: ASGIApp, access: Access) -> ASGIApp:
    """Return `app` behind the checks of this module."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        refusal = _refusal(scope, access)
        await (refusal or app)(scope, receive, send)

    return security_headers(answer)


def _refusal(scope: Scope, access: Access) -> Response | None:
    """Return the answer to a request that may not pass, or None."""
    headers = Headers(scope=scope)
    if not is_own_host(headers.getlist("host"), access.hosts):
        message = "This server does not answer to that host name; --allow_host NAME adds one."
        return _error(400, "unknown_host", message)
    if (
        headers.get("sec-fetch-site") == "cross-site"
        and headers.get("sec-fetch-mode") != "navigate"
    ):
        return _error(403, "cross_site", "Pages of other sites may not ask this server.")
    if scope["method"] not in _SAFE_METHODS and not _is_own_page(headers, access.hosts):
        return _error(403, "cross_origin", "Only this server's own pages may change something.")
    return _token_refusal(scope, headers, access) if access.token else None


def _is_own_page(headers: Headers, hosts: Iterable[str]) -> bool:
    """Tell whether a request comes from a page of this origin, or from no page.

    Another port of this machine is the same *site*, so the site alone says nothing. Browsers send
    the origin with every change that a page asks for. A proxy may put another host into the
    request; its own name is then one of `hosts`.
    """
    if headers.get("sec-fetch-site", "none") not in _OWN_SITES:
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    netloc = origin.partition("://")[2].lower()
    return netloc == headers["host"].lower() or _split_port(netloc)[0] in set(hosts)


def is_own_host(values: Sequence[str], hosts: Iterable[str]) -> bool:
    """Tell whether Host headers name this server: exactly one, and an address or a known name.

    An address cannot be rebound, so any is accepted; a name must be one of `hosts` or loopback.
    """
    if len(values) != 1:
        return False
    name, port = _split_port(values[0].lower())
    if port is not None and not (port.isascii() and port.isdigit()):
        return False
    return name in _LOOPBACK_NAMES or name in set(hosts) or _is_address(name)


def _split_port(host: str) -> tuple[str, str | None]:
    if host.startswith("["):
        name, bracket, rest = host.partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            return "", None
        return name + bracket, rest[1:] if rest else None
    name, colon, port = host.partition(":")
    return name, port if colon else None


def _is_address(name: str) -> bool:
    bare = name[1:-1] if name.startswith("[") else name
    try:
        return ip_address(bare).version == (6 if name.startswith("[") else 4)
    except ValueError:
        return False


def _token_refusal(scope: Scope, headers: Headers, access: Access) -> Response | None:
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    offered = dict(query).get("token")
    if offered is not None and _matches(offered, access):
        return _signed_in(scope, query, access)
    if _matches(_cookie(headers, access.cookie), access) or _matches(_bearer(headers), access):
        return None
    message = "This server needs a token; open the address that it printed when it started."
    return _error(401, "token_required", message)


def _signed_in(scope: Scope, query: list[tuple[str, str]], access: Access) -> Response:
    """Return a page that keeps the token in a cookie and leads to the same page without it.

    No redirect: where a link on another site began it, browsers count what follows as asked for
    by that site, and withhold the cookie.
    """
    rest = urlencode([(key, value) for key, value in query if key != "token"])
    here = f"./{quote(scope['path'].rpartition('/')[2])}"  # relative: a proxy may have cut a prefix
    html = _ONWARD.format(address=escape(f"{here}?{rest}" if rest else here))
    response = HTMLResponse(html, headers={"Cache-Control": "no-store"})
    response.set_cookie(access.cookie, access.token or "", httponly=True, samesite="strict")
    return response


def _matches(offered: str, access: Access) -> bool:
    return hmac.compare_digest(offered.encode(), (access.token or "").encode())


def _cookie(headers: Headers, name: str) -> str:
    # Cookies of all ports of a host come together; http.cookies would give up at an odd one.
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def _error(status: int, kind: str, message: str) -> Response:
    return JSONResponse({"error": {"kind": kind, "message": message}}, status)
