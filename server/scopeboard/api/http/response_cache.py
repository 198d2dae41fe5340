"""A cache of response bodies, for several viewers of one chart."""

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final
from weakref import WeakSet

from scopeboard.api.http.conditional import Body
from scopeboard.concurrency.lru import LRUCache

_MAX_SMALL_BYTES: Final = 4 << 20  # of all small bodies
_SHARE: Final = 8  # a body of more than an eighth of them is large
_MAX_LARGE_BYTES: Final = 32 << 20  # of a large body that is cached


class ResponseCache:
    """Response bodies by entity tag: the most recently used, within a bound on memory.

    One large body, or one in parts, is cached beside them until `drop_large_bodies`.
    """

    def __init__(self, nbytes: int = _MAX_SMALL_BYTES) -> None:
        self._max_small = nbytes // _SHARE
        self._small: LRUCache[str, bytes] = LRUCache(max_weight=nbytes, weigh=len)
        self._large: tuple[str, bytes | list[bytes]] = ("", b"")
        self._lock = Lock()
        _CACHES.add(self)

    def get(self, etag: str, make: Callable[[], Body]) -> Body:
        """Return the body of an entity tag; call `make` if it is not cached."""
        small = self._small.find(etag)
        if small is not None:
            return small
        with self._lock:
            if self._large[0] == etag:
                return self._large[1]
        body = make()  # without the lock: other requests need not wait
        if isinstance(body, Iterator):
            return self._cache_parts(etag, body)
        size = len(body) if isinstance(body, bytes) else sum(map(len, body))
        if size <= self._max_small:
            self._small.put(etag, body if isinstance(body, bytes) else b"".join(body))
        elif size <= _MAX_LARGE_BYTES:
            self._cache_large(etag, body)
        return body

    def drop_large(self) -> None:
        """Drop the large body."""
        with self._lock:
            self._large = ("", b"")

    def _cache_parts(self, etag: str, parts: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the parts of a body; cache them after the last unless they are too large."""
        parts_so_far: list[bytes] = []
        nbytes = 0
        for part in parts:
            nbytes += len(part)
            parts_so_far.append(part)
            if nbytes > _MAX_LARGE_BYTES:
                parts_so_far.clear()
            yield part
        if nbytes <= _MAX_LARGE_BYTES:
            self._cache_large(etag, parts_so_far)

    def _cache_large(self, etag: str, body: bytes | list[bytes]) -> None:
        with self._lock:
            self._large = (etag, body)


_CACHES: Final[WeakSet[ResponseCache]] = WeakSet()


def drop_large_bodies() -> None:
    """Drop the large body of every cache of the process."""
    for cache in list(_CACHES):
        cache.drop_large()
