"""Whether the thread that reads the log directory gets on with it."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Literal

LATE_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Health:
    """Whether reading gets on; `seconds` is how long it has not, where it does not.

    `stopped`: nothing reads any more. `behind`: nothing was completed for `LATE_SECONDS`, because a
    file system does not answer, nothing can be kept, or every attempt fails.
    """

    reason: Literal["ok", "stopped", "behind"] = "ok"
    seconds: float = 0.0


class Pulse:
    """The time of the last step of work that was completed, or that nothing is to be done.

    Written by the thread that reads, read by those that answer.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last: float | None = clock()

    def beat(self) -> None:
        """Note that a step was completed and another begins."""
        self._last = self._clock()

    def rest(self) -> None:
        """Note that there is nothing to do until the next beat."""
        self._last = None

    def seconds(self) -> float:
        """Return how long the current step has taken; 0 where there is nothing to do."""
        last = self._last
        return 0.0 if last is None else self._clock() - last
