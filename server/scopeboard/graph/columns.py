"""The column types of the graph engine and the two operations on them that NumPy lacks."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.signedinteger[Any]]
"""Rows of other columns, or codes; -1 means none. Kept as int32, int8 for codes of few values."""
Amounts = NDArray[np.int64]
"""Counts, elements or bytes; -1 means unknown."""
Flags = NDArray[np.bool_]


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
    """Return where each group starts in a column sorted by `groups`; one entry more than groups."""
    counts = np.bincount(groups, minlength=group_count)
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int32)


def ranges(first: Indices, end: Indices) -> Amounts:
    """Return `first[0]` to `end[0]`, then `first[1]` to `end[1]`, and so on, as one column."""
    size = end.astype(np.int64) - first
    before = np.cumsum(size) - size
    column: Amounts = np.arange(int(size.sum())) + np.repeat(first - before, size)
    return column
