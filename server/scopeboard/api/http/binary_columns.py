"""Binary columns: numbers as they are in memory, after a header in JSON.

    u32 length of the header · header (JSON, padded with spaces) · columns

All little-endian. The header is the JSON answer with each column replaced by
`{"dtype": "<f8", "offset": bytes, "length": elements}`. Offsets count from the end of the header,
so that they do not depend on its length. That end and all offsets are multiples of 8, so that a
browser can view the columns without copying them.
"""

import json
import struct
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BINARY: Final = "application/octet-stream"
_LENGTH_BYTES: Final = 4
_ALIGNMENT: Final = 8


class Columns:
    """The columns of one body, each shared by many series."""

    def __init__(self) -> None:
        self._data: list[memoryview] = []
        self._length = 0

    def add(
        self, column: NDArray[Any], starts: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> Iterator[bytes]:
        """Add a column; return a reference to the rows of each series, as JSON.

        Args:
            column: [n].
            starts: [series], the first row of each series.
            ends: [series], the row after its last one.
        """
        column = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        self._data.append(column.data)
        reference = b'{"dtype":"%b","offset":%%d,"length":%%d}' % column.dtype.str.encode()
        offsets = self._length + column.itemsize * starts
        self._length += column.nbytes
        if padding := -self._length % _ALIGNMENT:
            self._data.append(memoryview(bytes(padding)))
            self._length += padding
        lengths = ends - starts
        return map(reference.__mod__, zip(offsets.tolist(), lengths.tolist(), strict=True))

    def add_whole(self, column: NDArray[Any]) -> dict[str, Any]:
        """Add a column that no others share; return the reference to it, as a value of JSON."""
        (reference,) = self.add(column, np.array([0]), np.array([len(column)]))
        found: dict[str, Any] = json.loads(reference)
        return found

    def body(self, header: bytes) -> bytes:
        """Return the body of a header in JSON and of the added columns."""
        header += b" " * (-(_LENGTH_BYTES + len(header)) % _ALIGNMENT)
        return b"".join([struct.pack("<I", len(header)), header, *self._data])


def read_columns(body: bytes) -> Any:  # noqa: ANN401 - of any form
    """Return the header of a body, with each column in its place.

    Raises:
        ValueError: the body is damaged.
    """
    if len(body) < _LENGTH_BYTES:
        raise ValueError("The body is truncated.")
    (length,) = struct.unpack_from("<I", body)
    start = _LENGTH_BYTES + length

    def column_of(value: dict[str, Any]) -> object:
        if value.keys() != {"dtype", "offset", "length"}:
            return value
        dtype, place = np.dtype(value["dtype"]), start + value["offset"]
        return np.frombuffer(body, dtype, value["length"], place)

    return json.loads(body[_LENGTH_BYTES:start], object_hook=column_of)
