"""The points of scalars as one table, in long form."""

import operator
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.errors import QueryError
from scopeboard.logs.columns import Names
from scopeboard.logs.table import Table
from scopeboard.store.query.axis import Range

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

    Example:
        >>> points = sb.open("runs").scalars("loss", runs="base")
        >>> points.run[0], points.tag[0], points.step.tolist(), points.value.tolist()
        ('base', 'loss', [0, 1, 2], [3.0, 2.0, 1.0])
        >>> points.wall_time.dtype  # seconds since the epoch
        dtype('float64')
    """

    reader: object = None

    def __getstate__(self) -> dict[str, object]:
        """Return what is pickled: the points, without the log."""
        return {name: value for name, value in vars(self).items() if name != "reader"}

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


class SeriesPoints(NamedTuple):
    """The points of series, one series after another: by tag as requested, then by run.

    `tag` and `run` (int32 [series]) are positions in the tags of the request and in the runs of the
    log, `ends` (int64 [series]) is the end of the rows of each. The columns are [points]: by step,
    then by wall time.
    """

    tag: NDArray[np.int32]
    run: NDArray[np.int32]
    ends: Ints
    step: Ints
    wall_time: Floats
    value: Floats


def scalars_of(
    series: SeriesPoints, tags: Sequence[str], runs: Sequence[str], points: int | None
) -> Scalars:
    """Return points as a table; see `Log.scalars`.

    Args:
        series: the points.
        tags: those of the request.
        runs: the names of all runs of the log.
        points: the most points of each series; None for all.
    """
    step, wall_time, value, ends = series.step, series.wall_time, series.value, series.ends
    counts = np.diff(ends, prepend=0)
    if points is not None and (counts > points).any():
        rows = _sampled(value, ends, points)
        counts = np.diff(np.searchsorted(rows, ends), prepend=0)
        step, wall_time, value = step[rows], wall_time[rows], value[rows]
    return Scalars(
        {
            "run": _names(series.run, counts, runs),
            "tag": _names(series.tag, counts, tags),
            "step": step,
            "wall_time": wall_time,
            "value": value,
        }
    )


def _names(numbers: NDArray[np.int32], counts: Ints, names: Sequence[str]) -> Names:
    """Return the column of a name for each series, with the names that have points alone."""
    there = np.unique(numbers[counts > 0])
    found = [names[number] for number in there.tolist()]
    if len(found) == 1:
        return Names(np.zeros(int(counts.sum()), np.int32), found)  # memory that nothing writes to
    return Names(np.repeat(np.searchsorted(there, numbers).astype(np.int32), counts), found)


def most_points(points: int | None) -> int | None:
    """Return the most points of a series; None for every point.

    Raises:
        QueryError: there would be none.
        TypeError: it is no integer.
    """
    try:
        most = None if points is None else operator.index(points)
    except TypeError as error:
        message = f"points is an integer, or None for every point: not {points!r}."
        raise TypeError(message) from error
    if most is not None and most < 1:
        raise QueryError(f"points has to be 1 or more, or None for every point: {most} is not.")
    return most


def range_of(steps: slice) -> Range:
    """Return the range of steps of a slice, whose stop is excluded.

    Raises:
        QueryError: the slice has a stride, or a bound that is no integer.
        TypeError: the steps are no slice.
    """
    if not isinstance(steps, slice):
        raise TypeError(f"steps is a slice, such as slice(1000, None): not {steps!r}.")
    if steps.step is not None:
        raise QueryError("A slice of steps has a start and a stop, but no stride.")
    try:
        start = None if steps.start is None else operator.index(steps.start)
        stop = None if steps.stop is None else operator.index(steps.stop)
    except TypeError as error:
        raise QueryError("The bounds of a slice of steps are integers.") from error
    return Range(start, None if stop is None else stop - 1)


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
