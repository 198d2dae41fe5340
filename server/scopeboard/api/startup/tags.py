"""The response of `/api/tags`: every tag over all runs."""

from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.store.store import Store
from scopeboard.types import Kind, RunId


@dataclass(slots=True)
class TagAnswer:
    """A tag of one kind, and the runs that have it. The author's names may be empty."""

    tag: str
    kind: Kind
    display_name: str
    description: str
    runs: list[RunId]


@dataclass(slots=True)
class TagsAnswer:
    """Tags by kind and name."""

    generation: int
    tags: list[TagAnswer]


class TagList:
    """The tags of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bodies: dict[Kind | None, tuple[int, bytes]] = {}
        """The last body of each kind, and its generation."""

    def answer(self, request: Request, kind: Kind | None) -> Response:
        """List the tags of one kind, or of all."""
        generation, body = self._bodies.get(kind, (-1, b""))
        if generation != self._store.generation:
            generation = self._store.generation  # read before the tags, which may be newer
            tags = [
                TagAnswer(tag.key.tag, tag.key.kind, tag.display_name, tag.description, tag.runs)
                for tag in self._store.tags(kind)
            ]
            body = msgspec.json.encode(TagsAnswer(generation, tags))
            self._bodies[kind] = generation, body
        return json_answer(request, body, f"{self._store.instance}-{generation}")
