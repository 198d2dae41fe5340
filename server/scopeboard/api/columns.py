"""Columns in binary: what JSON says in words, carried as it is in memory.

    u32 length of the header · header (JSON, padded with spaces) · columns

All little-endian. The header is the JSON answer with each column replaced by
`{"dtype": "<f8", "offset": bytes, "length": elements}`. Offsets count from the end of the header,
so that what it says does not hang on its length. That end and all offsets are multiples of 8, so
that a browser can view the columns without copying them.
"""

import json
import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BINARY: Final = "application/octet-stream"
_LENGTH_BYTES: Final = 4
_ALIGNMENT: Final = 8


def packed(answer: dict[str, Any]) -> bytes:
    """Return an answer whose arrays (int64 and float64, at any depth) are carried in binary."""
    columns = _Columns()
    header = json.dumps(columns.taken_out_of(answer), separators=(",", ":")).encode()
    header += b" " * (-(_LENGTH_BYTES + len(header)) % _ALIGNMENT)
    return b"".join([struct.pack("<I", len(header)), header, *columns.data])


class _Columns:
    """The columns taken out of an answer; the next one will stand at `_offset`."""

    def __init__(self) -> None:
        self.data: list[memoryview] = []
        self._offset = 0

    def taken_out_of(self, part: Any) -> Any:  # noqa: ANN401 - any JSON value, or an array
        """Return `part` with each array replaced by its description."""
        if isinstance(part, dict):
            return {key: self.taken_out_of(item) for key, item in part.items()}
        if isinstance(part, list):
            return [self.taken_out_of(item) for item in part]
        return self._add(part) if isinstance(part, np.ndarray) else part

    def _add(self, column: NDArray[Any]) -> dict[str, str | int]:
        column = np.ascontiguousarray(column, column.dtype.newbyteorder("<"))
        offset = self._offset
        self._offset += column.nbytes
        self.data.append(column.data)
        return {"dtype": column.dtype.str, "offset": offset, "length": len(column)}
