"""Find equal blocks in a row, by what their nodes are and how they are wired.

The nodes are put into an order in which all edges lead forward, and the labels of that sequence are
searched for repeats. A part of such an order is a block that never feeds itself: what leaves it
does not come back. Where a block begins within its period is free; it is cut where the fewest nodes
are read from both sides, as between a sum and the next layer. Blocks whose labels are equal and
whose wiring is not are no blocks of one row. Where more is found in equal parts between places that
one value crosses (see `segments`), these are the blocks.
"""

from collections import Counter
from itertools import groupby
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.flow.orders import flow_orders
from scopeboard.graph.flow.repeats import Repeat, find_repeats
from scopeboard.graph.flow.segments import find_segments
from scopeboard.graph.flow.unlike import Part, neighbour

SMALLEST: Final = 4
"""Nodes of a block; a convolution with its activation is none."""

_LEAST: Final = 12
_LEAST_SHARE: Final = 0.05
"""Nodes in a row of blocks, and their share of all: less is a coincidence, or does not matter."""

_NEARLY: Final = 0.9
"""More blocks are preferred that cover so much of what the widest cover."""

_MAX_ROUNDS: Final = 8  # kinds of blocks, as in an encoder and in a decoder


def find_blocks(label: Indices, source: Indices, target: Indices) -> list[list[Indices]]:
    """Return rows of equal blocks in the order of the flow, each block as its nodes.

    A node is in one block at most. A row of one block is one that does more than those of another.
    Of the orders that are tried, the one counts in which the most nodes are in blocks.

    Args:
        label: equal for nodes of one kind; nodes are numbered in order of appearance.
        source: the nodes that edges leave.
        target: those that they enter.
    """
    orders = flow_orders(label, source, target)
    found = [_blocks_in(order, label, source, target) for order in orders]
    found += [_segments_in(order, label, source, target) for order in orders]

    def covered(rows: list[list[Indices]]) -> int:
        return sum(block.size for row in rows for block in row)

    most = max(map(covered, found), default=0)
    nearly = [rows for rows in found if covered(rows) >= _NEARLY * most]
    return max(nearly, key=lambda rows: sum(map(len, rows)), default=[])


def _blocks_in(
    order: Indices, label: Indices, source: Indices, target: Indices
) -> list[list[Indices]]:
    """Return the rows of blocks in one order."""
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    starts, ends = place[source], place[target]
    labels = label[order].astype(np.int64)
    sequence = labels.copy()
    crossings = _crossings(order.size, starts, ends)
    readers: Amounts = np.bincount(starts, minlength=order.size)
    rows = list[list[Part]]()
    least = max(_LEAST, _LEAST_SHARE * order.size)
    for _ in range(_MAX_ROUNDS):
        repeats = find_repeats(sequence, SMALLEST)
        for repeat in repeats:
            begins = _cut(repeat, crossings, readers)
            for row in _equal_rows(begins, repeat.period, starts, ends):
                if len(row) * repeat.period >= least:
                    rows.append([(each, each + repeat.period) for each in row])
            sequence[repeat.start : repeat.end] = -1
        if not repeats:
            break
    rows = _with_unlike(sorted(rows), labels, crossings)
    return [[np.sort(order[first:last]) for first, last in row] for row in rows]


def _with_unlike(rows: list[list[Part]], labels: Indices, crossings: Amounts) -> list[list[Part]]:
    """Return rows with blocks in which more is done than in others: rows of their own."""
    is_free = np.ones(labels.size, dtype=np.bool_)
    for row in rows:
        for first, last in row:
            is_free[first:last] = False
    for row in list(rows):
        for is_before in (True, False):
            found = neighbour(row, labels, is_free, crossings, is_before=is_before)
            if found is not None:
                rows.append([found])
                is_free[slice(*found)] = False
    return sorted(rows)


def _segments_in(
    order: Indices, label: Indices, source: Indices, target: Indices
) -> list[list[Indices]]:
    """Return equal parts of one order between places that one value crosses."""
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    least = max(_LEAST, _LEAST_SHARE * order.size)
    rows = find_segments(label[order].astype(np.int64), place[source], place[target], SMALLEST)
    blocks = [[np.sort(order[first:last]) for first, last in row] for row in rows]
    return [row for row in blocks if sum(each.size for each in row) >= least]


def _crossings(count: int, starts: Indices, ends: Indices) -> Amounts:
    """Return how many nodes before each place are read at or after it."""
    last = np.arange(count)
    np.maximum.at(last, starts, ends)
    changes: Amounts = np.zeros(count + 2, dtype=np.int64)
    np.add.at(changes, np.arange(count) + 1, 1)
    np.add.at(changes, last + 1, -1)
    return np.cumsum(changes)[: count + 1]


def _cut(repeat: Repeat, crossings: Amounts, readers: Amounts) -> list[int]:
    """Return where the blocks of a repeat begin: where the least crosses most of its borders.

    Where equally much does, a block ends with what is read most: the output of a layer of a
    DenseNet, which all layers after it read, and not what one op within it makes.
    """
    start, end, period = repeat.start, repeat.end, repeat.period

    def cost(first: int) -> tuple[float, float, int, int]:
        borders = crossings[first : end + 1 : period]
        read = readers[max(first - 1, 0) : end : period]
        return float(np.median(borders)), -float(np.median(read)), -borders.size, -first

    first = min(range(start, min(start + period, end - 2 * period + 1)), key=cost)
    return list(range(first, end - period + 1, period))


def _equal_rows(begins: list[int], period: int, starts: Indices, ends: Indices) -> list[list[int]]:
    """Return the beginnings of blocks that are wired as most are, two or more in a row."""
    first = begins[0]
    block = (starts - first) // period
    inside = (starts >= first) & (block == (ends - first) // period) & (block < len(begins))
    block, origin = block[inside], first + block[inside] * period
    wires = np.stack((block, starts[inside] - origin, ends[inside] - origin), axis=1)
    wires = wires[np.lexsort((wires[:, 2], wires[:, 1], wires[:, 0]))]
    limits = np.searchsorted(wires[:, 0], np.arange(len(begins) + 1)).tolist()
    wiring = [wires[limits[i] : limits[i + 1], 1:].tobytes() for i in range(len(begins))]
    [(most, _)] = Counter(wiring).most_common(1)
    parts = groupby(zip(begins, wiring, strict=True), key=lambda each: each[1] == most)
    rows = [[begin for begin, _ in part] for is_equal, part in parts if is_equal]
    return [row for row in rows if len(row) > 1]
