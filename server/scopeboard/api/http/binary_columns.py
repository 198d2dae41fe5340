"""Columns in binary: what JSON says in words, carried as it is in memory.

    u32 length of the header · header (JSON, padded with spaces) · columns

All little-endian. The header is the JSON answer with each column replaced by
`{"dtype": "<f8", "offset": bytes, "length": elements}`. Offsets count from the end of the header,
so that what it says does not hang on its length. That end and all offsets are multiples of 8, so
that a browser can view the columns without copying them.
"""

import struct
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BINARY: Final = "application/octet-stream"
_LENGTH_BYTES: Final = 4
_ALIGNMENT: Final = 8


class Columns:
    """Columns one after another, each of which many series share."""

    def __init__(self) -> None:
        self._data: list[memoryview] = []
        self._length = 0

    def add(
        self, column: NDArray[Any], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> Iterator[bytes]:
        """Add a column; return, as JSON, where the part of each series stands.

        Args:
            column: [n].
            starts: [series], where each part begins.
            ends: [series], where it ends.
        """
        column = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        self._data.append(column.data)
        place = b'{"dtype":"%b","offset":%%d,"length":%%d}' % column.dtype.str.encode()
        offsets = self._length + column.itemsize * starts
        self._length += column.nbytes
        self._align()
        lengths = ends - starts
        return map(place.__mod__, zip(offsets.tolist(), lengths.tolist(), strict=True))

    def _align(self) -> None:
        if padding := -self._length % _ALIGNMENT:
            self._data.append(memoryview(bytes(padding)))
            self._length += padding

    def body(self, header: bytes) -> bytes:
        """Return the answer that `header` is in JSON, with the columns that have been added."""
        header += b" " * (-(_LENGTH_BYTES + len(header)) % _ALIGNMENT)
        return b"".join([struct.pack("<I", len(header)), header, *self._data])
