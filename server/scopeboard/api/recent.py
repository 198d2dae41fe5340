"""Answers that were given lately: several viewers of one chart ask for the same."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

_LARGEST_BYTES: Final = 4 << 20  # of all bodies
_SHARE: Final = 8  # a body that would take more than this part of them is large
_LARGEST_PASSING: Final = 32 << 20  # bytes of a large body that is kept for a moment


class RecentBodies:
    """Bodies by entity tag, those that were asked for last, within a bound on memory.

    Of large ones only the last is kept, and only until `let_go`.
    """

    def __init__(self, nbytes: int = _LARGEST_BYTES) -> None:
        self._largest = nbytes
        self._nbytes = 0
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self._large: tuple[str, bytes] = ("", b"")
        self._lock = Lock()

    def get(self, etag: str, make: Callable[[], bytes]) -> bytes:
        """Return the body of an entity tag, which is made if it is not here."""
        with self._lock:
            body = self._bodies.get(etag)
            if body is not None:
                self._bodies.move_to_end(etag)
                return body
            if self._large[0] == etag:
                return self._large[1]
        body = make()  # without the lock: others need not wait
        self._keep(etag, body)
        return body

    def let_go(self) -> None:
        """Forget the large body."""
        with self._lock:
            self._large = ("", b"")

    def _keep(self, etag: str, body: bytes) -> None:
        if len(body) * _SHARE > self._largest:
            if len(body) <= _LARGEST_PASSING:
                with self._lock:
                    self._large = (etag, body)
            return
        with self._lock:
            self._nbytes += len(body) - len(self._bodies.pop(etag, b""))
            self._bodies[etag] = body
            while self._nbytes > self._largest:
                self._nbytes -= len(self._bodies.popitem(last=False)[1])
