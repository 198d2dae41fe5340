"""`Prefer: wait=N`: a response that does not begin in time is 503, and its work is given up."""

import asyncio

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from scopeboard.web.preferred_wait import preferred_wait, with_preferred_wait
from tools.loops import run_apart


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("wait=3", 3),
        ("respond-async, wait=10", 10),
        ('Wait = "7"', 7),
        ("wait=0", 0),
        ("return=minimal", None),
        ("await=3", None),
        ("wait=-3", None),
        ("wait=soon", None),
        ("", None),
    ],
)
def test_the_seconds_of_a_request(value: str, seconds: int | None) -> None:
    assert preferred_wait(Headers({"prefer": value})) == seconds
    assert preferred_wait(Headers({})) is None


class Slow:
    """An application that answers when it may, or when the client is gone."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.received: list[str] = []

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        async def listen() -> None:
            while self.received[-1:] != ["http.disconnect"]:
                self.received.append((await receive())["type"])
            self.may.set()

        listening = asyncio.create_task(listen())
        await self.may.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"values"})
        listening.cancel()


async def answers(app: Slow, prefer: str | None) -> list[Message]:
    sent: list[Message] = []
    requests = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        return requests.pop() if requests else await asyncio.Future()

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [] if prefer is None else [(b"prefer", prefer.encode())]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
    await with_preferred_wait(app)(scope, receive, send)
    return sent


def test_late_is_503_and_a_client_that_is_gone() -> None:
    async def late() -> tuple[list[Message], list[str]]:
        app = Slow()
        return await answers(app, "wait=0"), app.received

    sent, received = run_apart(late())
    assert sent[0]["status"] == 503
    assert b"no response within the 0 seconds" in sent[1]["body"]
    assert len(sent) == 2
    assert received == ["http.request", "http.disconnect"]


@pytest.mark.parametrize("prefer", ["wait=100", None])
def test_in_time_is_the_response(prefer: str | None) -> None:
    async def in_time() -> list[Message]:
        app = Slow()
        asyncio.get_running_loop().call_soon(app.may.set)
        return await answers(app, prefer)

    assert [message.get("body") for message in run_apart(in_time())] == [None, b"values"]


def test_a_failure_of_the_application_is_raised() -> None:
    async def fail(*_: object) -> None:
        raise OSError("broken")

    async def failing() -> None:
        scope = {"type": "http", "headers": [(b"prefer", b"wait=100")]}

        async def receive() -> Message:
            return await asyncio.Future()

        async def send(_: Message) -> None:
            return

        await with_preferred_wait(fail)(scope, receive, send)

    with pytest.raises(OSError, match="broken"):
        run_apart(failing())
