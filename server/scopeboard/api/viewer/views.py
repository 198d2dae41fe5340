"""`/api/views`: views too long for a URL, stored under a digest of their content.

Equal views have the same id on all servers, and an id never changes its meaning.
"""

from contextlib import suppress
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
    """A view as the query of a URL, without `?`."""

    search: str = Field(max_length=MAX_CHARACTERS)


class ViewId(Answer):
    """The id of a view, as in `?v=ID`."""

    id: str


class ViewAnswer(Answer):
    """A view as the query of a URL, without `?`."""

    search: str


def views_router(state: StateFile) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter(route_class=route_unless_read_only(state))

    @router.get("/api/views", responses=error_responses(404, 422))
    def get_view(id: Annotated[str, Query(pattern=_ID)]) -> ViewAnswer:  # noqa: A002
        """Return the view with an id."""
        part = state.read(_part_name(id))
        if part.revision == 0:
            raise NotFoundError("This server has no view of that id.")
        return ViewAnswer(search=str(part.value.get("search", "")))

    @router.post("/api/views", responses=error_responses(403, 422, 503))
    def post_view(view: LongView) -> ViewId:
        """Save a view, unless it is saved already, and return its id."""
        view_id = blake2b(view.search.encode(), digest_size=_DIGEST_BYTES).hexdigest()
        name = _part_name(view_id)
        if state.read(name).revision == 0:
            with suppress(ConflictError):  # another request has saved the same view
                state.write(name, view.model_dump(), 0)
        return ViewId(id=view_id)

    return router


def _part_name(view_id: str) -> str:
    return f"link:{view_id}"
