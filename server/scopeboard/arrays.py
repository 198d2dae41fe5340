"""Types of columns, and the operations on columns that NumPy lacks.

A column is an array of one dimension. Columns of the same table have the same length, and entry `i`
of each belongs to row `i`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Hashes = NDArray[np.uint64]
"""64-bit hashes; arithmetic on them is modulo 2**64."""
Indices = NDArray[np.signedinteger[Any]]
"""Rows of other columns, or codes; -1 means none. Stored as int32, int8 for codes of few values."""
Amounts = NDArray[np.int64]
"""Counts, elements or bytes; -1 means unknown."""


def join(left: Indices, right: Indices) -> tuple[Indices, Indices]:
    """Match equal keys, each with each.

    Args:
        left: keys, any order.
        right: keys, any order.

    Returns:
        Two columns of the same length: rows of `left` and the rows of `right` they match,
        ordered by the row of `left`, then by the row of `right`.
    """
    order = np.argsort(right, kind="stable")
    keys = right[order]
    first = np.searchsorted(keys, left, side="left")
    matches = np.searchsorted(keys, left, side="right") - first
    left_rows = np.repeat(np.arange(left.size), matches)
    within = np.arange(left_rows.size) - np.repeat(np.cumsum(matches) - matches, matches)
    return left_rows, order[np.repeat(first, matches) + within]


def offsets(groups: Indices, group_count: int) -> Indices:
    """Return the start of each group in a column sorted by `groups`; one entry more than groups.

    Args:
        groups: the group of each row, 0 to `group_count - 1`, any order.
        group_count: the number of groups.
    """
    counts = np.bincount(groups, minlength=group_count)
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int32)


def ranges(first: Indices, end: Indices) -> Amounts:
    """Return `first[0]` to `end[0]`, then `first[1]` to `end[1]`, and so on, as one column.

    Each range includes `first` and excludes `end`, which is not less than `first`.
    """
    size = end.astype(np.int64) - first
    before = np.cumsum(size) - size
    column: Amounts = np.repeat(first - before, size)
    column += np.arange(column.size)
    return column
