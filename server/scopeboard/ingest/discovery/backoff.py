"""Files that cannot be read now: why, and when to try again.

`now` is in seconds by a clock that never steps: a wall clock that is set back by a day would put
the next try off by a day.
"""

from dataclasses import dataclass
from typing import Final

_SHORTEST: Final = 1.0  # seconds
_LONGEST: Final = 60.0


@dataclass(slots=True)
class _Failure:
    reason: str
    seconds: float
    retry_at: float


class BackOff:
    """Remembers failing files; each is tried again ever more seldom, but for ever."""

    def __init__(self) -> None:
        self._failures: dict[int, _Failure] = {}

    def fail(self, file: int, reason: str, now: float) -> bool:
        """Put the next try off; tell whether the reason is a new one."""
        before = self._failures.get(file)
        seconds = min(before.seconds * 2, _LONGEST) if before else _SHORTEST
        self._failures[file] = _Failure(reason, seconds, now + seconds)
        return before is None or before.reason != reason

    def forget(self, file: int) -> bool:
        """Take a file for readable again, or for gone; tell whether it was failing."""
        return self._failures.pop(file, None) is not None

    def is_failing(self, file: int) -> bool:
        """Tell whether a file could not be read last time."""
        return file in self._failures

    def is_off(self, file: int, now: float) -> bool:
        """Tell whether a file is not to be tried yet."""
        failure = self._failures.get(file)
        return failure is not None and now < failure.retry_at
