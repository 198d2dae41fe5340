"""Read the histograms of selected steps from event files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.distributions.bin_merging import merge_bins
from scopeboard.distributions.percentiles import BASIS_POINTS, percentiles_of_each
from scopeboard.events.values.summary import Histogram, read_histogram
from scopeboard.store.values.blob_series import BlobSeries, read_values

MAX_BUCKETS: Final = 2 << 20
"""The largest number of buckets in memory at once, of 24 bytes each."""

_BATCH_BUCKETS: Final = 1 << 16
"""Percentiles are computed for this many buckets at once: about a hundred typical steps."""

_TOO_MANY_BUCKETS: Final = (
    "Not read: the selected steps have too many buckets. Request fewer steps, or merge buckets."
)


class UnreadStep(NamedTuple):
    """A step whose histogram cannot be shown, and the reason as a sentence."""

    step: int
    message: str


@dataclass(frozen=True, slots=True)
class Distribution:
    """Histograms of some steps of a run, as columns.

    Attributes:
        step: int64 [n], ascending.
        wall_time: float64 [n], seconds since the epoch.
        bins: int64 [n], the number of buckets of each step.
        left: float64 [buckets], the lower edges, in the order of the steps.
        right: float64 [buckets].
        count: float64 [buckets].
        percentiles: float64 [n, 9], of the buckets as logged, at `BASIS_POINTS`.
        unread: the steps that could not be read; they are not in `step`.
    """

    step: Ints
    wall_time: Floats
    bins: Ints
    left: Floats
    right: Floats
    count: Floats
    percentiles: Floats
    unread: list[UnreadStep]


def read_distribution(
    series: BlobSeries,
    rows: Sequence[int] | Ints,
    max_bins: int = 0,
    max_buckets: int = MAX_BUCKETS,
) -> Distribution:
    """Read histograms.

    Args:
        series: histograms of a tag in a run.
        rows: positions in the series, ascending.
        max_bins: neighbouring buckets of a step with more are merged; 0 merges none.
        max_buckets: the largest number of buckets in the result; further steps are not read.
    """
    read_rows: list[int] = []
    bins: list[int] = []
    left, right, count = [np.empty(0)], [np.empty(0)], [np.empty(0)]
    percentiles = _Percentiles()
    unread: list[UnreadStep] = []
    values, remaining = read_values(series, rows, read_histogram), max_buckets
    for row in rows:
        value = next(values) if remaining > 0 else _TOO_MANY_BUCKETS
        if not isinstance(value, Histogram):
            unread.append(UnreadStep(int(series.step[row]), str(value)))
            continue
        percentiles.add(value)
        histogram = merge_bins(value, max_bins) if max_bins else value
        read_rows.append(int(row))
        bins.append(len(histogram.count))
        left.append(histogram.left)
        right.append(histogram.right)
        count.append(histogram.count)
        remaining -= bins[-1]
    return Distribution(
        step=series.step[read_rows],
        wall_time=series.wall_time[read_rows],
        bins=np.array(bins, np.int64),
        left=np.concatenate(left),
        right=np.concatenate(right),
        count=np.concatenate(count),
        percentiles=percentiles.result(),
        unread=unread,
    )


class _Percentiles:
    """Computes percentiles in batches: the histograms as logged are too many to keep in memory."""

    def __init__(self) -> None:
        self._computed = [np.empty((0, len(BASIS_POINTS)))]
        self._batch: list[Histogram] = []
        self._buckets = 0

    def add(self, histogram: Histogram) -> None:
        self._batch.append(histogram)
        self._buckets += len(histogram.count)
        if self._buckets >= _BATCH_BUCKETS:
            self._compute()

    def result(self) -> Floats:
        """Return the percentiles of all histograms, float64 [n, 9]."""
        self._compute()
        return np.concatenate(self._computed)

    def _compute(self) -> None:
        self._computed.append(percentiles_of_each(self._batch))
        self._batch.clear()
        self._buckets = 0
