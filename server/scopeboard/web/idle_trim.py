"""Middleware that returns memory to the system once no large response was sent for a while."""

from collections.abc import Callable
from threading import Lock, Timer
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scopeboard.api.http.response_cache import drop_large_bodies
from scopeboard.system.malloc import return_spare_memory
from scopeboard.system.threads import is_short_of_memory

LARGE_BYTES: Final = 64 << 10  # of a body, which took a multiple of it to make
_QUIET_SECONDS: Final = 2.0  # a viewer who steps through charts is faster

Callback = Callable[[], None]


def trim_memory() -> None:
    """Drop the large bodies in caches and return free memory to the system."""
    drop_large_bodies()
    return_spare_memory()


def start_timer(callback: Callback) -> bool:
    """Call `callback` after the quiet time; return False if no memory is left for a thread."""
    timer = Timer(_QUIET_SECONDS, callback)
    timer.daemon = True
    try:
        timer.start()
    except (RuntimeError, MemoryError) as error:
        if not is_short_of_memory(error):
            raise
        return False
    return True


class IdleTrim:
    """Calls `trim` when a quiet time has passed since the last large response.

    Args:
        trim: returns memory to the system.
        start_timer: calls its argument once after the quiet time, and returns whether it will. One
            timer runs at a time, for any number of responses.
    """

    def __init__(
        self,
        trim: Callback = trim_memory,
        start_timer: Callable[[Callback], bool] = start_timer,
    ) -> None:
        self._trim = trim
        self._start_timer = start_timer
        self._lock = Lock()
        self._is_waiting = False
        self._is_extended = False

    def record(self, nbytes: int) -> None:
        """Record a response with a body of `nbytes`."""
        if nbytes < LARGE_BYTES:
            return
        with self._lock:
            self._is_extended = self._is_waiting
            if not self._is_waiting:
                self._is_waiting = self._start_timer(self._on_timer)

    def _on_timer(self) -> None:
        """Trim, or wait once more if another large response was sent meanwhile."""
        with self._lock:
            self._is_waiting = self._is_extended and self._start_timer(self._on_timer)
            self._is_extended = False
            if self._is_waiting:
                return
        self._trim()


def trimmed_when_idle(app: ASGIApp, idle_trim: IdleTrim) -> ASGIApp:
    """Return `app`, whose responses are recorded by `idle_trim`."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        nbytes = 0

        async def count(message: Message) -> None:
            nonlocal nbytes
            nbytes += len(message.get("body", b""))
            await send(message)

        try:
            await app(scope, receive, count)
        finally:
            idle_trim.record(nbytes)

    return answer
