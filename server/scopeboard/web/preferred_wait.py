"""A bound that a client sets on the time that it waits for a response: `Prefer: wait=3` (RFC 7240).

A page that is printed reads charts while it stands still, by requests that browsers let it bound in
no other way.
"""

import asyncio
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.web.errors import error_answer

_WAIT: Final = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,6})\"?(?=$|[,;\s])", re.IGNORECASE)
_UNAVAILABLE: Final = 503
_LATE: Final = "There was no response within the {} that the request allows."


def preferred_wait(headers: Headers) -> int | None:
    """Return the seconds that a request allows for a response; None without a bound."""
    found = _WAIT.search(",".join(headers.getlist("prefer")))
    return None if found is None else int(found[1])


def with_preferred_wait(app: ASGIApp) -> ASGIApp:
    """Return `app` with 503 as the response that does not begin within the time a request allows.

    To `app` the client then has disconnected.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        seconds = preferred_wait(Headers(scope=scope)) if scope["type"] == "http" else None
        if seconds is None:
            await app(scope, receive, send)
        else:
            await _answer_within(seconds, app, (scope, receive, send))

    return answer


async def _answer_within(seconds: int, app: ASGIApp, request: tuple[Scope, Receive, Send]) -> None:
    """Answer a request with 503 if the response of `app` does not begin within `seconds`."""
    scope, receive, send = request
    begun, late = asyncio.Event(), asyncio.Event()

    async def receive_until_late() -> Message:
        received = asyncio.create_task(_message(receive))
        gone = asyncio.create_task(late.wait())
        try:
            await asyncio.wait({received, gone}, return_when=asyncio.FIRST_COMPLETED)
            return await received if received.done() else {"type": "http.disconnect"}
        finally:
            received.cancel()
            gone.cancel()

    async def send_in_time(message: Message) -> None:
        if not late.is_set():
            begun.set()
            await send(message)

    work = asyncio.create_task(_run(app, scope, receive_until_late, send_in_time))
    begins = asyncio.create_task(begun.wait())
    try:
        await asyncio.wait({work, begins}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not work.done() and not begun.is_set():
            late.set()
            allowed = "second" if seconds == 1 else f"{seconds:,} seconds"
            await error_answer(_UNAVAILABLE, "late", _LATE.format(allowed))(scope, receive, send)
        await work
    finally:
        begins.cancel()
        work.cancel()


async def _message(receive: Receive) -> Message:
    return await receive()


async def _run(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)
