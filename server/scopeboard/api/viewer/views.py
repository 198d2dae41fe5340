"""`/api/views`: views too long for an address, kept under a digest of what they say.

The same view has the same id wherever and whenever it is kept, and an id never means another.
"""

from hashlib import blake2b
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from scopeboard.api.http.read_only import route_unless_read_only
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.errors import ConflictError, NotFoundError
from scopeboard.state.state_file import StateFile

MAX_CHARACTERS: Final = 200_000  # the names of some thousands of runs
_DIGEST_BYTES: Final = 12
_ID: Final = rf"^[0-9a-f]{{{2 * _DIGEST_BYTES}}}$"


class LongView(BaseModel):
    """A view as the query of an address, without `?`."""

    search: str = Field(max_length=MAX_CHARACTERS)


class ViewId(Answer):
    """What stands for a view, as in `?v=ID`."""

    id: str


class ViewAnswer(Answer):
    """A view as the query of an address, without `?`."""

    search: str


def views_router(state: StateFile) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter(route_class=route_unless_read_only(state))

    @router.get("/api/views", responses=error_responses(404, 422))
    def get_view(id: Annotated[str, Query(pattern=_ID)]) -> ViewAnswer:  # noqa: A002
        """Return the view that an id stands for."""
        part = state.read(_part(id))
        if part.revision == 0:
            raise NotFoundError("This server has no view of that id.")
        return ViewAnswer(search=str(part.value.get("search", "")))

    @router.post("/api/views", responses=error_responses(403, 422, 503))
    def post_view(view: LongView) -> ViewId:
        """Keep a view, unless it is kept, and return its id."""
        name = blake2b(view.search.encode(), digest_size=_DIGEST_BYTES).hexdigest()
        if state.read(_part(name)).revision == 0:
            _keep(state, name, view)
        return ViewId(id=name)

    return router


def _keep(state: StateFile, name: str, view: LongView) -> None:
    try:
        state.write(_part(name), view.model_dump(), 0)
    except ConflictError:
        return  # another request has saved the same view


def _part(name: str) -> str:
    return f"link:{name}"
