"""Lowest common ancestors in the scope tree, for the ends of all edges at once.

Jump pointers: rows climb by powers of two, so that the number of steps is the logarithm of the
tree's depth; each step is a look-up for all edges.
"""

import numpy as np

from scopeboard.arrays import Indices


def climb_to_siblings(
    parent: Indices, depth: Indices, left: Indices, right: Indices
) -> tuple[Indices, Indices]:
    """Replace pairs of rows by their ancestors below the lowest scope that holds both.

    Args:
        parent: the parent of each row, the root its own.
        depth: the depth of each row, 0 for the root.
        left: one row of each pair.
        right: the other, neither inside the other; it may be the same.

    Returns:
        Two siblings for each pair; a pair of equal rows is unchanged.
    """
    jumps = [parent]
    while 1 << len(jumps) <= int(depth.max(initial=0)):
        jumps.append(jumps[-1][jumps[-1]])
    level = np.minimum(depth[left], depth[right])
    ends = []
    for rows in (left, right):
        climbed = rows
        for power, jump in enumerate(jumps):
            climbs = ((depth[climbed] - level) >> power) & 1 == 1
            if climbs.any():
                climbed = np.where(climbs, jump[climbed], climbed)
        ends.append(climbed)
    left, right = ends
    for jump in reversed(jumps):
        apart = jump[left] != jump[right]
        left, right = np.where(apart, jump[left], left), np.where(apart, jump[right], right)
    return left, right
