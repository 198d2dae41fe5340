"""One computation for all callers that want the same result at the same time.

The first caller of a key computes in its own thread, later ones wait for its result. Each caller
may be cancelled: a waiting one returns at once, and the computation stops after the last.
"""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Final, Generic, TypeVar

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import CancelledError

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")

_POLL_SECONDS: Final = 0.2  # between two checks of a waiting caller


class _Call(Generic[Result]):
    """A computation in progress, and the checks of its callers."""

    def __init__(self) -> None:
        self.future: Future[Result] = Future()
        self.checks: list[CancelCheck] = []

    def has_callers(self) -> bool:
        """Return whether any caller is waiting; remove the callers that were cancelled."""
        checks, self.checks = self.checks, []
        for check in checks:
            with suppress(CancelledError):
                check()
                self.checks.append(check)
        return bool(self.checks)


class SingleFlight(Generic[Key, Result]):
    """The computations in progress, by key. Callers may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls: dict[Key, _Call[Result]] = {}

    def run(
        self,
        key: Key,
        compute: Callable[[CancelCheck], Result],
        check: CancelCheck = never_cancelled,
    ) -> Result:
        """Compute a result, or wait for the caller that is already computing it.

        No lock is held meanwhile, so other keys are not delayed.

        Args:
            key: identifies the computation.
            compute: returns the result. Its argument is a function to call now and then, which
                raises `CancelledError` once all callers have been cancelled.
            check: raises `CancelledError` once this caller has been cancelled.

        Raises:
            CancelledError: `check` raised it; the computation continues for other callers.
            Exception: raised by `compute`, to all its callers.
        """
        with self._lock:
            call = self._calls.get(key)
            is_first = call is None
            if call is None:
                call = self._calls[key] = _Call()
            call.checks.append(check)
        if is_first:
            return self._compute(key, call, compute)
        while True:
            try:
                return call.future.result(_POLL_SECONDS)
            except TimeoutError:
                if call.future.done():  # `compute` raised this error, or has just ended
                    return call.future.result()
                check()

    def _compute(
        self, key: Key, call: _Call[Result], compute: Callable[[CancelCheck], Result]
    ) -> Result:
        try:
            call.future.set_result(compute(lambda: self._check(key, call)))
        except BaseException as error:
            call.future.set_exception(error)
            raise
        finally:
            with self._lock:
                if self._calls.get(key) is call:
                    del self._calls[key]
        return call.future.result()

    def _check(self, key: Key, call: _Call[Result]) -> None:
        with self._lock:
            if call.has_callers():
                return
            self._calls.pop(key, None)  # the next caller starts a new computation
        raise CancelledError("All clients have disconnected.")
