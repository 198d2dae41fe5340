"""A segment: the part of a series that one event file wrote, as columns that grow."""

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.batch import BlobColumns, Columns

C = TypeVar("C", Columns, BlobColumns)


class Segment(Generic[C]):
    """Columns that grow at the end.

    One thread appends while others read. The length is published after the rows are written and
    filled rows never change, so a reader sees a prefix that is whole without taking a lock.
    """

    def __init__(self, columns: C) -> None:
        self._type: type[C] = type(columns)
        self._arrays: tuple[NDArray[Any], ...] = tuple(columns)
        self._length = len(columns.step)

    def append(self, columns: C) -> None:
        """Add rows behind those that are there."""
        length = self._length + len(columns.step)
        if length > len(self._arrays[0]):
            self._arrays = tuple(_grown(array, self._length, length) for array in self._arrays)
        for array, added in zip(self._arrays, columns, strict=True):
            array[self._length : length] = added
        self._length = length

    def __len__(self) -> int:
        return self._length

    def read(self) -> C:
        """Return all rows so far, as views that never change."""
        length = self._length
        return self._type._make(array[:length] for array in self._arrays)


def _grown(array: NDArray[Any], filled: int, needed: int) -> NDArray[Any]:
    """Return a copy with room for `needed` rows and half as many again."""
    grown = np.empty(needed + needed // 2, array.dtype)
    grown[:filled] = array[:filled]
    return grown
