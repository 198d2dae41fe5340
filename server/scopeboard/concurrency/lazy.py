"""Values that are computed at their first use, once for all threads."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.concurrency.single_flight import SingleFlight

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


class SharedLazy(Generic[Value]):
    """A lazy value whose computation stops when every caller has been cancelled.

    Args:
        compute: returns the value, and calls its `CancelCheck` now and then. If it raises, the next
            caller tries again.
    """

    def __init__(self, compute: Callable[[CancelCheck], Value]) -> None:
        self._compute = compute
        self._calls: SingleFlight[None, Value] = SingleFlight()
        self._values: list[Value] = []

    def __call__(self, check: CancelCheck = never_cancelled) -> Value:
        """Return the value.

        Raises:
            CancelledError: `check` raised it; the computation continues for other callers.
        """
        return self._values[0] if self._values else self._calls.run(None, self._store, check)

    def _store(self, check: CancelCheck) -> Value:
        if not self._values:  # another call may have ended meanwhile
            self._values.append(self._compute(check))
        return self._values[0]
