"""Equal parts of a sequence between the places where all flow is one value.

A residual block is entered by one value and left by one: within it there are two ways at least. The
places that a single value crosses cut a sequence into *segments*. Segments that follow one another
in the same order again and again are one block, as attention and the layers after it; what repeats
elsewhere is a block, too, as in stages of a network that a wider block divides. Values that are
read nearly everywhere, such as a mask, cross all places and count at none.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.flow.repeats import find_repeats

_EVERYWHERE: Final = 0.2
"""The share of a sequence over which a value is read that does not count as flow."""
_MAX_SEGMENTS: Final = 20_000
_MAX_ROUNDS: Final = 4
_NEARLY: Final = 0.75
"""A shorter period is preferred that covers so much: two blocks that alternate with a wider one."""

Part = tuple[int, int]
"""The first place of a part, and the place after its last."""


def find_segments(
    labels: Indices, starts: Indices, ends: Indices, smallest: int
) -> list[list[Part]]:
    """Return parts that are equal to another, by what they are; no part overlaps another.

    Args:
        labels: the sequence; what is negative is like nothing else.
        starts: the place where each edge begins; edges lead forward.
        ends: the place where it ends.
        smallest: the labels of the smallest part.
    """
    count = labels.size
    crossings = _crossings(count, starts, ends)
    cuts = [0, *(np.flatnonzero(crossings[1:count] <= 1) + 1).tolist(), count]
    if not 2 < len(cuts) <= _MAX_SEGMENTS:
        return []
    content = _contents(labels, starts, ends, cuts)
    parts = _joined(content, np.diff(cuts), smallest)
    by_content: defaultdict[tuple[int, ...], list[Part]] = defaultdict(list)
    for first, last in parts:
        by_content[tuple(content[first:last])].append((first, last))
    groups = [
        same
        for key, same in by_content.items()
        if min(key) >= 0 and len(same) > 1 and cuts[same[0][1]] - cuts[same[0][0]] >= smallest
    ]
    _extend(groups, content)
    return [[(cuts[first], cuts[last]) for first, last in same] for same in groups]


def _extend(groups: list[list[Part]], content: Sequence[int]) -> None:
    """Let each part take what follows all parts that are equal to it, and is in none."""
    taken = {number for same in groups for part in same for number in range(*part)}
    for same in groups:
        while True:
            following = [last for _, last in same]
            kinds = {content[each] if each < len(content) else -1 for each in following}
            if len(kinds) > 1 or min(kinds) < 0 or taken.intersection(following):
                break
            taken.update(following)
            same[:] = [(first, last + 1) for first, last in same]


def _joined(content: Sequence[int], size: Indices, smallest: int) -> list[Part]:
    """Return parts as segments, those that repeat one after the other as one each time.

    A part begins with the largest segment of its period where it may. A segment that is large
    enough and equal to its neighbour is a part alone.
    """
    sizes = size.tolist()
    sequence = np.array(content, dtype=np.int64)
    is_equal = (sequence[1:] == sequence[:-1]) & (size[1:] >= smallest)
    alone = np.append(is_equal, False) | np.append(False, is_equal)
    joined = _equal_gaps(sequence, size, smallest)
    taken = alone.copy()
    for first, last in joined:
        taken[first:last] = True
    for _ in range(_MAX_ROUNDS):
        repeats = find_repeats(np.where(taken, -1, sequence), 2, _NEARLY)
        if not repeats:
            break
        for repeat in repeats:
            most = (repeat.end - repeat.start) // repeat.period
            phases = range(repeat.start, repeat.end - most * repeat.period + 1)
            start = max(phases, key=lambda each: (sizes[each], -each))
            begins = range(start, start + most * repeat.period, repeat.period)
            joined += [(begin, begin + repeat.period) for begin in begins]
            taken[start : begins[-1] + repeat.period] = True
    rest = np.flatnonzero(alone | ~taken).tolist()
    return sorted([*joined, *((number, number + 1) for number in rest)])


def _equal_gaps(sequence: Indices, size: Indices, smallest: int) -> list[Part]:
    """Return the stretches of small segments between large ones that are equal to another.

    Such is a block without a residual connection, each op of which is a segment.
    """
    is_small = size < smallest
    edges = np.flatnonzero(np.diff(is_small.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)
    gaps: defaultdict[bytes, list[Part]] = defaultdict(list)
    for first, last in edges.tolist():
        is_between = first > 0 and last < sequence.size
        if is_between and last - first >= smallest and (sequence[first:last] >= 0).all():
            gaps[sequence[first:last].tobytes()].append((first, last))
    return [part for same in gaps.values() if len(same) > 1 for part in same]


def _crossings(count: int, starts: Indices, ends: Indices) -> Amounts:
    """Return how many values before each place are read at or after it, global ones aside."""
    last = np.arange(count)
    np.maximum.at(last, starts, ends)
    begin = np.arange(count) + 1
    is_flow = last - np.arange(count) <= max(_EVERYWHERE * count, 1)
    changes: Amounts = np.zeros(count + 2, dtype=np.int64)
    np.add.at(changes, begin[is_flow], 1)
    np.add.at(changes, last[is_flow] + 1, -1)
    return np.cumsum(changes)[: count + 1]


def _contents(labels: Indices, starts: Indices, ends: Indices, cuts: Sequence[int]) -> list[int]:
    """Return a number for each segment, equal for equal labels and edges, -1 for one alone."""
    segment = np.searchsorted(cuts, starts, side="right") - 1
    inside = segment == np.searchsorted(cuts, ends, side="right") - 1
    origin = np.asarray(cuts)[segment[inside]]
    wires = np.stack((segment[inside], starts[inside] - origin, ends[inside] - origin), axis=1)
    wires = wires[np.lexsort((wires[:, 2], wires[:, 1], wires[:, 0]))]
    limits = np.searchsorted(wires[:, 0], np.arange(len(cuts))).tolist()
    numbers: dict[bytes, int] = {}
    found = []
    for number, (first, last) in enumerate(pairwise(cuts)):
        own = labels[first:last]
        if (own < 0).any():
            found.append(-1)
            continue
        key = own.tobytes() + b"|" + wires[limits[number] : limits[number + 1], 1:].tobytes()
        found.append(numbers.setdefault(key, len(numbers)))
    return found
