"""Authentication by token, and sessions of browsers that have sent the token.

A token grants access in three ways: as `Authorization: Bearer TOKEN`, as `?token=TOKEN`, and by a
session. Programs use the first two and are answered at once. A browser that opens a page with
`?token=` is redirected to the same page without it and has a session from then on: a cookie, or, if
it stores no cookies for this page (a frame on a page of another site, cookies switched off), a
segment of the path, `/~SESSION/`. All URLs of the page are relative, so all its requests have the
session too.

A session cannot be guessed. A short token can, so wrong tokens are limited then. The limit does not
affect clients with a session.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from html import escape
from time import monotonic
from typing import Final, NamedTuple
from urllib.parse import quote, unquote, unquote_to_bytes

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Scope

from scopeboard.concurrency.lru import LRUCache
from scopeboard.web.client_address import network_of

LONG_TOKEN: Final = 32  # characters of a token that cannot be guessed
MAX_TRIES: Final = 10
TRIES_SECONDS: Final = 60.0
_MAX_CLIENTS: Final = 10_000
_SESSION: Final = re.compile(r"/(~[A-Za-z0-9_-]{43})(?=/)")
"""A session in a path, also of another server or of this one before a restart."""

_REDIRECT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0;url={address}">
<title>Scopeboard</title>
<p><a href="{address}">Open Scopeboard</a></p>
</html>
"""


def without_session(path: str) -> str:
    """Return a path without the session in it, if there is one."""
    return _SESSION.sub("", path, count=1)


class Tries:
    """Wrong tokens by client over the last minute; a value that a client repeats counts once."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: LRUCache[str, dict[int, float]] = LRUCache(_MAX_CLIENTS)

    def record(self, address: str, tokens: Iterable[str]) -> None:
        """Count wrong tokens."""
        client = network_of(address)
        wrong = self._recent(client)
        wrong.update(dict.fromkeys(map(hash, tokens), self._clock()))
        self._wrong.put(client, wrong)

    def seconds_to_wait(self, address: str) -> float:
        """Return the time until the tokens of a client are checked again; 0 for now."""
        wrong = self._recent(network_of(address))
        if len(wrong) < MAX_TRIES:
            return 0.0
        return sorted(wrong.values())[-MAX_TRIES] + TRIES_SECONDS - self._clock()

    def _recent(self, client: str) -> dict[int, float]:
        oldest = self._clock() - TRIES_SECONDS
        wrong = self._wrong.find(client) or {}
        return {value: time for value, time in wrong.items() if time > oldest}


class Passed(NamedTuple):
    """A request with access, as the application receives it: without token and session."""

    scope: Scope


class Refused(NamedTuple):
    """A request without access; `seconds` is the time until the next try, 0 without a limit."""

    seconds: float = 0.0


class SignIn:
    """Checks tokens and sessions.

    Args:
        token: the token of the server.
        cookie: the name of the cookie; all ports of a host share their cookies.
        clock: in seconds, for the limit.
    """

    def __init__(self, token: str, cookie: str, clock: Callable[[], float] = monotonic) -> None:
        self._token = token
        self._cookie = cookie
        # A session must not help to guess a short token, so it does not depend on it. A session of
        # a long token does, so that it survives a restart.
        is_long = len(token) >= LONG_TOKEN
        key = token.encode() if is_long else secrets.token_bytes(32)
        self._in_cookie = _derived(key, b"scopeboard cookie")
        self._in_path = f"~{_derived(key, b'scopeboard path')}"
        self._tries = None if is_long else Tries(clock)

    def decide(
        self, scope: Scope, headers: Headers, *, navigates: bool
    ) -> Passed | Refused | Response:
        """Return whether a request has access, or a redirect for a browser."""
        # All ports of a host share their cookies; http.cookies would fail at a malformed one.
        cookies = cookie_parser(headers.get("cookie", ""))
        has_cookie = _is_same(cookies.get(self._cookie, ""), self._in_cookie)
        session = _SESSION.search(scope["path"])
        if session is None:
            target = f"./{self._in_path}/{quote(scope['path'].rpartition('/')[2])}"
            return self._decide_by_token(scope, headers, target, has_cookie, navigates)
        below = scope["path"][session.end() + 1 :]
        above = "../" * (below.count("/") + 1)
        if has_cookie and navigates:
            return RedirectResponse(_with_query(above + quote(below), scope), 303)
        raw = scope.get("raw_path", b"").replace(session[0].encode(), b"", 1)
        without = {**scope, "path": scope["path"].replace(session[0], "", 1), "raw_path": raw}
        if _is_same(session[1], self._in_path):
            return Passed(without)
        target = f"{above}{self._in_path}/{quote(below)}"
        return self._decide_by_token(without, headers, target, has_cookie, navigates)

    def _decide_by_token(
        self, scope: Scope, headers: Headers, target: str, has_cookie: bool, navigates: bool
    ) -> Passed | Refused | Response:
        """Return the result of `decide`; `target` is the URL with a session in its path."""
        in_query, without = _split_tokens(scope)
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        # At most one of each: a request with many would be as many tries.
        tokens = in_query[-1:]
        if scheme.lower() == "bearer" and bearer.strip():
            tokens.append(bearer.strip())
        if not has_cookie:
            address = (scope.get("client") or ("", 0))[0]
            seconds = self._tries.seconds_to_wait(address) if self._tries and tokens else 0.0
            if seconds:
                return Refused(seconds)
            if not any(_is_same(value, self._token) for value in tokens):
                if self._tries:
                    self._tries.record(address, tokens)
                return Refused()
        return self._begin_session(without, target) if in_query and navigates else Passed(without)

    def _begin_session(self, scope: Scope, target: str) -> Response:
        """Return a page that begins a session and redirects to the same page with it.

        Not an HTTP redirect: after a link on another site, browsers would treat the new request as
        that site's, and send no cookie.
        """
        html = _REDIRECT.format(address=escape(_with_query(target, scope)))
        response = HTMLResponse(html, headers={"Cache-Control": "no-store"})
        is_secure = scope["scheme"] == "https"
        response.set_cookie(
            self._cookie, self._in_cookie, httponly=True, samesite="strict", secure=is_secure
        )
        return response


def _split_tokens(scope: Scope) -> tuple[list[str], Scope]:
    """Return the tokens in the query of a request, and the request without them."""
    parts = scope["query_string"].split(b"&")
    tokens = [part for part in parts if unquote_to_bytes(part.partition(b"=")[0]) == b"token"]
    if not tokens:
        return [], scope
    # An unescaped `+` is not decoded to a space, which no token has.
    values = [unquote(part.partition(b"=")[2].decode("latin-1")) for part in tokens]
    rest = b"&".join(part for part in parts if part not in tokens)
    return values, {**scope, "query_string": rest}


def _with_query(address: str, scope: Scope) -> str:
    """Return a relative URL (a proxy may have removed a prefix of the path) with the query."""
    query = scope["query_string"].decode("latin-1")
    return f"{address}?{query}" if query else address


def _derived(key: bytes, purpose: bytes) -> str:
    return urlsafe_b64encode(hmac.digest(key, purpose, "sha256")).decode().rstrip("=")


def _is_same(sent: str, expected: str) -> bool:
    return hmac.compare_digest(sent.encode(errors="surrogateescape"), expected.encode())
