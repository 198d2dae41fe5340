"""The token: who has shown it, and how a browser that has shown it is known again.

A token opens the server in three ways: as `Authorization: Bearer TOKEN`, as `?token=TOKEN`, and by
a session. Programs use the first two and are answered at once. A browser that opens a page with
`?token=` is led to the same page without it and carries a session from then on: a cookie, or, where
it keeps none for this page (a frame on another site's page, cookies switched off), a part of the
path, `/~SESSION/`. All addresses of the page are relative, so everything it requests carries the
session too.

A session cannot be guessed. A token can be if it is short, so wrong tokens are limited then; those
who have a session are not affected by the limit.
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

LONG_TOKEN: Final = 32  # characters from which on a token is taken as impossible to guess
MOST_TRIES: Final = 10
TRIES_SECONDS: Final = 60.0
_MOST_CLIENTS: Final = 10_000
_SESSION: Final = re.compile(r"/(~[A-Za-z0-9_-]{43})(?=/)")
"""A session as it stands in a path; one of another server, or of this one before a restart, too."""

_ONWARD: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0;url={address}">
<title>Scopeboard</title>
<p><a href="{address}">Open Scopeboard</a></p>
</html>
"""


class Tries:
    """Wrong tokens by client over the last minute; a value that a client repeats counts once.

    An IPv6 client is a network of 64 bits: a machine has as many addresses as it wants.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: LRUCache[str, dict[int, float]] = LRUCache(_MOST_CLIENTS)

    def note(self, address: str, offered: Iterable[str]) -> None:
        """Count wrong tokens."""
        client = network_of(address)
        wrong = self._recent(client)
        wrong.update(dict.fromkeys(map(hash, offered), self._clock()))
        self._wrong.put(client, wrong)

    def seconds_to_wait(self, address: str) -> float:
        """Return how long a client has to wait until its tokens are looked at again; 0 for now."""
        wrong = self._recent(network_of(address))
        if len(wrong) < MOST_TRIES:
            return 0.0
        return sorted(wrong.values())[-MOST_TRIES] + TRIES_SECONDS - self._clock()

    def _recent(self, client: str) -> dict[int, float]:
        oldest = self._clock() - TRIES_SECONDS
        wrong = self._wrong.find(client) or {}
        return {value: at for value, at in wrong.items() if at > oldest}


class Passed(NamedTuple):
    """A request that may pass, as the application is to see it: without token and session."""

    scope: Scope


class Refused(NamedTuple):
    """A request that may not pass; `seconds` is how long to wait for the next try, if limited."""

    seconds: float = 0.0


class SignIn:
    """Decides who has shown the token.

    Args:
        token: what opens the server.
        cookie: the name of the cookie; cookies are shared by all ports of a host.
        clock: seconds, for the limit.
    """

    def __init__(self, token: str, cookie: str, clock: Callable[[], float] = monotonic) -> None:
        self._token = token
        self._cookie = cookie
        # A session must not help to guess a short token, so it does not depend on it; that of a
        # long one does, and so outlives a restart.
        is_long = len(token) >= LONG_TOKEN
        key = token.encode() if is_long else secrets.token_bytes(32)
        self._in_cookie = _derived(key, b"scopeboard cookie")
        self._in_path = f"~{_derived(key, b'scopeboard path')}"
        self._tries = None if is_long else Tries(clock)

    def decide(
        self, scope: Scope, headers: Headers, *, navigates: bool
    ) -> Passed | Refused | Response:
        """Return whether a request may pass, or what leads a browser on."""
        has_cookie = _is_same(_cookie(headers, self._cookie), self._in_cookie)
        found = _SESSION.search(scope["path"])
        if found is None:
            onward = f"./{self._in_path}/{_last_part(scope)}"
            return self._decide_by_token(scope, headers, onward, has_cookie, navigates)
        below = scope["path"][found.end() + 1 :]
        above = "../" * (below.count("/") + 1)
        if has_cookie and navigates:
            return RedirectResponse(_with_query(above + quote(below), scope), 303)
        raw = scope.get("raw_path", b"").replace(found[0].encode(), b"", 1)
        without = {**scope, "path": scope["path"].replace(found[0], "", 1), "raw_path": raw}
        if _is_same(found[1], self._in_path):
            return Passed(without)
        onward = f"{above}{self._in_path}/{quote(below)}"
        return self._decide_by_token(without, headers, onward, has_cookie, navigates)

    def _decide_by_token(
        self, scope: Scope, headers: Headers, onward: str, has_cookie: bool, navigates: bool
    ) -> Passed | Refused | Response:
        """Return what `decide` does; `onward` is the address with a session in its path."""
        in_query, without = _taken_from_query(scope)
        # One of each: a request with many would be as many tries.
        offered = [*in_query[-1:], *filter(None, [_bearer(headers)])]
        if not has_cookie:
            address = (scope.get("client") or ("", 0))[0]
            seconds = self._tries.seconds_to_wait(address) if self._tries and offered else 0.0
            if seconds:
                return Refused(seconds)
            if not any(_is_same(value, self._token) for value in offered):
                if self._tries:
                    self._tries.note(address, offered)
                return Refused()
        return self._lead_on(without, onward) if in_query and navigates else Passed(without)

    def _lead_on(self, scope: Scope, onward: str) -> Response:
        """Return a page that begins a session and leads to the same page with it.

        No redirect: where a link on another site began it, browsers count what follows as requested
        by that site, and withhold the cookie.
        """
        html = _ONWARD.format(address=escape(_with_query(onward, scope)))
        response = HTMLResponse(html, headers={"Cache-Control": "no-store"})
        is_secure = scope["scheme"] == "https"
        response.set_cookie(
            self._cookie, self._in_cookie, httponly=True, samesite="strict", secure=is_secure
        )
        return response


def _taken_from_query(scope: Scope) -> tuple[list[str], Scope]:
    """Return the tokens in the query of a request, and the request without them."""
    parts = scope["query_string"].split(b"&")
    tokens = [part for part in parts if unquote_to_bytes(part.partition(b"=")[0]) == b"token"]
    if not tokens:
        return [], scope
    # A `+` that was not escaped would be a space, which no token has.
    values = [unquote(part.partition(b"=")[2].decode("latin-1")) for part in tokens]
    rest = b"&".join(part for part in parts if part not in tokens)
    return values, {**scope, "query_string": rest}


def _with_query(address: str, scope: Scope) -> str:
    """Return a relative address (a proxy may have removed a prefix of the path) with the query."""
    query = scope["query_string"].decode("latin-1")
    return f"{address}?{query}" if query else address


def _last_part(scope: Scope) -> str:
    return quote(scope["path"].rpartition("/")[2])


def _derived(key: bytes, purpose: bytes) -> str:
    return urlsafe_b64encode(hmac.digest(key, purpose, "sha256")).decode().rstrip("=")


def _is_same(offered: str, expected: str) -> bool:
    return hmac.compare_digest(offered.encode(errors="surrogateescape"), expected.encode())


def _cookie(headers: Headers, name: str) -> str:
    # Cookies of all ports of a host come together; http.cookies would give up at an odd one.
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def _bearer(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
