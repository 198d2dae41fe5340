"""`/healthz`: whether the server and the thread that reads work, for probes and load balancers.

It needs neither a token nor a known host name, and says nothing of what is logged.
"""

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scopeboard.ingest.heartbeat import Health

HEALTH: Final = "/healthz"


def health_route(health: Callable[[], Health]) -> Route:
    """Return the route: 200 where reading gets on, else 503."""

    async def answer(_: Request) -> Response:
        found = health()
        is_ok = found.reason == "ok"
        content = {"ok": is_ok} if is_ok else {"ok": False, "reason": found.reason}
        return JSONResponse(content, 200 if is_ok else 503, {"Cache-Control": "no-store"})

    return Route(HEALTH, answer)
