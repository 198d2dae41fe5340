"""The queue in front of the routes: who runs, who waits and who leaves."""

import asyncio
from collections.abc import Callable

import pytest
from starlette.types import Receive, Scope, Send

from scopeboard.api.http.work_progress import progress_of
from scopeboard.web.request_queue import queue as request_queue
from scopeboard.web.request_queue.queue import RequestQueue
from tools.queue_clients import (
    FREE,
    HEAVY,
    LIGHT,
    STREAM,
    Visitor,
    Work,
    queued,
    run,
    settled,
)


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
