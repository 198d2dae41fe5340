"""A value that is worked out when it is first asked for, once, whoever asks."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Once(Generic[Value]):
    """Call it for the value. Callers may come from any thread; the others wait for the first.

    Args:
        work: makes the value. If it raises, the next caller tries again.
    """

    def __init__(self, work: Callable[[], Value]) -> None:
        self._work = work
        self._lock = Lock()
        self._values: list[Value] = []

    @property
    def is_known(self) -> bool:
        """Whether the value is there."""
        return bool(self._values)

    def __call__(self) -> Value:
        """Return the value."""
        if not self._values:
            with self._lock:
                if not self._values:
                    self._values.append(self._work())
        return self._values[0]
