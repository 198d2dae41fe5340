"""Run work for a client in a thread, and cancel it when the client disconnects."""

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from threading import Event
from typing import Final, TypeVar

import msgspec
from anyio import CapacityLimiter, to_thread
from fastapi import Request, Response

from scopeboard.api.http.conditional import json_answer
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import CancelledError

_POLL_SECONDS: Final = 0.2
_ETAG_BYTES: Final = 16
_LIMITER: Final = CapacityLimiter(16)
"""Concurrent calls. All may wait for one large graph to open; with more of them, none of the 40
worker threads would be free for short requests."""

Result = TypeVar("Result")


async def run_cancellable(request: Request, work: Callable[[CancelCheck], Result]) -> Result:
    """Run `work` in a thread and return its result.

    Args:
        request: whose client waits for the result.
        work: receives a function to call now and then, which raises `CancelledError` after the
            client has disconnected.

    Raises:
        CancelledError: the client disconnected before the work was done.
    """
    disconnected = Event()

    def check() -> None:
        if disconnected.is_set():
            raise CancelledError("The client disconnected.")

    def run() -> Result:
        check()  # the call may have waited for a thread
        return work(check)

    async def watch() -> None:
        while not await request.is_disconnected():
            await asyncio.sleep(_POLL_SECONDS)
        disconnected.set()

    watcher = asyncio.create_task(watch())
    try:
        return await to_thread.run_sync(run, limiter=_LIMITER)
    finally:
        disconnected.set()  # also if this request is cancelled: the thread is not
        watcher.cancel()


async def answer_cancellable(
    request: Request,
    work: Callable[[CancelCheck], Result],
    etag: Callable[[Result], str] | None = None,
) -> Response:
    """Run `work` as `run_cancellable` does, and send its result, a dataclass, as JSON.

    Args:
        request: whose client waits for the result.
        work: see `run_cancellable`.
        etag: returns the entity tag of a result; by default, this is a hash of the body.

    Raises:
        CancelledError: the client disconnected before the work was done.
    """

    def write(check: CancelCheck) -> tuple[bytes, str]:
        result = work(check)
        body = msgspec.json.encode(result)
        tag = etag(result) if etag else blake2b(body, digest_size=_ETAG_BYTES).hexdigest()
        return body, tag

    body, tag = await run_cancellable(request, write)
    return json_answer(request, body, tag)
