"""A value that is worked out when it is first asked for, for as long as somebody waits for it."""

from collections.abc import Callable
from typing import Generic, TypeVar

from scopeboard.graph.shared_work import SharedWork
from scopeboard.graph.text_column import Check, no_check

Value = TypeVar("Value")


class SharedOnce(Generic[Value]):
    """Call it for the value. Callers may come from any thread; the others wait for the first.

    Args:
        work: makes the value, and calls what it is given now and then. If it raises, the next
            caller tries again.
    """

    def __init__(self, work: Callable[[Check], Value]) -> None:
        self._work = work
        self._sharing: SharedWork[None, Value] = SharedWork()
        self._values: list[Value] = []

    def __call__(self, check: Check = no_check) -> Value:
        """Return the value.

        Raises:
            CancelledError: `check` raised it; the work goes on if others wait for it.
        """
        return self._values[0] if self._values else self._sharing.result(None, self._make, check)

    def _make(self, check: Check) -> Value:
        if not self._values:  # who had it before may have been done just now
            self._values.append(self._work(check))
        return self._values[0]
