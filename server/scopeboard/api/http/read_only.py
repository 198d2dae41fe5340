"""Routes that change saved state: refused before their body is read where nothing may change."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from scopeboard.state.state_file import StateFile


def route_unless_read_only(state: StateFile) -> type[APIRoute]:
    """Return the class of routes whose changes are refused where `state` is read-only.

    FastAPI reads a body before everything else that a route may depend on.
    """

    class Route(APIRoute):
        def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
            handle = super().get_route_handler()

            async def refuse_first(request: Request) -> Response:
                if request.method != "GET":
                    state.check_changeable()
                return await handle(request)

            return refuse_first

    return Route
