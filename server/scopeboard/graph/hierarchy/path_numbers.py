"""Numbers at the ends of paths, for a hundred thousand paths at once.

A label of no digits followed by digits is a prefix and a number. The ends are found in the bytes
of all paths end to end; a text is cut only for a path that has a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.path_hashes import concatenate_names

_ZERO: Final = ord("0")
_SLASH: Final = ord("/")
_MAX_DIGITS: Final = 15  # TensorBoard takes any; beyond these, its numbers are no longer exact


@dataclass(frozen=True, slots=True)
class PathNumbers:
    """How many digits of each path [paths] are its number, 0 when it has none, and the number."""

    digits: Indices
    number: Amounts

    def prefix(self, row: int, path: str) -> str:
        """Return the path in a row up to its number."""
        return path[: len(path) - int(self.digits[row])]


def find_numbers(paths: Sequence[str]) -> PathNumbers:
    """Return the numbers at the ends of paths, each 0 where there is none."""
    data, length = concatenate_names(paths)
    ends = np.cumsum(length)
    digits = _digits_at_end(data, ends - length, ends)
    return PathNumbers(digits, _numbers(data, ends, digits))


def _digits_at_end(data: NDArray[np.uint8], starts: Amounts, ends: Amounts) -> Indices:
    """Return how many digits end each path, 0 where its label has digits before them as well."""
    is_digit = data - np.uint8(_ZERO) < 10
    count = _count_at_end(is_digit, starts, ends)
    count[count > _MAX_DIGITS] = 0
    rows = np.flatnonzero(count)
    labels = np.maximum(starts[rows], _after_last_slash(data, ends[rows]))
    firsts = ends[rows] - count[rows]
    longer = np.flatnonzero(labels < firsts)
    # The sums of every other part are those of the labels up to their numbers.
    bounds = np.stack((labels[longer], firsts[longer]), axis=1).ravel()
    digits_before = (
        np.add.reduceat(is_digit, bounds, dtype=np.int64)[::2] if bounds.size else bounds
    )
    count[rows[longer[digits_before > 0]]] = 0
    return count


def _count_at_end(is_digit: Flags, starts: Amounts, ends: Amounts) -> Indices:
    """Return how many digits end each path, at most one more than a number may have."""
    count = np.zeros(ends.size, dtype=np.int32)
    rows = np.flatnonzero(starts < ends)
    for place in range(1, _MAX_DIGITS + 2):
        rows = rows[is_digit[ends[rows] - place]]
        count[rows] = place
        rows = rows[starts[rows] < ends[rows] - place]
    return count


def _after_last_slash(data: NDArray[np.uint8], ends: Amounts) -> Amounts:
    """Return the place after the last slash before each end, 0 where there is none."""
    slashes = np.append(np.flatnonzero(data == _SLASH), -1)
    after: Amounts = slashes[np.searchsorted(slashes[:-1], ends) - 1] + 1
    return after


def _numbers(data: NDArray[np.uint8], ends: Amounts, digits: Indices) -> Amounts:
    number = np.zeros(ends.size, dtype=np.int64)
    for place in range(int(digits.max(initial=0)), 0, -1):
        rows = np.flatnonzero(digits >= place)
        number[rows] = number[rows] * 10 + (data[ends[rows] - place] - np.uint8(_ZERO))
    return number
