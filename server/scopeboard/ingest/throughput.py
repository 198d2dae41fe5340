"""How fast reading goes, and when it will be done."""

from typing import Final

_SMOOTHING_SECONDS: Final = 2.0
_LEAST_SECONDS: Final = 0.1  # between two looks


class Rate:
    """Bytes per second, smoothed: what was read long ago counts less and less."""

    def __init__(self) -> None:
        self.bytes_per_second = 0.0
        self._last: tuple[float, int] | None = None

    def note(self, now: float, done: int) -> None:
        """Take note of how many bytes were read by `now` (seconds by any steady clock)."""
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
        """Return in how many seconds so many bytes will have been read, if that can be told."""
        return left / self.bytes_per_second if self.bytes_per_second else None
