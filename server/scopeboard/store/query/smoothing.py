"""Smoothing of whole series, as in the page (`frontend/src/lib/algorithms/smoothing.ts`).

The page smooths series if it has all of their points. Longer series, for which it has buckets or
some rows, are smoothed here over all of their points, so smoothed values do not depend on the zoom.

In all kinds, values that are not finite stay as they are and do not affect others, and a constant
series stays as it is.

- `ema`: an exponential moving average, debiased as Adam's moments are (Kingma and Ba,
  arXiv:1412.6980, section 3), which is how TensorBoard smooths.
- `time`: the same, but a value fades with its distance along the axis, in the series' median gap.
- `gauss`, `mean` and `median`: over a window around each value, which reaches to either side at
  most a quarter as far as the series is long.

Both implementations add up in their own order, so they agree up to rounding: about 1e-12 of the
greatest value in the sum. A distant value never affects rounding: each sum is over its own
values, and none is a difference of running sums.
"""

import math
import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.errors import QueryError

SmoothingKind = Literal["ema", "time", "gauss", "mean", "median"]

SMOOTHING_PATTERN: Final = r"(?:(?:ema|time|gauss|mean|median):)?[0-9]{1,4}(?:\.[0-9]{1,6})?"
_MAX_AMOUNT: Final[dict[SmoothingKind, float]] = {
    "ema": 0.999,
    "time": 0.999,
    "gauss": 500,
    "mean": 1001,
    "median": 1001,
}
_DEVIATIONS: Final = 3  # beyond these lies a thousandth of the weight
_MAX_REACH: Final = 1 / 4  # of the series, to either side
_AT_ONCE: Final = 1 << 17  # values whose columns fit into the processor's cache
_RANKED_AT_ONCE: Final = 1 << 14
_LARGE: Final = 1e290  # sums of larger values may overflow
_SCALE: Final = 2.0**-40  # exact


@dataclass(frozen=True, slots=True)
class Smoothing:
    """A smoothing of series.

    `amount` is a weight in [0, 1) for `ema` and `time`, a standard deviation in values for
    `gauss`, a number of values for `mean` and `median`.
    """

    kind: SmoothingKind
    amount: float


def parse_smoothing(text: str) -> Smoothing | None:
    """Parse a smoothing such as `0.6` or `median:9`; None for one without effect.

    Raises:
        QueryError: the text is invalid, or the amount is above its maximum.
    """
    if not re.fullmatch(SMOOTHING_PATTERN, text):
        raise QueryError(f"Invalid smoothing: {text[:50]!r}. Use a form like 0.6 or median:9.")
    word, _, digits = text.rpartition(":")
    kind = next(kind for kind in get_args(SmoothingKind) if kind == (word or "ema"))
    amount = float(digits)
    if amount > _MAX_AMOUNT[kind]:
        raise QueryError(f"The smoothing {text} is above the maximum of {_MAX_AMOUNT[kind]}.")
    return Smoothing(kind, amount) if amount > (kind in ("mean", "median")) else None


def smooth(x: NDArray[np.int64] | Floats, value: Floats, smoothing: Smoothing) -> Floats:
    """Return the smoothed values [n].

    Args:
        x: [n], positions on the axis, ascending.
        value: [n], as logged.
        smoothing: the smoothing.
    """
    is_finite = np.isfinite(value)
    finite, x = (value, x) if is_finite.all() else (value[is_finite], x[is_finite])
    if not len(finite) or (finite[0] == finite).all():
        return value
    amount, max_reach = smoothing.amount, math.floor((len(finite) - 1) * _MAX_REACH)
    scale = _SCALE if float(np.abs(finite).max()) > _LARGE else 1.0  # exact
    finite = finite if scale == 1.0 else finite * scale
    match smoothing.kind:
        case "ema":
            smoothed = _faded_mean(finite, np.array([amount]))
        case "time":
            smoothed = _faded_mean(finite, _fades(x, amount))
        case "gauss":
            distance = np.arange(min(math.ceil(_DEVIATIONS * amount), max_reach) + 1)
            half = np.exp(-(distance * distance) / (2 * amount * amount))
            smoothed = _weighted_mean(finite, np.append(half[:0:-1], half))
        case "mean":
            smoothed = _weighted_mean(finite, np.ones(2 * min(int(amount - 1) // 2, max_reach) + 1))
        case "median":
            smoothed = _median(finite, min(int(amount - 1) // 2, max_reach))
    if scale != 1.0:
        smoothed /= scale
    if len(smoothed) == len(value):
        return smoothed
    result = value.copy()
    result[is_finite] = smoothed
    return result


def _fades(x: NDArray[np.int64] | Floats, weight: float) -> Floats:
    """Return float64 [n]: the weight of the earlier values at each value."""
    gaps = np.diff(x.astype(np.float64), prepend=float(x[0]))
    positive = gaps[gaps > 0]
    if not len(positive):
        return np.full(len(x), weight)
    median = np.partition(positive, len(positive) // 2)[len(positive) // 2]
    fades: Floats = weight ** (gaps / median)
    return fades


def _faded_mean(value: Floats, fade: Floats) -> Floats:
    """Return the mean in which value n multiplies the weights of earlier values by `fade[n]`.

    Args:
        value: [n].
        fade: [n], or [1] for a constant.
    """
    mean = np.empty(len(value))
    total, weight = 0.0, 0.0
    for begin in range(0, len(value), _AT_ONCE):
        rows = slice(begin, begin + _AT_ONCE)
        fades = fade if len(fade) == 1 else fade[rows]
        totals, weights = _faded_sums(value[rows], fades, total, weight)
        total, weight = float(totals[-1]), float(weights[-1])
        np.divide(totals, weights, out=mean[rows])
    return mean


def _faded_sums(value: Floats, fade: Floats, total: float, weight: float) -> tuple[Floats, Floats]:
    """Return the faded sums of values and of ones, which begin from `total` and `weight`.

    The values are divided into √n lanes that are summed in parallel, each from 0; then the faded
    sum of each lane is added to the next.
    """
    length = max(1, math.isqrt(len(value)))
    lanes = -(-len(value) // length)
    value_at = _in_lanes(value, lanes, length)
    fade_at = np.full((length, 1), fade[0])
    if len(fade) > 1:
        fade_at = _in_lanes(fade, lanes, length)
    totals, weights, left = value_at, np.ones_like(fade_at), fade_at.copy()
    for row in range(1, length):
        totals[row] += totals[row - 1] * fade_at[row]
        weights[row] += weights[row - 1] * fade_at[row]
        left[row] *= left[row - 1]
    every = np.broadcast_to(weights, totals.shape), np.broadcast_to(left, totals.shape)
    before = np.empty((2, lanes))
    ends = zip(totals[-1].tolist(), every[0][-1].tolist(), every[1][-1].tolist(), strict=True)
    for lane, (lane_total, lane_weight, lane_left) in enumerate(ends):
        before[:, lane] = total, weight
        total, weight = lane_total + lane_left * total, lane_weight + lane_left * weight
    totals, weights = totals + left * before[0], weights + left * before[1]
    return totals.T.ravel()[: len(value)], weights.T.ravel()[: len(value)]


def _in_lanes(column: Floats, lanes: int, length: int) -> Floats:
    """Return a column as [length, lanes], lane by lane, padded with zeros."""
    padded = np.zeros(lanes * length)
    padded[: len(column)] = column
    return np.ascontiguousarray(padded.reshape(lanes, length).T)


def _weighted_mean(value: Floats, kernel: Floats) -> Floats:
    """Return the mean around each value, weighted by a kernel [2 · reach + 1], shorter at ends."""
    reach = len(kernel) // 2
    partial = np.cumsum(kernel)
    weight = np.full(len(value), partial[-1])
    if reach:
        weight[:reach] = partial[reach:-1]
        weight[-reach:] = partial[reach:-1][::-1]
    mean: Floats = np.convolve(value, kernel, "same") / weight
    return mean


def _median(value: Floats, reach: int) -> Floats:
    """Return the median of the values up to `reach` away from each."""
    median = np.empty(len(value))
    for begin in range(0, len(value), _RANKED_AT_ONCE):
        end = min(begin + _RANKED_AT_ONCE, len(value))
        low, high = max(0, begin - reach), min(len(value), end + reach)
        rows = np.arange(begin, end)
        first = np.maximum(rows - reach, low) - low
        after = np.minimum(rows + reach + 1, high) - low
        order = np.argsort(value[low:high], kind="stable")
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        ascending, size = value[low:high][order], after - first
        upper = ascending[_ranks_within(rank, first, after, size // 2)]
        is_even = np.flatnonzero(size % 2 == 0)
        if len(is_even):
            nth = size[is_even] // 2 - 1
            lower = ascending[_ranks_within(rank, first[is_even], after[is_even], nth)]
            upper[is_even] = (lower + upper[is_even]) / 2
        median[begin:end] = upper
    return median


def _ranks_within(rank: NDArray[np.int32], first: Ints, after: Ints, nth: Ints) -> Ints:
    """Return the nth least of the ranks in each span, counted from 0.

    A wavelet matrix (Claude and Navarro, SPIRE 2012): bit by bit from the highest, ranks without
    the bit move before those with it, and the spans follow their ranks.
    """
    result = np.zeros(len(first), np.int64)
    first, after, nth = first.copy(), after.copy(), nth.copy()
    for bit in reversed(range(max(1, int(len(rank) - 1).bit_length()))):
        has_bit = (rank >> bit & 1).astype(np.bool_)
        without = np.append(0, np.cumsum(~has_bit))  # among the ranks before each index
        zeros_first, zeros_after = without[first], without[after]
        zeros = zeros_after - zeros_first
        goes_up = nth >= zeros
        result |= goes_up.astype(np.int64) << bit
        nth -= np.where(goes_up, zeros, 0)
        first = np.where(goes_up, without[-1] + first - zeros_first, zeros_first)
        after = np.where(goes_up, without[-1] + after - zeros_after, zeros_after)
        rank = np.concatenate([rank[~has_bit], rank[has_bit]])
    return result
