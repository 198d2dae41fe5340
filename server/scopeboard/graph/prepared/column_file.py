"""Columns and texts as bytes: one after the other, to be read back in milliseconds.

    parts · directory (JSON) · length of the directory · CRC-32C of all that stands before · magic

The directory has what is small, and for each part its name, dtype and shape or what texts it holds.
Texts are joined by a character that none of them has, so that one call takes them apart.
"""

import json
import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard import __version__
from scopeboard.events.buffer.crc32c import crc32c

_ENGINE: Final = 7
"""Raise it when the same GraphDef yields other columns, counts, costs or structures."""

CACHE_VERSION: Final = f"{__version__}, engine {_ENGINE}"
"""The version of cached graphs; files of another version are ignored."""

_MAGIC: Final = b"SBGRAPH3"
_FOOT: Final = struct.Struct("<II8s")
_SEPARATORS: Final = ("\0", "\n", "\x01", "\x02")
_ALIGNMENT: Final = 8
_CHUNK_BYTES: Final = 1 << 20

Column = NDArray[Any]
CORRUPT_FILE_ERRORS: Final = (ValueError, KeyError, TypeError, IndexError, struct.error)
"""What reading bytes of another form may raise."""


class ColumnFileWriter:
    """The parts of a file while they are written: each call returns the next piece of it."""

    def __init__(self) -> None:
        self._directory: dict[str, dict[str, Any]] = {}
        self._size = 0
        self._checksum = crc32c(b"")

    def add_array(self, name: str, array: Column) -> bytes:
        """Return the piece that holds a column of any dtype and shape."""
        what = {"dtype": array.dtype.str, "shape": list(array.shape)}
        return self.add(name, np.ascontiguousarray(array).tobytes(), what)

    def add_texts(self, name: str, texts: list[str]) -> bytes:
        """Return the piece that holds texts."""
        for separator in _SEPARATORS:
            encoded = separator.join(texts).encode()
            if encoded.count(separator.encode()) == max(len(texts) - 1, 0):
                return self.add(name, encoded, {"separator": separator, "count": len(texts)})
        encoded = json.dumps(texts).encode()
        return self.add(name, encoded, {"separator": None, "count": len(texts)})

    def add(self, name: str, data: bytes, what: dict[str, Any]) -> bytes:
        """Return the piece that holds bytes; the directory says `what` they are."""
        self._directory[name] = {"start": self._size, "size": len(data), **what}
        return self._written(data + bytes(-len(data) % _ALIGNMENT))

    def end(self, said: dict[str, Any]) -> bytes:
        """Return the last piece, with what is small: `said` must be JSON."""
        said = {**said, "version": CACHE_VERSION}
        directory = json.dumps({"said": said, "parts": self._directory}).encode()
        return self._written(directory) + _FOOT.pack(len(directory), self._checksum, _MAGIC)

    def _written(self, piece: bytes) -> bytes:
        self._size += len(piece)
        self._checksum = crc32c(piece, self._checksum)
        return piece


class ColumnFile:
    """The parts of a file that is read; its directory stands from `start` to `end`."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        directory = json.loads(data[start:end])
        self.said: dict[str, Any] = directory["said"]
        self._parts = directory["parts"]
        self._data = data

    def bytes(self, name: str) -> bytes:
        """Return a part as it stands."""
        part = self._parts[name]
        return self._data[part["start"] : part["start"] + part["size"]]

    def array(self, name: str) -> Column:
        """Return a column."""
        part = self._parts[name]
        count = int(np.prod(part["shape"], dtype=np.int64))
        dtype, start = np.dtype(part["dtype"]), part["start"]
        array = np.frombuffer(self._data, dtype=dtype, count=count, offset=start)
        return array.reshape(part["shape"]).copy()  # so that the file need not stay in memory

    def texts(self, name: str) -> list[str]:
        """Return texts."""
        part, encoded = self._parts[name], self.bytes(name).decode()
        if part["separator"] is None:
            loaded: list[str] = json.loads(encoded)
            return loaded
        return encoded.split(part["separator"]) if part["count"] else []


def open_column_file(data: bytes) -> ColumnFile | None:
    """Return what a file holds, None when it is damaged or of another form.

    Raises:
        Exception: one of `CORRUPT_FILE_ERRORS`, when the bytes are no such file at all.
    """
    end = len(data) - _FOOT.size
    length, checksum, magic = _FOOT.unpack_from(data, end)
    if magic != _MAGIC or _checksum(data, end) != checksum:
        return None
    held = ColumnFile(data, end - length, end)
    return held if held.said["version"] == CACHE_VERSION else None


def _checksum(data: bytes, end: int) -> int:
    checksum = crc32c(b"")
    for start in range(0, end, _CHUNK_BYTES):
        checksum = crc32c(data[start : min(start + _CHUNK_BYTES, end)], checksum)
    return checksum
