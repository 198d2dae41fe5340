"""The points of many series, read in portions, so that memory does not grow with what is taken."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.query import SeriesQuery, select
from scopeboard.store.query.range import SeriesSet
from scopeboard.store.query.series_finder import SeriesIndex

MOST_AT_ONCE: Final = 200_000
"""Points of several series that are read together; of a longer one, all."""

_MOST_TAGS: Final = 500  # so that the first points are soon there


@dataclass(frozen=True, slots=True)
class Points:
    """Every point of a tag in one run by step: int64 [n], float64 [n] (s), float64 [n]."""

    run: str
    tag: str
    step: Ints
    wall_time: Floats
    value: Floats


def all_points(
    finder: SeriesIndex, tags: Collection[str], runs: Collection[str] | None, *, superseded: bool
) -> Iterator[Points]:
    """Yield the points of tags in runs, by tag as given and then by run.

    Args:
        finder: finds series in one snapshot.
        tags: of scalars; those that no run has are left out.
        runs: ids; None for all.
        superseded: whether points that a later session of a run superseded are among them.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    some: list[tuple[str, SeriesSet]] = []
    points = 0
    for tag in tags:
        found = finder.find(tag, runs, superseded=superseded)
        if found is None:
            continue
        count = int(found.blocks["count"].sum())
        if some and points + count > MOST_AT_ONCE:
            yield from _read(finder, some)
            some, points = [], 0
        if count > MOST_AT_ONCE:
            for names in _portions(found):
                part = finder.find(tag, names, superseded=superseded)
                yield from _read(finder, [(tag, part)] if part else [])
            continue
        some.append((tag, found))
        points += count
        if len(some) == _MOST_TAGS:
            yield from _read(finder, some)
            some, points = [], 0
    yield from _read(finder, some)


def _portions(series: SeriesSet) -> Iterator[list[str]]:
    """Yield runs whose points are few enough to be read together."""
    counts = np.bincount(series.series, series.blocks["count"], series.size)
    some: list[str] = []
    total = 0.0
    for run, count in zip(series.runs, counts.tolist(), strict=True):
        if some and total + count > MOST_AT_ONCE:
            yield some
            some, total = [], 0.0
        some.append(run)
        total += count
    yield some


def _read(finder: SeriesIndex, some: list[tuple[str, SeriesSet]]) -> Iterator[Points]:
    """Yield the points of tags, which are read together: of short series, each takes a moment."""
    if not some:
        return
    parts = [series for _, series in some]
    firsts = np.cumsum([0, *(part.size for part in parts)])
    together = SeriesSet(
        np.concatenate([part.blocks for part in parts]),
        np.concatenate([part.series + first for part, first in zip(parts, firsts, strict=False)]),
        np.concatenate([part.superseded_from for part in parts]),
        [run for part in parts for run in part.runs],
    )
    names = [(run, tag) for tag, found in some for run in found.runs]
    selection = select(together, SeriesQuery(), finder.snapshot.read)
    raw, first = selection.raw, 0
    for (run, tag), end in zip(names, selection.raw_ends.tolist(), strict=True):
        part = slice(first, end)
        yield Points(run, tag, raw.step[part], raw.wall_time[part], raw.value[part])
        first = end
