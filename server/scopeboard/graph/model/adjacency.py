"""Base edges as neighbours: which ops each op feeds, and which feed it.

Distances are found breadth first, a frontier at a time, in NumPy. A graph may also be one long
chain, in which every frontier is one op and each would cost a dozen calls of NumPy: what is left
after `_MAX_FRONTIERS` is walked in Python, op by op. Either way takes time in proportion to the
edges, some 50 ms for 200,000 ops.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices, offsets, ranges
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled

UNREACHED: Final = -1
_MAX_FRONTIERS: Final = 256
_OPS_BETWEEN_CHECKS: Final = 4096
_FEW: Final = 500  # one node of so many is few: to sort them is then quicker than to flag them


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Neighbours one way: those of node `i` are `neighbours[first[i] : first[i + 1]]`."""

    first: Indices
    neighbours: Indices

    @staticmethod
    def of(sources: Indices, targets: Indices, count: int) -> "Adjacency":
        """Return the ways from `sources` to `targets` among `count` nodes."""
        order = np.argsort(sources, kind="stable")
        return Adjacency(offsets(sources, count), targets[order])

    def after(self, nodes: Indices) -> Indices:
        """Return the neighbours of nodes, one after the other."""
        found: Indices = self.neighbours[ranges(self.first[nodes], self.first[nodes + 1])]
        return found


def distances(
    ways: Adjacency, starts: Indices, hops: int | None = None, check: CancelCheck = never_cancelled
) -> Amounts:
    """Return for each node how many steps it is from the nearest start.

    It is `UNREACHED` where there is no way, or none of at most `hops` steps.
    """
    found = np.full(ways.first.size - 1, UNREACHED, dtype=np.int64)
    frontier, distance = _distinct(starts, found.size), 0
    found[frontier] = 0
    while frontier.size and distance != hops:
        if distance == _MAX_FRONTIERS:
            _walk(ways, found, frontier, hops, check)
            break
        check()
        distance += 1
        near = ways.after(frontier)
        near = near[found[near] == UNREACHED]
        found[near] = distance
        frontier = _distinct(near, found.size)
    return found


def _distinct(nodes: Indices, count: int) -> Indices:
    """Return nodes in ascending order, each once."""
    if nodes.size * _FEW < count:
        return np.unique(nodes)
    flags: Flags = np.zeros(count, dtype=np.bool_)
    flags[nodes] = True
    return np.flatnonzero(flags)


def _walk(
    ways: Adjacency, found: Amounts, frontier: Indices, hops: int | None, check: CancelCheck
) -> None:
    """Find the distances of all nodes that are left."""
    first, neighbours, known = ways.first.tolist(), ways.neighbours.tolist(), found.tolist()
    todo = deque(frontier.tolist())
    count = 0
    while todo:
        node = todo.popleft()
        distance = known[node] + 1
        if hops is not None and distance > hops:
            break
        for near in neighbours[first[node] : first[node + 1]]:
            if known[near] == UNREACHED:
                known[near] = distance
                todo.append(near)
        count += 1
        if count % _OPS_BETWEEN_CHECKS == 0:
            check()
    found[:] = known
