"""Which of many steps a picture shows."""

from collections.abc import Collection

import numpy as np

from scopeboard.arrays import Ints


def in_range(steps: Ints, first: float | None, last: float | None) -> range:
    """Return which of `steps` (ascending) lie in a range whose ends belong to it."""
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
    wanted = np.linspace(position[0], position[-1], most)
    after = np.clip(np.searchsorted(position, wanted), 1, len(position) - 1)
    is_before = wanted - position[after - 1] <= position[after] - wanted
    nearest = after - is_before
    nearest[[0, -1]] = 0, len(position) - 1  # among several of one step, too
    taken = np.unique(nearest)
    room = most - len(taken)
    if room:
        others = np.setdiff1d(np.arange(len(position)), taken, assume_unique=True)
        even = np.linspace(0, len(others) - 1, room).round().astype(np.int64)
        taken = np.union1d(taken, others[np.unique(even)])
    return among.start + taken


def exactly(steps: Ints, wanted: Collection[int]) -> Ints:
    """Return the positions of those of `steps` that are wanted, ascending."""
    limits = np.iinfo(np.int64)
    known = [step for step in wanted if limits.min <= step <= limits.max]
    return np.flatnonzero(np.isin(steps, np.array(known, np.int64)))
