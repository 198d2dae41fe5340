"""The queue between calls and files: a call puts a value, a thread encodes and writes it.

A put appends to a list and at most wakes the thread, so training waits neither for an encoding nor
for a disk. The thread writes when `max_queue` events or `WRITTEN_AT_ONCE` bytes wait, and otherwise
each `flush_secs` seconds.

Only where the disk does not keep up does a put wait: more than `MAX_PENDING_BYTES` of values are
written by the call that exceeds them. A disk that takes nothing, as a full one, never stops a
training: files retain `MAX_UNWRITTEN_BYTES`, further events are lost and counted, a warning tells
so once, and `flush` and `close` raise. When there is room again, writing goes on at the byte where
it stopped.

A forked process has neither the thread nor the events of its parent, and opens files of its own.
"""

import threading
import warnings
import weakref
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from scopeboard.number_text import counted
from scopeboard.system.processes import call_at_end, call_in_forked_children
from scopeboard.writer.event_file import EventFile

MAX_PENDING_BYTES: Final = 64 << 20
WRITTEN_AT_ONCE: Final = 1 << 20
"""Bytes; more than these are written while further events of the queue are encoded."""
SHORTEST_WAIT: Final = 0.05
"""Seconds between two looks at the queue; with a `flush_secs` of 0 the thread would never rest."""
SMALL: Final = 200  # bytes of an event with a number, about

Encode = Callable[[], bytes | None]
"""Returns an encoded event, or writes other files itself."""


class EventQueue:
    """Writes events of one writer to its files, in the order of their puts.

    Args:
        max_queue: so many events are written at once.
        flush_secs: no event waits longer, in seconds.
    """

    def __init__(self, max_queue: int, flush_secs: float) -> None:
        self._max_queue = max_queue
        self._flush_secs = flush_secs
        self._files: dict[str, EventFile] = {}
        self._failures: list[str] = []  # of encodings, since the last report
        self._begin()

    def _begin(self) -> None:
        """Start without events, as in a new process."""
        self._pending: deque[tuple[EventFile, Encode]] = deque()
        self._pending_bytes = 0  # about: additions of two threads may be lost
        self._ended: set[str] = set()  # directories of files to close once they are written
        self._lock = threading.Lock()  # over the files, for as long as a disk takes
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        self._is_stopped = False
        self._is_closed = False
        self._is_ending = False  # no thread can start any more
        self._disk_error: OSError | None = None
        self._has_warned = False

    def open_file(self, directory: str, suffix: str = "") -> EventFile:
        """Return the file in a directory, which is made at the first call.

        Raises:
            OSError: it cannot be made.
        """
        file = self.file_of(directory, suffix)
        with self._lock:
            file.open()
        return file

    def file_of(self, directory: str, suffix: str = "") -> EventFile:
        """Return the file in a directory, which is made when its first event is written."""
        _open_queues.add(self)
        return self._files.setdefault(directory, EventFile(directory, suffix))

    def put(self, file: EventFile, encode: Encode, size: int = SMALL) -> None:
        """Have an event written.

        Args:
            file: one of this queue.
            encode: is called once, by another thread.
            size: about the bytes that it holds.
        """
        self._pending.append((file, encode))
        self._pending_bytes += size
        if self._thread is None:
            self._start()
        if self._pending_bytes > MAX_PENDING_BYTES or self._is_ending or self._is_stopped:
            self._write_all()
        elif not self._wake.is_set() and (
            len(self._pending) >= self._max_queue or self._pending_bytes > WRITTEN_AT_ONCE
        ):
            self._wake.set()
        if self._failures or (self._disk_error is not None and not self._has_warned):
            self._warn()

    def flush(self) -> None:
        """Write all events that were put.

        Raises:
            OSError: not all of them can be written now; a later call may succeed.
        """
        self._write_all()
        if self._failures:
            self._warn()
        error = self._disk_error
        if error is not None:
            problem = self._problem(error)
            if not any(file.unwritten for file in [*self._files.values()]):
                self._disk_error, self._has_warned = None, False
                for file in [*self._files.values()]:
                    file.lost = 0
            raise OSError(error.errno, problem)

    def end_file(self, file: EventFile) -> None:
        """Have the thread write all events now, and then close a file.

        A file that cannot be written stays open for a later try. A later event begins another one.
        """
        self.put(file, partial(self._ended.add, file.directory))
        self._wake.set()

    def close(self) -> None:
        """Write all events, close the files and end the thread.

        Raises:
            OSError: not all events could be written; they are lost.
        """
        self._is_closed = True
        self._is_stopped = True
        self._wake.set()
        try:
            self.flush()
        finally:
            with self._lock:
                for file in [*self._files.values()]:
                    file.close()
            _open_queues.discard(self)

    def stop(self) -> None:
        """Have the thread write all events and close the files; does not wait for it."""
        if self._thread is None:
            self._close_quietly()
        else:
            self._is_stopped = True
            self._wake.set()

    def close_at_end(self) -> None:
        """Write all events of a process that ends."""
        self._is_ending = True
        self._close_quietly()

    def forget(self) -> None:
        """Leave events and files to the parent of a forked process."""
        for file in [*self._files.values()]:
            file.close()
        self._failures.clear()
        self._begin()

    def _start(self) -> None:
        with self._lock:
            if self._thread is not None:
                return
            _open_queues.add(self)
            _call_at_end_once()
            thread = threading.Thread(target=self._run, name="SummaryWriter", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # the interpreter ends
                self._is_ending = True
            self._thread = thread

    def _run(self) -> None:
        while not self._is_stopped:
            self._wake.wait(max(self._flush_secs, SHORTEST_WAIT))
            self._wake.clear()
            self._write_all()
        if not self._is_closed:  # else what cannot be written is an error of the call
            self._close_quietly()

    def _close_quietly(self) -> None:
        try:
            self.close()
        except OSError as error:
            warnings.warn(str(error), RuntimeWarning, stacklevel=2)

    def _write_all(self) -> None:
        """Encode and write what was put before the call; remember what goes wrong."""
        with self._lock:
            self._pending_bytes = 0
            for _ in range(len(self._pending)):
                file, encode = self._pending.popleft()
                file = self._files.setdefault(file.directory, file)  # it may have ended since
                self._encode(file, encode)
                if file.unwritten > WRITTEN_AT_ONCE and self._disk_error is None:
                    self._write(file)
            unwritten = [file for file in [*self._files.values()] if file.unwritten]
            failed = [file for file in unwritten if not self._write(file)]
            for directory in self._ended - {file.directory for file in failed}:
                self._ended.discard(directory)
                self._files.pop(directory).close()
            if not failed and not self._lost:
                self._disk_error, self._has_warned = None, False

    def _write(self, file: EventFile) -> bool:
        try:
            file.write()
        except OSError as error:
            self._disk_error = error
            return False
        return True

    def _encode(self, file: EventFile, encode: Encode) -> None:
        """Add an event to its file; where that fails, for want of memory too, go on without it."""
        try:
            event = encode()
            if event is not None:
                file.append(event)
        except Exception as error:  # noqa: BLE001 - one value of a training, of any library
            self._failures.append(f"{type(error).__name__}: {error}")

    def _warn(self) -> None:
        """Tell once what was not written."""
        failures, self._failures = self._failures, []
        if failures:
            count = counted(len(failures), "value")
            message = f"{count} could not be written; the first: {failures[0]}"
            warnings.warn(message, RuntimeWarning, stacklevel=4)
        if self._disk_error is not None and not self._has_warned:
            self._has_warned = True
            warnings.warn(self._problem(self._disk_error), RuntimeWarning, stacklevel=4)

    def _problem(self, error: OSError) -> str:
        names = [file.path or file.directory for file in [*self._files.values()]]
        name = names[0] if names else "The event file"
        counted = f"; {self._lost:,} events are lost" if self._lost else ""
        return f"{name} cannot be written: {error.strerror}{counted}."

    @property
    def _lost(self) -> int:
        return sum(file.lost for file in [*self._files.values()])


_open_queues: "weakref.WeakSet[EventQueue]" = weakref.WeakSet()
_at_end: dict[str, bool] = {}


def _call_at_end_once() -> None:
    """Write everything when this process ends; each process registers for itself."""
    if not _at_end:
        _at_end["registered"] = True
        call_at_end(_close_all)


def _close_all() -> None:
    for queue in list(_open_queues):
        queue.close_at_end()


def _forget_all() -> None:
    _at_end.clear()
    for queue in list(_open_queues):
        queue.forget()


call_in_forked_children(_forget_all)
