"""Equal requests at a time get one response."""

import asyncio

import pytest
from starlette.types import Message

from tools.queue_clients import (
    BODY,
    HEAVY,
    LIGHT,
    START,
    STREAM,
    Visitor,
    Work,
    queued,
    run,
    settled,
)


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
