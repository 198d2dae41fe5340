"""Places that coroutines take in the order in which they come, few at a time."""

import asyncio
from collections import deque
from threading import Lock


class Lane:
    """At most `places` at a time; whoever is over that waits.

    Coroutines may run in several event loops: a program may ask an application from many threads.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._lock = Lock()
        self._taken = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    def try_enter(self) -> bool:
        """Take a place if one is free and nobody waits for it."""
        with self._lock:
            is_free = self._taken < self.places and not self._waiting
            self._taken += is_free
            return is_free

    async def enter(self) -> None:
        """Take a place, or wait for one. Cancelled while it waits, it leaves the queue."""
        if self.try_enter():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append(turn)
        self._admit()  # a place may have become free just now
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

    def crowd_in(self) -> None:
        """Take a place at once, one more than there are if need be."""
        with self._lock:
            self._taken += 1

    def leave(self) -> None:
        """Give a place back."""
        with self._lock:
            self._taken -= 1
        self._admit()

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._lock:
            return len(self._waiting)

    def _admit(self) -> None:
        with self._lock:
            while self._waiting and self._taken < self.places:
                turn = self._waiting.popleft()
                self._taken += 1
                turn.get_loop().call_soon_threadsafe(_pass, turn)


def _pass(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_result(None)
