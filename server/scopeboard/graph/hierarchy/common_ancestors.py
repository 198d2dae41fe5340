"""Where the two ends of edges meet in the tree of scopes, for all edges at once.

The rows of a tree are lifted by powers of two, so that the number of steps is the logarithm of the
tree's depth, however deep it is; each step is a look-up for all edges.
"""

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.name_scopes import ROOT


def row_depths(parent: Indices) -> Indices:
    """Return how many rows stand above each; the root, row 0, is its own parent."""
    depth: Indices = (np.arange(parent.size) != ROOT).astype(np.int32)
    above = parent
    while above.any():
        depth += depth[above]
        above = above[above]
    return depth


def scope_heights(parent: Indices, op: Indices) -> Indices:
    """Return 0 for ops, and for scopes one more than for the highest row inside."""
    height = np.where(op < 0, 1, 0).astype(np.int32)
    depth = row_depths(parent)
    by_depth = np.argsort(depth, kind="stable")
    ends = np.cumsum(np.bincount(depth, minlength=1))
    for level in range(ends.size - 1, 0, -1):
        rows = by_depth[ends[level - 1] : ends[level]]
        np.maximum.at(height, parent[rows], height[rows] + 1)
    return height


def lift_to_siblings(
    parent: Indices, depth: Indices, left: Indices, right: Indices
) -> tuple[Indices, Indices]:
    """Follow pairs of rows upwards until both are children of the lowest scope that holds both.

    Args:
        parent: the row above each row, the root its own.
        depth: see `row_depths`.
        left: one row of each pair.
        right: the other, neither inside the other; it may be the same.

    Returns:
        The rows below the scope where each pair meets; a pair of equals as it is.
    """
    jumps = [parent]
    while 1 << len(jumps) <= int(depth.max(initial=0)):
        jumps.append(jumps[-1][jumps[-1]])
    level = np.minimum(depth[left], depth[right])
    left = _lift_to_level(jumps, depth, left, level)
    right = _lift_to_level(jumps, depth, right, level)
    for jump in reversed(jumps):
        apart = jump[left] != jump[right]
        left, right = np.where(apart, jump[left], left), np.where(apart, jump[right], right)
    return left, right


def _lift_to_level(jumps: list[Indices], depth: Indices, rows: Indices, level: Indices) -> Indices:
    """Follow each row upwards to the ancestor at a given depth."""
    for power, jump in enumerate(jumps):
        goes = ((depth[rows] - level) >> power) & 1 == 1
        if goes.any():
            rows = np.where(goes, jump[rows], rows)
    return rows
