"""A store in use by this process: its requests, its listings and the blocks that were read."""

import errno
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from scopeboard.errors import SettingsError
from scopeboard.files.remote.block_cache import BLOCK_BYTES, BlockCache
from scopeboard.files.remote.errors import CredentialsError, ReplacedError, cut_error
from scopeboard.files.remote.listing import Listing
from scopeboard.files.remote.object_store import (
    ObjectBytes,
    ObjectPage,
    ObjectStatus,
    ObjectStore,
    WritableStore,
)
from scopeboard.files.remote.traffic import RequestKind, Traffic

_Result = TypeVar("_Result")
_MOST_CACHED: Final = 16 * BLOCK_BYTES
"""Longer reads go past the cache: they are of files that are read once."""


class RemoteStore:
    """A store with an address. Callers may come from any thread.

    Args:
        root: the address.
        connect: opens the store; again when credentials have expired, to take newer ones.
        blocks: the cache, which all stores share.
    """

    def __init__(self, root: str, connect: Callable[[], ObjectStore], blocks: BlockCache) -> None:
        self.root = root
        self.traffic = Traffic()
        self._connect = connect
        self._blocks = blocks
        self._store: ObjectStore | None = None
        self._listings: WeakValueDictionary[str, Listing] = WeakValueDictionary()
        self._lock = Lock()

    def listing(self, prefix: str) -> Listing:
        """Return the listing of a prefix, the same for all callers, as long as one holds it."""
        with self._lock:
            found = self._listings.get(prefix)
            if found is None:
                found = self._listings[prefix] = Listing(partial(self._list, prefix))
            return found

    def known_status(self, key: str) -> ObjectStatus | None:
        """Return the status of an object by the last listing, None if none covers it.

        Raises:
            FileNotFoundError: the listing that covers it does not have it.
        """
        with self._lock:
            listings = list(self._listings.items())
        for prefix, listing in listings:
            if listing.was_listed and (not prefix or key.startswith(f"{prefix}/")):
                status = listing.find(key)
                if status is None:
                    raise FileNotFoundError(errno.ENOENT, "there is no such object")
                return status
        return None

    def status(self, key: str) -> ObjectStatus:
        """Return the status of an object, by the last listing, or else by a request.

        Raises:
            OSError: there is no such object, or the store cannot be reached now.
        """
        return self.known_status(key) or self._request("head", lambda store: store.head(key))

    def get(self, key: str, start: int, end: int, tag: str | None) -> ObjectBytes:
        """Return bytes [start, end) of an object in one request, fewer at its end.

        Raises:
            ReplacedError: the object has another entity tag.
            OSError: they cannot be read now.
        """

        def read(store: ObjectStore) -> ObjectBytes:
            found = store.get(key, start, end, tag)
            if len(found.data) != min(end, found.status.size) - start or found.start != start:
                raise cut_error()
            if tag and found.status.tag and found.status.tag != tag:
                raise ReplacedError
            return found

        found = self._request("get", read)
        self.traffic.add("get", 0, len(found.data))
        return found

    def read(self, key: str, start: int, end: int, status: ObjectStatus) -> bytes:
        """Return bytes [start, end) of an object with a status, from blocks that are held.

        The blocks that are missing between two that are held are read in one request.

        Raises:
            OSError: as for `get`.
        """
        end = min(end, status.size)
        if start >= end:
            return b""
        if end - start > _MOST_CACHED:
            return self.get(key, start, end, status.tag).data
        address = f"{self.root}/{key}"
        first, last = start // BLOCK_BYTES, (end - 1) // BLOCK_BYTES
        names = [(address, status.tag, number) for number in range(first, last + 1)]
        blocks = [self._blocks.find(name) for name in names]
        missing = [index for index, block in enumerate(blocks) if block is None]
        if missing:
            begin = (first + missing[0]) * BLOCK_BYTES
            stop = min((first + missing[-1] + 1) * BLOCK_BYTES, status.size)
            data = self.get(key, begin, stop, status.tag).data
            for index in range(missing[0], missing[-1] + 1):
                offset = (index - missing[0]) * BLOCK_BYTES
                blocks[index] = data[offset : offset + BLOCK_BYTES]
                self._blocks.put(names[index], blocks[index] or b"")
        offset = first * BLOCK_BYTES
        return b"".join(block or b"" for block in blocks)[start - offset : end - offset]

    def put(
        self,
        key: str,
        source: Path | bytes,
        *,
        replaced: str | None = None,
        may_overwrite: bool = True,
    ) -> None:
        """Write an object; see `WritableStore.put`.

        Raises:
            ReplacedError: there is another version than the one to replace.
            OSError: it cannot be written now, or not there.
        """
        self._request(
            "put",
            lambda store: _writable(store).put(
                key, source, replaced=replaced, may_overwrite=may_overwrite
            ),
        )

    def remove(self, key: str) -> None:
        """Remove an object, if it exists.

        Raises:
            OSError: it cannot be removed now, or not there.
        """
        self._request("put", lambda store: _writable(store).remove(key))

    def list_all(self, prefix: str) -> list[tuple[str, ObjectStatus]]:
        """Return all objects below a prefix, by key.

        Raises:
            OSError: they cannot be listed now.
        """
        objects: list[tuple[str, ObjectStatus]] = []
        while True:
            page = self._list(prefix, objects[-1][0] if objects else None)
            objects += page.objects
            if page.is_last or not page.objects:
                return objects

    def _list(self, prefix: str, after: str | None) -> ObjectPage:
        page = self._request("list", lambda store: store.list_after(prefix, after))
        self.traffic.add("list", page.requests - 1)
        return page

    def _request(self, kind: RequestKind, request: Callable[[ObjectStore], _Result]) -> _Result:
        """Make a request, repeated where that may help; once more where credentials changed."""
        store = self._connected()
        try:
            return self.traffic.repeated(kind, partial(request, store))
        except CredentialsError:
            self._disconnect(store)
            return self.traffic.repeated(kind, partial(request, self._connected()))
        finally:
            self.traffic.add(kind)

    def _connected(self) -> ObjectStore:
        with self._lock:
            if self._store is None:
                try:
                    self._store = self._connect()
                except SettingsError as error:  # since the start
                    raise CredentialsError(errno.EACCES, str(error).rstrip(".")) from error
            return self._store

    def _disconnect(self, store: ObjectStore) -> None:
        """Open the store anew at the next request, unless another thread has done so."""
        with self._lock:
            if self._store is store:
                self._store = None


def _writable(store: ObjectStore) -> WritableStore:
    if isinstance(store, WritableStore):
        return store
    raise OSError(errno.EROFS, "nothing can be written there")
