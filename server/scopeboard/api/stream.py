"""`/api/stream`: notices of what changes, as server-sent events; the data is asked for elsewhere.

Two types of message stand in it. `change` names a run and those of its tags that have new points;
without tags, anything of the run may be new, and without a run, anything at all. `status` is what
`/api/status` answers, sent when that changes, after the changes that it includes. Its id is the
version of the data: whoever comes back with it, as `Last-Event-ID` or `since`, is told of what
happened meanwhile.

No queue stands behind a client: each is told of all changes since it was told last, in one piece,
whenever it takes the next message, and at most once in `_PAUSE_SECONDS`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from scopeboard.api.answer import Answer, JsonFloat
from scopeboard.api.body import JsonStep, json_step
from scopeboard.api.server_status import Status
from scopeboard.errors import UnavailableError
from scopeboard.store.news import ANYTHING, RunNews
from scopeboard.store.store import Store

MAX_CLIENTS: Final = 64
_PAUSE_SECONDS: Final = 1.0  # charts are drawn no more often either
_READING_PAUSE_SECONDS: Final = 0.5


SayStatus = Callable[[], Status]
_ERROR: Final = {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
_TOO_MANY: Final[dict[str, Any]] = {
    "description": "As many listen as may.",
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


def stream_router(store: Store, status: SayStatus, ending: asyncio.Event) -> APIRouter:
    """Return the route of this resource; streams end when `ending` is set."""
    router = APIRouter()
    places = _Places()

    @router.get(
        "/api/stream",
        response_class=EventSourceResponse,
        responses={200: {"model": ChangeNotice}, 503: _TOO_MANY},
        dependencies=[Depends(places.taken)],
    )
    async def get_stream(
        request: Request,
        since: str = "",
        last_event_id: Annotated[str, Header()] = "",
    ) -> AsyncIterator[ServerSentEvent]:
        """Tell of changes as they happen, from the version `since` on."""
        if request.scope.get("is_head"):
            return
        client = _Client(store, status, last_event_id or since)
        with store.news.followed():
            while True:
                for message in await run_in_threadpool(client.messages):
                    yield message
                if not await _goes_on(ending, client):
                    return

    return router


class _Places:
    """How many may listen at once."""

    def __init__(self) -> None:
        self._taken = 0

    async def taken(self) -> AsyncIterator[None]:
        """Take a place while a request lasts.

        Raises:
            UnavailableError: there is none.
        """
        if self._taken >= MAX_CLIENTS:
            raise UnavailableError(
                f"{MAX_CLIENTS} pages follow this server already; this one may ask now and then."
            )
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1


async def _goes_on(ending: asyncio.Event, client: "_Client") -> bool:
    """Wait until there may be something to tell; False when the stream ends instead."""
    try:
        await asyncio.wait_for(ending.wait(), client.pause)
    except TimeoutError:
        return True
    return False


class _Client:
    """What one listener has been told."""

    def __init__(self, store: Store, say_status: SayStatus, version: str) -> None:
        self._store = store
        self._say_status = say_status
        self._generation = _generation_in(version, store.instance)
        self._status: Status | None = None

    @property
    def pause(self) -> float:
        """How long to let a listener rest, in seconds."""
        is_reading = self._status is not None and self._status.loading.state == "reading"
        return _READING_PAUSE_SECONDS if is_reading else _PAUSE_SECONDS

    def messages(self) -> list[ServerSentEvent]:
        """Return what to tell now; nothing where nothing has changed."""
        status = self._say_status()
        if status == self._status:
            return []
        self._status = status
        version = f"{self._store.instance}-{status.generation}"
        return [
            *(_change(news, version) for news in self._news(status)),
            ServerSentEvent(event="status", id=version, raw_data=json.dumps(asdict(status))),
        ]

    def _news(self, status: Status) -> list[RunNews]:
        """Return what changed since this was last asked; nothing is news to a newcomer."""
        if self._generation is None:
            self._generation = status.generation
            return []
        self._generation, news = self._store.news_since(self._generation)
        return [ANYTHING] if news is None else news


def _generation_in(version: str, instance: str) -> int | None:
    """Return the generation that a version names; -1 in another instance, None without a version.

    Of -1, no news are known: whoever has it is told that anything may have changed.
    """
    if not version:
        return None
    named, _, generation = version.partition("-")
    is_ours = named == instance and generation.isascii() and generation.isdigit()
    return int(generation[:18]) if is_ours else -1


def _change(news: RunNews, version: str) -> ServerSentEvent:
    notice = ChangeNotice(
        run=news.run,
        tags=news.tags,
        last_step=None if news.last_step is None else json_step(news.last_step),
        last_wall_time=news.last_wall_time,
        version=version,
    )
    return ServerSentEvent(event="change", raw_data=notice.model_dump_json())
