"""Signs of trouble in the distribution of a layer's weights, gradients or activations.

The last step is compared with the steps before it. The first step alone means nothing: biases start
at zero. The limits are far from those of healthy trainings; a normal distribution, a rectified one
and a heavy-tailed gradient pass.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats
from scopeboard.diagnostics.derived_warning import DerivedWarning

_DEAD_SHARE: Final = 0.98  # of the values at zero; a rectified normal distribution has 0.5
_SPIKE_WIDTH: Final = 0.05  # of the range: a wider bucket at zero does not count as zero
_COLLAPSE: Final = 1e-3  # of the median width
_SHRUNK: Final = 1e-4  # of the first width; gradients of a healthy training shrink by less
_TINY: Final = 1e-4  # an upper bound of values that have practically vanished
_EXPLOSION: Final = 100.0  # times the median width
_HUGE: Final = 1e4  # weights, activations and gradients of healthy layers are smaller
_SATURATED_SHARE: Final = 0.6  # of the values, in the outermost parts
_OUTERMOST: Final = 0.05  # of the range, at each end
_AT_ZERO: Final = 0.2  # of the values, at zero and at one each: rectified values lie at zero too
_BOUND: Final = 1.0  # of tanh and the logistic function
_LOW, _HIGH = 1, -2  # the columns of percentiles between which 87 % of the values lie
_EVEN: Final = np.array([0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000]) / 10000


@dataclass(frozen=True, slots=True)
class Buckets:
    """The histogram of one step: edges and counts, float64 [k] each, ascending."""

    left: Floats
    right: Floats
    count: Floats


def layer_signs(
    step: NDArray[np.int64], percentiles: Floats, last: Buckets
) -> list[DerivedWarning]:
    """Return the warnings of the last step, at most one of each kind.

    Args:
        step: int64 [n], ascending.
        percentiles: float64 [n, 9] of each step, at TensorBoard's basis points.
        last: the histogram of the last step, as logged.
    """
    if len(step) < 2:
        return []
    last_step = int(step[-1])
    if not np.isfinite(percentiles[-1]).all():
        return [
            DerivedWarning(
                "exploded",
                last_step,
                f"The values are not finite at step {last_step:,}: training has diverged.",
                "The smallest or the largest value, or an edge of a bucket, is infinite or NaN.",
            )
        ]
    if not last.count.sum() > 0:
        return []
    if (share := zero_share(last)) >= _DEAD_SHARE:
        return [
            DerivedWarning(
                "dead",
                last_step,
                f"{_percent(share)} of the values are zero at step {last_step:,}: this layer may "
                "be dead.",
                "The share of the values in narrow buckets that contain zero is at least "
                f"{_percent(_DEAD_SHARE)}.",
            )
        ]
    return [*_changed_width(last_step, percentiles), *_saturated(last_step, last)]


def zero_share(buckets: Buckets) -> float:
    """Return the share of values in buckets that hold zero and are too narrow to hold much else.

    A single value has a bucket of the width 1 in TensorFlow 2; its middle is the value.
    """
    left, right, count = buckets.left, buckets.right, buckets.count
    least, greatest = float(left[0]), float(right[-1])
    if least == greatest or (len(count) == 1 and greatest - least == 1):
        return float(least + greatest == 0)
    span = right[-1] - left[0]
    holds_zero = (left <= 0) & (right >= 0)
    is_narrow = right - left <= (_SPIKE_WIDTH * span if np.isfinite(span) else 0)
    return float(count[holds_zero & is_narrow].sum() / count.sum())


def _changed_width(step: int, percentiles: Floats) -> Iterator[DerivedWarning]:
    """Yield a warning if the values contracted or spread by orders of magnitude.

    TensorFlow 2 writes a single value as a bucket of the width 1 around it, in which percentiles
    are evenly spread, as values of a training never are; such a step has the width 0.
    """
    is_single = np.abs(percentiles - percentiles[:, :1] - _EVEN).max(axis=1) < 1e-9  # NaN is not
    width = np.where(is_single, 0.0, percentiles[:, _HIGH] - percentiles[:, _LOW])
    median = float(np.median(width[:-1]))
    if not (median > 0 and np.isfinite(median)):
        return
    ratio = float(width[-1]) / median
    method = "Width of the middle 87 % of the values, compared with its median before: "
    since_first = float(width[-1] / width[0]) if width[0] > 0 else 1.0
    largest = float(np.abs(percentiles[-1]).max())
    if ratio <= _COLLAPSE or (since_first <= _SHRUNK and largest <= _TINY):
        ratio = min(ratio, since_first)  # a layer that has collapsed does not explode, too
        yield DerivedWarning(
            "collapsed",
            step,
            f"The range of values at step {step:,} is "
            f"{_times(1 / ratio) if ratio else 'infinitely'} narrower than before: this layer "
            "has collapsed.",
            f"{method}at most {_COLLAPSE:g} of it; or {_SHRUNK:g} of the first width, with no "
            f"value beyond {_TINY:g}.",
        )
    if ratio >= _EXPLOSION or (since_first >= _EXPLOSION and largest >= _HUGE):
        yield DerivedWarning(
            "exploded",
            step,
            f"The range of values at step {step:,} is {_times(max(ratio, since_first))} wider than "
            "before: this layer explodes.",
            f"{method}at least {_EXPLOSION:g} times it; or {_EXPLOSION:g} times the first width, "
            f"with values beyond {_HUGE:g}.",
        )


def _saturated(step: int, last: Buckets) -> Iterator[DerivedWarning]:
    """Yield a warning if most values lie at the bounds of tanh or of the logistic function."""
    least, greatest = float(last.left[0]), float(last.right[-1])
    span = greatest - least
    is_bounded = least >= -1.01 * _BOUND and greatest <= 1.01 * _BOUND
    if not is_bounded or span < 0.9 * _BOUND:
        return
    middle = (last.left + last.right) / 2
    count = last.count / last.count.sum()
    above = float(count[middle >= greatest - _OUTERMOST * span].sum())
    below = float(count[middle <= least + _OUTERMOST * span].sum())
    is_high, is_low = greatest >= 0.95 * _BOUND, least <= -0.95 * _BOUND
    is_logistic = is_high and abs(least) <= _OUTERMOST and min(above, below) >= _AT_ZERO
    share = above * is_high + below * (is_low or is_logistic)
    bounds = "0 and 1" if is_logistic else "±1"
    if share >= _SATURATED_SHARE:
        yield DerivedWarning(
            "saturated",
            step,
            f"{_percent(share)} of the values lie at the bounds {bounds} at step {step:,}: these "
            "units are saturated.",
            f"All values lie within ±1, and at least {_percent(_SATURATED_SHARE)} of them in the "
            f"outermost {_percent(_OUTERMOST)} of their range, at a bound.",
        )


def _percent(share: float) -> str:
    """Return a share in percent; below 1, at most 99.9 %."""
    return f"{min(100 * share, 99.9):.3g} %" if share < 1 else "100 %"


def _times(factor: float) -> str:
    return f"{factor:,.0f} times" if factor < 1e6 else f"{factor:.0e} times"
