"""Work that several callers want at the same time, done once."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class SharedWork(Generic[Key, Result]):
    """What is being done now, by key. Callers may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[Key, Future[Result]] = {}

    def result(self, key: Key, work: Callable[[], Result]) -> Result:
        """Do a piece of work, or wait for the caller who is already doing it.

        The lock is not held meanwhile, so that other work is not kept waiting.

        Raises:
            Exception: whatever `work` raises, to all who wait for it.
        """
        with self._lock:
            future = self._running.get(key)
            is_mine = future is None
            if future is None:
                future = self._running[key] = Future()
        if not is_mine:
            return future.result()
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._running[key]
        return future.result()
