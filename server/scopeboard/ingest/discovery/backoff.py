"""Retries of files that cannot be read: the reason and the time of the next attempt.

`now` is in seconds of a clock that never steps: a wall clock that is set back by a day would delay
the next attempt by a day.
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


class Backoff:
    """The failing files; attempts for each get rarer up to a limit, and never stop."""

    def __init__(self) -> None:
        self._failures: dict[int, _Failure] = {}

    def fail(self, file: int, reason: str, now: float) -> bool:
        """Delay the next attempt; return whether the reason is new."""
        before = self._failures.get(file)
        seconds = min(before.seconds * 2, _LONGEST) if before else _SHORTEST
        self._failures[file] = _Failure(reason, seconds, now + seconds)
        return before is None or before.reason != reason

    def forget(self, file: int) -> bool:
        """Remove a file that is readable again or gone; return whether it was failing."""
        return self._failures.pop(file, None) is not None

    def is_failing(self, file: int) -> bool:
        """Return whether the last attempt failed."""
        return file in self._failures

    def is_off(self, file: int, now: float) -> bool:
        """Return whether it is too early for the next attempt."""
        failure = self._failures.get(file)
        return failure is not None and now < failure.retry_at
