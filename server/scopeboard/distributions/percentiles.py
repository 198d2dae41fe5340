"""Percentiles of a histogram, as TensorBoard's distributions show them.

The basis points are those at which a normal distribution is 0.5, 1 and 1.5 standard deviations
away from its mean, and both ends; pairs of them enclose 38 %, 68 %, 87 % and 100 % of the values.
Within a bucket, values count as evenly spread, as in TensorBoard's `compress_histogram`: charts
drawn from either agree to the last digit.
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
    """Return float64 [9], those of one histogram; see `percentiles_of_each`."""
    row: Floats = percentiles_of_each([histogram])[0]
    return row


def percentiles_of_each(histograms: Sequence[Histogram]) -> Floats:
    """Return float64 [n, 9]: below which value so many basis points of all values lie.

    Zeros where there are no buckets. Where some are left out since they are not numbers, they are
    those of the others, the first and the last NaN, and all of them where there are no others.
    """
    result = np.zeros((len(histograms), len(_POINTS)))
    filled = [row for row, each in enumerate(histograms) if len(each.count)]
    if filled:
        result[filled] = _of_filled([histograms[row] for row in filled])
    for row, histogram in enumerate(histograms):
        if histogram.left_out:
            result[row, [0, -1] if len(histogram.count) else slice(None)] = np.nan
    return result


def _of_filled(histograms: Sequence[Histogram]) -> Floats:
    """Return the percentiles of histograms with buckets.

    Weights are summed up one histogram at a time, whose order of additions decides the last digit;
    all else is worked out of all of them together.
    """
    with np.errstate(all="ignore"):  # counts and edges may be infinite, negative or huge
        weights = [_weights(each.count) for each in histograms]
        at = np.stack([np.searchsorted(each, _POINTS, side="right") for each in weights])
        size = np.array([[len(each)] for each in weights])
        inside = np.minimum(at, size - 1)
        place = inside + np.cumsum(size, axis=0) - size
        weight = np.concatenate(weights)
        right = np.concatenate([each.right for each in histograms])
        least = np.array([[each.left[0]] for each in histograms])
        greatest = np.array([[each.right[-1]] for each in histograms])
        below = np.where(inside > 0, weight[place - 1], 0.0)
        low = np.where(below == 0, least, np.maximum(right[place - 1], least))
        high = np.minimum(right[place], greatest)
        # In this order of operations: it is TensorBoard's, and decides the last digit.
        value = low + (_POINTS - below) * (high - low) / (weight[place] - below)
    return np.where(at < size, value, greatest)


def _weights(count: Floats) -> Floats:
    """Return the share of the values up to each bucket, in basis points."""
    weights: Floats = (count * _POINTS[-1] / (count.sum() or 1.0)).cumsum()
    return weights
