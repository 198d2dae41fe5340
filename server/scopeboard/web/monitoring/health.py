"""`/healthz`: whether the server and the ingest thread work, for probes and load balancers.

It needs neither a token nor a known host name, and reveals nothing about the log.
"""

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scopeboard.ingest.heartbeat import Health

HEALTH: Final = "/healthz"


def health_route(health: Callable[[], Health]) -> Route:
    """Return the route: 200 while ingest makes progress, else 503."""

    async def answer(_: Request) -> Response:
        reason = health().reason
        is_ok = reason == "ok"
        content = {"ok": True} if is_ok else {"ok": False, "reason": reason}
        return JSONResponse(content, 200 if is_ok else 503, {"Cache-Control": "no-store"})

    return Route(HEALTH, answer)
