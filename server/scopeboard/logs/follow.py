"""Follow scalars of a log that is being written."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from types import TracebackType
from typing import Self

from scopeboard.errors import QueryError
from scopeboard.logs.changes import Batch, find_changes
from scopeboard.logs.cursor import Cursor
from scopeboard.logs.name_choice import choose_names
from scopeboard.logs.reader import LogReader, LogView
from scopeboard.types import RunId


class Follow:
    """Batches of new points, as an iterator and as an asynchronous one; see `Log.follow`.

    It may be closed from another thread. As an asynchronous iterator it reads in a thread that
    lasts until the batch is there.

    Attributes:
        cursor: where to go on after the last batch.
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
        if not interval > 0:
            raise QueryError(f"interval is a number of seconds above 0: not {interval!r}.")
        if not isinstance(since, Cursor):
            raise QueryError(f"since is the cursor of a batch: not {since!r}.")
        self.cursor = since
        self._reader = reader
        self._tags = tags
        self._runs = runs
        self._interval = interval
        self._timeout = timeout
        self._superseded = superseded
        self._seen = -1  # the generation of the log that has nothing new
        self._closed = Event()
        self._waits_since: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the iteration, also one that waits in another thread."""
        self._closed.set()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Batch:
        """Return the next batch, as soon as there is one.

        Raises:
            StopIteration: it was closed, or nothing new came for the timeout.
            UnavailableError: there is no space to read what is new.
            ValueError: the log was closed.
        """
        while not self._closed.is_set():
            batch = self._find()
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
                batch = await asyncio.get_running_loop().run_in_executor(thread, self._find)
            finally:
                thread.shutdown(wait=False)
            if batch is not None:
                return self._deliver(batch)
            pause = self._pause()
            if pause is None:
                break
            await asyncio.sleep(pause)
        raise StopAsyncIteration

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
        batch, is_all = find_changes(
            view, self.cursor, tags, self._runs(view), superseded=self._superseded
        )
        if is_all:
            self._seen = view.generation
        return batch

    def _deliver(self, batch: Batch) -> Batch:
        self.cursor = batch.cursor
        self._waits_since = None
        return batch

    def _pause(self) -> float | None:
        """Return how long to wait in seconds; None when it has been long enough."""
        now = monotonic()
        if self._waits_since is None:
            self._waits_since = now
        if self._timeout is None:
            return self._interval
        left = self._waits_since + self._timeout - now
        return min(self._interval, left) if left > 0 else None
