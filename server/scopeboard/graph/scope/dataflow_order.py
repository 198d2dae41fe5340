"""The children of a scope in dataflow order, for readers that have no picture of it.

Sources come before targets. Children on a common cycle stand together, in order of appearance, as
do children that the flow leaves free: of those that may come next, the first to appear comes next.
"""

from collections import defaultdict
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Final

import numpy as np

from scopeboard.arrays import Indices, offsets
from scopeboard.graph.model.strong_components import strong_components

# A child or an edge takes about a microsecond, on a cycle two. A scope beyond this, which nobody
# reads from top to bottom, stays in order of appearance: most writers' order of construction.
MAX_ORDERED: Final = 100_000


def dataflow_order(child_count: int, source: Indices, target: Indices) -> Indices:
    """Return the places of all children, reordered.

    Args:
        child_count: the number of children, which stand in order of appearance.
        source: the children that metaedges leave.
        target: the children that they enter, self-loops allowed.
    """
    if child_count + source.size > MAX_ORDERED or source.size == 0:
        return np.arange(child_count)
    successors = _successors(child_count, source, target)
    order = _ordered(list(range(child_count)), successors)
    if len(order) < child_count:
        order = _ordered(strong_components(successors), successors)
    return np.array(order)


def _successors(child_count: int, source: Indices, target: Indices) -> list[list[int]]:
    """Return the targets of each child but itself."""
    apart = source != target
    source, target = source[apart], target[apart]
    targets = target[np.argsort(source, kind="stable")].tolist()
    first = offsets(source, child_count).tolist()
    return [targets[start:end] for start, end in pairwise(first)]


def _ordered(component: list[int], successors: list[list[int]]) -> list[int]:
    """Return all children whose components no cycle leads to, in order.

    Of the components that nothing is left before, the one with the lowest number comes next.

    Args:
        component: for each child its lowest companion on a cycle, itself when there is none.
        successors: the targets of each child.
    """
    members: defaultdict[int, list[int]] = defaultdict(list)
    waiting_for = [0] * len(component)
    for child, own in enumerate(component):
        members[own].append(child)
        for after in successors[child]:
            waiting_for[component[after]] += component[after] != own
    ready = [own for own in members if not waiting_for[own]]
    heapify(ready)
    order: list[int] = []
    while ready:
        own = heappop(ready)
        order += members[own]
        for child in members[own]:
            for after in successors[child]:
                following = component[after]
                if following != own:
                    waiting_for[following] -= 1
                    if not waiting_for[following]:
                        heappush(ready, following)
    return order
