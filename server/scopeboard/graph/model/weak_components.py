"""Weakly connected components of a graph as columns."""

import numpy as np

from scopeboard.arrays import Indices


def weak_components(count: int, source: Indices, target: Indices) -> Indices:
    """Return for each of `count` nodes the lowest node of its component, in either direction.

    Each round hooks every component to a lower neighbour and then shortens all pointers, so that
    the number of rounds grows as the logarithm of the number of nodes.
    """
    lowest = np.arange(count, dtype=np.int32)
    while source.size:
        left, right = lowest[source], lowest[target]
        apart = left != right
        source, target, left, right = source[apart], target[apart], left[apart], right[apart]
        np.minimum.at(lowest, np.maximum(left, right), np.minimum(left, right))
        below = lowest[lowest]
        while not np.array_equal(below, lowest):
            lowest, below = below, below[below]
    return lowest
