"""Numbers at the ends of paths, for a hundred thousand paths at once.

A label of no digits followed by digits is a prefix and a number. The ends are found in the bytes
of all paths end to end; a text is cut only for a path that has a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.graph.columns import Amounts, Indices
from scopeboard.graph.path_hashes import end_to_end

_ZERO: Final = ord("0")
_SLASH: Final = ord("/")
_MAX_DIGITS: Final = 15  # TensorBoard takes any; beyond these, its numbers are no longer exact


@dataclass(frozen=True, slots=True)
class NumberedPaths:
    """How many digits of each path [paths] are its number, 0 when it has none, and the number."""

    digits: Indices
    number: Amounts

    def prefix(self, row: int, path: str) -> str:
        """Return the path in a row up to its number."""
        return path[: len(path) - int(self.digits[row])]


def find_numbers(paths: Sequence[str]) -> NumberedPaths:
    """Return the numbers at the ends of paths, each 0 where there is none."""
    data, length = end_to_end(paths)
    ends = np.cumsum(length)
    digits = _digits_at_end(data, ends - length, ends)
    return NumberedPaths(digits, _numbers(data, ends, digits))


def _digits_at_end(data: NDArray[np.uint8], starts: Amounts, ends: Amounts) -> Indices:
    """Return how many digits end each path, 0 where its label has digits before them as well."""
    is_digit = data - np.uint8(_ZERO) < 10
    others = np.flatnonzero(~is_digit)
    first = np.maximum(_last_before(others, ends) + 1, starts)
    label = np.maximum(_last_before(np.flatnonzero(data == _SLASH), ends) + 1, starts)
    digits_before = np.concatenate(([0], np.cumsum(is_digit, dtype=np.int64)))
    count = ends - first
    count[(count > _MAX_DIGITS) | (digits_before[first] > digits_before[label])] = 0
    return count.astype(np.int32)


def _last_before(places: Amounts, bounds: Amounts) -> Amounts:
    """Return the last of the sorted places before each bound, -1 where there is none."""
    last: Amounts = np.append(places, -1)[np.searchsorted(places, bounds) - 1]
    return last


def _numbers(data: NDArray[np.uint8], ends: Amounts, digits: Indices) -> Amounts:
    number = np.zeros(ends.size, dtype=np.int64)
    for place in range(int(digits.max(initial=0)), 0, -1):
        rows = np.flatnonzero(digits >= place)
        number[rows] = number[rows] * 10 + (data[ends[rows] - place] - np.uint8(_ZERO))
    return number
