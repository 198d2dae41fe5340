"""A semaphore for coroutines of several event loops, first in, first out."""

import asyncio
from collections import deque
from threading import Lock


class Lane:
    """At most `places` coroutines at a time; others wait.

    They may run in several event loops: a program may call an application from many threads.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._lock = Lock()
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    def try_enter(self) -> bool:
        """Take a place if one is free and no other coroutine waits for it."""
        with self._lock:
            is_free = self._taken < self.places and not self._waiting
            self._taken += is_free
            return is_free

    async def enter(self) -> None:
        """Take a place, or wait for one. A cancelled coroutine leaves the queue."""
        if self.try_enter():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append(turn)
        self._admit()  # a place may have become free meanwhile
        try:
            await turn
        except asyncio.CancelledError:
            with self._lock:
                is_admitted = turn not in self._waiting
                if not is_admitted:
                    self._waiting.remove(turn)
            if is_admitted:
                self.leave()
            raise

    def force_enter(self) -> None:
        """Take a place at once, in excess of the bound if none is free."""
        with self._lock:
            self._taken += 1

    def leave(self) -> None:
        """Release a place."""
        with self._lock:
            self._taken -= 1
        self._admit()

    @property
    def waiting(self) -> int:
        """The number of waiting coroutines."""
        with self._lock:
            return len(self._waiting)

    def _admit(self) -> None:
        with self._lock:
            while self._waiting and self._taken < self.places:
                turn = self._waiting.popleft()
                self._taken += 1
                turn.get_loop().call_soon_threadsafe(_wake, turn)


def _wake(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
