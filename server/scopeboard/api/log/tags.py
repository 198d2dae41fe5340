"""`/api/tags`: every tag over all runs."""

from fastapi import APIRouter, Request, Response

from scopeboard.api.http.schema import Answer, error_responses
from scopeboard.api.startup.tags import TagList
from scopeboard.types import Kind


class TagAnswer(Answer):
    """One tag of one kind, and the runs that have it. Names its author gave may be empty."""

    tag: str
    kind: Kind
    display_name: str
    description: str
    runs: list[str]


class TagsAnswer(Answer):
    """Tags by kind and name."""

    generation: int
    tags: list[TagAnswer]


def tags_router(tags: TagList) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()

    @router.get("/api/tags", response_model=TagsAnswer, responses=error_responses(422))
    def get_tags(request: Request, kind: Kind | None = None) -> Response:
        """List the tags of one kind, or of all."""
        return tags.answer(request, kind)

    return router
