"""What `/api/stream` answers: notices of what changes, as server-sent events.

Two types of message stand in it. `change` names a run and those of its tags that have new points;
without tags, anything of the run may be new, and without a run, anything at all. `status` is what
`/api/status` answers, sent when that changes, after the changes that it includes. Its id is the
version of the data: whoever comes back with it is told of what happened meanwhile.

No queue stands behind a client: each is told of all changes since it was told last, in one piece,
whenever it takes the next message, and at most once in `_PAUSE_SECONDS`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from time import monotonic
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from scopeboard.api.http.conditional import json_step
from scopeboard.api.startup.status import Status
from scopeboard.errors import UnavailableError
from scopeboard.store.store import Store
from scopeboard.store.tables.changes import ANYTHING, RunChange

MAX_CLIENTS: Final = 64
_PAUSE_SECONDS: Final = 1.0  # charts are drawn no more often either
_READING_PAUSE_SECONDS: Final = 0.5
_SILENT_SECONDS: Final = 15.0  # HTML, 9.2.7: proxies drop what is silent for longer
_SIGN_OF_LIFE: Final = b": ping\n\n"

SayStatus = Callable[[], Status]


class EventStream(StreamingResponse):
    """Server-sent events that proxies hand on as they come; `while_sent` holds until the end."""

    media_type = "text/event-stream"

    def __init__(
        self, messages: AsyncIterator[bytes], while_sent: AbstractContextManager[None]
    ) -> None:
        headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
        super().__init__(messages, headers=headers)
        self._while_sent = while_sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send messages until the client disconnects."""
        with self._while_sent:
            await super().__call__(scope, receive, send)


class ChangeStream:
    """Tells of what changes in a store; all streams end when `ending` is set."""

    def __init__(self, store: Store, say_status: SayStatus, ending: asyncio.Event) -> None:
        self._store = store
        self._say_status = say_status
        self._ending = ending
        self._listeners = 0

    async def answer(self, request: Request) -> EventStream:
        """Send changes as they happen, starting after the version that the client has.

        Raises:
            UnavailableError: there are `MAX_CLIENTS` streams.
        """
        if self._listeners >= MAX_CLIENTS:
            raise UnavailableError(
                f"{MAX_CLIENTS} pages already receive changes from this server; poll instead."
            )
        known = request.headers.get("last-event-id") or request.query_params.get("since", "")
        client = _Client(self._store, self._say_status, known)
        is_head = bool(request.scope.get("is_head"))
        return EventStream(self._messages(client, is_head=is_head), self._listening())

    @contextmanager
    def _listening(self) -> Iterator[None]:
        self._listeners += 1
        try:
            with self._store.recent_changes.followed():
                yield
        finally:
            self._listeners -= 1

    async def _messages(self, client: "_Client", *, is_head: bool) -> AsyncIterator[bytes]:
        told_at = monotonic()
        while not is_head:
            if messages := await run_in_threadpool(client.messages):
                told_at = monotonic()
                yield messages
            elif monotonic() >= told_at + _SILENT_SECONDS:
                told_at = monotonic()
                yield _SIGN_OF_LIFE
            if await self._ends_within(client.pause):
                return

    async def _ends_within(self, seconds: float) -> bool:
        """Wait until there may be something to tell; True when the stream ends instead."""
        try:
            await asyncio.wait_for(self._ending.wait(), seconds)
        except TimeoutError:
            return False
        return True


class _Client:
    """The state of one client's stream."""

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

    def messages(self) -> bytes:
        """Return what to tell now; nothing where nothing has changed."""
        status = self._say_status()
        if status == self._status:
            return b""
        self._status = status
        version = f"{self._store.instance}-{status.generation}"
        changes = b"".join(_change(news, version) for news in self._news(status))
        told = json.dumps(asdict(status)).encode()
        return b"%bevent: status\ndata: %b\nid: %b\n\n" % (changes, told, version.encode())

    def _news(self, status: Status) -> list[RunChange]:
        """Return what changed since this was last asked; nothing is news to a newcomer."""
        if self._generation is None:
            self._generation = status.generation
            return []
        self._generation, news = self._store.changes_since(self._generation)
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


def _change(news: RunChange, version: str) -> bytes:
    """Return a `ChangeNotice` as it is sent."""
    notice = {
        "run": news.run,
        "tags": news.tags,
        "last_step": None if news.last_step is None else json_step(news.last_step),
        "last_wall_time": news.last_wall_time,
        "version": version,
    }
    return b"event: change\ndata: %b\n\n" % msgspec.json.encode(notice)
