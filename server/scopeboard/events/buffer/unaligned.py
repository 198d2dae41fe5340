"""Reading numbers, and rows of bytes, at any offsets of a buffer in one NumPy call each.

NumPy reads through a view whose stride is one byte, so that element i is the number that starts
at byte i. Zeros stand behind the buffer, which makes every offset in it good for a read of up to
`PADDING` bytes.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

PADDING: Final = 2048

Offsets = NDArray[np.int64]


class Unaligned:
    """A copy of `buffer` (uint8 [n]) to read from; `data` are its bytes and the zeros behind."""

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
        """Return a structure of `dtype` from each offset: quicker than a gather for each field."""
        return self._view(f"V{dtype.itemsize}")[offsets].view(dtype)

    def rows(self, offsets: Offsets, width: int) -> NDArray[np.uint64]:
        """Return uint64 [len(offsets), width // 8]: `width` bytes from each offset on."""
        return self._view(f"V{width}")[offsets].view("<u8").reshape(len(offsets), width // 8)

    def _view(self, dtype: str) -> NDArray[Any]:
        count = len(self.data) - np.dtype(dtype).itemsize + 1
        return np.ndarray((count,), dtype, self.data, strides=(1,))
