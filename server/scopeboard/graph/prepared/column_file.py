"""A file format for columns and texts that loads in milliseconds.

    parts · directory (JSON) · length of the directory · CRC-32C of all bytes before · magic

The directory holds a small JSON header and an entry for each part: its offset and size, and either
dtype and shape or separator and number of texts. The separator of texts occurs in none of them, so
that one call splits them.
"""

import json
import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard import __version__
from scopeboard.events.buffer.crc32c import crc32c

_ENGINE: Final = 23
"""Raise it when a GraphDef yields other columns, groups, names, counts, costs or structures.

Also when a model of another format yields another GraphDef: stored summaries have its identity.
"""

CACHE_VERSION: Final = f"{__version__}, engine {_ENGINE}"
"""The version of cached graphs; files of another version are ignored."""

_MAGIC: Final = b"SBGRAPH3"
_FOOTER: Final = struct.Struct("<II8s")
_SEPARATORS: Final = ("\0", "\n", "\x01", "\x02")
_ALIGNMENT: Final = 8
_CHUNK_BYTES: Final = 1 << 20

Column = NDArray[Any]
CORRUPT_FILE_ERRORS: Final = (ValueError, KeyError, TypeError, IndexError, struct.error)
"""Exceptions of the decoder for bytes of another format."""


class ColumnFileWriter:
    """Encodes a file in pieces: each call returns the next bytes of it."""

    def __init__(self) -> None:
        self._directory: dict[str, dict[str, Any]] = {}
        self._size = 0
        self._checksum = crc32c(b"")

    def add_array(self, name: str, array: Column) -> bytes:
        """Return the bytes of a column of any dtype and shape."""
        entry = {"dtype": array.dtype.str, "shape": list(array.shape)}
        return self.add(name, np.ascontiguousarray(array).tobytes(), entry)

    def add_texts(self, name: str, texts: list[str]) -> bytes:
        """Return the bytes of a list of texts."""
        for separator in _SEPARATORS:
            encoded = separator.join(texts).encode()
            if encoded.count(separator.encode()) == max(len(texts) - 1, 0):
                return self.add(name, encoded, {"separator": separator, "count": len(texts)})
        encoded = json.dumps(texts).encode()
        return self.add(name, encoded, {"separator": None, "count": len(texts)})

    def add(self, name: str, data: bytes, entry: dict[str, Any]) -> bytes:
        """Return the bytes of a part, padded; `entry` describes them in the directory."""
        self._directory[name] = {"start": self._size, "size": len(data), **entry}
        return self._checked(data + bytes(-len(data) % _ALIGNMENT))

    def finish(self, header: dict[str, Any]) -> bytes:
        """Return the last bytes, with a header of small JSON values."""
        header = {**header, "version": CACHE_VERSION}
        # "said" and "parts" are names of the file format.
        directory = json.dumps({"said": header, "parts": self._directory}).encode()
        return self._checked(directory) + _FOOTER.pack(len(directory), self._checksum, _MAGIC)

    def _checked(self, piece: bytes) -> bytes:
        self._size += len(piece)
        self._checksum = crc32c(piece, self._checksum)
        return piece


class ColumnFile:
    """Decodes the parts of a file whose directory is `data[start:end]`."""

    def __init__(self, data: bytes, start: int, end: int) -> None:
        directory = json.loads(data[start:end])
        self.header: dict[str, Any] = directory["said"]
        self._parts = directory["parts"]
        self._data = data

    def bytes(self, name: str) -> bytes:
        """Return the bytes of a part."""
        part = self._parts[name]
        return self._data[part["start"] : part["start"] + part["size"]]

    def array(self, name: str) -> Column:
        """Return a column."""
        part = self._parts[name]
        count = int(np.prod(part["shape"], dtype=np.int64))
        dtype, start = np.dtype(part["dtype"]), part["start"]
        array = np.frombuffer(self._data, dtype=dtype, count=count, offset=start)
        return array.reshape(part["shape"]).copy()  # so that the file's bytes can be freed

    def texts(self, name: str) -> list[str]:
        """Return a list of texts."""
        part, encoded = self._parts[name], self.bytes(name).decode()
        if part["separator"] is None:
            loaded: list[str] = json.loads(encoded)
            return loaded
        return encoded.split(part["separator"]) if part["count"] else []


def open_column_file(data: bytes) -> ColumnFile | None:
    """Return the decoder of a file, None when the file is damaged or of another version.

    Raises:
        Exception: one of `CORRUPT_FILE_ERRORS`, when the bytes have another format.
    """
    end = len(data) - _FOOTER.size
    length, checksum, magic = _FOOTER.unpack_from(data, end)
    actual = crc32c(b"")
    for start in range(0, end, _CHUNK_BYTES):
        actual = crc32c(data[start : min(start + _CHUNK_BYTES, end)], actual)
    if magic != _MAGIC or actual != checksum:
        return None
    file = ColumnFile(data, end - length, end)
    return file if file.header["version"] == CACHE_VERSION else None
