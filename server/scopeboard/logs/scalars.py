"""The points of scalars as one table, in long form."""

import operator
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.errors import QueryError
from scopeboard.logs.columns import Names
from scopeboard.logs.reader import LogReader, LogView
from scopeboard.logs.table import Table
from scopeboard.store.query.axis import Range
from scopeboard.store.query.query import SeriesQuery, select
from scopeboard.store.query.range import NO_SERIES, SeriesSet
from scopeboard.types import RunId

_ENDS: Final = 2  # the first and the last point
_PAIR: Final = 2  # the least and the greatest value
_CARDS: Final = "scopeboard.notebook.cards"  # imports the web framework


class Scalars(Table):
    """Points of scalars: by tag, then by run, then by step, then by wall time.

    The tags are in the order of the request, the runs by the time of their first event. In a
    notebook, points are displayed as charts, which follow the log, if `scopeboard[notebook]` is
    installed.

    Attributes:
        reader: what has read the points; None for those of no log.
    """

    reader: LogReader | None = None

    @property
    def run(self) -> Names:
        """The run of each point."""
        names: Names = self["run"]
        return names

    @property
    def tag(self) -> Names:
        """The tag of each point."""
        names: Names = self["tag"]
        return names

    @property
    def step(self) -> Ints:
        """The steps, int64 [points]."""
        steps: Ints = self["step"]
        return steps

    @property
    def wall_time(self) -> Floats:
        """The wall times, float64 [points], in seconds since the epoch."""
        times: Floats = self["wall_time"]
        return times

    @property
    def value(self) -> Floats:
        """The values, float64 [points]."""
        values: Floats = self["value"]
        return values

    def _ipython_display_(self) -> None:
        """Show charts in the cell of a notebook.

        Raises:
            NotImplementedError: there is no notebook; IPython shows the text instead.
        """
        if not resolve_name(f"{_CARDS}:display_card")(self):
            raise NotImplementedError

    def _display_(self) -> object:
        """Return what marimo shows: charts, or a text."""
        return resolve_name(f"{_CARDS}:card_of")(self) or repr(self)


def read_scalars(
    view: LogView,
    tags: Sequence[str],
    runs: Sequence[RunId] | None,
    steps: slice,
    points: int | None,
    *,
    superseded: bool,
) -> Scalars:
    """Return points of tags in runs; see `Log.scalars`.

    Args:
        view: the log.
        tags: each once; those without a series are left out.
        runs: ids; None for all.
        steps: the steps, without the stop.
        points: the most points of each series; None for all.
        superseded: whether to include superseded points.

    Raises:
        DamagedBlockError: a block fails its checksum.
        QueryError: the steps or the number of points are invalid.
    """
    steps_range = range_of(steps)
    if points is not None and points < 1:
        raise QueryError(f"points has to be 1 or more, or None for every point: {points} is not.")
    found = [
        (number, ordered(view, series))
        for number, tag in enumerate(tags)
        if (series := view.finder.find(tag, runs, superseded=superseded)) is not None
    ]
    together = joined([series for _, series in found])
    selection = select(together, SeriesQuery(range=steps_range), view.finder.snapshot.read)
    raw, ends = selection.raw, selection.raw_ends
    step, wall_time, value = raw.step, raw.wall_time, raw.value
    counts = np.diff(ends, prepend=0)
    if points is not None and (counts > points).any():
        rows = _sampled(value, ends, points)
        counts = np.diff(np.searchsorted(rows, ends), prepend=0)
        step, wall_time, value = step[rows], wall_time[rows], value[rows]
    of_tag = np.repeat(
        np.array([number for number, _ in found], np.int32), [series.size for _, series in found]
    )
    names = list(view.names.values())
    number_of = {run: number for number, run in enumerate(view.names)}
    of_run = np.fromiter(map(number_of.__getitem__, together.runs), np.int32, together.size)
    return Scalars(
        {
            "run": _names(of_run, counts, names),
            "tag": _names(of_tag, counts, tags),
            "step": step,
            "wall_time": wall_time,
            "value": value,
        }
    )


def _names(numbers: NDArray[np.int32], counts: Ints, names: Sequence[str]) -> Names:
    """Return the column of a name for each series, with the names that have points alone."""
    there = np.unique(numbers[counts > 0])
    codes = np.searchsorted(there, numbers).astype(np.int32)
    return Names(np.repeat(codes, counts), [names[number] for number in there.tolist()])


def range_of(steps: slice) -> Range:
    """Return the range of steps of a slice, whose stop is excluded.

    Raises:
        QueryError: the slice has a stride, or a bound that is no integer.
    """
    if steps.step is not None:
        raise QueryError("A slice of steps has a start and a stop, but no stride.")
    try:
        start = None if steps.start is None else operator.index(steps.start)
        stop = None if steps.stop is None else operator.index(steps.stop)
    except TypeError as error:
        raise QueryError("The bounds of a slice of steps are integers.") from error
    return Range(start, None if stop is None else stop - 1)


def ordered(view: LogView, series: SeriesSet) -> SeriesSet:
    """Return the series of the listed runs, in the order of the list."""
    rank_of = {run: rank for rank, run in enumerate(view.names)}
    ranks = np.array([rank_of.get(run, -1) for run in series.runs], np.int64)
    by_block = ranks[series.series]
    order = np.argsort(by_block, kind="stable")
    taken = series.take(order[by_block[order] >= 0])
    listed, numbers = np.unique(ranks[taken.series], return_inverse=True)
    names = list(view.names)
    runs = [names[rank] for rank in listed.tolist()]
    return SeriesSet(taken.blocks, numbers.reshape(-1), taken.superseded_from, runs)


def joined(sets: Sequence[SeriesSet]) -> SeriesSet:
    """Return several sets of series as one, set after set."""
    if len(sets) == 1:
        return sets[0]
    if not sets:
        return NO_SERIES
    firsts = np.cumsum([0, *(series.size for series in sets)])
    return SeriesSet(
        np.concatenate([series.blocks for series in sets]),
        np.concatenate(
            [series.series + first for series, first in zip(sets, firsts, strict=False)]
        ),
        np.concatenate([series.superseded_from for series in sets]),
        [run for series in sets for run in series.runs],
    )


def _sampled(value: Floats, ends: Ints, points: int) -> Ints:
    """Return the rows of a sample of each series that has more than `points` points."""
    starts = np.append(0, ends[:-1])
    return np.concatenate(
        [
            np.arange(start, end)
            if end - start <= points
            else start + _sample(value[start:end], points)
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        ]
    )


def _sample(value: Floats, points: int) -> Ints:
    """Return at most `points` rows of a series with more, ascending.

    These are the first and the last row and, of equal parts of the rows between, those with the
    least and the greatest finite value, so that a line through them has all extremes.
    """
    last = len(value) - 1
    parts = (points - _ENDS) // _PAIR
    if parts < 1:
        return np.unique(np.linspace(last, 0, points).astype(np.int64))
    inner = value[1:last]
    length = -(-len(inner) // parts)
    padded = np.full(parts * length, np.nan)
    padded[: len(inner)] = inner
    by_part = padded.reshape(parts, length)
    is_finite = np.isfinite(by_part)
    firsts = 1 + length * np.arange(parts)
    least = firsts + np.where(is_finite, by_part, np.inf).argmin(axis=1)
    greatest = firsts + np.where(is_finite, by_part, -np.inf).argmax(axis=1)
    rows = np.unique(np.concatenate([[0, last], least, greatest]))
    return rows[rows <= last]
