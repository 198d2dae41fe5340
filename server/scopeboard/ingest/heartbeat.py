"""Whether the thread that reads the log directory gets on with it."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal

LATE_SECONDS: Final = 60.0
_MOST_FAILURES: Final = 3


@dataclass(frozen=True, slots=True)
class Health:
    """Whether reading gets on; `seconds` is how long it has not, where it does not.

    `stopped`: nothing reads any more. `behind`: there was no progress for `LATE_SECONDS`, because a
    file system does not answer, nothing can be kept, or every attempt fails. A directory that was
    listed or a file that was read is progress, however long the whole takes.
    """

    reason: Literal["ok", "stopped", "behind"] = "ok"
    seconds: float = 0.0


def no_step() -> None:
    """Note nothing: for work that nobody watches."""


class Pulse:
    """The time of the last step of work, or that nothing is to be done.

    Steps of attempts that fail are no progress: after `_MOST_FAILURES` in a row, steps do not count
    until something is completed. Written by the threads that read, read by those that answer.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last: float | None = clock()
        self._failures = 0

    def step(self) -> None:
        """Note that one of the steps of an attempt was completed."""
        if self._failures < _MOST_FAILURES:
            self._last = self._clock()

    def fail(self) -> None:
        """Note that an attempt failed."""
        self._failures += 1

    def beat(self) -> None:
        """Note that an attempt was completed and another begins."""
        self._failures = 0
        self._last = self._clock()

    def rest(self) -> None:
        """Note that there is nothing to do until the next beat."""
        self._failures = 0
        self._last = None

    def seconds(self) -> float:
        """Return how long the current step has taken; 0 where there is nothing to do."""
        last = self._last
        return 0.0 if last is None else self._clock() - last
