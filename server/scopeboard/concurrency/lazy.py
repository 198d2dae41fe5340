"""Values that are computed at their first use, once for all threads."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Lazy(Generic[Value]):
    """Call it for the value. Any thread may; others wait while the first computes it.

    Args:
        compute: returns the value. If it raises, the next caller tries again.
    """

    def __init__(self, compute: Callable[[], Value]) -> None:
        self._compute = compute
        self._lock = Lock()
        self._values: list[Value] = []

    @property
    def is_ready(self) -> bool:
        """Whether the value has been computed."""
        return bool(self._values)

    def __call__(self) -> Value:
        """Return the value."""
        if not self._values:
            with self._lock:
                if not self._values:
                    self._values.append(self._compute())
        return self._values[0]
