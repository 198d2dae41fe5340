"""Topological levels of a graph as columns: the length of the longest path to each node.

Kahn's algorithm, one level at a time. Nodes on a cycle, and all nodes after one, have no level; nor
do nodes deeper than `MAX_LEVELS`, which bounds the steps for a path through a hundred
thousand nodes.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Indices, offsets, ranges

MAX_LEVELS: Final = 2048
NO_LEVEL: Final = -1


def topological_levels(
    count: int, source: Indices, target: Indices, most: int = MAX_LEVELS
) -> Indices:
    """Return the level of each node, 0 without incoming edges, `NO_LEVEL` for none.

    Args:
        count: the number of nodes.
        source: the nodes that edges leave.
        target: those that they enter.
        most: the number of levels, in place of `MAX_LEVELS`; each takes some 15 µs.
    """
    by_source = np.argsort(source, kind="stable")
    targets, first = target[by_source], offsets(source[by_source], count)
    missing = np.bincount(target, minlength=count)
    levels = np.full(count, NO_LEVEL, dtype=np.int32)
    front = np.flatnonzero(missing == 0)
    last_index = np.empty(count, dtype=np.int64)  # scratch space to remove repeats
    for level in range(most):
        levels[front] = level
        reached = targets[ranges(first[front], first[front + 1])]
        if reached.size == 0:
            break
        np.subtract.at(missing, reached, 1)
        front = reached[missing[reached] == 0]
        index = np.arange(front.size)
        last_index[front] = index
        front = front[last_index[front] == index]
    return levels
