"""The state of the server as JSON: from memory where it was looked up a moment ago.

Looking it up takes file system calls (the state file, the index directory), which may block, so it
happens in a thread. Beside threads that compute, the way to a thread and back takes ten times as
long as the answer: each thread has to wait for its turn of the interpreter. So a body is sent again
for a tenth of a second unless something in memory has changed, and it is renewed in the background
before that time is over. Requests that arrive together share one look.
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
"""How long a change on disk that another program made may go unnoticed."""

_RENEW_SECONDS: Final = 0.04


class _Body(NamedTuple):
    """A body, and the time and the state of memory from before it was made."""

    began: float
    version: object
    json: bytes


@dataclass(slots=True)
class _Batches:
    """The requests of one event loop that wait for a body."""

    waiting: asyncio.Future[bytes] | None = None  # the making of which has not begun
    task: asyncio.Task[None] | None = None
    thread: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(1))


class LiveStatus:
    """Makes the bodies of `/api/status`.

    Args:
        look_up: returns the state now; may block.
        version: returns a value that changes with everything of the state that memory holds.
        clock: in seconds.
    """

    def __init__(
        self,
        look_up: Callable[[], Status],
        version: Callable[[], object],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._look_up = look_up
        self._version = version
        self._clock = clock
        self._last: _Body | None = None
        self._batches: WeakKeyDictionary[asyncio.AbstractEventLoop, _Batches] = WeakKeyDictionary()

    async def body(self) -> bytes:
        """Return the state as JSON.

        Raises:
            Exception: whatever `look_up` raises.
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
        """Return the body that is made next; its making has not begun."""
        loop = asyncio.get_running_loop()
        batches = self._batches.get(loop)
        if batches is None:
            batches = self._batches[loop] = _Batches()
        if batches.waiting is None:
            batches.waiting = loop.create_future()
            if batches.task is None:
                batches.task = loop.create_task(self._make_bodies(batches))
        return batches.waiting

    async def _make_bodies(self, batches: _Batches) -> None:
        """Make one body for each batch of requests until no request waits."""
        try:
            while (batch := batches.waiting) is not None:
                batches.waiting = None
                try:
                    batch.set_result(await to_thread.run_sync(self._make, limiter=batches.thread))
                except Exception as error:  # noqa: BLE001 - each request of the batch raises it
                    batch.set_exception(error)
                    batch.exception()  # retrieved, also where no request is left
        finally:
            batches.task = None

    def _make(self) -> bytes:
        began, version = self._clock(), self._version()
        json = msgspec.json.encode(self._look_up())
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
