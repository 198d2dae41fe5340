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
_SHRUNK: Final = 1e-4  # of the first width; gradients of a training that goes well shrink by less
_TINY: Final = 1e-4  # beyond which no value lies that has all but vanished
_EXPLOSION: Final = 100.0  # times the median width
_HUGE: Final = 1e4  # no weight, activation or gradient of a sane layer
_SATURATED_SHARE: Final = 0.6  # of the values in the outermost parts
_OUTERMOST: Final = 0.05  # of the range, at each end
_AT_ZERO: Final = 0.2  # of the values at zero, and at one: rectified values lie at zero as well
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
    at = int(step[-1])
    if not np.isfinite(percentiles[-1]).all():
        return [_not_finite(at)]
    if not last.count.sum() > 0:
        return []
    width = _widths(percentiles)
    found = [*_dead(at, last), *_changed_width(at, width, percentiles[-1]), *_saturated(at, last)]
    return found[:1] if found and found[0].kind == "dead" else found


def _not_finite(step: int) -> DerivedWarning:
    return DerivedWarning(
        "exploded",
        step,
        f"The values are not finite at step {step:,}: training has diverged.",
        "The smallest or the largest value, or an edge of a bucket, is infinite or not a number.",
    )


def _widths(percentiles: Floats) -> Floats:
    """Return float64 [n]: how wide the middle 87 % of the values lie, 0 for a single value.

    Writers of TensorFlow 2 give a single value a bucket of the width 1 around it, over which its
    percentiles are even; no values of a training are as even as that.
    """
    even = np.abs(percentiles - percentiles[:, :1] - _EVEN).max(axis=1) < 1e-9  # NaN is not
    return np.where(even, 0.0, percentiles[:, _HIGH] - percentiles[:, _LOW])


def _dead(step: int, last: Buckets) -> Iterator[DerivedWarning]:
    share = zero_share(last)
    if share >= _DEAD_SHARE:
        yield DerivedWarning(
            "dead",
            step,
            f"{_percent(share)} of the values are zero at step {step:,}: this layer may be dead.",
            "Share of the values in narrow buckets that hold zero, at least "
            f"{_percent(_DEAD_SHARE)}.",
        )


def zero_share(buckets: Buckets) -> float:
    """Return the share of values in buckets that hold zero and are too narrow to hold much else."""
    if (value := _single_value(buckets)) is not None:
        return float(value == 0)
    left, right, count = buckets.left, buckets.right, buckets.count
    span = right[-1] - left[0]
    holds_zero = (left <= 0) & (right >= 0)
    is_narrow = right - left <= (_SPIKE_WIDTH * span if np.isfinite(span) else 0)
    return float(count[holds_zero & is_narrow].sum() / count.sum())


def _single_value(buckets: Buckets) -> float | None:
    """Return the only value of a distribution, None if it has several; see `_widths`."""
    least, greatest = float(buckets.left[0]), float(buckets.right[-1])
    is_widened = len(buckets.count) == 1 and greatest - least == 1
    return (least + greatest) / 2 if is_widened or least == greatest else None


def _changed_width(step: int, width: Floats, last: Floats) -> Iterator[DerivedWarning]:
    """Yield a warning if the values contracted or spread by orders of magnitude."""
    usual = float(np.median(width[:-1]))
    if not (usual > 0 and np.isfinite(usual)):
        return
    times = float(width[-1]) / usual
    method = "Width of the middle 87 % of the values, compared with its median before: "
    since_first = float(width[-1] / width[0]) if width[0] > 0 else 1.0
    is_gone = since_first <= _SHRUNK and float(np.abs(last).max()) <= _TINY
    if times <= _COLLAPSE or is_gone:
        times = min(times, since_first)
        yield DerivedWarning(
            "collapsed",
            step,
            f"The values lie {_times(1 / times) if times else 'infinitely'} closer together at "
            f"step {step:,} than they used to: this layer has collapsed.",
            f"{method}at most {_COLLAPSE:g} of it; or {_SHRUNK:g} of that at the first step, with "
            f"no value beyond {_TINY:g}.",
        )
    is_huge = since_first >= _EXPLOSION and float(np.abs(last).max()) >= _HUGE
    if times >= _EXPLOSION or is_huge:
        factor = max(times, since_first)
        yield DerivedWarning(
            "exploded",
            step,
            f"The values spread {_times(factor)} as wide at step {step:,} as they used to: this "
            "layer explodes.",
            f"{method}at least {_EXPLOSION:g} times it; or as much wider than at the first step, "
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
