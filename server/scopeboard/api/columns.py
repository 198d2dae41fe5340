"""Columns in binary: what JSON says in words, carried as it is in memory.

    u32 length of the header · header (JSON, padded with spaces) · columns

All little-endian. The header is the JSON answer with each column replaced by
`{"dtype": "<f8", "offset": bytes, "length": elements}`; offsets count from the start of the body
and are multiples of 8, so that a browser can view the columns without copying them.
"""

import json
import struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BINARY: Final = "application/octet-stream"
_ALIGNMENT: Final = 8
_OFFSET_DIGITS: Final = 16  # room left in the header for each offset to grow into


def packed(answer: dict[str, Any]) -> bytes:
    """Return an answer whose arrays (int64 and float64, at any depth) are carried in binary."""
    draft = _Packing(0)
    size = len(_header(draft.described(answer)))
    start = _aligned(4 + size + _OFFSET_DIGITS * len(draft.columns))
    packing = _Packing(start)
    header = _header(packing.described(answer)).ljust(start - 4)
    return b"".join([struct.pack("<I", len(header)), header, *packing.columns])


class _Packing:
    """The columns taken out of an answer; the next one will stand at `offset`."""

    def __init__(self, offset: int) -> None:
        self.columns: list[bytes] = []
        self._offset = offset

    def described(self, part: Any) -> Any:  # noqa: ANN401 - any JSON value, or an array
        """Return `part` with each array replaced by its description."""
        if isinstance(part, dict):
            return {key: self.described(item) for key, item in part.items()}
        if isinstance(part, list):
            return [self.described(item) for item in part]
        return self._taken(part) if isinstance(part, np.ndarray) else part

    def _taken(self, column: NDArray[Any]) -> dict[str, str | int]:
        column = column.astype(column.dtype.newbyteorder("<"), copy=False)
        offset = self._offset
        self._offset = _aligned(offset + column.nbytes)
        self.columns.append(column.tobytes())
        return {"dtype": column.dtype.str, "offset": offset, "length": len(column)}


def _header(described: dict[str, Any]) -> bytes:
    return json.dumps(described, separators=(",", ":")).encode()


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
