"""Selection of the steps that a chart shows."""

from collections.abc import Collection

import numpy as np

from scopeboard.arrays import Ints


def in_range(steps: Ints, first: float | None, last: float | None) -> range:
    """Return the positions of `steps` (ascending) within a range, both ends included."""
    begin = 0 if first is None else int(np.searchsorted(steps, first, "left"))
    end = len(steps) if last is None else int(np.searchsorted(steps, last, "right"))
    return range(begin, max(begin, end))


def spread(steps: Ints, among: range, count: int) -> Ints:
    """Return at most `count` (≥ 2) positions of `among`, ascending, with the first and the last.

    They are the positions of the logged steps next to evenly spaced steps. Where logged steps are
    dense in one place, several targets have the same nearest step; the remaining positions are then
    evenly spaced in the order of logging.
    """
    if len(among) <= count:
        return np.array(among, np.int64)
    position = steps[among.start : among.stop].astype(np.float64)
    targets = np.linspace(position[0], position[-1], count)
    after = np.clip(np.searchsorted(position, targets), 1, len(position) - 1)
    is_before = targets - position[after - 1] <= position[after] - targets
    nearest = after - is_before
    nearest[[0, -1]] = 0, len(position) - 1  # also if several values have the first or last step
    selected = np.unique(nearest)
    remaining = count - len(selected)
    if remaining:
        others = np.setdiff1d(np.arange(len(position)), selected, assume_unique=True)
        even = np.linspace(0, len(others) - 1, remaining).round().astype(np.int64)
        selected = np.union1d(selected, others[np.unique(even)])
    return among.start + selected


def exactly(steps: Ints, wanted: Collection[int]) -> Ints:
    """Return the positions of all `steps` that are in `wanted`, ascending."""
    limits = np.iinfo(np.int64)
    representable = [step for step in wanted if limits.min <= step <= limits.max]
    return np.flatnonzero(np.isin(steps, np.array(representable, np.int64)))
