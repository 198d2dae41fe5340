"""Repeats of a sequence: stretches in which each label is that of a period before."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Flags, Indices

_GRAM: Final = 4  # labels in a row that are looked for further on
_MAX_PERIODS: Final = 24  # that are tried, the most frequent distances between equal ones
_NEARLY: Final = 0.9
"""A shorter period is preferred that covers so much of what the best one covers: three layers are
no block where one is."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """`period` labels from `start` on, again and again up to `end`, perhaps not whole at last."""

    start: int
    end: int
    period: int


def find_repeats(labels: Indices, shortest: int, nearly: float = _NEARLY) -> list[Repeat]:
    """Return repeats that do not overlap, in order: those of the period that covers most.

    Args:
        labels: the sequence; what is negative is like nothing else.
        shortest: the length of the shortest period, 2 or more.
        nearly: the share of what the best period covers that a shorter one has to.
    """
    found = [
        (sum(each.end - each.start for each in repeats), repeats)
        for period in _periods(labels, shortest)
        if (repeats := _of_period(labels, period))
    ]
    most = max((covered for covered, _ in found), default=0)
    return next((repeats for covered, repeats in found if covered >= nearly * most), [])


def _periods(labels: Indices, shortest: int) -> list[int]:
    """Return the periods to try, in ascending order."""
    count = labels.size - _GRAM + 1
    if count < 2:
        return []
    grams = np.stack([labels[start : start + count] for start in range(_GRAM)], axis=1)
    _, gram = np.unique(grams, axis=0, return_inverse=True)
    order = np.argsort(gram.reshape(-1), kind="stable")
    is_same = np.diff(gram.reshape(-1)[order]) == 0
    distance = np.diff(order)[is_same]
    distance = distance[distance >= shortest]
    periods, votes = np.unique(distance, return_counts=True)
    return sorted(periods[np.argsort(-votes, kind="stable")][:_MAX_PERIODS].tolist())


def _of_period(labels: Indices, period: int) -> list[Repeat]:
    """Return the stretches of two periods or more."""
    is_equal: Flags = (labels[period:] == labels[:-period]) & (labels[period:] >= 0)
    edges = np.flatnonzero(np.diff(is_equal.astype(np.int8), prepend=0, append=0))
    stretches = edges.reshape(-1, 2)
    wanted = stretches[np.diff(stretches, axis=1).reshape(-1) >= period]
    repeats = [Repeat(start, end + period, period) for start, end in wanted.tolist()]
    # Two stretches share labels where one ends as the other begins: those are the first one's.
    starts = [0, *(repeat.end for repeat in repeats)]
    apart = [
        Repeat(max(repeat.start, start), repeat.end, period)
        for start, repeat in zip(starts, repeats, strict=False)
    ]
    return [each for each in apart if each.end - each.start >= 2 * period]
