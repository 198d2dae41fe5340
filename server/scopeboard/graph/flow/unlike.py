"""A block beside a row of equal ones in which more is done than in these.

The first layer of a T5 computes a bias that all layers read. Such a block has all that the others
have, and more, and begins and ends where no more crosses than between the others.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices

LEAST: Final = 12
"""Nodes of a block that may be like another without being equal: in fewer, it means little."""
_MOST: Final = 2
"""How often as large as the others a block is that does more."""

Part = tuple[int, int]
"""The first place of a part of a sequence, and the place after its last."""


def neighbour(
    row: Sequence[Part], labels: Indices, is_free: Flags, crossings: Amounts, *, is_before: bool
) -> Part | None:
    """Return a block beside the first or the last part of a row that does more than these.

    Args:
        row: equal parts, in order.
        labels: the sequence.
        is_free: whether each place is in no block.
        crossings: how much crosses each place.
        is_before: whether it comes before the first part, or after the last.
    """
    first, last = row[0] if is_before else row[-1]
    period = last - first
    if period < LEAST:
        return None
    border = float(np.median([crossings[start] for start, _ in row]))
    missing = Counter(labels[first:last].tolist())
    for size in range(1, _MOST * period + 1):
        place = first - size if is_before else last + size - 1
        if not 0 <= place < labels.size or not is_free[place]:
            break
        missing[int(labels[place])] -= 1
        edge = place if is_before else place + 1
        if size >= period and crossings[edge] <= border and max(missing.values()) <= 0:
            return (place, first) if is_before else (last, place + 1)
    return None
