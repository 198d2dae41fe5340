"""Selection of the steps that a chart shows."""

from collections.abc import Collection

import numpy as np

from scopeboard.arrays import Ints


def in_range(steps: Ints, first: float | None, last: float | None) -> range:
    """Return the positions of `steps` (ascending) within a range, both ends included."""
    begin = 0 if first is None else int(np.searchsorted(steps, first, "left"))
    end = len(steps) if last is None else int(np.searchsorted(steps, last, "right"))
    return range(begin, max(begin, end))


def spread(steps: Ints, among: range, most: int) -> Ints:
    """Return at most `most` (≥ 2) positions of `among`, ascending, the first and last included.

    Steps are taken at even distances on their axis, each the nearest that was logged; where some
    would be taken twice, since steps stand close together elsewhere, the room that is left goes to
    positions at even distances in the order of logging.
    """
    if len(among) <= most:
        return np.array(among, np.int64)
    position = steps[among.start : among.stop].astype(np.float64)
    targets = np.linspace(position[0], position[-1], most)
    after = np.clip(np.searchsorted(position, targets), 1, len(position) - 1)
    is_before = targets - position[after - 1] <= position[after] - targets
    nearest = after - is_before
    nearest[[0, -1]] = 0, len(position) - 1  # among several of one step, too
    selected = np.unique(nearest)
    room = most - len(selected)
    if room:
        others = np.setdiff1d(np.arange(len(position)), selected, assume_unique=True)
        even = np.linspace(0, len(others) - 1, room).round().astype(np.int64)
        selected = np.union1d(selected, others[np.unique(even)])
    return among.start + selected


def exactly(steps: Ints, wanted: Collection[int]) -> Ints:
    """Return the positions of those of `steps` that are wanted, ascending."""
    limits = np.iinfo(np.int64)
    known = [step for step in wanted if limits.min <= step <= limits.max]
    return np.flatnonzero(np.isin(steps, np.array(known, np.int64)))
