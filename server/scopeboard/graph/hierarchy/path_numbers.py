"""Numbers at the ends of paths, for a hundred thousand paths at once.

A label without digits followed by digits is a prefix and a number. The numbers are found in the
bytes of the concatenated paths; only a path that has a number is cut as text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.hierarchy.path_hashes import concatenate_names

_ZERO: Final = ord("0")
_SLASH: Final = ord("/")
_MAX_DIGITS: Final = 15  # TensorBoard takes any; its numbers are exact up to here


@dataclass(frozen=True, slots=True)
class PathNumbers:
    """The count of digits of each path's number [paths], 0 for a path without, and the number."""

    digits: Indices
    number: Amounts

    def prefix(self, row: int, path: str) -> str:
        """Return the path in a row without its number."""
        return path[: len(path) - int(self.digits[row])]


def find_numbers(paths: Sequence[str]) -> PathNumbers:
    """Return the numbers at the ends of paths, 0 for a path without."""
    data, length = concatenate_names(paths)
    ends = np.cumsum(length)
    digits = _count_digits(data, ends - length, ends)
    number = np.zeros(ends.size, dtype=np.int64)
    for distance in range(int(digits.max(initial=0)), 0, -1):
        rows = np.flatnonzero(digits >= distance)
        number[rows] = number[rows] * 10 + (data[ends[rows] - distance] - np.uint8(_ZERO))
    return PathNumbers(digits, number)


def _count_digits(data: NDArray[np.uint8], starts: Amounts, ends: Amounts) -> Indices:
    """Return the number of digits at the end of each path.

    0 for a path whose label has digits before these too, and for more than `_MAX_DIGITS`.
    """
    is_digit = data - np.uint8(_ZERO) < 10
    count = np.zeros(ends.size, dtype=np.int32)
    rows = np.flatnonzero(starts < ends)
    for distance in range(1, _MAX_DIGITS + 2):
        rows = rows[is_digit[ends[rows] - distance]]
        count[rows] = distance
        rows = rows[starts[rows] < ends[rows] - distance]
    count[count > _MAX_DIGITS] = 0
    rows = np.flatnonzero(count)
    slashes = np.append(np.flatnonzero(data == _SLASH), -1)
    after_slash = slashes[np.searchsorted(slashes[:-1], ends[rows]) - 1] + 1
    labels = np.maximum(starts[rows], after_slash)
    firsts = ends[rows] - count[rows]
    longer = np.flatnonzero(labels < firsts)
    # Every other of these sums is over a label without its number.
    bounds = np.stack((labels[longer], firsts[longer]), axis=1).ravel()
    digits_before = (
        np.add.reduceat(is_digit, bounds, dtype=np.int64)[::2] if bounds.size else bounds
    )
    count[rows[longer[digits_before > 0]]] = 0
    return count
