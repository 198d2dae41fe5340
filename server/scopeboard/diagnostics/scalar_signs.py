"""Signs of trouble in a time series of scalars.

A series is divided into tenths with equally many points. The median of each is robust against
single spikes. Only tags with names of lower-is-better metrics (a loss, an error) can diverge or
overfit.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.diagnostics.derived_warning import DerivedWarning

_LOWER_IS_BETTER: Final = re.compile(
    r"loss|error|perplexity|cost|\b(mse|mae|rmse|nll|wer|cer)\b", re.I
)
_LEARNED: Final = re.compile(r"loss|error|perplexity|cost|acc|auc|f1|precision|recall|reward", re.I)
_TENTHS: Final = 10
_MIN_POINTS: Final = 50  # medians of fewer points are noise
_DIVERGED: Final = 2.0  # times the lowest median
_EXPLODED: Final = 1000.0  # times the first value
_FLAT: Final = 0.01  # of the range of all medians
_NOISE: Final = 5.0  # times the median distance of a point from its tenth's median
_OVERFITTED: Final = 1.5  # times the gap where the evaluation was best


@dataclass(frozen=True)
class Series:
    """Points of one tag of one run by step, or the means of buckets; float64 [n], values finite.

    `total` counts the logged points, `nan` and `inf` those without a finite value;
    `first_nonfinite` is the step of the first of these.
    `goes_back` is the first step of a later session that repeats steps, if there is one.
    """

    tag: str
    step: Floats
    value: Floats
    total: int = 0
    nan: int = 0
    inf: int = 0
    first_nonfinite: int | None = None
    goes_back: int | None = None

    @cached_property
    def medians(self) -> Floats | None:
        """Float64 [10]: the median of each tenth; None for too few points."""
        if self.value.size < _MIN_POINTS:
            return None
        return np.array([np.median(tenth) for tenth in np.array_split(self.value, _TENTHS)])

    @cached_property
    def noise(self) -> float:
        """The median distance of a point from the median of its tenth; `medians` is not None."""
        tenths = np.array_split(self.value, _TENTHS)
        return float(
            np.median(np.concatenate([np.abs(tenth - np.median(tenth)) for tenth in tenths]))
        )

    def begin_of(self, tenth: int) -> int:
        """Return the first step of a tenth."""
        return int(np.array_split(self.step, _TENTHS)[tenth][0])


def scalar_signs(series: Series) -> Iterator[DerivedWarning]:
    """Yield the warnings of one series."""
    if series.first_nonfinite is not None:
        counts = ((series.nan, "NaN"), (series.inf, "infinite"))
        words = " and ".join(f"{count:,} {word}" for count, word in counts if count)
        values = "value" if series.nan + series.inf == 1 else "values"
        yield DerivedWarning(
            "not_finite",
            series.first_nonfinite,
            f"{words} {values}, the first at step {series.first_nonfinite:,}.",
            "Every value that is NaN or infinite is counted.",
        )
    if series.goes_back is not None:
        yield DerivedWarning(
            "goes_back",
            series.goes_back,
            f"Steps go back: a later session restarted at step {series.goes_back:,}.",
            "A session that begins at an already logged step supersedes the points from there on.",
        )
    yield from _divergence(series)
    yield from _plateau(series)


def _divergence(series: Series) -> Iterator[DerivedWarning]:
    """Yield a warning for a rise of the medians, or for one by orders of magnitude before that."""
    medians = series.medians
    if medians is None or not _LOWER_IS_BETTER.search(series.tag):
        return
    best = int(np.argmin(medians[:-1]))
    low, last = float(medians[best]), float(medians[-1])
    if last > low + (_DIVERGED - 1) * abs(low) and last - low > _NOISE * series.noise:
        begin = series.begin_of(best + 1)
        yield DerivedWarning(
            "diverging",
            begin,
            f"Diverging: the median rose from {low:.3g} to {last:.3g} since step {begin:,}.",
            f"The median of the last tenth of the points is over {_DIVERGED:g} times the lowest "
            f"median before, and the rise over {_NOISE:g} times the noise.",
        )
        return
    first = abs(float(series.value[0]))
    beyond = np.flatnonzero(series.value > _EXPLODED * first)
    if first > 0 and beyond.size and last > _DIVERGED * first:
        begin, highest = int(series.step[beyond[0]]), float(series.value.max())
        yield DerivedWarning(
            "diverging",
            begin,
            f"Diverged at step {begin:,}: a rise from {series.value[0]:.3g} to {highest:.3g}; the "
            f"latest median is {last:.3g}.",
            f"A point is over {_EXPLODED:,.0f} times the first, and the median of the last tenth "
            f"of the points over {_DIVERGED:g} times.",
        )


def _plateau(series: Series) -> Iterator[DerivedWarning]:
    medians = series.medians
    if medians is None or not _LEARNED.search(series.tag):
        return
    total = float(np.ptp(medians))
    flat = [first for first in range(_TENTHS - 2) if np.ptp(medians[first:]) <= _FLAT * total]
    if total > 0 and flat and flat[0] <= _TENTHS // 2:
        begin, end = series.begin_of(flat[0]), int(series.step[-1])
        yield DerivedWarning(
            "plateau",
            begin,
            f"Plateau: hardly any change over the last {end - begin:,} steps, since step "
            f"{begin:,}.",
            f"The medians of all tenths of the points since then lie within {_FLAT:.0%} of the "
            "range of all medians.",
        )


def gap_signs(training: Series, evaluation: Series) -> Iterator[DerivedWarning]:
    """Yield the warnings of one tag of a training and its evaluation.

    Overfitting: the evaluation has become worse since its best while the training has not.
    """
    medians = evaluation.medians
    if training.medians is None or medians is None or not _LOWER_IS_BETTER.search(evaluation.tag):
        return
    best = int(np.argmin(medians))
    steps = [np.median(tenth) for tenth in np.array_split(evaluation.step, _TENTHS)]
    trained = np.interp(steps, training.step, training.value)
    before, after = float(medians[best] - trained[best]), float(medians[-1] - trained[-1])
    is_worse = medians[-1] - medians[best] > _NOISE * evaluation.noise
    is_trained = trained[-1] <= trained[best]
    if is_worse and is_trained and after > _OVERFITTED * max(before, 0):
        yield DerivedWarning(
            "gap",
            evaluation.begin_of(best),
            f"The gap between evaluation and training grew from {before:.3g} to {after:.3g} since "
            f"step {evaluation.begin_of(best):,}, where the evaluation was best.",
            f"The evaluation's median rose by over {_NOISE:g} times its noise while the training "
            f"fell, and the gap is over {_OVERFITTED:g} times that at the best.",
        )
