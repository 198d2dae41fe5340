"""A structured array that grows at the end, and distinct values without `np.unique`."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.format.schema import Rows

T = TypeVar("T", bound=np.integer)


class GrowableArray:
    """Rows of one type; what was added keeps its number.

    Room is made for half as many rows again, in a new array: a view taken before stays whole.
    """

    def __init__(self, dtype: np.dtype[np.void]) -> None:
        self._array = np.empty(0, dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def rows(self) -> Rows:
        """All rows, as a view; writing to it changes them."""
        return self._array[: self._length]

    def extend(self, rows: Rows) -> None:
        """Add rows at the end."""
        length = self._length + len(rows)
        self._grow(length)
        self._array[self._length : length] = rows
        self._length = length

    def extend_by(self, count: int) -> Rows:
        """Add rows of zeros at the end; return them as a view."""
        first, length = self._length, self._length + count
        self._grow(length)
        self._length = length
        return self._array[first:length]

    def _grow(self, length: int) -> None:
        if length > len(self._array):
            self.reserve(max(length, len(self._array) * 3 // 2))

    def reserve(self, length: int) -> None:
        """Make room for so many rows; what is not used of it takes no memory."""
        grown = np.zeros(length, self._array.dtype)
        grown[: self._length] = self.rows
        self._array = grown

    def replace(self, rows: Rows) -> None:
        """Hold `rows` and no others."""
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
