"""Work that several callers want at the same time, done once, and no longer than somebody waits."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Final, Generic, TypeVar

from scopeboard.errors import CancelledError
from scopeboard.graph.text_column import Check, no_check

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")

_LOOK_SECONDS: Final = 0.2  # how often one who waits for the work of another looks up


class _Task(Generic[Result]):
    """A piece of work that is being done, and how to ask each who wants it."""

    def __init__(self) -> None:
        self.future: Future[Result] = Future()
        self.checks: list[Check] = []

    def is_awaited(self) -> bool:
        """Tell whether anybody still waits; those who do not are forgotten."""
        self.checks = [check for check in self.checks if _passes(check)]
        return bool(self.checks)


class SharedWork(Generic[Key, Result]):
    """What is being done now, by key. Callers may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[Key, _Task[Result]] = {}

    def result(self, key: Key, work: Callable[[Check], Result], check: Check = no_check) -> Result:
        """Do a piece of work, or wait for the caller who is already doing it.

        The lock is not held meanwhile, so that other work is not kept waiting.

        Args:
            key: tells pieces of work apart.
            work: is given a function to call now and then, which raises `CancelledError` once
                nobody waits any more, neither this caller nor others.
            check: raises `CancelledError` once this caller does not wait any more.

        Raises:
            CancelledError: see `check`; the work goes on if others wait for it.
            Exception: whatever `work` raises, to all who wait for it.
        """
        with self._lock:
            task = self._running.get(key)
            is_mine = task is None
            if task is None:
                task = self._running[key] = _Task()
            task.checks.append(check)
        return self._do(key, task, work) if is_mine else _wait(task, check)

    def _do(self, key: Key, task: _Task[Result], work: Callable[[Check], Result]) -> Result:
        try:
            task.future.set_result(work(lambda: self._check(key, task)))
        except BaseException as error:
            task.future.set_exception(error)
            raise
        finally:
            self._end(key, task)
        return task.future.result()

    def _check(self, key: Key, task: _Task[Result]) -> None:
        with self._lock:
            if task.is_awaited():
                return
            # Whoever comes from now on begins anew.
            self._running.pop(key, None)
        raise CancelledError("Nobody waits for this graph any more.")

    def _end(self, key: Key, task: _Task[Result]) -> None:
        with self._lock:
            if self._running.get(key) is task:
                del self._running[key]


def _wait(task: _Task[Result], check: Check) -> Result:
    while True:
        try:
            return task.future.result(_LOOK_SECONDS)
        except TimeoutError:
            if task.future.done():  # the work itself has raised this, or is done just now
                return task.future.result()
            check()


def _passes(check: Check) -> bool:
    try:
        check()
    except CancelledError:
        return False
    return True
