"""How data flows among siblings: which of them may become one box.

A set of siblings is *consecutive* when no path leaves it and comes back: as one box it does not
feed itself. It is *side by side* when no path leads from one of them to another.

A *loop*, siblings that lie on cycles together in any case, counts as one sibling. It is in a set
whole or not at all. The siblings of several scopes are one graph here, as no edge leads from one
scope's to another's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.model.strong_components import components_of, successors_of
from scopeboard.graph.model.topological_levels import MAX_LEVELS, NO_LEVEL, topological_levels

_FREELY: Final = 256
_PER_MEMBER: Final = 4
"""A search visits so many other siblings, and so many for each member. A set with more on its
ways is too far apart to be one box."""


class SiblingFlow:
    """The flow among siblings, some of which one box stands for: a series, a stack.

    Its `source` and `target` are the edges between loops, each loop by one of its siblings.

    Args:
        box: the box of each sibling.
        boxes: the number of boxes.
        source: the siblings that edges leave.
        target: those that they enter.
    """

    def __init__(self, box: Indices, boxes: int, source: Indices, target: Indices) -> None:
        count = box.size
        loop = components_of(count, source, target)
        apart = loop[source] != loop[target]
        self.box = box
        self.source, self.target = loop[source[apart]], loop[target[apart]]
        self._loop_size: list[int] = np.bincount(loop, minlength=count).tolist()
        self._successors = successors_of(count, self.source, self.target)
        level = topological_levels(count, self.source, self.target)
        level[level == NO_LEVEL] = MAX_LEVELS
        self._level: list[int] = level.tolist()
        self._loops: list[list[int]] = [[] for _ in range(boxes)]
        for each, own in zip(box.tolist(), loop.tolist(), strict=True):
            self._loops[each].append(own)

    def is_consecutive(self, boxes: Sequence[int]) -> bool:
        """Return whether no path leaves the siblings of these boxes and comes back."""
        inside = self._loops_of(boxes)
        if any(count < self._loop_size[loop] for loop, count in inside.items()):
            return False
        leaving = {after for loop in inside for after in self._successors[loop]}
        return self._avoids(leaving - inside.keys(), inside)

    def is_side_by_side(self, boxes: Sequence[int]) -> bool:
        """Return whether no path leads from one sibling of these boxes to another."""
        inside = self._loops_of(boxes)
        if any(self._loop_size[loop] > 1 for loop in inside):
            return False
        leaving = {after for loop in inside for after in self._successors[loop]}
        return leaving.isdisjoint(inside) and self._avoids(leaving, inside)

    def _loops_of(self, boxes: Sequence[int]) -> Counter[int]:
        """Return how many siblings of some boxes are in each loop."""
        return Counter(loop for box in boxes for loop in self._loops[box])

    def _avoids(self, starts: Iterable[int], inside: Counter[int]) -> bool:
        """Return whether paths from the starts, which are not inside, lead to none inside."""
        highest = max((self._level[loop] for loop in inside), default=0)

        def may_return(loop: int) -> bool:
            return self._level[loop] < highest or highest == MAX_LEVELS

        seen = set(filter(may_return, starts))
        waiting, most = list(seen), _FREELY + _PER_MEMBER * len(inside)
        while waiting:
            if len(seen) > most:
                return False
            for after in self._successors[waiting.pop()]:
                if after in inside:
                    return False
                if after not in seen and may_return(after):
                    seen.add(after)
                    waiting.append(after)
        return True


def sets_on_cycles(count: int, source: Indices, target: Indices) -> list[list[int]]:
    """Return the rows that are on common cycles; an edge from a row to itself makes none.

    Args:
        count: the number of rows.
        source: the rows that edges leave.
        target: the rows that they enter.
    """
    is_on_path = np.zeros(count, dtype=np.bool_)
    is_on_path[source] = is_on_path[target] = True
    rows = np.flatnonzero(is_on_path)  # those of a few scopes, out of all
    number = np.empty(count, dtype=np.int64)
    number[rows] = np.arange(rows.size)
    component = components_of(rows.size, number[source], number[target])
    on_cycle = np.flatnonzero(np.bincount(component, minlength=rows.size)[component] > 1)
    members: dict[int, list[int]] = {}
    for row, first in zip(rows[on_cycle].tolist(), component[on_cycle].tolist(), strict=True):
        members.setdefault(first, []).append(row)
    return list(members.values())
