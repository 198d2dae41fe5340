"""`/api/state`: what viewers save, in parts that the page defines."""

from typing import Any

from fastapi import APIRouter, Query
from pydantic import BaseModel

from scopeboard.api.http.read_only import route_unless_read_only
from scopeboard.api.http.schema import error_responses
from scopeboard.api.startup.saved_state import PartAnswer, StateAnswer
from scopeboard.state.state_file import StateFile


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
        return StateAnswer.of(state)

    @router.get("/api/state/part", responses=error_responses(422))
    def get_part(name: str) -> PartAnswer:
        """Return a part, such as `runs` or `graph:5f…`."""
        return PartAnswer.of(state.read(name))

    @router.put("/api/state/part", responses=error_responses(403, 409, 422, 503))
    def put_part(change: PartChange, name: str = Query()) -> PartAnswer:
        """Replace a part, unless it has another revision than `based_on`."""
        return PartAnswer.of(state.write(name, change.value, change.based_on))

    return router
