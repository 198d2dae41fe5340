"""`/api/state`: what viewers save, in parts that the page defines."""

from typing import Any

from fastapi import APIRouter, Query
from pydantic import BaseModel

from scopeboard.api.http.read_only import route_unless_read_only
from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.state.state_file import StateFile


class PartAnswer(Answer):
    """A part and its revision, on which a change has to be based (0: never written)."""

    revision: int
    value: dict[str, Any]


class StateAnswer(Answer):
    """The parts by name with their revisions, and whether they can be changed."""

    read_only: bool
    revisions: dict[str, int]


class PartChange(BaseModel):
    """New content for a part whose revision is `based_on`."""

    based_on: int
    value: dict[str, Any]


def state_router(state: StateFile) -> APIRouter:
    """Return the routes of this resource."""
    router = APIRouter(route_class=route_unless_read_only(state))

    @router.get("/api/state")
    def get_state() -> StateAnswer:
        """List the parts."""
        revisions = {name: part.revision for name, part in state.parts().items()}
        return StateAnswer(read_only=state.read_only, revisions=revisions)

    @router.get("/api/state/part", responses=error_responses(422))
    def get_part(name: str) -> PartAnswer:
        """Return a part, such as `runs` or `graph:5f…`."""
        part = state.read(name)
        return PartAnswer(revision=part.revision, value=part.value)

    @router.put("/api/state/part", responses=error_responses(403, 409, 422, 503))
    def put_part(change: PartChange, name: str = Query()) -> PartAnswer:
        """Replace a part, unless it has another revision than `based_on`."""
        part = state.write(name, change.value, change.based_on)
        return PartAnswer(revision=part.revision, value=part.value)

    return router
