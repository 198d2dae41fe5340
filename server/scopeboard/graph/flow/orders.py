"""Topological orders in which what belongs together stands together."""

from typing import Final

import numpy as np

from scopeboard.arrays import Indices, offsets
from scopeboard.graph.model.topological_levels import NO_LEVEL, topological_levels

_FAR: Final = 0.25
"""A node whose readers are so far apart, as a share of the longest path, serves many blocks."""


def flow_orders(label: Indices, source: Indices, target: Indices) -> list[Indices]:
    """Return orders in which each edge leads forward; none if there is a cycle.

    The first is the order of appearance, if all edges lead forward in it: exporters write one layer
    after the other. The second depends on labels and edges alone: every node comes right after what
    it reads. What serves many blocks, such as a mask, comes before them, and not in the first that
    reads it, which would be unlike the others.

    Args:
        label: of each node; nodes are numbered in order of appearance.
        source: the nodes that edges leave.
        target: those that they enter.
    """
    count = label.size
    level = topological_levels(count, source, target, most=count)
    if not count or (level == NO_LEVEL).any():
        return []
    pulled = _pulled_order(label, source, target, level)
    return [np.arange(count), pulled] if bool((source < target).all()) else [pulled]


def _pulled_order(label: Indices, source: Indices, target: Indices, level: Indices) -> Indices:
    """Return the nodes as a depth-first search against the flow leaves them."""
    count = level.size
    # Of a node's inputs, first the one that the longest path leads to, else by labels.
    by_target = np.lexsort((source, label[source], -level[source], target))
    inputs: list[int] = source[by_target].tolist()
    first: list[int] = offsets(target, count).tolist()
    starts = [*_far_feeding(source, target, level), *_readers_of_all(source, level)]
    order, is_done = list[int](), bytearray(count)
    for start in starts:
        waiting = [start]
        while waiting:
            node = waiting[-1]
            if not is_done[node]:
                left = [each for each in inputs[first[node] : first[node + 1]] if not is_done[each]]
                if left:
                    waiting += reversed(left)
                    continue
                is_done[node] = True
                order.append(node)
            waiting.pop()
    return np.array(order, dtype=np.int64)


def _far_feeding(source: Indices, target: Indices, level: Indices) -> list[int]:
    """Return the nodes whose readers are far from each other, by their levels."""
    first, last = np.full(level.size, level.max()), np.zeros(level.size, dtype=level.dtype)
    np.minimum.at(first, source, level[target])
    np.maximum.at(last, source, level[target])
    nodes = np.flatnonzero(last - first > _FAR * level.max())
    ordered: list[int] = nodes[np.argsort(level[nodes], kind="stable")].tolist()
    return ordered


def _readers_of_all(source: Indices, level: Indices) -> list[int]:
    """Return the nodes that no edge leaves, by their levels."""
    is_end = np.ones(level.size, dtype=np.bool_)
    is_end[source] = False
    nodes = np.flatnonzero(is_end)
    ordered: list[int] = nodes[np.argsort(level[nodes], kind="stable")].tolist()
    return ordered
