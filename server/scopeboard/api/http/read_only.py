"""Routes that change saved state: refused on a read-only server before their body is read."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from scopeboard.state.state_file import StateFile


def route_unless_read_only(state: StateFile) -> type[APIRoute]:
    """Return a class of routes that refuse changes if `state` is read-only.

    A dependency would be too late: FastAPI reads the body before it resolves dependencies.
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
