"""The points of many series, read in portions of bounded memory."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.query import SeriesQuery, select
from scopeboard.store.query.range import SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex

MAX_POINTS: Final = 200_000
"""Points of several series that are read together; a longer series is read at once."""

_MAX_TAGS: Final = 500  # so that the first points are sent soon


@dataclass(frozen=True, slots=True)
class Points:
    """All points of a tag in one run by step: int64 [n], float64 [n] (s), float64 [n].

    `x` [n] are positions on an axis that is none of the other columns, None for no such axis.
    """

    run: str
    tag: str
    step: Ints
    wall_time: Floats
    value: Floats
    x: Floats | None = None


COLUMNS: Final = ("step", "wall_time", "value")
"""The columns of numbers in a file; `x` may follow."""


def all_points(
    finder: SeriesIndex, tags: Collection[str], runs: Collection[str] | None, *, superseded: bool
) -> Iterator[Points]:
    """Yield the points of tags in runs, in the order of the tags and then of the runs.

    Args:
        finder: the series of one snapshot.
        tags: of scalars; tags without a series are skipped.
        runs: ids; None for all.
        superseded: whether to include points that a later session of a run superseded.

    Raises:
        DamagedBlockError: the checksum of a block is wrong.
    """
    batch: list[tuple[str, SeriesSet]] = []
    points = 0
    for tag in tags:
        series = finder.find(tag, runs, superseded=superseded)
        if series is None:
            continue
        count = int(series.blocks["count"].sum())
        if batch and points + count > MAX_POINTS:
            yield from _read(finder, batch)
            batch, points = [], 0
        if count > MAX_POINTS:
            for some_runs in _portions(series):
                portion = finder.find(tag, some_runs, superseded=superseded)
                yield from _read(finder, [(tag, portion)] if portion else [])
            continue
        batch.append((tag, series))
        points += count
        if len(batch) == _MAX_TAGS:
            yield from _read(finder, batch)
            batch, points = [], 0
    yield from _read(finder, batch)


def _portions(series: SeriesSet) -> Iterator[list[str]]:
    """Yield lists of runs with few enough points to be read together."""
    counts = np.bincount(series.series, series.blocks["count"], series.size)
    batch: list[str] = []
    total = 0.0
    for run, count in zip(series.runs, counts.tolist(), strict=True):
        if batch and total + count > MAX_POINTS:
            yield batch
            batch, total = [], 0.0
        batch.append(run)
        total += count
    yield batch


def _read(finder: SeriesIndex, batch: list[tuple[str, SeriesSet]]) -> Iterator[Points]:
    """Yield the points of several tags; one read for all of them, since each has a fixed cost."""
    if not batch:
        return
    sets = [series for _, series in batch]
    firsts = np.cumsum([0, *(series.size for series in sets)])
    numbers = [series.series + first for series, first in zip(sets, firsts, strict=False)]
    combined = SeriesSet(
        np.concatenate([series.blocks for series in sets]),
        np.concatenate(numbers),
        np.concatenate([series.superseded_from for series in sets]),
        [run for series in sets for run in series.runs],
    )
    names = [(run, tag) for tag, series in batch for run in series.runs]
    selection = select(combined, SeriesQuery(), finder.snapshot.read)
    raw, first = selection.raw, 0
    for (run, tag), end in zip(names, selection.raw_ends.tolist(), strict=True):
        rows = slice(first, end)
        yield Points(run, tag, raw.step[rows], raw.wall_time[rows], raw.value[rows])
        first = end
