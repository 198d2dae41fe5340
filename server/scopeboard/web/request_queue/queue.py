"""A queue in front of the routes: few requests are worked on at a time, and each of equals once.

Python runs one thread at a time, so forty requests at once take longer than one after the other,
keep whoever asks for little waiting, and each needs its memory. So there are two lanes, each with
as many places as processors: heavy requests wait for heavy ones only. What a route costs is in
`request_costs`; how long a request took is remembered, since the same route may answer from a cache
or parse a graph for a minute. A light request that takes long moves to the heavy lane by itself.

A place is given back while the client reads. A client that goes away leaves the queue. Work that
gets nowhere, since a file system does not answer, lets another request pass after ten seconds.

Equal requests under way share one answer, if it comes whole: until then nothing of the log and
nothing of what viewers saved has changed.
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
from scopeboard.web.request_queue.shared_response import Client, SharedAnswer, has_length

SLOW_SECONDS: Final = 0.1
"""A request that takes longer is heavy; about what a person notices."""

STALL_SECONDS: Final = 10.0
"""Work that needs no processor for as long gives up its place in the heavy lane."""

MOST_STALLED: Final = 8
"""Requests that may have given up their place. Each holds a thread, of which there are 40."""

_PROGRESS_SECONDS: Final = 0.05  # of processor time; who waits and looks now and then needs less
_MOST_REMEMBERED: Final = 4096
_WHICH: Final = frozenset({"limit", "name", "node", "offset", "run", "scope", "step", "tag"})
"""Parameters that say which part of the same is wanted: others of it likely take as long."""

_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_FAILED: Final = 400  # answers from here on say nothing of how long an answer takes
_TELLING: Final = ("accept", "if-none-match", "range", "sec-fetch-mode")
"""Headers that an answer may depend on."""


class RequestQueue:
    """An application in front of another.

    Args:
        app: what answers.
        version: returns a value that differs once an answer to an equal request may differ.
        places: of each lane.
    """

    def __init__(self, app: ASGIApp, version: Callable[[], Hashable], places: int) -> None:
        self._app = app
        self._version = version
        self._changes = 0
        self.light, self.heavy, self._stalled = Lane(places), Lane(places), Lane(MOST_STALLED)
        self._durations = _Durations()
        self._shared: dict[Hashable, SharedAnswer] = {}
        self._lock = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its turn."""
        path = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        cost = cost_of(path) if scope["type"] == "http" else Cost.FREE
        if cost is Cost.FREE:
            await self._app(scope, receive, send)
        else:
            await self._answer_client(scope, cost, Client(receive), send)
        if scope.get("method", "GET") not in _SAFE_METHODS:
            self._changes += 1

    async def _answer_client(self, scope: Scope, cost: Cost, client: Client, send: Send) -> None:
        is_shared = cost is not Cost.STREAM and scope["method"] == "GET" and "is_head" not in scope
        try:
            if not is_shared or not await self._answer_together(scope, cost, client, send):
                await self._answer(scope, cost, client, send)
        finally:
            client.close()

    async def _answer_together(self, scope: Scope, cost: Cost, client: Client, send: Send) -> bool:
        """Send the answer that equal requests share; False when there is none to share."""
        key = (asyncio.get_running_loop(), self._version(), self._changes, *_identity(scope))
        with self._lock:
            shared = self._shared.get(key)
            is_first = shared is None
            if shared is None:
                shared = self._shared[key] = SharedAnswer(send)
            shared.join()
        if is_first:
            work = asyncio.create_task(self._work(key, shared, scope, cost))
            work.add_done_callback(_note_failure)
        gone = asyncio.create_task(client.gone())
        try:
            first: set[asyncio.Future[Any]] = {shared.outcome, gone}
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                return True
            messages = shared.outcome.result()
            for message in messages or ():
                await send(_copy(message))
            if messages is None and is_first:
                await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            shared.part()
        if is_first and not gone.done():
            await work  # it may have failed after an answer that says so
        return messages is not None or is_first

    async def _work(self, key: Hashable, shared: SharedAnswer, scope: Scope, cost: Cost) -> None:
        """Make an answer; from its end on, nobody joins."""

        def close(_: object = None) -> None:
            with self._lock:
                if self._shared.get(key) is shared:
                    del self._shared[key]

        shared.outcome.add_done_callback(close)
        left = asyncio.create_task(shared.gone())
        left.add_done_callback(close)
        try:
            await self._answer(scope, cost, shared, shared.send)
        finally:
            left.cancel()
            if not shared.outcome.done():
                shared.outcome.set_result(None)

    async def _answer(
        self, scope: Scope, cost: Cost, client: "Client | SharedAnswer", send: Send
    ) -> None:
        """Answer a request when there is a place for it."""
        names = _names_of(scope)
        is_heavy = cost is Cost.STREAM or self._durations.expected(names, cost) > SLOW_SECONDS
        turn = _Turn(self.light, self.heavy, self._stalled, is_heavy=is_heavy)
        if not await _begins(turn, client):
            return
        is_answered = has_more = False

        async def send_between(message: Message) -> None:
            """Send without a place; what has no length is still to be worked on afterwards."""
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
            scope = {**scope, PROGRESS: turn.note_progress}
            await self._app(scope, client.receive, send_between)
        finally:
            turn.end()
            if is_answered:
                self._durations.note(names, turn.seconds)


def _copy(message: Message) -> Message:
    """Return a message that whoever sends it may change, as compression changes the headers."""
    headers = message.get("headers")
    return message if headers is None else {**message, "headers": list(headers)}


def _note_failure(work: asyncio.Task[None]) -> None:
    """Look at a failure, which is logged already: nobody may be left who waits for it."""
    if not work.cancelled():
        work.exception()


async def _begins(turn: "_Turn", client: "Client | SharedAnswer") -> bool:
    """Wait for a place; False when the client goes away before there is one."""
    if turn.begins_at_once():
        return True
    entering = asyncio.create_task(turn.begin())
    leaving = asyncio.create_task(client.gone())
    try:
        await asyncio.wait({entering, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not entering.done():
            entering.cancel()
            await asyncio.wait({entering})
    return not entering.cancelled()


class _Turn:
    """A request's place in a lane: taken while it is worked on, given back while it is sent."""

    def __init__(self, light: Lane, heavy: Lane, stalled: Lane, *, is_heavy: bool) -> None:
        self._first = heavy if is_heavy else light
        self._heavy, self._stalled = heavy, stalled
        self._lane = self._first
        self._timer: asyncio.TimerHandle | None = None
        self._begun: float | None = None
        self._got_on = 0.0  # when the work last needed the processor
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
        self._begun = self._got_on = monotonic()
        if self._lane is self._heavy:
            self._call_later(STALL_SECONDS, self._look_for_progress)
        else:
            self._call_later(SLOW_SECONDS, self._move)

    def _call_later(self, seconds: float, function: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, function)

    def _move(self) -> None:
        """Let light requests pass: this one takes long."""
        self._heavy.crowd_in()
        self._lane.leave()
        self._lane = self._heavy
        self._first = self._heavy
        self._call_later(STALL_SECONDS, self._look_for_progress)

    def note_progress(self, cpu_seconds: float) -> None:
        """Note the processor time of the thread that works; called by it."""
        if abs(cpu_seconds - self._cpu_seconds) >= _PROGRESS_SECONDS:
            self._cpu_seconds, self._got_on = cpu_seconds, monotonic()

    def _look_for_progress(self) -> None:
        """Let heavy requests pass if the work gets nowhere and few others do likewise."""
        left = self._got_on + STALL_SECONDS - monotonic()
        if left <= 0 and self._heavy.waiting and self._stalled.try_enter():
            self._lane.leave()
            self._lane = self._stalled
        else:
            self._call_later(max(left, STALL_SECONDS / 10), self._look_for_progress)

    def end(self) -> None:
        """Give the place back, if there is one."""
        if self._begun is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self.seconds += monotonic() - self._begun
        self._begun = None
        self._lane.leave()


class _Durations:
    """How long requests took, those of the last thousands."""

    def __init__(self) -> None:
        self._seconds: LRUCache[str, float] = LRUCache(_MOST_REMEMBERED)

    def expected(self, names: tuple[str, str], cost: Cost) -> float:
        """Return the seconds that the same took last, else what is like it."""
        unknown = SLOW_SECONDS * 2 if cost is Cost.HEAVY else 0.0
        known = (seconds for seconds in self._seconds.find_all(names) if seconds is not None)
        return next(known, unknown)

    def note(self, names: tuple[str, str], seconds: float) -> None:
        self._seconds.put_all((name, seconds) for name in names)


def _names_of(scope: Scope) -> tuple[str, str]:
    """Return a name of what is asked, and one shared with others that likely take as long."""
    query = scope.get("query_string", b"").decode("latin-1")
    pairs = [pair for pair in parse_qsl(query) if pair[0] not in _WHICH]
    path = scope["path"]
    return f"{path}?{query}", f"{path}?{urlencode(pairs)}#"


def _identity(scope: Scope) -> tuple[Hashable, ...]:
    headers = Headers(scope=scope)
    told = tuple(tuple(headers.getlist(name)) for name in _TELLING)
    return scope.get("root_path", ""), scope["path"], scope.get("query_string", b""), told
