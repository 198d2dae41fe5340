"""Merging of neighbouring buckets for a chart; no bucket is split, so counts stay exact."""

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.events.values.summary import Histogram


def merge_bins(histogram: Histogram, max_bins: int) -> Histogram:
    """Return a histogram of at most `max_bins` buckets (≥ 2), made by merging neighbours.

    Half of the remaining edges are spread evenly over the values and half over the counts: a long
    tail keeps its extent, and the range with most values keeps its resolution.
    """
    size = len(histogram.count)
    if size <= max_bins:
        return histogram
    with np.errstate(all="ignore"):
        middle = histogram.left / 2 + histogram.right / 2
    is_finite = np.isfinite(middle).all() and np.isfinite(middle[-1] - middle[0])
    position = middle if is_finite else np.arange(size, dtype=np.float64)
    cells = max(max_bins // 2, 1)
    by_value = _cells(position, cells)
    by_count = _cells(histogram.count.cumsum() - histogram.count / 2, cells)
    changes = (by_value[1:] != by_value[:-1]) | (by_count[1:] != by_count[:-1])
    first = np.append(0, np.flatnonzero(changes) + 1)
    last = np.append(first[1:], size) - 1
    count = np.add.reduceat(histogram.count, first)
    return Histogram(histogram.left[first], histogram.right[last], count)


def _cells(position: Floats, cells: int) -> Ints:
    """Return the cell of an even grid for each position, int64 [n], never decreasing."""
    with np.errstate(all="ignore"):
        share = (position - position[0]) / (position[-1] - position[0]) * cells
    share = np.where(np.isfinite(share), share, 0.0)
    cell = np.clip(share, 0, cells - 1).astype(np.int64)
    return np.maximum.accumulate(cell)
