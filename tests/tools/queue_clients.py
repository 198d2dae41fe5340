"""Applications behind the request queue that work for as long as a test wants, and clients."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.web.request_queue.queue import RequestQueue

from .loops import run_apart

LIGHT, HEAVY, STREAM, FREE = "/api/scalars", "/api/metrics", "/api/export", "/api/status"
START = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
BODY = {"type": "http.response.body", "body": b"ok"}
PARTS: Message = {**START, "headers": []}


class Work:
    """An application that answers when it is let: what began, in which order, and what ended."""

    def __init__(self, *, parts: int = 0) -> None:
        self.parts = parts
        self.begun: list[str] = []
        self.gone: list[str] = []
        self._let: dict[str, asyncio.Event] = {}
        self._ends: dict[str, asyncio.Event] = {}

    def let(self, name: str) -> None:
        self._let.setdefault(name, asyncio.Event()).set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["query_string"].decode()
        self.begun.append(name)
        leaves = asyncio.create_task(self._leaves(name, receive))
        try:
            await self._let_or_gone(name)
            if self._ends[name].is_set():
                return
            if not self.parts:
                await send(START)
                await send(BODY)
                return
            await send(PARTS)
            for part in range(self.parts):
                self.begun.append(f"{name}.{part}")
                await send({**BODY, "more_body": part < self.parts - 1})
        finally:
            leaves.cancel()

    async def _let_or_gone(self, name: str) -> None:
        self._ends[name] = asyncio.Event()
        let = self._let.setdefault(name, asyncio.Event())
        waits = [asyncio.create_task(event.wait()) for event in (let, self._ends[name])]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def _leaves(self, name: str, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.gone.append(name)
        self._ends[name].set()


class Visitor:
    """A request: its answer, and how its client leaves."""

    def __init__(self, app: ASGIApp, path: str, query: str, method: str = "GET") -> None:
        self.sent: list[Message] = []
        self._left = asyncio.Event()
        self._requested = False
        self.reads = asyncio.Event()
        self.reads.set()
        scope: Scope = {"type": "http", "method": method, "path": path, "root_path": ""}
        scope.update(query_string=query.encode(), headers=[])
        self.task = asyncio.create_task(self._ask(app, scope))

    async def _ask(self, app: ASGIApp, scope: Scope) -> None:
        await app(scope, self._receive, self._send)

    async def _receive(self) -> Message:
        if not self._requested:
            self._requested = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        self.sent.append(message)

    def leave(self) -> None:
        self._left.set()

    @property
    def is_answered(self) -> bool:
        return bool(self.sent) and not self.sent[-1].get("more_body", False)


async def settled() -> None:
    """Let everything go on as far as it does by itself."""
    for _ in range(50):
        await asyncio.sleep(0)


def queued(work: Work, places: int = 1, version: Callable[[], int] = lambda: 0) -> RequestQueue:
    return RequestQueue(work, version, places)


Test = Callable[[], Coroutine[Any, Any, None]]


def run(test: Test) -> None:
    run_apart(asyncio.wait_for(test(), 60))
