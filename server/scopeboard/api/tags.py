"""`/api/tags`: every tag over all runs."""

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from scopeboard.api.answer import Answer, error_responses
from scopeboard.api.body import json_answer
from scopeboard.api.large_answers import LargeAnswers
from scopeboard.store.store import Store
from scopeboard.store.summaries import TagSummary
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


def tags_router(store: Store) -> APIRouter:
    """Return the route of this resource."""
    router = APIRouter()
    large = LargeAnswers()
    bodies: dict[Kind | None, tuple[int, bytes]] = {}  # the last of each kind, and its generation

    @router.get("/api/tags", response_model=TagsAnswer, responses=error_responses(422))
    def get_tags(request: Request, kind: Kind | None = None) -> Response:
        """List the tags of one kind, or of all."""
        generation, body = bodies.get(kind, (-1, b""))
        if generation != store.generation:
            generation, body = bodies[kind] = _body(store, kind)
            large.note(len(body))
        return json_answer(request, body, f"{store.instance}-{generation}")

    return router


def _body(store: Store, kind: Kind | None) -> tuple[int, bytes]:
    """Return the answer, and the generation of which it is at least."""
    generation = store.generation
    tags = [_tag_answer(tag) for tag in store.tags(kind)]
    return generation, orjson.dumps({"generation": generation, "tags": tags})


def _tag_answer(tag: TagSummary) -> dict[str, Any]:
    """Return a `TagAnswer` as it is sent."""
    return {
        "tag": tag.key.tag,
        "kind": tag.key.kind,
        "display_name": tag.display_name,
        "description": tag.description,
        "runs": tag.runs,
    }
