"""Start threads when memory is short.

`Thread.start` waits until the new thread reports that it runs. If the thread runs out of memory
before that, Python waits for ever, and the event loop, which starts threads, with it. The wait is
bounded here for the whole program, since libraries start most of the threads.
"""

from threading import Event, Thread
from typing import Any, Final

_START_SECONDS: Final = 5.0  # a busy machine starts one in milliseconds
_CANNOT_START: Final = "can't start new thread"  # the message of Python


class _Started(Event):
    """The event that a thread sets when it runs; waiting for it ends."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the thread runs.

        Raises:
            RuntimeError: it did not within the bound.
        """
        if super().wait(self._seconds if timeout is None else timeout):
            return True
        if timeout is None:
            raise RuntimeError(_CANNOT_START)
        return False


def bound_thread_starts(seconds: float = _START_SECONDS) -> None:
    """Make `Thread.start` raise `RuntimeError` if the thread does not run after some seconds."""
    start = Thread.start

    def start_within(thread: Any) -> None:  # noqa: ANN401 - the event is private
        if not thread._started.is_set():
            thread._started = _Started(seconds)
        start(thread)

    Thread.start = start_within  # type: ignore[assignment, method-assign]


def is_short_of_memory(error: BaseException) -> bool:
    """Return whether the cause of an error is a lack of memory, also for a thread."""
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and str(error) == _CANNOT_START
    )
