"""`/api/stream`: notices of changes; clients request the data itself elsewhere."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request

from scopeboard.api.startup.changes import ChangeNotice, ChangeStream, EventStream

_ERROR: Final = {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
_TOO_MANY: Final[dict[str, Any]] = {
    "description": "Too many clients receive changes.",
    "content": {"application/json": _ERROR},
}


def stream_router(stream: ChangeStream) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get(
        "/api/stream",
        status_code=200,
        response_class=EventStream,
        responses={200: {"model": ChangeNotice}, 503: _TOO_MANY},
    )
    async def get_stream(
        request: Request,
        since: str = "",  # noqa: ARG001 - documented here, read by `ChangeStream`
        last_event_id: Annotated[str, Header()] = "",  # noqa: ARG001 - likewise
    ) -> EventStream:
        """Send changes as they happen, from the version `since` on."""
        return await stream.answer(request)

    return router
