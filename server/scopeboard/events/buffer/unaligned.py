"""Numbers and rows of bytes at any offsets of a buffer, in one NumPy call each.

The views have a stride of one byte, so that element i is the number that starts at byte i. Zeros
follow the buffer, so that up to `PADDING` bytes can be read at every offset in it.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

PADDING: Final = 2048

Offsets = NDArray[np.int64]


class Unaligned:
    """A copy of `buffer` (uint8 [n]) with views of it; `data` are its bytes and the zeros after."""

    __slots__ = ("data", "size", "u8", "u16", "u32", "u64")

    def __init__(self, buffer: NDArray[np.uint8]) -> None:
        self.data = b"".join((np.ascontiguousarray(buffer).data, bytes(PADDING)))
        self.size = len(buffer)
        self.u8: NDArray[np.uint8] = self._view("u1")
        self.u16: NDArray[np.uint16] = self._view("<u2")
        self.u32: NDArray[np.uint32] = self._view("<u4")
        self.u64: NDArray[np.uint64] = self._view("<u8")

    def words(self, size: int) -> NDArray[Any]:
        """Return the view of unsigned integers of `size` bytes."""
        views: dict[int, NDArray[Any]] = {1: self.u8, 2: self.u16, 4: self.u32, 8: self.u64}
        return views[size]

    def structures(self, offsets: Offsets, dtype: np.dtype[Any]) -> NDArray[Any]:
        """Return a structure of `dtype` at each offset: faster than a gather for each field."""
        return self._view(f"V{dtype.itemsize}")[offsets].view(dtype)

    def rows(self, offsets: Offsets, width: int) -> NDArray[np.uint64]:
        """Return uint64 [len(offsets), width // 8]: `width` bytes at each offset."""
        return self._view(f"V{width}")[offsets].view("<u8").reshape(len(offsets), width // 8)

    def _view(self, dtype: str) -> NDArray[Any]:
        count = len(self.data) - np.dtype(dtype).itemsize + 1
        return np.ndarray((count,), dtype, self.data, strides=(1,))
