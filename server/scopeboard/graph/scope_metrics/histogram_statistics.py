"""Numbers that a histogram gives of the values of a layer, as far as its buckets tell."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.events.values.summary import Histogram

HistogramStatistic = Literal["norm", "mean", "std", "zeros", "p5", "p50", "p95"]

_NARROW: Final = 1e-6
"""A bucket around zero that is as wide as this part of the range holds zeros alone."""


def statistic_of(histogram: Histogram, statistic: HistogramStatistic) -> float:
    """Return a statistic of the values, spread evenly within each bucket.

    * `norm`: the root of the sum of their squares;
    * `mean` and `std`;
    * `zeros`: the share of values that are zero, as of dead units. NaN where the bucket around
      zero is so wide that it may hold others, as in histograms of equal widths;
    * `p5`, `p50`, `p95`: percentiles.

    Infinite where values that are not numbers were left out; NaN without any value.
    """
    if histogram.left_out:
        return np.inf
    total = float(histogram.count.sum())
    if not total > 0:
        return np.nan
    with np.errstate(all="ignore"):  # edges may be infinite
        return float(_STATISTICS[statistic](histogram, total))


def _norm(histogram: Histogram, _total: float) -> float:
    return float(np.sqrt(np.sum(histogram.count * _squares(histogram))))


def _mean(histogram: Histogram, total: float) -> float:
    return float(np.sum(histogram.count * (histogram.left + histogram.right)) / 2 / total)


def _std(histogram: Histogram, total: float) -> float:
    mean = _mean(histogram, total)
    square = float(np.sum(histogram.count * _squares(histogram))) / total
    return float(np.sqrt(max(0.0, square - mean * mean)))


def _zeros(histogram: Histogram, total: float) -> float:
    left, right, count = histogram.left, histogram.right, histogram.count
    filled = count > 0
    width = float(right[filled].max() - left[filled].min())
    holds_zero = filled & (left <= 0) & (right >= 0)
    if (right - left)[holds_zero].max(initial=0.0) > _NARROW * width:
        return np.nan
    return float(count[holds_zero].sum()) / total


def _squares(histogram: Histogram) -> Floats:
    """Return the mean square of the values in each bucket."""
    left, right = histogram.left, histogram.right
    squares: Floats = (left * left + left * right + right * right) / 3
    return squares


def _percentile(share: float) -> Callable[[Histogram, float], float]:
    def at(histogram: Histogram, total: float) -> float:
        wanted = share * total
        ends = np.cumsum(histogram.count)
        bucket = min(int(np.searchsorted(ends, wanted)), len(ends) - 1)
        count = histogram.count[bucket]
        inside = (wanted - (ends[bucket] - count)) / count if count > 0 else 0.0
        left, right = histogram.left[bucket], histogram.right[bucket]
        return float(left + inside * (right - left))

    return at


_STATISTICS: Final[Mapping[HistogramStatistic, Callable[[Histogram, float], float]]] = (
    MappingProxyType(
        {
            "norm": _norm,
            "mean": _mean,
            "std": _std,
            "zeros": _zeros,
            "p5": _percentile(0.05),
            "p50": _percentile(0.5),
            "p95": _percentile(0.95),
        }
    )
)
