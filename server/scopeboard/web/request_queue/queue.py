"""A queue in front of the routes: few requests run at a time, and one of equal requests.

Python runs one thread at a time, so forty concurrent requests take longer than forty in sequence,
delay short ones, and each needs its memory. So there are two lanes, each with one place per
processor: heavy requests wait for heavy ones only. `costs` has the initial lane of each route. The
duration of a request is recorded, since the same route may answer from a cache or parse a graph for
a minute. A light request that takes long moves to the heavy lane.

A place is released while the client reads. A client that disconnects leaves the queue. Work without
progress, because a file system does not respond, lets another request pass after ten seconds.

Equal concurrent requests share one response unless it comes in parts. They are equal if neither the
log nor the saved state has changed between them.
"""

import asyncio
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.api.http.work_progress import PROGRESS
from scopeboard.concurrency.lru import LRUCache
from scopeboard.web.request_queue.costs import Cost, cost_of
from scopeboard.web.request_queue.lanes import Lane
from scopeboard.web.request_queue.shared_response import Client, SharedResponse, has_length

SLOW_SECONDS: Final = 0.1
"""A request that takes longer is heavy; a delay that a person notices."""

STALL_SECONDS: Final = 10.0
"""Work that uses no processor for this time gives up its place in the heavy lane."""

MAX_STALLED: Final = 8
"""Requests without their place. Each occupies one of 40 threads."""

_PROGRESS_SECONDS: Final = 0.05  # of processor time; work that only polls uses less
_MAX_RECORDED: Final = 4096
_PART_PARAMETERS: Final = frozenset(
    {"limit", "name", "node", "offset", "run", "scope", "step", "tag"}
)
"""Parameters that select a part of a resource: other parts likely take the same time."""

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_FAILED: Final = 400  # the duration of failures is not typical
_VARIED_HEADERS: Final = ("accept", "if-none-match", "range", "sec-fetch-mode")
"""Headers on which a response may depend."""


class RequestQueue:
    """An application in front of another.

    Args:
        app: the application behind the queue.
        version: returns a value that changes whenever responses to equal requests may change.
        places: the number of places of each lane.
    """

    def __init__(self, app: ASGIApp, version: Callable[[], Hashable], places: int) -> None:
        self._app = app
        self._version = version
        self._changes = 0
        self.light, self.heavy, self._stalled = Lane(places), Lane(places), Lane(MAX_STALLED)
        self._durations = _Durations()
        self._shared: dict[Hashable, SharedResponse] = {}
        self._lock = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it has a place."""
        path = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        cost = cost_of(path) if scope["type"] == "http" else Cost.FREE
        if cost is Cost.FREE:
            await self._app(scope, receive, send)
        else:
            can_share = cost is not Cost.STREAM and scope["method"] == "GET"
            can_share = can_share and "is_head" not in scope
            client = Client(receive)
            try:
                if not can_share or not await self._answer_together(scope, cost, client, send):
                    await self._answer(scope, cost, client, send)
            finally:
                client.close()
        if scope.get("method", "GET") not in _SAFE_METHODS:
            self._changes += 1

    async def _answer_together(self, scope: Scope, cost: Cost, client: Client, send: Send) -> bool:
        """Send the response that equal requests share; return False if it is not shared."""
        headers = Headers(scope=scope)
        key = (
            asyncio.get_running_loop(),
            self._version(),
            self._changes,
            scope.get("root_path", ""),
            scope["path"],
            scope.get("query_string", b""),
            tuple(tuple(headers.getlist(name)) for name in _VARIED_HEADERS),
        )
        with self._lock:
            shared = self._shared.get(key)
            is_first = shared is None
            if shared is None:
                shared = self._shared[key] = SharedResponse(send)
            response = shared.join()
        if is_first:
            work = asyncio.create_task(self._work(key, shared, scope, cost))
            work.add_done_callback(_retrieve_failure)
        gone = client.gone()
        try:
            first: set[asyncio.Future[Any]] = {response, gone}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                return True
            messages = response.result()
            for message in messages or ():
                # A copy of the headers for each client: compression changes them.
                copy = {"headers": list(message["headers"])} if "headers" in message else {}
                await send({**message, **copy})
            if messages is None and is_first:
                await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            shared.part()
        if is_first and not gone.done():
            await work  # it may have failed after an error response
        return messages is not None or is_first

    async def _work(self, key: Hashable, shared: SharedResponse, scope: Scope, cost: Cost) -> None:
        """Make a response; no client joins after its end."""

        def close(_: object = None) -> None:
            with self._lock:
                if self._shared.get(key) is shared:
                    del self._shared[key]

        shared.outcome.add_done_callback(close)
        shared.gone().add_done_callback(close)
        try:
            await self._answer(scope, cost, shared, shared.send)
        finally:
            if not shared.outcome.done():
                shared.outcome.set_result(None)

    async def _answer(
        self, scope: Scope, cost: Cost, client: Client | SharedResponse, send: Send
    ) -> None:
        """Answer a request when there is a place for it."""
        path, query = scope["path"], scope.get("query_string", b"").decode("latin-1")
        pairs = [pair for pair in parse_qsl(query) if pair[0] not in _PART_PARAMETERS]
        # Its own name, and one shared with requests that likely take the same time.
        names = f"{path}?{query}", f"{path}?{urlencode(pairs)}#"
        is_heavy = cost is Cost.STREAM or self._durations.expected(names, cost) > SLOW_SECONDS
        turn = _Turn(self.light, self.heavy, self._stalled, is_heavy=is_heavy)
        if not await _begins(turn, client):
            return
        is_answered = has_more = False

        async def send_between(message: Message) -> None:
            """Send without a place; the body of a response without a length needs one again."""
            nonlocal has_more, is_answered
            is_answered = is_answered or message.get("status", _FAILED) < _FAILED
            turn.end()
            await send(message)
            if message["type"] == "http.response.start":
                has_more = not has_length(message)
            elif not message.get("more_body", False):
                has_more = False
            if has_more:
                await turn.begin()

        try:
            scope = {**scope, PROGRESS: turn.record_progress}
            await self._app(scope, client.receive, send_between)
        finally:
            turn.end()
            if is_answered:
                self._durations.record(names, turn.seconds)


def _retrieve_failure(work: asyncio.Task[None]) -> None:
    """Retrieve a failure, which is logged already: no client may be left to await the task."""
    if not work.cancelled():
        work.exception()


async def _begins(turn: "_Turn", client: Client | SharedResponse) -> bool:
    """Wait for a place; return False if the client disconnects before there is one."""
    if turn.begins_at_once():
        return True
    entering = asyncio.create_task(turn.begin())
    try:
        await asyncio.wait({entering, client.gone()}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not entering.done():
            entering.cancel()
            await asyncio.wait({entering})
    return not entering.cancelled()


class _Turn:
    """A request's place in a lane: held during work, released while the response is sent."""

    def __init__(self, light: Lane, heavy: Lane, stalled: Lane, *, is_heavy: bool) -> None:
        self._first = heavy if is_heavy else light
        self._heavy, self._stalled = heavy, stalled
        self._lane = self._first
        self._timer: asyncio.TimerHandle | None = None
        self._begun: float | None = None
        self._progressed_at = 0.0  # when the work last used the processor
        self._cpu_seconds = 0.0  # of the thread that works, at that time
        self.seconds = 0.0

    def begins_at_once(self) -> bool:
        """Take a place if one is free."""
        if not self._first.try_enter():
            return False
        self._start()
        return True

    async def begin(self) -> None:
        """Take a place, or wait for one."""
        await self._first.enter()
        self._start()

    def _start(self) -> None:
        self._lane = self._first
        self._begun = self._progressed_at = monotonic()
        if self._lane is self._heavy:
            self._call_later(STALL_SECONDS, self._check_progress)
        else:
            self._call_later(SLOW_SECONDS, self._move)

    def _call_later(self, seconds: float, function: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, function)

    def _move(self) -> None:
        """Move to the heavy lane, so that light requests pass."""
        self._heavy.force_enter()
        self._lane.leave()
        self._lane = self._heavy
        self._first = self._heavy
        self._call_later(STALL_SECONDS, self._check_progress)

    def record_progress(self, cpu_seconds: float) -> None:
        """Record the processor time of the working thread, which calls this."""
        if abs(cpu_seconds - self._cpu_seconds) >= _PROGRESS_SECONDS:
            self._cpu_seconds, self._progressed_at = cpu_seconds, monotonic()

    def _check_progress(self) -> None:
        """Let heavy requests pass if the work makes no progress, up to a number of requests."""
        left = self._progressed_at + STALL_SECONDS - monotonic()
        if left <= 0 and self._heavy.waiting and self._stalled.try_enter():
            self._lane.leave()
            self._lane = self._stalled
        else:
            self._call_later(max(left, STALL_SECONDS / 10), self._check_progress)

    def end(self) -> None:
        """Release the place, if there is one."""
        if self._begun is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self.seconds += monotonic() - self._begun
        self._begun = None
        self._lane.leave()


class _Durations:
    """The durations of the last thousands of requests."""

    def __init__(self) -> None:
        self._seconds: LRUCache[str, float] = LRUCache(_MAX_RECORDED)

    def expected(self, names: tuple[str, str], cost: Cost) -> float:
        """Return the last duration of the same request, else of a similar one, in seconds."""
        unknown = SLOW_SECONDS * 2 if cost is Cost.HEAVY else 0.0
        known = (seconds for seconds in self._seconds.find_all(names) if seconds is not None)
        return next(known, unknown)

    def record(self, names: tuple[str, str], seconds: float) -> None:
        self._seconds.put_all((name, seconds) for name in names)
