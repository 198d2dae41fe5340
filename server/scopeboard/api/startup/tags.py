"""What `/api/tags` answers: every tag over all runs."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.store.query.run_list import TagSummary
from scopeboard.store.store import Store
from scopeboard.types import Kind


class TagList:
    """The tags of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bodies: dict[Kind | None, tuple[int, bytes]] = {}
        """The last answer of each kind, and its generation."""

    def answer(self, request: Request, kind: Kind | None) -> Response:
        """List the tags of one kind, or of all."""
        generation, body = self._bodies.get(kind, (-1, b""))
        if generation != self._store.generation:
            generation, body = self._bodies[kind] = _body(self._store, kind)
        return json_answer(request, body, f"{self._store.instance}-{generation}")


def _body(store: Store, kind: Kind | None) -> tuple[int, bytes]:
    """Return the answer, and the generation of which it is at least."""
    generation = store.generation
    tags = [_tag_answer(tag) for tag in store.tags(kind)]
    return generation, msgspec.json.encode({"generation": generation, "tags": tags})


def _tag_answer(tag: TagSummary) -> dict[str, Any]:
    """Return a `TagAnswer` as it is sent."""
    return {
        "tag": tag.key.tag,
        "kind": tag.key.kind,
        "display_name": tag.display_name,
        "description": tag.description,
        "runs": tag.runs,
    }
