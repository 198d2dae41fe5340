"""Access checks and security headers: ASGI middleware in front of every route.

The threats: a page of another site that rebinds its name to this address (the Host header must be
one of ours); a page of another site that sends requests from the viewer's browser (cross-site
requests are refused, and changes also from other ports of the same host); a page of another site
that shows this one in a frame to lure viewers into clicks (only listed pages may); other people in
the network (a token is required unless only this machine can reach the server; see `sign_in`); and
a hostile log (a strict content security policy). `docs/security.md` has the details for users.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from ipaddress import ip_address
from math import ceil
from typing import Final
from urllib.parse import parse_qsl, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.web.errors import error_answer
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
    "Only this server's own pages may make changes. If a proxy serves this page, name its host and "
    "port with --allow_host NAME:PORT."
)
_DEFAULT_PORTS: Final = {"http": "80", "https": "443"}
_OWN_SITES: Final = frozenset({"same-origin", "none"})


@dataclass(frozen=True, slots=True)
class Access:
    """Access rules for requests and frames.

    Args:
        hosts: host names of this server besides loopback names and addresses.
        proxied_hosts: names of proxies, which may put another host name into requests; if a name
            has a port, only pages of this port may make changes.
        token: the token that requests must send; None for no token.
        cookie: the name of the session cookie.
        frame_ancestors: pages of others that may show this server's pages in a frame, as sources of
            CSP's `frame-ancestors`.
        open_paths: paths that need neither an allowed host nor a token.
        allowing: how a host name is allowed, with `{}` for the name.
    """

    hosts: frozenset[str] = frozenset()
    proxied_hosts: frozenset[str] = frozenset()
    token: str | None = None
    cookie: str = "scopeboard"
    frame_ancestors: tuple[str, ...] = ()
    open_paths: frozenset[str] = frozenset()
    allowing: str = "dashboard … --allow_host {}"


def content_security_policy(
    frame_ancestors: Iterable[str],
    form_action: str = "'none'",
    *,
    writes_html: bool = False,
    styles: Iterable[str] = (),
) -> str:
    """Return the policy of a page that may load responses of this server and nothing else.

    `writes_html` is for pages without data of a log, whose scripts write HTML from texts; `styles`
    are the sources of styles that they write.
    """
    trusted_types = [] if writes_html else ["require-trusted-types-for 'script'"]
    return "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            " ".join(["style-src 'self'", STYLE_SOURCE, *styles]),
            "img-src 'self' blob: data:",
            "media-src 'self' blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            f"form-action {form_action}",
            " ".join(["frame-ancestors 'self'", *frame_ancestors]),
            *trusted_types,
            "trusted-types app",
        ]
    )


def security_headers(app: ASGIApp, policy: str) -> ASGIApp:
    """Return `app` with security headers in every response, errors included.

    A content security policy that a response already has remains.
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
    """Return `app` behind the access checks; `security_headers` adds the headers."""
    sign_in = SignIn(access.token, access.cookie) if access.token else None
    hosts = access.hosts | {_split_port(host)[0] for host in access.proxied_hosts}

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (
            scope["path"] in access.open_paths and scope["method"] in _SAFE_METHODS
        ):
            await app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        decision: Passed | Refused | Response = _refusal(scope, access, hosts) or Passed(scope)
        if sign_in is not None and isinstance(decision, Passed):
            decision = sign_in.decide(scope, headers, navigates=is_navigation(headers))
        if isinstance(decision, Refused):
            decision = _token_missing(scope, headers, access, decision)
        if isinstance(decision, Response):
            await decision(scope, receive, send)
        else:
            await app(decision.scope, receive, send)

    return answer


def _refusal(scope: Scope, access: Access, hosts: Iterable[str]) -> Response | None:
    """Return a refusal that does not depend on the token, or None.

    `hosts` are the names that this server answers to.
    """
    headers = Headers(scope=scope)
    if not is_own_host(headers.getlist("host"), hosts):
        host = _split_port(headers.get("host", ""))[0]
        if not is_navigation(headers) or not host:
            allowing = access.allowing.format("NAME")
            message = f"This server does not answer to that host name; add it by {allowing}."
            return error_answer(400, "unknown_host", message)
        return message_page(
            400,
            "Unknown host name",
            f"This server does not answer to the host name {host}. If it is one of its names, add "
            f"it when you start the server: {access.allowing.format(host)}",
        )
    if headers.get("sec-fetch-site") == "cross-site" and not is_navigation(headers):
        message = "Pages of other sites may not send requests to this server."
        return error_answer(403, "cross_site", message)
    is_own = scope["method"] in _SAFE_METHODS or _is_own_page(
        headers, scope["scheme"], access.proxied_hosts
    )
    return None if is_own else error_answer(403, "cross_origin", _NOT_OWN)


def _is_own_page(headers: Headers, scheme: str, proxied_hosts: Container[str]) -> bool:
    """Return whether a request for a change comes from a page of this origin, or from no page.

    All ports of a host share cookies and are the same *site*, so neither identifies the page. Over
    HTTP with a host name, browsers send no `Sec-Fetch-Site`, but they send the origin with every
    change that a page requests; a request with a cookie and neither header is refused.

    The origin must equal the Host header, port included. A proxy may put another host into the
    request. Then the origin must be the proxy's: a name and port of `proxied_hosts`, or a name of
    it with the default port if the Host header has another name.
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
    """Return whether there is one Host header, with an address or a name of this server.

    An address cannot be rebound, so any is accepted; a name must be one of `hosts` or loopback.
    """
    if len(values) != 1:
        return False
    name, port = _split_port(values[0].lower())
    if port is not None and not (port.isascii() and port.isdigit()):
        return False
    if name in _LOOPBACK_NAMES or name in set(hosts):
        return True
    bracketed = name.startswith("[")
    try:
        return ip_address(name[1:-1] if bracketed else name).version == (6 if bracketed else 4)
    except ValueError:
        return False


def _split_port(host: str) -> tuple[str, str | None]:
    if host.startswith("["):
        name, bracket, rest = host.partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            return "", None
        return name + bracket, rest[1:] if rest else None
    name, colon, port = host.partition(":")
    return name, port if colon else None


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
        return error_answer(status, kind, message, extra)
    if not seconds:
        message = (
            "This server needs a token. Open the URL that it printed at its start, or enter the "
            "token here."
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
