"""An iterator over a file whose writer produces all of it in one call.

Such a writer pulls its input and pushes its output, so it runs in a thread of its own. A bounded
queue connects the thread to the iterator: memory does not grow with the file.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from io import RawIOBase
from queue import Empty, Queue
from threading import Thread
from typing import IO, TYPE_CHECKING, Final, TypeVar, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_MIN_PIECE: Final = 64 << 10  # bytes
_MAX_QUEUED: Final = 4  # pieces

Item = TypeVar("Item")


def pushed_file(
    items: Iterable[Item], write: Callable[[Iterator[Item], IO[bytes]], None]
) -> Generator[bytes, None, None]:
    """Yield the bytes that `write(items, file)` writes, in pieces, while it runs.

    When the iterator is closed early, `items` ends at its next item and the rest of the file is
    discarded. An exception of `items` or `write` is raised here, and the file stays incomplete.
    `write` sees neither: a library in another language may abort the process for an exception.
    """
    file = _QueuedFile()
    errors: list[BaseException] = []

    def items_until_discarded() -> Iterator[Item]:
        try:
            for item in items:
                if file.is_discarded:
                    return
                yield item
        except BaseException as error:  # noqa: BLE001 - raised below, in the reader's thread
            errors.append(error)
            file.is_discarded = True

    def run() -> None:
        try:
            write(items_until_discarded(), cast("IO[bytes]", file))
        except BaseException as error:  # noqa: BLE001 - likewise; a panic is not an Exception
            errors.append(error)
        finally:
            file.end()

    Thread(target=run, name="export", daemon=True).start()
    try:
        yield from iter(file.queue.get, None)
    finally:
        file.discard()
    if errors:
        raise errors[0]


class _QueuedFile(RawIOBase):
    """A file for one thread to write, and a queue of its pieces for another to read."""

    def __init__(self) -> None:
        super().__init__()
        self.queue: Queue[bytes | None] = Queue(_MAX_QUEUED)  # None ends the file
        self.is_discarded = False
        self._pieces: list[bytes] = []
        self._nbytes = 0

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer") -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        self._nbytes += len(piece)
        if self._nbytes >= _MIN_PIECE:
            self._send()
        return len(piece)

    def end(self) -> None:
        """Send the rest of the file and its end."""
        self._send()
        self.queue.put(None)

    def discard(self) -> None:
        """Drop the queued pieces and everything written later."""
        self.is_discarded = True  # first, so that at most one more piece is queued
        while True:
            try:
                self.queue.get_nowait()
            except Empty:
                return

    def _send(self) -> None:
        if self._pieces and not self.is_discarded:
            self.queue.put(b"".join(self._pieces))
        self._pieces.clear()
        self._nbytes = 0
