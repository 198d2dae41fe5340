"""The values of many tags of a run at common steps.

Tags of one metric are logged together, as a rule, but not all of them at each step. The value of a
tag at a step is the last that was logged up to it: float64, NaN where there is none yet. A logged
value that is no finite number is infinite, so that it is the worst of its scope and not a gap.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.events.values.summary import Histogram, read_histogram
from scopeboard.graph.scope_metrics.histogram_statistics import HistogramStatistic, statistic_of
from scopeboard.store.query.axis import Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.points import read_raw
from scopeboard.store.query.range import AxisRange, SeriesSet, count_in_range
from scopeboard.store.query.series_finder import SeriesIndex
from scopeboard.store.values.blob_series import BlobSeries, LoggedValues, read_values
from scopeboard.types import TagKey

_LONGEST: Final = 8
"""The steps are those of this many tags, the ones with most values."""

_BATCH: Final = 256  # tags whose points are in memory at once


class Window(NamedTuple):
    """The steps to show: at most `most`, from `first` to `last`, None for an open end."""

    first: int | None
    last: int | None
    most: int


class Steps(NamedTuple):
    """The steps that are shown, int64, ascending, of `total` that were logged in the window."""

    shown: Ints
    total: int


def steps_of(longest: Sequence[Ints], window: Window) -> Steps:
    """Return common steps of some tags within a window.

    Of more than the window has, those that are spread evenly in the order of logging, with the
    first and the last.
    """
    steps = np.unique(np.concatenate([np.empty(0, np.int64), *longest]))
    if window.first is not None:
        steps = steps[steps >= window.first]
    if window.last is not None:
        steps = steps[steps <= window.last]
    total = len(steps)
    if total > window.most:
        even = np.linspace(0, total - 1, window.most).round().astype(np.int64)
        steps = steps[np.unique(even)]
    return Steps(steps, total)


def values_at(step: Ints, value: Floats, steps: Ints) -> Floats:
    """Return the last value logged up to each of some steps.

    Args:
        step: int64 [n], ascending.
        value: float64 [n].
        steps: int64 [s].

    Returns:
        Float64 [s]: NaN before the first; infinite for a value that is not finite.
    """
    if not len(step):
        return np.full(len(steps), np.nan)
    at = np.searchsorted(step, steps, "right") - 1
    found = value[np.maximum(at, 0)]
    found = np.where(np.isnan(found), np.inf, found)
    return np.where(at < 0, np.nan, found)


class LoggedScalars:
    """The scalars of a run in one snapshot.

    Args:
        index: of the snapshot.
        run: the id of the run.
        tags: the tags, each of which the run may not have.
    """

    def __init__(self, index: SeriesIndex, run: str, tags: Sequence[str]) -> None:
        self._snapshot = index.snapshot
        self._sets = [index.find(tag, [run]) for tag in tags]
        self.size = len(tags)

    def digest_parts(self) -> Iterator[bytes]:
        """Yield bytes that are the same as long as the values are."""
        for each in self._sets:
            yield b"-" if each is None else each.blocks.tobytes() + each.superseded_from.tobytes()

    def steps(self, window: Window) -> Steps:
        """Return the common steps; see `steps_of`."""
        counts = [0 if each is None else int(each.blocks["count"].sum()) for each in self._sets]
        longest = np.argsort(-np.array(counts, np.int64), kind="stable")[:_LONGEST].tolist()
        found = [self._sets[number] for number in longest]
        return steps_of([step for step, _ in self._points(found)], window)

    def matrix(self, steps: Ints, check: CancelCheck) -> Floats:
        """Return the values [tags, steps]; see `values_at`.

        Raises:
            CancelledError: `check` raised it.
            DamagedBlockError: a block fails its checksum.
        """
        matrix = np.full((len(self._sets), len(steps)), np.nan)
        for begin in range(0, len(self._sets), _BATCH):
            check()
            batch = self._sets[begin : begin + _BATCH]
            for number, (step, value) in enumerate(self._points(batch), begin):
                matrix[number] = values_at(step, value, steps)
        return matrix

    def _points(self, sets: Sequence[SeriesSet | None]) -> Iterator[tuple[Ints, Floats]]:
        """Yield the steps and values of each series, which are read together."""
        numbered = [(at, each) for at, each in enumerate(sets) if each and len(each.blocks)]
        present, found = [at for at, _ in numbered], [each for _, each in numbered]
        if not found:
            for _ in sets:
                yield np.empty(0, np.int64), np.empty(0)
            return
        sizes = [len(each.blocks) for each in found]
        joined = SeriesSet(
            np.concatenate([each.blocks for each in found]),
            np.repeat(np.array(present, np.int64), sizes),
            np.concatenate([each.superseded_from for each in found]),
            [found[0].runs[0]] * len(sets),
        )
        load = BlockLoader(self._snapshot.read)
        whole = AxisRange("step", Range(), np.zeros(len(sets)))
        are_dated = np.zeros(len(joined.blocks), np.bool_)
        total = count_in_range(joined, whole, load, are_dated).total
        rows = np.flatnonzero(total)
        raw, ends = read_raw(joined.take(rows), total[rows], whole, "sorted", load)
        begin = 0
        for end in ends.tolist():
            yield raw.step[begin:end], raw.value[begin:end]
            begin = end


class LoggedHistograms:
    """A statistic of the histograms of a run; see `LoggedScalars`.

    Args:
        logged: the values of a store.
        index: of a snapshot.
        run: the id of the run.
        tags: the tags.
        statistic: what is computed of each histogram.
    """

    def __init__(
        self,
        logged: LoggedValues,
        index: SeriesIndex,
        run: str,
        tags: Sequence[str],
        statistic: HistogramStatistic,
    ) -> None:
        self._statistic: HistogramStatistic = statistic
        self.size = len(tags)
        self._series: list[BlobSeries | None] = []
        for tag in tags:
            found = logged.find(TagKey("histograms", tag), [run], finder=index)
            self._series.append(found[0] if found else None)

    def digest_parts(self) -> Iterator[bytes]:
        """Yield bytes that are the same as long as the values are."""
        for each in self._series:
            yield b"-" if each is None else each.digest().encode()

    def steps(self, window: Window) -> Steps:
        """Return the common steps; see `steps_of`."""
        found = sorted((each.step for each in self._series if each is not None), key=len)
        return steps_of(found[-_LONGEST:], window)

    def matrix(self, steps: Ints, check: CancelCheck) -> Floats:
        """Return the statistic [tags, steps]; a histogram that cannot be read has none.

        Raises:
            CancelledError: `check` raised it.
        """
        matrix = np.full((len(self._series), len(steps)), np.nan)
        for number, series in enumerate(self._series):
            check()
            if series is None or not len(series):
                continue
            at = np.searchsorted(series.step, steps, "right") - 1
            rows = np.unique(at[at >= 0])
            values = np.array(
                [
                    statistic_of(value, self._statistic) if isinstance(value, Histogram) else np.nan
                    for value in read_values(series, rows.tolist(), read_histogram)
                ]
            )
            known = at >= 0
            matrix[number, known] = values[np.searchsorted(rows, at[known])]
        return matrix


Logged = LoggedScalars | LoggedHistograms
