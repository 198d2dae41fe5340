"""`/api/status`, `/api/runs` and `/api/tags`: an overview of the log and of its reading."""

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.schema import error_responses
from scopeboard.api.startup.live_status import LiveStatus
from scopeboard.api.startup.runs import RunList, RunsAnswer
from scopeboard.api.startup.status import Status
from scopeboard.api.startup.tags import TagList, TagsAnswer
from scopeboard.types import Kind


def overview_router(live_status: LiveStatus, runs: RunList, tags: TagList) -> APIRouter:
    """Return the routes of these resources."""
    router = APIRouter()

    @router.get("/api/status", response_model=Status)
    async def get_status() -> Response:
        """Return the served log directories and the progress of reading."""
        return Response(await live_status.body(), media_type="application/json")

    @router.get("/api/runs", response_model=RunsAnswer)
    def get_runs(request: Request) -> Response:
        """List every run with its tags by kind, its state and its warnings."""
        return runs.answer(request)

    @router.get("/api/tags", response_model=TagsAnswer, responses=error_responses(422))
    def get_tags(request: Request, kind: Kind | None = None) -> Response:
        """List the tags of one kind, or of all."""
        return tags.answer(request, kind)

    return router
