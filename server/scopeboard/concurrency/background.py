"""Results that a thread of its own computes one after another, each once for all callers."""

from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class BackgroundResults(Generic[Key, Result]):
    """Computes results in the background. Callers may come from any thread.

    Args:
        thread_name: the name of the thread, which lasts while there is work.
    """

    def __init__(self, thread_name: str) -> None:
        self._thread_name = thread_name
        self._lock = Lock()
        self._futures: dict[Key, Future[Result]] = {}
        self._executor: ThreadPoolExecutor | None = None

    def find(
        self, work: Mapping[Key, Callable[[], Result]], seconds: float | None = None
    ) -> dict[Key, Result]:
        """Return the results that are there after `seconds`, by key; None waits for all.

        Args:
            work: computes the result of each key, in this order; a key in progress is not computed
                a second time.
            seconds: how long to wait; the work continues after that.

        Raises:
            Exception: whatever a function of `work` raises.
        """
        futures: dict[Key, Future[Result]] = {}
        for key, compute in work.items():
            with self._lock:
                future = self._futures.get(key)
                if future is None:
                    if self._executor is None:
                        self._executor = ThreadPoolExecutor(1, self._thread_name)
                    future = self._futures[key] = self._executor.submit(self._run, key, compute)
            futures[key] = future
        wait(futures.values(), seconds)
        return {key: future.result() for key, future in futures.items() if future.done()}

    def is_busy(self) -> bool:
        """Return whether a result is being computed, or waits for that."""
        with self._lock:
            return bool(self._futures)

    def _run(self, key: Key, compute: Callable[[], Result]) -> Result:
        try:
            return compute()
        finally:
            with self._lock:
                self._futures.pop(key, None)
                if not self._futures and self._executor is not None:
                    self._executor.shutdown(wait=False)
                    self._executor = None
