"""Merge neighbours in a flow into few boxes that do not feed each other: the rule, on numbers.

Boxes are joined in pairs, the lightest first, until few are left: `Neg` with the `Exp` that it goes
to, that with the next. What is heavy, a layer among single ops, so stays alone the longest. A pair
is joined only if no other path leads from one to the other: as one box they do not feed themselves,
and a drawing in which data goes one way stays one. Pairs of which one has many neighbours come
late, since what feeds everything belongs to nothing in particular.

What lies on a cycle together in any case is one box from the beginning. A cycle through more than
half of all stays as it is, since as one box it would be all there is.

The order of the joins makes a hierarchy: a box of very many is one of fewer boxes inside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final

from scopeboard.arrays import Indices
from scopeboard.graph.model.strong_components import strong_components, successors_of

_LARGEST_LOOP: Final = 0.5
_MAX_VISITED: Final = 256
"""A search for other paths visits so many boxes; where there are more, the pair is not joined."""


@dataclass(frozen=True, slots=True)
class FlowBox:
    """What is one box: nodes, or boxes of nodes, in the order in which they were joined."""

    nodes: list[int]
    boxes: "list[FlowBox]"

    def all_nodes(self) -> list[int]:
        """Return the nodes in it, those in inner boxes too."""
        return [*self.nodes, *(node for box in self.boxes for node in box.all_nodes())]


def merge_flow(
    weight: Sequence[float], source: Indices, target: Indices, most: int, readable: int
) -> list[FlowBox]:
    """Return the boxes of two nodes or more, which leave `most` boxes and single nodes if they can.

    Args:
        weight: how much each node says for itself, more than 0.
        source: the nodes that edges leave.
        target: those that they enter.
        most: the number of boxes and single nodes that is enough.
        readable: a box has no inner ones up to so many nodes, and else up to so many parts.
    """
    merging = _Merging(weight, source, target)
    merging.run(most)
    return [
        merging.box(number, readable)
        for number in range(len(merging.size))
        if merging.is_left[number] and merging.size[number] > 1 and not merging.is_fixed[number]
    ]


class _Merging:
    """Boxes by numbers: the loops first, then each that joins two others.

    `size` is the number of nodes in a box, `joined` the two boxes in it.
    """

    def __init__(self, weight: Sequence[float], source: Indices, target: Indices) -> None:
        count = len(weight)
        first = strong_components(successors_of(count, source, target))
        loops = sorted(set(first))
        number = {node: index for index, node in enumerate(loops)}
        self.nodes: list[list[int]] = [[] for _ in loops]
        for node, loop in enumerate(first):
            self.nodes[number[loop]].append(node)
        self.size = [len(nodes) for nodes in self.nodes]
        self.weight = [sum(weight[node] for node in nodes) for nodes in self.nodes]
        self.first = [nodes[0] for nodes in self.nodes]
        self.joined: list[tuple[int, int] | None] = [None for _ in loops]
        self.is_left = [True for _ in loops]
        self.is_fixed = [1 < size > _LARGEST_LOOP * count for size in self.size]
        self.after: list[set[int]] = [set() for _ in loops]
        self.before: list[set[int]] = [set() for _ in loops]
        for start, end in zip(source.tolist(), target.tolist(), strict=True):
            pair = number[first[start]], number[first[end]]
            if pair[0] != pair[1]:
                self.after[pair[0]].add(pair[1])
                self.before[pair[1]].add(pair[0])
        self._queue: list[tuple[float, int, int, int, int]] = []

    def run(self, most: int) -> None:
        """Join pairs until `most` boxes are left, or none can be joined."""
        boxes = range(len(self.size))
        left = sum(self.size[box] if self.is_fixed[box] else 1 for box in boxes)
        self._queue = [self._entry(start, end) for start in boxes for end in self.after[start]]
        heapify(self._queue)
        while left > most and self._queue:
            *_, start, end = heappop(self._queue)
            is_there = self.is_left[start] and self.is_left[end]
            is_fixed = self.is_fixed[start] or self.is_fixed[end]
            if is_there and not is_fixed and self._may_join(start, end):
                self._join(start, end)
                left -= 1

    def box(self, number: int, readable: int) -> FlowBox:
        """Return a box, with inner ones if it is of more nodes than are readable."""
        parts, most = [number], readable if self.size[number] > readable else self.size[number]
        while len(parts) < most:
            last = max(parts)  # what was joined last
            inside = self.joined[last]
            if inside is None:
                break
            parts.remove(last)
            parts += inside
        parts.sort(key=lambda part: self.first[part])
        is_box = [self.joined[part] is not None and part != number for part in parts]
        return FlowBox(
            nodes=[
                node
                for part, has_inside in zip(parts, is_box, strict=True)
                if not has_inside
                for node in self._all_nodes(part)
            ],
            boxes=[
                self.box(part, readable)
                for part, has_inside in zip(parts, is_box, strict=True)
                if has_inside
            ],
        )

    def _all_nodes(self, number: int) -> list[int]:
        waiting, nodes = [number], list[int]()
        while waiting:
            inside = self.joined[waiting[-1]]
            nodes += self.nodes[waiting.pop()]
            waiting += inside or ()
        return sorted(nodes)

    def _entry(self, start: int, end: int) -> tuple[float, int, int, int, int]:
        shared = max(len(self.after[start]), len(self.before[end]))
        cost = (self.weight[start] + self.weight[end]) * shared
        return cost, self.first[start], self.first[end], start, end

    def _may_join(self, start: int, end: int) -> bool:
        """Return whether no path but the edge itself leads from one to the other."""
        if len(self.after[start]) == 1 or len(self.before[end]) == 1:
            return True
        waiting = [box for box in self.after[start] if box != end]
        seen = set(waiting)
        while waiting:
            if len(seen) > _MAX_VISITED:
                return False
            for box in self.after[waiting.pop()]:
                if box == end:
                    return False
                if box not in seen:
                    seen.add(box)
                    waiting.append(box)
        return True

    def _join(self, start: int, end: int) -> None:
        number = len(self.size)
        self.nodes.append([])
        self.size.append(self.size[start] + self.size[end])
        self.weight.append(self.weight[start] + self.weight[end])
        self.first.append(min(self.first[start], self.first[end]))
        self.joined.append((start, end))
        self.is_left.append(True)
        self.is_fixed.append(False)
        self.is_left[start] = self.is_left[end] = False
        pair = {start, end}
        self.after.append((self.after[start] | self.after[end]) - pair)
        self.before.append((self.before[start] | self.before[end]) - pair)
        for box in self.after[number]:
            self.before[box] = (self.before[box] - pair) | {number}
        for box in self.before[number]:
            self.after[box] = (self.after[box] - pair) | {number}
        for box in self.after[number]:
            heappush(self._queue, self._entry(number, box))
        for box in self.before[number]:
            heappush(self._queue, self._entry(box, number))
