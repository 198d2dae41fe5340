"""The body of `/api/status`, cached for a tenth of a second.

The status takes file system calls (the state file, the index directory), which may block, so it is
read in a thread. While other threads compute, the switch to a thread and back takes ten times as
long as the response: each thread has to wait for the interpreter lock. So a body is sent again for
a tenth of a second unless something in memory has changed, and is renewed in the background before
it expires. Requests that arrive together share one body.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

import msgspec
from anyio import CapacityLimiter, to_thread

from scopeboard.api.startup.status import Status
from scopeboard.store.store import Store

FRESH_SECONDS: Final = 0.1
"""How long a change on disk by another program may remain invisible."""

_RENEW_SECONDS: Final = 0.04


class _Body(NamedTuple):
    """A body, and the time and the version of memory before its status was read."""

    began: float
    version: object
    json: bytes


@dataclass(slots=True)
class _Requests:
    """The requests of one event loop for a body.

    `waiting` is the next body, whose status is not being read yet; None without requests.
    """

    waiting: asyncio.Future[bytes] | None = None
    task: asyncio.Task[None] | None = None
    thread: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))


class LiveStatus:
    """The cache of the body of `/api/status`.

    Args:
        read_status: returns the current status; may block.
        version: returns a value that changes with all parts of the status that are in memory.
        clock: in seconds.
    """

    def __init__(
        self,
        read_status: Callable[[], Status],
        version: Callable[[], object],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._read_status = read_status
        self._version = version
        self._clock = clock
        self._last: _Body | None = None
        self._requests: WeakKeyDictionary[asyncio.AbstractEventLoop, _Requests] = (
            WeakKeyDictionary()
        )

    async def body(self) -> bytes:
        """Return the status as JSON.

        Raises:
            Exception: any error of `read_status`.
        """
        last = self._last
        if last is None or last.version != self._version():
            return await asyncio.shield(self._next_body())
        age = self._clock() - last.began
        if age >= FRESH_SECONDS:
            return await asyncio.shield(self._next_body())
        if age >= _RENEW_SECONDS:
            self._next_body()
        return last.json

    def _next_body(self) -> asyncio.Future[bytes]:
        """Return the next body, whose status is not being read yet."""
        loop = asyncio.get_running_loop()
        requests = self._requests.get(loop)
        if requests is None:
            requests = self._requests[loop] = _Requests()
        if requests.waiting is None:
            requests.waiting = loop.create_future()
            if requests.task is None:
                requests.task = loop.create_task(self._make_bodies(requests))
        return requests.waiting

    async def _make_bodies(self, requests: _Requests) -> None:
        """Make one body for each batch of requests until no request waits."""
        try:
            while (batch := requests.waiting) is not None:
                requests.waiting = None
                try:
                    batch.set_result(await to_thread.run_sync(self._make, limiter=requests.thread))
                except Exception as error:  # noqa: BLE001 - each request of the batch raises it
                    batch.set_exception(error)
                    batch.exception()  # retrieved, also if no request is left
        finally:
            requests.task = None

    def _make(self) -> bytes:
        began, version = self._clock(), self._version()
        json = msgspec.json.encode(self._read_status())
        self._last = _Body(began, version, json)
        return json


def memory_version(store: Store, state_revision: Callable[[], object]) -> Callable[[], object]:
    """Return the `version` of a store and of saved state; it never blocks."""
    return lambda: (
        store.generation,
        store.progress,
        [*store.searched],
        store.notices,
        state_revision(),
    )
