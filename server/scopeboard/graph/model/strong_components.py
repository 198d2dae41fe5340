"""Strongly connected components of a directed graph: the nodes of its cycles.

Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) with an explicit stack
instead of recursion, so that paths may have any length.
"""

from itertools import pairwise

import numpy as np

from scopeboard.arrays import Indices, offsets
from scopeboard.graph.model.topological_levels import NO_LEVEL, topological_levels


def successors_of(count: int, source: Indices, target: Indices) -> list[list[int]]:
    """Return the targets of the edges of each node, in the order of edges.

    Args:
        count: the number of nodes.
        source: the nodes that edges leave.
        target: those that they enter.
    """
    targets = target[np.argsort(source, kind="stable")].tolist()
    return [targets[start:end] for start, end in pairwise(offsets(source, count).tolist())]


def components_of(count: int, source: Indices, target: Indices) -> Indices:
    """Return for each node the lowest node of its component, int64 [count].

    What no cycle comes before is sorted out first, in columns: most graphs have no cycles.

    Args:
        count: the number of nodes.
        source: the nodes that edges leave.
        target: those that they enter.
    """
    component: Indices = np.arange(count)
    rest = np.flatnonzero(topological_levels(count, source, target) == NO_LEVEL)
    number = np.full(count, -1, dtype=np.int64)
    number[rest] = np.arange(rest.size)
    source, target = number[source], number[target]
    inside = (source >= 0) & (target >= 0)
    successors = successors_of(rest.size, source[inside], target[inside])
    component[rest] = rest[np.array(strong_components(successors), dtype=np.int64)]
    return component


def strong_components(successors: list[list[int]]) -> list[int]:
    """Return for each node the lowest node of its component.

    Args:
        successors: the targets of each node's edges; repeats and self-loops are allowed.
    """
    count = len(successors)
    component = [-1] * count
    entered = [-1] * count  # the time of the first visit
    lowest = [0] * count  # the time of the earliest open node known to be reachable
    open_nodes: list[int] = []
    clock = 0
    for root in range(count):
        if entered[root] >= 0:
            continue
        path = [(root, iter(successors[root]))]
        entered[root] = lowest[root] = clock
        clock += 1
        open_nodes.append(root)
        while path:
            node, following = path[-1]
            for after in following:
                if entered[after] < 0:
                    entered[after] = lowest[after] = clock
                    clock += 1
                    open_nodes.append(after)
                    path.append((after, iter(successors[after])))
                    break
                if component[after] < 0:
                    lowest[node] = min(lowest[node], entered[after])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == entered[node]:
                    _close_component(node, open_nodes, component)
    return component


def _close_component(first: int, open_nodes: list[int], component: list[int]) -> None:
    """Remove the nodes of a complete component, down to `first`, from the stack of open nodes."""
    index = len(open_nodes) - 1
    while open_nodes[index] != first:
        index -= 1
    members = open_nodes[index:]
    del open_nodes[index:]
    name = min(members)
    for member in members:
        component[member] = name
