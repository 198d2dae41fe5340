"""Fewer buckets for a chart: neighbours are merged and none is split, so that counts stay exact."""

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.values.summary import Histogram


def merged(histogram: Histogram, most: int) -> Histogram:
    """Return a histogram of at most `most` buckets (≥ 2), made by merging neighbours.

    Half of the edges that are kept are spread evenly over the values and half over the counts: a
    tail stays a tail, and where most values are the picture stays as fine as was logged.
    """
    size = len(histogram.count)
    if size <= most:
        return histogram
    cells = max(most // 2, 1)
    by_value = _cells(_positions(histogram), cells)
    by_count = _cells(histogram.count.cumsum() - histogram.count / 2, cells)
    changes = (by_value[1:] != by_value[:-1]) | (by_count[1:] != by_count[:-1])
    first = np.append(0, np.flatnonzero(changes) + 1)
    last = np.append(first[1:], size) - 1
    count = np.add.reduceat(histogram.count, first)
    return Histogram(histogram.left[first], histogram.right[last], count)


def _positions(histogram: Histogram) -> NDArray[np.float64]:
    """Return where the middle of each bucket is, by number where values cannot tell."""
    with np.errstate(all="ignore"):
        middle = histogram.left / 2 + histogram.right / 2
    is_finite = np.isfinite(middle).all() and np.isfinite(middle[-1] - middle[0])
    return middle if is_finite else np.arange(len(middle), dtype=np.float64)


def _cells(position: NDArray[np.float64], cells: int) -> NDArray[np.int64]:
    """Return int64 [n], never falling: the cell of an even grid in which each position lies."""
    with np.errstate(all="ignore"):
        share = (position - position[0]) / (position[-1] - position[0]) * cells
    share = np.where(np.isfinite(share), share, 0.0)
    cell = np.clip(share, 0, cells - 1).astype(np.int64)
    return np.maximum.accumulate(cell)
