"""Follow scalars of a log that is being written."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from numbers import Real
from threading import Event
from time import monotonic
from typing import Final, Self

from scopeboard.closing import Closing
from scopeboard.errors import QueryError, UnreachableError
from scopeboard.following.cursor import Cursor
from scopeboard.logs.batch import Batch
from scopeboard.logs.name_choice import choose_names
from scopeboard.logs.view import LogReader, LogView
from scopeboard.types import RunId

_MAX_PAUSE_SECONDS: Final = 30.0  # between attempts to reach a server that is gone


class Follow(Closing):
    """Batches of new points, as an iterator and as an asynchronous one; see `Log.follow`.

    It may be closed from another thread. As an asynchronous iterator it reads in a thread that
    lasts until the batch is there.

    Attributes:
        cursor: where to go on after the last batch.

    Example:
        >>> follow = sb.open("runs").follow("loss", timeout=0)
        >>> [len(batch) for batch in follow]
        [6]
        >>> follow.close()
    """

    def __init__(
        self,
        reader: LogReader,
        tags: Sequence[str] | None,
        runs: Callable[[LogView], Sequence[RunId]],
        since: Cursor,
        interval: float,
        timeout: float | None,
        *,
        superseded: bool,
    ) -> None:
        if not (_is_number(interval) and interval > 0):
            raise QueryError(f"interval is a number of seconds above 0: not {interval!r}.")
        if not (timeout is None or (_is_number(timeout) and timeout >= 0)):
            raise QueryError(f"timeout is a number of seconds, or None for none: not {timeout!r}.")
        if not isinstance(since, Cursor):
            raise QueryError(f"since is the cursor of a batch: not {since!r}.")
        self.cursor = since
        self._reader = reader
        self._tags = tags
        self._runs = runs
        self._interval = interval
        self._timeout = timeout
        self._superseded = superseded
        self._seen: Hashable = None  # the generation of the log that has nothing new
        self._has_answered = False
        self._failures = 0  # of attempts to reach a server, since its last answer
        self._closed = Event()
        self._waits_since: float | None = None

    def close(self) -> None:
        """End the iteration, also one that waits in another thread."""
        self._closed.set()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Batch:
        """Return the next batch, as soon as there is one.

        Raises:
            StopIteration: it was closed, or nothing new came for the timeout.
            UnavailableError: there is no space to read what is new, or the server has not answered
                yet. One that answered before is waited for.
            ValueError: the log was closed.
        """
        while not self._closed.is_set():
            batch = self._attempt()
            if batch is not None:
                return self._deliver(batch)
            pause = self._pause()
            if pause is None:
                break
            self._closed.wait(pause)
        raise StopIteration

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Batch:
        """Return the next batch; see `__next__`. A batch of a cancelled call comes again."""
        while not self._closed.is_set():
            thread = ThreadPoolExecutor(1, "scopeboard-follow")
            try:
                batch = await asyncio.get_running_loop().run_in_executor(thread, self._attempt)
            finally:
                thread.shutdown(wait=False)
            if batch is not None:
                return self._deliver(batch)
            pause = self._pause()
            if pause is None:
                break
            await asyncio.sleep(pause)
        raise StopAsyncIteration

    def _attempt(self) -> Batch | None:
        """Return what is new, nothing while a server that has answered before does not.

        Raises:
            UnreachableError: the server has not answered yet.
        """
        try:
            batch = self._find()
        except UnreachableError:
            if not self._has_answered:
                raise
            self._failures += 1
            return None
        self._has_answered, self._failures = True, 0
        return batch

    def _find(self) -> Batch | None:
        """Return what is new, after reading what was written if nothing is."""
        batch = self._reader.read(self._changes)
        if batch is None:
            self._reader.refresh()
            batch = self._reader.read(self._changes)
        return batch

    def _changes(self, view: LogView) -> Batch | None:
        if view.generation == self._seen:
            return None
        tags = choose_names(self._tags, view.tags("scalars"), "tag", may_be_missing=True)
        changes, is_all = view.changes(
            self.cursor, tags, self._runs(view), superseded=self._superseded
        )
        if is_all:
            self._seen = view.generation
        return None if changes is None else Batch.of(changes, self.cursor)

    def _deliver(self, batch: Batch) -> Batch:
        self.cursor = batch.cursor
        self._waits_since = None
        return batch

    def _pause(self) -> float | None:
        """Return how long to wait in seconds; None when it has been long enough."""
        now = monotonic()
        if self._waits_since is None:
            self._waits_since = now
        pause = self._interval
        if self._failures:
            pause = max(pause, min(pause * 2 ** min(self._failures, 10), _MAX_PAUSE_SECONDS))
        if self._timeout is None:
            return pause
        left = self._waits_since + self._timeout - now
        return min(pause, left) if left > 0 else None


def _is_number(value: object) -> bool:
    return isinstance(value, Real)
