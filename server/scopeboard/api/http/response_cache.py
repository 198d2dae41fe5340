"""Answers that were given lately: several viewers of one chart ask for the same."""

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

from scopeboard.api.http.conditional import Body
from scopeboard.concurrency.lru import LRUCache

_LARGEST_BYTES: Final = 4 << 20  # of all bodies
_SHARE: Final = 8  # a body that would take more than this part of them is large
_LARGEST_PASSING: Final = 32 << 20  # bytes of a large body that is kept for a moment


class RecentBodies:
    """Bodies by entity tag, those that were asked for last, within a bound on memory.

    Of large ones, and of those in parts, only the last is kept, and only until `let_go`.
    """

    def __init__(self, nbytes: int = _LARGEST_BYTES) -> None:
        self._max_small = nbytes // _SHARE
        self._small: LRUCache[str, bytes] = LRUCache(max_weight=nbytes, weigh=len)
        self._large: tuple[str, bytes | list[bytes]] = ("", b"")
        self._lock = Lock()

    def get(self, etag: str, make: Callable[[], Body]) -> Body:
        """Return the body of an entity tag, which is made if it is not here."""
        small = self._small.find(etag)
        if small is not None:
            return small
        with self._lock:
            if self._large[0] == etag:
                return self._large[1]
        body = make()  # without the lock: others need not wait
        if isinstance(body, Iterator):
            return self._passing(etag, body)
        self._keep(etag, body)
        return body

    def let_go(self) -> None:
        """Forget the large body."""
        with self._lock:
            self._large = ("", b"")

    def _passing(self, etag: str, parts: Iterator[bytes]) -> Iterator[bytes]:
        """Hand on the parts of a body, and keep them in the end unless they are too much."""
        kept: list[bytes] = []
        nbytes = 0
        for part in parts:
            nbytes += len(part)
            kept.append(part)
            if nbytes > _LARGEST_PASSING:
                kept.clear()
            yield part
        if nbytes <= _LARGEST_PASSING:
            self._keep_large(etag, kept)

    def _keep(self, etag: str, body: bytes | list[bytes]) -> None:
        nbytes = len(body) if isinstance(body, bytes) else sum(map(len, body))
        if nbytes <= self._max_small:
            self._small.put(etag, body if isinstance(body, bytes) else b"".join(body))
        elif nbytes <= _LARGEST_PASSING:
            self._keep_large(etag, body)

    def _keep_large(self, etag: str, body: bytes | list[bytes]) -> None:
        with self._lock:
            self._large = (etag, body)
