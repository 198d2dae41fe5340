"""Who may ask, and what a browser may do with the answers. Plain ASGI, in front of every route.

The dangers met here: a page elsewhere that rebinds its name to this address (the Host header must
be one of ours), a page elsewhere that asks on behalf of the viewer's browser (cross-site requests
are refused, and changes also from other ports of the same host), a page elsewhere that shows this
one in a frame to lure viewers into clicks (only named pages may), a stranger on the network (a
token, whenever the server can be reached from one; see `sign_in`), and a hostile log (a strict
content security policy). `docs/security.md` says all of it for users.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from ipaddress import ip_address
from math import ceil
from typing import Final
from urllib.parse import parse_qsl, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.web.message_page import STYLE_SOURCE, is_navigation, message_page
from scopeboard.web.sign_in import Passed, Refused, SignIn

SECURITY_HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_POLICY: Final = "Content-Security-Policy"
_FORM: Final = """<form method="get" action="./{name}">
{fields}<label>Token <input type="password" name="token" required autofocus></label>
<button>Open</button>
</form>"""
_LOOPBACK_NAMES: Final = frozenset({"localhost"})
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_NOT_OWN: Final = (
    "Only this server's own pages may change something. If a proxy serves this page, name its host "
    "and port with --allow_host NAME:PORT."
)
_DEFAULT_PORTS: Final = {"http": "80", "https": "443"}
_OWN_SITES: Final = frozenset({"same-origin", "none"})


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask, and who may show the page.

    Args:
        hosts: host names of this server besides loopback names and addresses.
        proxied_hosts: names of proxies, which may put another host name into requests; a name with
            a port is the only port of that name whose pages may change something.
        token: what a request has to bring; None for nothing.
        cookie: the name of the cookie of those who have shown the token.
        frame_ancestors: pages besides its own that may show this server's in a frame, as sources of
            CSP's `frame-ancestors`.
        open_paths: paths that need neither an allowed host nor a token.
    """

    hosts: frozenset[str] = frozenset()
    proxied_hosts: frozenset[str] = frozenset()
    token: str | None = None
    cookie: str = "scopeboard"
    frame_ancestors: tuple[str, ...] = ()
    open_paths: frozenset[str] = frozenset()


def content_security_policy(frame_ancestors: Iterable[str], form_action: str = "'none'") -> str:
    """Return the policy of a page that may load what this server answers and nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' {STYLE_SOURCE}",
            "img-src 'self' blob: data:",
            "media-src 'self' blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            f"form-action {form_action}",
            " ".join(["frame-ancestors 'self'", *frame_ancestors]),
            "require-trusted-types-for 'script'",
            "trusted-types app",
        ]
    )


def security_headers(app: ASGIApp, policy: str) -> ASGIApp:
    """Return `app` with the headers that every answer carries, errors included.

    An answer that brings a content security policy of its own keeps it.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                headers.setdefault(_POLICY, policy)
            await send(message)

        await app(scope, receive, send_with_headers)

    return answer


def guarded(app: ASGIApp, access: Access) -> ASGIApp:
    """Return `app` behind the checks of this module; `security_headers` adds the headers."""
    sign_in = SignIn(access.token, access.cookie) if access.token else None
    hosts = access.hosts | {_split_port(host)[0] for host in access.proxied_hosts}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _is_open(scope, access):
            await app(scope, receive, send)
            return
        found = _refusal(scope, access, hosts) or _signed_in(scope, access, sign_in)
        if isinstance(found, Response):
            await found(scope, receive, send)
        else:
            await app(found.scope, receive, send)

    return answer


def _is_open(scope: Scope, access: Access) -> bool:
    return scope["path"] in access.open_paths and scope["method"] in _SAFE_METHODS


def _refusal(scope: Scope, access: Access, hosts: Iterable[str]) -> Response | None:
    """Return the answer to a request that may not pass whoever sends it, or None.

    `hosts` are the names that this server answers to.
    """
    headers = Headers(scope=scope)
    if not is_own_host(headers.getlist("host"), hosts):
        return _unknown_host(headers)
    if headers.get("sec-fetch-site") == "cross-site" and not is_navigation(headers):
        return _error(403, "cross_site", "Pages of other sites may not ask this server.")
    is_own = scope["method"] in _SAFE_METHODS or _is_own_page(
        headers, scope["scheme"], access.proxied_hosts
    )
    return None if is_own else _error(403, "cross_origin", _NOT_OWN)


def _unknown_host(headers: Headers) -> Response:
    host = _split_port(headers.get("host", ""))[0]
    if not is_navigation(headers) or not host:
        message = "This server does not answer to that host name; --allow_host NAME adds one."
        return _error(400, "unknown_host", message)
    return message_page(
        400,
        "Unknown host name",
        f"This server does not answer to the host name {host}. If that is one of its names, add it "
        f"when you start the server: dashboard … --allow_host {host}",
    )


def _is_own_page(headers: Headers, scheme: str, proxied_hosts: Container[str]) -> bool:
    """Return whether a changing request comes from a page of this origin, or from none.

    Cookies are shared by all ports of a host, and another port is the same *site*, so neither says
    anything. Over HTTP by a host name browsers send no `Sec-Fetch-Site`, but they send the origin
    with every change that a page requests; a request with a cookie and neither is refused.

    The origin has to equal the Host header, port included. A proxy may put another host into the
    request. Then the origin has to be that of the proxy: a name and port of `proxied_hosts`, or a
    name of it with the default port, where the Host header has another name.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in _OWN_SITES:
        return False
    if origin is None:
        return site is not None or "cookie" not in headers
    named_scheme, _, netloc = origin.lower().partition("://")
    default_port = _DEFAULT_PORTS.get(named_scheme)
    if default_port is None or (scheme == "https" and named_scheme != "https"):
        return False
    name, port = _split_port(netloc)
    host, host_port = _split_port(headers["host"].lower())
    port, host_port = port or default_port, host_port or default_port
    if name == host and port == host_port:
        return True
    is_alone = name != host and port == default_port and name in proxied_hosts
    return is_alone or f"{name}:{port}" in proxied_hosts


def is_own_host(values: Sequence[str], hosts: Iterable[str]) -> bool:
    """Return whether Host headers name this server: exactly one, and an address or a known name.

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


def _signed_in(scope: Scope, access: Access, sign_in: SignIn | None) -> Passed | Response:
    """Return a request that may pass, or the answer to one that has to show the token first."""
    if sign_in is None:
        return Passed(scope)
    headers = Headers(scope=scope)
    found = sign_in.decide(scope, headers, navigates=is_navigation(headers))
    return _token_missing(scope, headers, access, found) if isinstance(found, Refused) else found


def _token_missing(scope: Scope, headers: Headers, access: Access, refused: Refused) -> Response:
    """Return a form for the token to a browser, and JSON to a program."""
    seconds = ceil(refused.seconds)
    if seconds:
        message = f"Too many wrong tokens from this address; try again in {seconds} s."
        status, kind, extra = 429, "too_many_tokens", {"Retry-After": str(seconds)}
    else:
        message = "This server needs its token: ?token=… or “Authorization: Bearer …”."
        status, kind, extra = 401, "token_required", {"WWW-Authenticate": "Bearer"}
    if not is_navigation(headers):
        return _error(status, kind, message, extra)
    if not seconds:
        message = (
            "This server needs a token. Open the address that it printed when it started, or enter "
            "the token here."
        )
    policy = content_security_policy(access.frame_ancestors, form_action="'self'")
    name = scope["path"].rpartition("/")[2]
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    fields = "".join(
        f'<input type="hidden" name="{escape(key)}" value="{escape(value)}">\n'
        for key, value in query
        if key != "token"
    )
    form = _FORM.format(name=escape(quote(name)), fields=fields)
    return message_page(status, "Token needed", message, form, {**extra, _POLICY: policy})


def _error(
    status: int, kind: str, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    return JSONResponse({"error": {"kind": kind, "message": message}}, status, headers)
