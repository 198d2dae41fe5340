"""Percentiles of a histogram, as TensorBoard's distributions show them.

The basis points are both ends and the points at which a normal distribution is 0, 0.5, 1 and 1.5
standard deviations from its mean; pairs of them enclose 38 %, 68 %, 87 % and 100 % of the values.
Values are evenly spread within a bucket, as in TensorBoard's `compress_histogram`: charts of both
agree to the last digit.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.events.values.summary import Histogram

BASIS_POINTS: Final = (0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000)
"""Hundredths of a percent."""

_POINTS: Final = np.array(BASIS_POINTS, np.float64)


def percentiles(histogram: Histogram) -> Floats:
    """Return the percentiles of one histogram, float64 [9]; see `percentiles_of_each`."""
    row: Floats = percentiles_of_each([histogram])[0]
    return row


def percentiles_of_each(histograms: Sequence[Histogram]) -> Floats:
    """Return the value at each of `BASIS_POINTS` in each histogram, float64 [n, 9].

    Zeros for a histogram without buckets. If buckets that are not numbers were skipped, the first
    and the last value are NaN and the others describe the other buckets; without other buckets, all
    are NaN. Weights are summed for each histogram alone, since the order of additions decides the
    last digit; everything else is computed for all histograms at once.
    """
    result = np.zeros((len(histograms), len(_POINTS)))
    rows = [row for row, each in enumerate(histograms) if len(each.count)]
    filled = [histograms[row] for row in rows]
    if filled:
        with np.errstate(all="ignore"):  # counts and edges may be infinite, negative or huge
            weights = [  # the share of the values up to each bucket, in basis points
                (each.count * _POINTS[-1] / (each.count.sum() or 1.0)).cumsum() for each in filled
            ]
            bucket = np.stack([np.searchsorted(each, _POINTS, side="right") for each in weights])
            size = np.array([[len(each)] for each in weights])
            inside = np.minimum(bucket, size - 1)
            index = inside + np.cumsum(size, axis=0) - size
            weight = np.concatenate(weights)
            right = np.concatenate([each.right for each in filled])
            least = np.array([[each.left[0]] for each in filled])
            greatest = np.array([[each.right[-1]] for each in filled])
            below = np.where(inside > 0, weight[index - 1], 0.0)
            low = np.where(below == 0, least, np.maximum(right[index - 1], least))
            high = np.minimum(right[index], greatest)
            # This order of operations is TensorBoard's; it decides the last digit.
            value = low + (_POINTS - below) * (high - low) / (weight[index] - below)
        result[rows] = np.where(bucket < size, value, greatest)
    for row, histogram in enumerate(histograms):
        if histogram.left_out:
            result[row, [0, -1] if len(histogram.count) else slice(None)] = np.nan
    return result
