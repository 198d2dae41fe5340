"""The event stream of `/api/stream`: changes of the log and of the status.

It has two types of server-sent events. `change` names a run and its tags with new points; without
tags, anything of the run may be new, and without a run, anything at all. `status` is the body of
`/api/status`, sent when that changes, after the changes that it includes. Its id is the version of
the data: a client that reconnects sends it back and receives the changes since then.

Clients have no queues. The next message to a client has all changes since the one before, merged,
and is sent at most once in `_PAUSE_SECONDS`.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from scopeboard.api.http.conditional import JsonStep, json_step
from scopeboard.api.startup.status import Status
from scopeboard.errors import UnavailableError
from scopeboard.store.store import Store
from scopeboard.store.tables.changes import ANYTHING, RunChange

MAX_CLIENTS: Final = 64
_PAUSE_SECONDS: Final = 1.0  # charts are drawn no more often either
_READING_PAUSE_SECONDS: Final = 0.5
_SILENT_SECONDS: Final = 15.0  # HTML, 9.2.7: proxies drop connections that are silent for longer
_PING: Final = b": ping\n\n"


@dataclass(slots=True)
class ChangeNotice:
    """A change: new points of `tags` of `run`, or anything of the run, or anything at all.

    `last_step` and `last_wall_time` (seconds since the epoch) are the run's current values.
    """

    run: str | None
    tags: list[str] | None
    last_step: JsonStep | None
    last_wall_time: float | None
    version: str


class EventStream(StreamingResponse):
    """Server-sent events, which proxies forward at once; `while_sent` is entered until the end."""

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
    """The streams of the clients of one store; all end when `ending` is set."""

    def __init__(
        self, store: Store, read_status: Callable[[], Status], ending: asyncio.Event
    ) -> None:
        self._store = store
        self._read_status = read_status
        self._ending = ending
        self._clients = 0

    async def answer(self, request: Request) -> EventStream:
        """Send changes as they happen, starting after the version that the client has.

        Raises:
            UnavailableError: there are `MAX_CLIENTS` streams.
        """
        if self._clients >= MAX_CLIENTS:
            raise UnavailableError(
                f"{MAX_CLIENTS} pages already receive changes from this server; poll instead."
            )
        version = request.headers.get("last-event-id") or request.query_params.get("since", "")
        subscription = _Subscription(self._store, self._read_status, version)
        is_head = bool(request.scope.get("is_head"))
        return EventStream(self._messages(subscription, is_head=is_head), self._counted())

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a client, and record changes for it, inside the `with` block."""
        self._clients += 1
        try:
            with self._store.recent_changes.followed():
                yield
        finally:
            self._clients -= 1

    async def _messages(
        self, subscription: "_Subscription", *, is_head: bool
    ) -> AsyncIterator[bytes]:
        sent_at = monotonic()
        while not is_head:
            if messages := await run_in_threadpool(subscription.messages):
                sent_at = monotonic()
                yield messages
            elif monotonic() >= sent_at + _SILENT_SECONDS:
                sent_at = monotonic()
                yield _PING
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), subscription.pause)
                return


class _Subscription:
    """What one client has received.

    Args:
        store: what readers see of the log.
        read_status: returns the current status.
        version: the version of the data that the client has, empty for none.
    """

    def __init__(self, store: Store, read_status: Callable[[], Status], version: str) -> None:
        self._store = store
        self._read_status = read_status
        self._status: Status | None = None
        self._generation: int | None = None
        if version:
            instance, _, generation = version.partition("-")
            is_known = instance == store.instance and generation.isascii() and generation.isdigit()
            # No changes are recorded since -1, so the client learns that anything may be new.
            self._generation = int(generation[:18]) if is_known else -1

    @property
    def pause(self) -> float:
        """The time until the next message, in seconds."""
        is_reading = self._status is not None and self._status.loading.state == "reading"
        return _READING_PAUSE_SECONDS if is_reading else _PAUSE_SECONDS

    def messages(self) -> bytes:
        """Return the events to send now; empty if nothing has changed."""
        status = self._read_status()
        if status == self._status:
            return b""
        self._status = status
        changes: list[RunChange] | None = []
        if self._generation is None:
            self._generation = status.generation
        else:
            self._generation, changes = self._store.changes_since(self._generation)
        version = f"{self._store.instance}-{status.generation}"
        events = []
        for run, tags, step, wall_time in [ANYTHING] if changes is None else changes:
            last_step = None if step is None else json_step(step)
            notice = ChangeNotice(run, tags, last_step, wall_time, version)
            events.append(b"event: change\ndata: %b\n\n" % msgspec.json.encode(notice))
        body = json.dumps(asdict(status)).encode()
        events.append(b"event: status\ndata: %b\nid: %b\n\n" % (body, version.encode()))
        return b"".join(events)
