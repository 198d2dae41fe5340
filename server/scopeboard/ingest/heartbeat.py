"""The heartbeat of the ingest thread, from which the server's health follows."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from time import monotonic
from typing import Final, Literal, Protocol

LATE_SECONDS: Final = 60.0
_MAX_FAILURES: Final = 3


@dataclass(frozen=True, slots=True)
class Health:
    """Whether reading makes progress; `seconds` is the time without progress.

    `stopped`: the thread has ended. `behind`: no progress for `LATE_SECONDS`, because a file system
    does not respond, the store has no space, or every attempt fails. Each directory listed and each
    file read is progress.
    """

    reason: Literal["ok", "stopped", "behind"] = "ok"
    seconds: float = 0.0


class Following(Protocol):
    """A thread that fills a store, and then follows what changes.

    `has_read` is set once all data of the start is in the store.
    """

    has_read: Event

    def wait_until_begun(self, seconds: float) -> None:
        """Wait until it has begun to read."""

    def stop(self, seconds: float = 1.0) -> None:
        """Stop; wait up to some seconds for what is under way."""

    def health(self) -> Health:
        """Return whether reading makes progress."""
        ...


def no_step() -> None:
    """Do nothing: the default where steps are not monitored."""


class Pulse:
    """The time of the last step of work, or None when idle.

    After `_MAX_FAILURES` failed attempts in a row, steps do not count as progress until an attempt
    completes. Ingest threads write it, request threads read it.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last: float | None = clock()
        self._failures = 0

    def step(self) -> None:
        """Record that a step of an attempt completed."""
        if self._failures < _MAX_FAILURES:
            self._last = self._clock()

    def fail(self) -> None:
        """Record that an attempt failed."""
        self._failures += 1

    def beat(self) -> None:
        """Record that an attempt completed and another begins."""
        self._failures = 0
        self._last = self._clock()

    def idle(self) -> None:
        """Record that there is nothing to do until the next beat."""
        self._failures = 0
        self._last = None

    def seconds(self) -> float:
        """Return the seconds since the last step; 0 when idle."""
        last = self._last
        return 0.0 if last is None else self._clock() - last
