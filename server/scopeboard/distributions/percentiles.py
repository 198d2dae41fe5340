"""Percentiles of a histogram, as TensorBoard's distributions show them.

The basis points are those at which a normal distribution is 0.5, 1 and 1.5 standard deviations
away from its mean, and both ends; pairs of them enclose 38 %, 68 %, 87 % and 100 % of the values.
Within a bucket, values count as evenly spread, as in TensorBoard's `compress_histogram`: charts
drawn from either agree to the last digit.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.summary import Histogram

Floats = NDArray[np.float64]

BASIS_POINTS: Final = (0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000)
"""Hundredths of a percent."""

_POINTS: Final = np.array(BASIS_POINTS, np.float64)


def percentiles(histogram: Histogram) -> Floats:
    """Return float64 [9]: below which value so many basis points of all values lie.

    Zeros where there are no buckets. Where some are left out since they are not numbers, they are
    those of the others, the first and the last NaN, and all of them where there are no others.
    """
    left, right, count = histogram.left, histogram.right, histogram.count
    if not len(count):
        return np.full(len(_POINTS), np.nan if histogram.left_out else 0.0)
    least, greatest = left[0], right[-1]
    with np.errstate(all="ignore"):  # counts and edges may be infinite, negative or huge
        weights = (count * _POINTS[-1] / (count.sum() or 1.0)).cumsum()
        at = np.searchsorted(weights, _POINTS, side="right")
        inside = np.minimum(at, len(weights) - 1)
        above = weights[inside]
        below = np.where(inside > 0, weights[inside - 1], 0.0)
        low = np.where(below == 0, least, np.maximum(right[inside - 1], least))
        high = np.minimum(right[inside], greatest)
        # In this order of operations: it is TensorBoard's, and decides the last digit.
        value = low + (_POINTS - below) * (high - low) / (above - below)
    result: Floats = np.where(at < len(weights), value, greatest)
    if histogram.left_out:
        result[[0, -1]] = np.nan
    return result
