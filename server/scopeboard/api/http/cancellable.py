"""Work for a client that may go away: it is given up when nobody waits for it any more."""

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from threading import Event
from time import thread_time
from typing import Final, TypeVar

import msgspec
from anyio import CapacityLimiter, to_thread
from fastapi import Request, Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.api.http.work_progress import progress_of
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import CancelledError

_POLL_SECONDS: Final = 0.2
_ETAG_BYTES: Final = 16
_ROOM: Final = CapacityLimiter(16)
"""Pieces of work at once. They may all wait for one large graph to be opened; with more of them
there would be no thread left (of 40) for what is answered in no time."""

Result = TypeVar("Result")


async def while_awaited(request: Request, work: Callable[[CancelCheck], Result]) -> Result:
    """Do a piece of work in a thread.

    Args:
        request: whose client is to wait for it.
        work: is given a function to call now and then, which raises `CancelledError` once the
            client is gone.

    Raises:
        CancelledError: the client went away before the work was done.
    """
    gone = Event()
    note_progress = progress_of(request.scope)

    def check() -> None:
        note_progress(thread_time())
        if gone.is_set():
            raise CancelledError("Nobody waits for this answer any more.")

    def work_if_awaited() -> Result:
        check()  # it may have waited for its turn
        return work(check)

    watch = asyncio.create_task(_watch(request, gone))
    try:
        return await to_thread.run_sync(work_if_awaited, limiter=_ROOM)
    finally:
        gone.set()  # also when this request is cancelled: the thread is not
        watch.cancel()


async def _watch(request: Request, gone: Event) -> None:
    while not await request.is_disconnected():
        await asyncio.sleep(_POLL_SECONDS)
    gone.set()


async def answer_while_awaited(request: Request, work: Callable[[CancelCheck], object]) -> Response:
    """Do a piece of work as `while_awaited` does, and answer with its result, a dataclass, as JSON.

    The entity tag is a hash of the answer.

    Raises:
        CancelledError: the client went away before the work was done.
    """
    body = await while_awaited(request, lambda check: msgspec.json.encode(work(check)))
    return json_answer(request, body, blake2b(body, digest_size=_ETAG_BYTES).hexdigest())
