"""`/api/stream`: notices of what changes; the data is asked for elsewhere."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request

from scopeboard.api.http.conditional import JsonStep
from scopeboard.api.http.schema import Answer, JsonFloat
from scopeboard.api.startup.changes import ChangeStream, EventStream

_ERROR: Final = {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
_TOO_MANY: Final[dict[str, Any]] = {
    "description": "Too many clients receive changes.",
    "content": {"application/json": _ERROR},
}


class ChangeNotice(Answer):
    """What changed: points of `tags` of `run`, or anything of the run, or anything at all.

    `last_step` and `last_wall_time` (seconds since the epoch) are those of the run now.
    """

    run: str | None
    tags: list[str] | None
    last_step: JsonStep | None
    last_wall_time: JsonFloat | None
    version: str


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
        since: str = "",  # noqa: ARG001 - said for the document
        last_event_id: Annotated[str, Header()] = "",  # noqa: ARG001 - likewise
    ) -> EventStream:
        """Send changes as they happen, from the version `since` on."""
        return await stream.answer(request)

    return router
