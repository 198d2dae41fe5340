"""A structured array that grows at the end, and distinct values without `np.unique`."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.schema import Rows

T = TypeVar("T", bound=np.integer)


class GrowableArray:
    """Rows of one dtype; a row keeps its index.

    Growing allocates a new array of 3/2 the size, so earlier views stay valid.
    """

    def __init__(self, dtype: np.dtype[np.void]) -> None:
        self._array = np.empty(0, dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def rows(self) -> Rows:
        """All rows, as a writable view."""
        return self._array[: self._length]

    def extend(self, rows: Rows) -> None:
        """Append rows."""
        self.extend_by(len(rows))[:] = rows

    def extend_by(self, count: int) -> Rows:
        """Append `count` rows of zeros; return a view of them."""
        first, length = self._length, self._length + count
        if length > len(self._array):
            self.reserve(max(length, len(self._array) * 3 // 2))
        self._length = length
        return self._array[first:length]

    def reserve(self, length: int) -> None:
        """Allocate memory for `length` rows; unused rows take no physical memory."""
        grown = np.zeros(length, self._array.dtype)
        grown[: self._length] = self.rows
        self._array = grown

    def replace(self, rows: Rows) -> None:
        """Replace all rows."""
        self._array = np.array(rows, self._array.dtype)
        self._length = len(rows)


def distinct(numbers: NDArray[T]) -> NDArray[T]:
    """Return the distinct values of `numbers` [n], ascending.

    `np.unique` does the same, but imports NumPy's masked arrays first: a hundredth of a second
    and two megabytes in each process, on the path of every start.
    """
    ordered = np.sort(numbers)
    is_first = np.ones(len(ordered), np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return ordered[is_first]
