"""Base edges as adjacency lists: the ops that each op feeds, or that feed it.

The breadth-first search for distances processes a frontier at a time in NumPy. In a long chain
every frontier is one op and would cost a dozen calls of NumPy: after `_MAX_FRONTIERS` frontiers the
search continues in Python, op by op. Either takes time in proportion to the edges, some 50 ms for
200,000 ops.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices, offsets, ranges
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled

UNREACHED: Final = -1
_BARRED: Final = -2
_MAX_FRONTIERS: Final = 256
_OPS_BETWEEN_CHECKS: Final = 4096
_SPARSE: Final = 500  # below one node in 500, sorting nodes is faster than flagging them


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Neighbours in one direction: node `i` has `neighbours[first[i] : first[i + 1]]`."""

    first: Indices
    neighbours: Indices

    @staticmethod
    def of(sources: Indices, targets: Indices, count: int) -> "Adjacency":
        """Return the adjacency of edges from `sources` to `targets` among `count` nodes."""
        order = np.argsort(sources, kind="stable")
        return Adjacency(offsets(sources, count), targets[order])

    def after(self, nodes: Indices) -> Indices:
        """Return the concatenated neighbours of nodes."""
        neighbours: Indices = self.neighbours[ranges(self.first[nodes], self.first[nodes + 1])]
        return neighbours


def distances(
    edges: Adjacency,
    starts: Indices,
    hops: int | None = None,
    check: CancelCheck = never_cancelled,
    barred: Flags | None = None,
) -> Amounts:
    """Return the number of steps from the nearest start to each node.

    It is `UNREACHED` where no path leads, or none of at most `hops` steps. Paths do not enter the
    nodes that `barred` flags; they may begin there.
    """
    distance_of = np.full(edges.first.size - 1, UNREACHED, dtype=np.int64)
    if barred is not None:
        distance_of[barred] = _BARRED
    frontier, distance = _distinct(starts, distance_of.size), 0
    distance_of[frontier] = 0
    while frontier.size and distance != hops:
        if distance == _MAX_FRONTIERS:
            _search_one_by_one(edges, distance_of, frontier, hops, check)
            break
        check()
        distance += 1
        near = edges.after(frontier)
        near = near[distance_of[near] == UNREACHED]
        distance_of[near] = distance
        frontier = _distinct(near, distance_of.size)
    if barred is not None:
        distance_of[distance_of == _BARRED] = UNREACHED
    return distance_of


def reachable(source: Indices, target: Indices, starts: Flags) -> Flags:
    """Flag the nodes that a path along the edges reaches from a flagged node, and these."""
    edges = Adjacency.of(source, target, starts.size)
    reached: Flags = distances(edges, np.flatnonzero(starts)) != UNREACHED
    return reached


def reached_from(edges: Adjacency, starts: Flags, barred: Flags | None = None) -> Flags:
    """Flag the nodes that a path reaches from a flagged node, and these: see `distances`."""
    reached: Flags = distances(edges, np.flatnonzero(starts), barred=barred) != UNREACHED
    return reached


def _distinct(nodes: Indices, count: int) -> Indices:
    """Return nodes in ascending order, each once."""
    if nodes.size * _SPARSE < count:
        return np.unique(nodes)
    flags: Flags = np.zeros(count, dtype=np.bool_)
    flags[nodes] = True
    return np.flatnonzero(flags)


def _search_one_by_one(
    edges: Adjacency, distance_of: Amounts, frontier: Indices, hops: int | None, check: CancelCheck
) -> None:
    """Set the distances of all remaining nodes."""
    first, neighbours = edges.first.tolist(), edges.neighbours.tolist()
    distances_so_far = distance_of.tolist()
    queue = deque(frontier.tolist())
    count = 0
    while queue:
        node = queue.popleft()
        distance = distances_so_far[node] + 1
        if hops is not None and distance > hops:
            break
        for near in neighbours[first[node] : first[node + 1]]:
            if distances_so_far[near] == UNREACHED:
                distances_so_far[near] = distance
                queue.append(near)
        count += 1
        if count % _OPS_BETWEEN_CHECKS == 0:
            check()
    distance_of[:] = distances_so_far
