"""Read the histograms of selected steps from event files."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.distributions.merged_bins import merged
from scopeboard.distributions.percentiles import BASIS_POINTS, percentiles_of_each
from scopeboard.events.values.summary import Histogram, read_histogram
from scopeboard.store.values.blob_series import BlobSeries, read_values

MAX_BUCKETS: Final = 2 << 20
"""How many buckets are held at once, of 24 bytes each."""

_AT_ONCE: Final = 1 << 16
"""Of how many buckets percentiles are worked out together: enough for a hundred usual steps."""

_NO_ROOM: Final = (
    "Left out, since there is no room for so many buckets: ask for fewer steps, or have buckets "
    "merged."
)


class UnreadStep(NamedTuple):
    """A step whose histogram cannot be shown, and why, in a sentence."""

    step: int
    message: str


@dataclass(frozen=True, slots=True)
class Distribution:
    """Histograms of some steps of a run, as columns.

    Attributes:
        step: int64 [n], ascending.
        wall_time: float64 [n], seconds since the epoch.
        bins: int64 [n], how many buckets each step has.
        left: float64 [buckets], the lower edges, those of the first step first.
        right: float64 [buckets].
        count: float64 [buckets].
        percentiles: float64 [n, 9], of the buckets as logged, at `BASIS_POINTS`.
        unread: the steps that could not be read, which are not among the others.
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
    which: Sequence[int] | Ints,
    most_bins: int = 0,
    most_buckets: int = MAX_BUCKETS,
) -> Distribution:
    """Read histograms.

    Args:
        series: of histograms.
        which: positions in it, ascending.
        most_bins: merge neighbouring buckets where there are more in a step; 0 keeps all.
        most_buckets: how many may be held; steps for which there is no room are not read.
    """
    at: list[int] = []
    found: list[Histogram] = []
    percentiles = _Percentiles()
    unread: list[UnreadStep] = []
    values, room = read_values(series, which, read_histogram), most_buckets
    for place in which:
        value = next(values) if room > 0 else _NO_ROOM
        if isinstance(value, Histogram):
            at.append(int(place))
            percentiles.add(value)
            found.append(merged(value, most_bins) if most_bins else value)
            room -= len(found[-1].count)
        else:
            unread.append(UnreadStep(int(series.step[place]), str(value)))
    return Distribution(
        step=series.step[at],
        wall_time=series.wall_time[at],
        bins=np.array([len(each.count) for each in found], np.int64),
        left=_joined([each.left for each in found]),
        right=_joined([each.right for each in found]),
        count=_joined([each.count for each in found]),
        percentiles=percentiles.of_all(),
        unread=unread,
    )


class _Percentiles:
    """Takes histograms as logged, and holds few of them at a time: most are merged afterwards."""

    def __init__(self) -> None:
        self._rows = [np.empty((0, len(BASIS_POINTS)))]
        self._held: list[Histogram] = []
        self._buckets = 0

    def add(self, histogram: Histogram) -> None:
        self._held.append(histogram)
        self._buckets += len(histogram.count)
        if self._buckets >= _AT_ONCE:
            self._work_out()

    def of_all(self) -> Floats:
        """Return float64 [n, 9], those of the histograms so far."""
        self._work_out()
        return np.concatenate(self._rows)

    def _work_out(self) -> None:
        self._rows.append(percentiles_of_each(self._held))
        self._held.clear()
        self._buckets = 0


def _joined(parts: list[Floats]) -> Floats:
    return np.concatenate([np.empty(0), *parts])
