"""Passes over a tree, one depth at a time: totals of subtrees, and values inherited from above.

All rows of one depth are processed by one call of NumPy, so that a pass takes as many calls as the
tree is deep and time in proportion to its rows.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Indices

Column = TypeVar("Column", bound=NDArray[Any])


def depth_levels(depth: Indices, detached: int | None = None) -> list[Indices]:
    """Return the rows at each depth, the root's first.

    Args:
        depth: the depth of each row, 0 for the root.
        detached: a row to omit, so that the total of its parent does not include it.
    """
    levels = np.split(np.argsort(depth, kind="stable"), np.cumsum(np.bincount(depth))[:-1])
    return levels if detached is None else [rows[rows != detached] for rows in levels]


def fold_subtrees(
    parent: Indices, levels: list[Indices], column: Column, combine: np.ufunc = np.add
) -> Column:
    """Return for each row its entry combined with the entries of all rows below it.

    Args:
        parent: the parent of each row.
        levels: the rows at each depth: see `depth_levels`.
        column: an entry for each row that `levels` holds or that is a parent of one.
        combine: a commutative ufunc of two operands.
    """
    total = column.copy()
    for rows in reversed(levels[1:]):
        combine.at(total, parent[rows], total[rows])
    return total


def inherit(
    parent: Indices, levels: list[Indices], column: Column, combine: np.ufunc = np.add
) -> Column:
    """Return for each row its entry combined with the entries of all rows above it."""
    total = column.copy()
    for rows in levels[1:]:
        total[rows] = combine(total[rows], total[parent[rows]])
    return total
