"""Topological levels of a graph held as columns: the longest path that leads to each node.

Kahn's algorithm, a whole level at a time. Nodes on a cycle, and all that lies behind one, have no
level; nor do nodes deeper than `MAX_LEVELS`, so that a path through a hundred thousand nodes takes
no hundred thousand steps.
"""

from typing import Final

import numpy as np

from scopeboard.arrays import Indices, offsets, ranges

MAX_LEVELS: Final = 2048
NO_LEVEL: Final = -1


def topological_levels(count: int, source: Indices, target: Indices) -> Indices:
    """Return the level of each of `count` nodes, 0 where no edge ends, `NO_LEVEL` for none."""
    by_source = np.argsort(source, kind="stable")
    targets, first = target[by_source], offsets(source[by_source], count)
    missing = np.bincount(target, minlength=count)
    levels = np.full(count, NO_LEVEL, dtype=np.int32)
    front = np.flatnonzero(missing == 0)
    place = np.empty(count, dtype=np.int64)
    for level in range(MAX_LEVELS):
        levels[front] = level
        reached = targets[ranges(first[front], first[front + 1])]
        if reached.size == 0:
            break
        np.subtract.at(missing, reached, 1)
        front = _distinct(reached[missing[reached] == 0], place)
    return levels


def _distinct(nodes: Indices, place: Indices) -> Indices:
    """Return each node once; `place` is scratch space with an entry for each node there is."""
    numbers = np.arange(nodes.size)
    place[nodes] = numbers
    kept: Indices = nodes[place[nodes] == numbers]
    return kept
