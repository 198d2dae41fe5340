"""The queue in front of the routes, with applications that work for as long as a test wants."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.api.http.work_progress import progress_of
from scopeboard.web.request_queue import queue as request_queue
from scopeboard.web.request_queue.queue import RequestQueue
from tools.loops import run_apart

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


def test_few_heavy_requests_run_at_a_time_in_the_order_they_came() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work, places=2)
        visitors = [Visitor(app, HEAVY, f"n={n}") for n in range(5)]
        await settled()
        assert work.begun == ["n=0", "n=1"]
        for n in range(5):
            work.let(f"n={n}")
            await settled()
        assert work.begun == [f"n={n}" for n in range(5)]
        assert all(visitor.is_answered for visitor in visitors)

    run(test)


def test_light_requests_wait_for_no_heavy_one_and_free_ones_for_none() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        for n in range(3):
            Visitor(app, HEAVY, f"heavy={n}")
            Visitor(app, LIGHT, f"light={n}")
            Visitor(app, FREE, f"free={n}")
        await settled()
        assert sorted(work.begun) == ["free=0", "free=1", "free=2", "heavy=0", "light=0"]

    run(test)


def test_a_long_light_request_lets_others_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_queue, "SLOW_SECONDS", 1e-6)

    async def test() -> None:
        work = Work()
        app = queued(work)
        Visitor(app, LIGHT, "n=0")
        while not work.begun:
            await asyncio.sleep(0)
        Visitor(app, LIGHT, "n=1")
        Visitor(app, HEAVY, "n=2")
        while "n=1" not in work.begun:
            await asyncio.sleep(0)
        while app.heavy.waiting != 1:
            await asyncio.sleep(0)
        work.let("n=0")
        work.let("n=1")
        while "n=2" not in work.begun:
            await asyncio.sleep(0)

    run(test)


def test_a_short_heavy_request_is_light_the_next_time() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        work.let("series=5&name=a")
        await Visitor(app, HEAVY, "series=5&name=a").task
        Visitor(app, HEAVY, "series=6")
        Visitor(app, HEAVY, "series=5&name=b")  # likely as quick as that of another name
        Visitor(app, HEAVY, "series=7")
        await settled()
        assert work.begun == ["series=5&name=a", "series=6", "series=5&name=b"]

    run(test)


def test_the_duration_of_a_cancelled_request_does_not_count() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        Visitor(app, HEAVY, "n=1").leave()
        await settled()
        assert work.gone == ["n=1"]
        Visitor(app, HEAVY, "n=0")
        await settled()
        Visitor(app, HEAVY, "n=1")
        await settled()
        assert app.heavy.waiting == 1

    run(test)


def test_equal_requests_are_answered_once() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work, places=2)
        visitors = [Visitor(app, path, "n=1") for path in (LIGHT, HEAVY) for _ in range(10)]
        await settled()
        work.let("n=1")
        await asyncio.gather(*(visitor.task for visitor in visitors))
        assert work.begun == ["n=1", "n=1"]
        assert all(visitor.sent == [START, BODY] for visitor in visitors)
        await Visitor(app, LIGHT, "n=1").task
        assert len(work.begun) == 3

    run(test)


def test_clients_of_a_shared_response_get_it_one_by_one() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        iterations: list[int] = []
        iteration = 0

        async def count() -> None:
            nonlocal iteration
            while True:
                iteration += 1
                await asyncio.sleep(0)

        class Timed(Visitor):
            async def _send(self, message: Message) -> None:
                await super()._send(message)
                if message["type"] == "http.response.body":
                    iterations.append(iteration)

        visitors = [Timed(app, LIGHT, "a") for _ in range(20)]
        visitors[3].leave()
        counting = asyncio.create_task(count())
        await settled()
        work.let("a")
        await settled()
        counting.cancel()
        assert [visitor.is_answered for visitor in visitors] == [n != 3 for n in range(20)]
        assert work.begun == ["a"]
        assert iterations == sorted(set(iterations))

    run(test)


def test_each_client_has_its_own_headers_of_a_shared_response() -> None:
    """What stands in front changes them, as compression does."""

    async def test() -> None:
        work = Work()
        app = queued(work)
        first, second = (Visitor(app, LIGHT, "n=1") for _ in range(2))
        await settled()
        work.let("n=1")
        await asyncio.gather(first.task, second.task)
        first.sent[0]["headers"].append((b"content-encoding", b"gzip"))
        assert second.sent == [START, BODY]

    run(test)


def test_requests_on_both_sides_of_a_change_are_not_equal() -> None:
    async def test() -> None:
        work, generation = Work(), [1]
        app = queued(work, places=9, version=lambda: generation[0])
        Visitor(app, LIGHT, "n=1")
        await settled()
        generation[0] = 2
        Visitor(app, LIGHT, "n=1")
        work.let("change")
        await Visitor(app, "/api/state/part", "change", "PUT").task
        Visitor(app, LIGHT, "n=1")
        await settled()
        assert sorted(work.begun) == ["change", "n=1", "n=1", "n=1"]

    run(test)


def test_a_disconnected_client_leaves_the_queue() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        Visitor(app, HEAVY, "n=0")
        await settled()
        waiting = [Visitor(app, path, "n=1") for path in (HEAVY, STREAM)]
        await settled()
        assert app.heavy.waiting == 2
        for visitor in waiting:
            visitor.leave()
        await settled()
        assert app.heavy.waiting == 0
        assert all(visitor.task.done() and not visitor.sent for visitor in waiting)
        work.let("n=0")
        await settled()
        assert work.begun == ["n=0"]

    run(test)


def test_shared_work_continues_until_the_last_client_disconnects() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        first, second, third = [Visitor(app, HEAVY, "n=1") for _ in range(3)]
        await settled()
        first.leave()
        await settled()
        assert first.task.done()
        assert work.gone == []
        second.leave()
        third.leave()
        await settled()
        assert work.gone == ["n=1"]
        work.let("n=1")
        again = Visitor(app, HEAVY, "n=1")  # never joins work that is being cancelled
        await settled()
        assert again.is_answered
        assert work.begun == ["n=1", "n=1"]

    run(test)


def test_a_slow_reader_holds_no_place_and_no_equal_request() -> None:
    async def test() -> None:
        work = Work()
        app = queued(work)
        slow = Visitor(app, HEAVY, "n=1")
        slow.reads.clear()
        equal = Visitor(app, HEAVY, "n=1")
        await settled()
        work.let("n=1")
        await equal.task
        work.let("n=2")
        await Visitor(app, HEAVY, "n=2").task
        assert slow.sent == []
        slow.reads.set()
        await slow.task
        assert slow.sent == [START, BODY]

    run(test)


@pytest.mark.parametrize("path", [STREAM, HEAVY])
def test_answers_in_parts_take_turns_and_are_not_shared(path: str) -> None:
    async def test() -> None:
        work = Work(parts=3)
        app = queued(work)
        slow = Visitor(app, path, "n=1")
        slow.reads.clear()
        work.let("n=1")
        quick = Visitor(app, path, "n=1")
        await quick.task
        assert [message["type"] for message in quick.sent].count("http.response.body") == 3
        assert slow.sent == []
        slow.reads.set()
        await slow.task
        assert slow.sent == quick.sent

    run(test)


def test_work_without_progress_lets_a_few_others_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(request_queue, "STALL_SECONDS", 1e-3)
    monkeypatch.setattr(request_queue, "MAX_STALLED", 2)
    monkeypatch.setattr(request_queue, "monotonic", lambda: now[0])
    progress: dict[str, Callable[[float], None]] = {}

    class Reporting(Work):
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            progress[scope["query_string"].decode()] = progress_of(scope)
            await super().__call__(scope, receive, send)

    async def until_begun(work: Work, names: list[str]) -> None:
        while len(work.begun) < len(names):
            await asyncio.sleep(0)
        assert work.begun == names

    async def test() -> None:
        work = Reporting()
        app = queued(work, places=2)
        names = [f"n={n}" for n in range(6)]
        for name in names:
            Visitor(app, HEAVY, name)
        await until_begun(work, names[:2])
        now[0] += 1
        progress["n=0"](0.5)  # it computes; the other one looks whether its client is there
        progress["n=1"](0.001)
        await until_begun(work, names[:3])
        now[0] += 1
        progress["n=0"](1.0)
        await until_begun(work, names[:4])
        now[0] += 1
        for _ in range(3):  # as many have given up their place as may
            await asyncio.sleep(request_queue.STALL_SECONDS)
        assert app.heavy.waiting == 2
        work.let("n=1")  # one of them ends, and another may stall in its stead
        await until_begun(work, names[:5])
        work.let("n=0")
        await until_begun(work, names)

    run(test)


def test_a_failure_is_raised_and_releases_the_place() -> None:
    async def fail(scope: Scope, _receive: Receive, _send: Send) -> None:
        raise RuntimeError(scope["path"])

    async def test() -> None:
        app = RequestQueue(fail, lambda: 0, 1)
        for path in (HEAVY, STREAM, HEAVY):
            with pytest.raises(RuntimeError):
                await Visitor(app, path, "n=1").task

    run(test)
