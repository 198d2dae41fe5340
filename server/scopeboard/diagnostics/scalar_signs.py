"""Signs of trouble in a time series of scalars.

A series is divided into tenths, ten parts with equally many points, and each has its median.
Medians do not follow single spikes, so they stand for most points. Only tags whose names mean
lower-is-better (a loss, an error) can diverge or overfit.
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
_LEAST_POINTS: Final = 50  # medians of fewer points are noise
_DIVERGED: Final = 2.0  # times the lowest median
_EXPLODED: Final = 1000.0  # times the first value
_FLAT: Final = 0.01  # of the range of all medians
_NOISE: Final = 5.0  # times the median distance of a point from its tenth's median
_OVERFITTED: Final = 1.5  # times the gap where the evaluation was best


@dataclass(frozen=True)
class Series:
    """Points of one tag of one run by step, or the means of buckets; float64 [n], values finite.

    `total` counts the points that were logged, `nan` and `inf` those whose value is not finite;
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
        """Float64 [10]: the median of each tenth; None when there are too few points."""
        if self.value.size < _LEAST_POINTS:
            return None
        return np.array([np.median(part) for part in np.array_split(self.value, _TENTHS)])

    @cached_property
    def noise(self) -> float:
        """The median distance of a point from the median of its tenth; `medians` is not None."""
        tenths = np.array_split(self.value, _TENTHS)
        return float(np.median(np.concatenate([np.abs(t - np.median(t)) for t in tenths])))

    def begin_of(self, tenth: int) -> int:
        """Return the first step of a tenth."""
        return int(np.array_split(self.step, _TENTHS)[tenth][0])


def scalar_signs(series: Series) -> Iterator[DerivedWarning]:
    """Yield the warnings of one series."""
    yield from _not_finite(series)
    yield from _goes_back(series)
    yield from _diverges(series) or _explodes(series)
    yield from _is_flat(series)


def _not_finite(series: Series) -> Iterator[DerivedWarning]:
    if series.first_nonfinite is None:
        return
    counts = ((series.nan, "NaN"), (series.inf, "infinite"))
    words = " and ".join(f"{count:,} {word}" for count, word in counts if count)
    values = "value" if series.nan + series.inf == 1 else "values"
    yield DerivedWarning(
        "not_finite",
        series.first_nonfinite,
        f"{words} {values}, the first at step {series.first_nonfinite:,}.",
        "Every value that is NaN or infinite is counted.",
    )


def _goes_back(series: Series) -> Iterator[DerivedWarning]:
    if series.goes_back is not None:
        yield DerivedWarning(
            "goes_back",
            series.goes_back,
            f"Steps go back: a later session began again at step {series.goes_back:,}.",
            "A session that begins at a step that was logged before supersedes what follows it.",
        )


def _diverges(series: Series) -> list[DerivedWarning]:
    medians = series.medians
    if medians is None or not _LOWER_IS_BETTER.search(series.tag):
        return []
    best = int(np.argmin(medians[:-1]))
    low, last = float(medians[best]), float(medians[-1])
    is_risen = last > low + (_DIVERGED - 1) * abs(low) and last - low > _NOISE * series.noise
    if not is_risen:
        return []
    begin = series.begin_of(best + 1)
    return [
        DerivedWarning(
            "diverging",
            begin,
            f"Diverging: its median rose from {low:.3g} to {last:.3g} since step {begin:,}.",
            f"The median of the last tenth of the points is over {_DIVERGED:g} times the lowest of "
            f"a tenth before, and the rise over {_NOISE:g} times the noise.",
        )
    ]


def _explodes(series: Series) -> list[DerivedWarning]:
    """Return a warning for a rise by orders of magnitude that is too early for tenths."""
    medians = series.medians
    if medians is None or not _LOWER_IS_BETTER.search(series.tag):
        return []
    first, last = abs(float(series.value[0])), float(medians[-1])
    beyond = np.flatnonzero(series.value > _EXPLODED * first)
    if not (first > 0 and beyond.size and last > _DIVERGED * first):
        return []
    begin, most = int(series.step[beyond[0]]), float(series.value.max())
    return [
        DerivedWarning(
            "diverging",
            begin,
            f"Diverged at step {begin:,}: it began at {series.value[0]:.3g}, reached {most:.3g} "
            f"and has been at {last:.3g} of late.",
            f"A point is over {_EXPLODED:,.0f} times the first, and the median of the last tenth "
            f"of the points over {_DIVERGED:g} times.",
        )
    ]


def _is_flat(series: Series) -> Iterator[DerivedWarning]:
    medians = series.medians
    if medians is None or not _LEARNED.search(series.tag):
        return
    whole = float(np.ptp(medians))
    flat = [first for first in range(_TENTHS - 2) if np.ptp(medians[first:]) <= _FLAT * whole]
    if whole > 0 and flat and flat[0] <= _TENTHS // 2:
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
    ours, theirs = training.medians, evaluation.medians
    if ours is None or theirs is None or not _LOWER_IS_BETTER.search(evaluation.tag):
        return
    best = int(np.argmin(theirs))
    at = [np.median(part) for part in np.array_split(evaluation.step, _TENTHS)]
    trained = np.interp(at, training.step, training.value)
    before, after = float(theirs[best] - trained[best]), float(theirs[-1] - trained[-1])
    is_worse = theirs[-1] - theirs[best] > _NOISE * evaluation.noise
    is_trained = trained[-1] <= trained[best]
    if is_worse and is_trained and after > _OVERFITTED * max(before, 0):
        yield DerivedWarning(
            "gap",
            evaluation.begin_of(best),
            f"The gap to the training grew from {before:.3g} to {after:.3g} since step "
            f"{evaluation.begin_of(best):,}, where the evaluation was best.",
            f"The evaluation's median rose by over {_NOISE:g} times its noise while the training "
            f"fell, and the gap is over {_OVERFITTED:g} times that at the best.",
        )
