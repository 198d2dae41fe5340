"""Columns in binary: what JSON says in words, carried as it is in memory.

    u32 length of the header · header (JSON, padded with spaces) · columns

All little-endian. The header is the JSON answer with each column replaced by
`{"dtype": "<f8", "offset": bytes, "length": elements}`. Offsets count from the end of the header,
so that what it says does not hang on its length. That end and all offsets are multiples of 8, so
that a browser can view the columns without copying them.
"""

import struct
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

BINARY: Final = "application/octet-stream"
_LENGTH_BYTES: Final = 4
_ALIGNMENT: Final = 8

Place = dict[str, str | int]
"""Where a column stands."""


class Columns:
    """Columns (int64 and float64) one after another, each of which many series share."""

    def __init__(self) -> None:
        self._data: list[memoryview] = []
        self._length = 0

    def add(self, column: NDArray[Any], ends: NDArray[np.int64]) -> list[Place]:
        """Add a column; return where the part of each series stands, of which `ends` tells."""
        column = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        self._data.append(column.data)
        first, dtype, size = self._length, column.dtype.str, column.itemsize
        self._length += column.nbytes
        starts = np.append(0, ends[:-1])
        return [
            {"dtype": dtype, "offset": offset, "length": length}
            for offset, length in zip(
                (first + size * starts).tolist(), (ends - starts).tolist(), strict=True
            )
        ]

    def body(self, header: dict[str, Any]) -> bytes:
        """Return an answer whose columns have been added."""
        words = orjson.dumps(header)
        words += b" " * (-(_LENGTH_BYTES + len(words)) % _ALIGNMENT)
        return b"".join([struct.pack("<I", len(words)), words, *self._data])
