"""`/healthz` and `/readyz`: for probes and load balancers.

They need neither a token nor a known host name, and reveal nothing about the log. `/healthz` tells
whether the server and the ingest thread work; who gets another answer starts the server again.
`/readyz` tells whether it shows all of the log; who gets another answer sends viewers elsewhere.
"""

from collections.abc import Callable
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scopeboard.ingest.heartbeat import Health
from scopeboard.store.store import Store

HEALTH: Final = "/healthz"
READINESS: Final = "/readyz"


def probe_paths(prefix: str = "") -> frozenset[str]:
    """Return the paths of both, below a path prefix too."""
    return frozenset(f"{each}{path}" for each in {"", prefix} for path in (HEALTH, READINESS))


class Readiness:
    """Whether all data of the start has been read, and reading makes progress since.

    New data that is being read makes a server no less ready.
    """

    def __init__(self, store: Store, health: Callable[[], Health]) -> None:
        self._store = store
        self._health = health
        self._has_read = False

    @property
    def reason(self) -> Literal["ok", "reading", "stopped", "behind"]:
        """`ok`, or why the server is not ready."""
        if not self._has_read:
            store = self._store
            self._has_read = bool(store.searched) and store.progress.state != "reading"
        reason = self._health().reason
        return reason if reason != "ok" or self._has_read else "reading"


def health_routes(health: Callable[[], Health], readiness: Readiness) -> list[Route]:
    """Return the routes: 200, or 503 with the reason."""

    def route(path: str, find_reason: Callable[[], str]) -> Route:
        async def answer(_: Request) -> Response:
            reason = find_reason()
            is_ok = reason == "ok"
            content = {"ok": True} if is_ok else {"ok": False, "reason": reason}
            return JSONResponse(content, 200 if is_ok else 503, {"Cache-Control": "no-store"})

        return Route(path, answer)

    return [
        route(HEALTH, lambda: health().reason),
        route(READINESS, lambda: readiness.reason),
    ]
