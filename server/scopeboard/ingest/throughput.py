"""The speed of reading and the remaining time."""

from typing import Final

_SMOOTHING_SECONDS: Final = 2.0
_LEAST_SECONDS: Final = 0.1  # between two measurements


class Throughput:
    """Bytes per second, exponentially smoothed."""

    def __init__(self) -> None:
        self.bytes_per_second = 0.0
        self._last: tuple[float, int] | None = None

    def record(self, now: float, done: int) -> None:
        """Record that `done` bytes were read by `now` (seconds of a steady clock)."""
        if self._last is None:
            self._last = (now, done)
            return
        passed = now - self._last[0]
        if passed < _LEAST_SECONDS:
            return
        latest = max(0, done - self._last[1]) / passed
        weight = 1.0 if not self.bytes_per_second else min(1.0, passed / _SMOOTHING_SECONDS)
        self.bytes_per_second += weight * (latest - self.bytes_per_second)
        self._last = (now, done)

    def remaining(self, left: int) -> float | None:
        """Return the seconds that `left` bytes will take, None while there is no rate."""
        return left / self.bytes_per_second if self.bytes_per_second else None
