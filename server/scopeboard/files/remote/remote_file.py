"""A file elsewhere, open for reading: by ranges, and never more than what is read."""

import errno
from io import SEEK_CUR, SEEK_END, SEEK_SET
from typing import Final

from scopeboard.files.open_file import OpenFile
from scopeboard.files.remote.errors import ReplacedError
from scopeboard.files.remote.object_store import ObjectBytes, ObjectStatus
from scopeboard.files.remote.remote_store import RemoteStore

_NOTHING: Final = ObjectBytes(0, b"", ObjectStatus(0, 0, ""))


class RemoteFile(OpenFile):
    """An object that is open for reading.

    Every request is for the version that the first one found. Bytes of `first` are read at once, in
    one request, and held.

    Args:
        store: has the object.
        key: of the object.
        first: the bytes [start, end) to read at once; without them, the status is requested unless
            a listing has it.

    Raises:
        OSError: there is no such object, or it cannot be read now.
    """

    is_remote = True

    def __init__(self, store: RemoteStore, key: str, first: range | None = None) -> None:
        super().__init__()
        self._store, self._key = store, key
        self._position = 0
        self._held = _NOTHING
        if first is None:
            self._status = store.status(key)
            self._is_certain = False
        else:
            known = store.known_status(key)
            if known is not None and first.start >= min(first.stop, known.size):
                self._status, self._is_certain = known, False
                return
            self._held = self._read_first(first.start, first.stop, known)

    @property
    def status(self) -> ObjectStatus:
        """The status of the version that is read."""
        return self._status

    def read_at(self, length: int, offset: int) -> bytes:
        """Return up to `length` bytes from `offset` on."""
        begin, end = offset - self._held.start, offset - self._held.start + length
        is_held = begin >= 0 and min(end, self._status.size - self._held.start) <= len(
            self._held.data
        )
        if is_held:
            return self._held.data[begin:end]
        if not self._is_certain:
            return self._read_uncertain(offset, offset + length)
        return self._store.read(self._key, offset, offset + length, self._status)

    def read_into(self, buffer: memoryview, offset: int) -> int:
        """Read into `buffer` from `offset` on; return the number of bytes."""
        data = self.read_at(len(buffer), offset)
        buffer[: len(data)] = data
        return len(data)

    def readable(self) -> bool:
        """Return true."""
        return True

    def seekable(self) -> bool:
        """Return true."""
        return True

    def seek(self, offset: int, whence: int = SEEK_SET, /) -> int:
        """Move the position of the stream; return it."""
        origin = {SEEK_SET: 0, SEEK_CUR: self._position, SEEK_END: self._status.size}[whence]
        if origin + offset < 0:
            raise OSError(errno.EINVAL, "a position before the start")
        self._position = origin + offset
        return self._position

    def readinto(self, buffer: memoryview | bytearray, /) -> int:  # type: ignore[override]
        """Read into a buffer from the position on; return the number of bytes."""
        length = self.read_into(memoryview(buffer).cast("B"), self._position)
        self._position += length
        return length

    def read(self, size: int = -1, /) -> bytes:
        """Return up to `size` bytes from the position on, all for a negative size."""
        left = max(0, self._status.size - self._position)
        data = self.read_at(left if size < 0 else min(size, left), self._position)
        self._position += len(data)
        return data

    def readall(self) -> bytes:
        """Return all bytes from the position on."""
        return self.read()

    def _read_first(self, start: int, end: int, known: ObjectStatus | None) -> ObjectBytes:
        """Return bytes of the version that a listing has, or else of the current one."""
        try:
            found = self._store.get(self._key, start, end, known.tag if known else None)
        except ReplacedError:  # since the listing
            found = self._store.get(self._key, start, end, None)
        self._status, self._is_certain = found.status, True
        return found

    def _read_uncertain(self, start: int, end: int) -> bytes:
        """Return bytes while no request has found the version yet that the listing has."""
        try:
            data = self._store.read(self._key, start, end, self._status)
        except ReplacedError:
            self._held = self._read_first(start, end, None)
            return self._held.data
        self._is_certain = True
        return data
