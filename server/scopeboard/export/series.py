"""The points of many series, read in portions of bounded memory."""

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

_MOST_TAGS: Final = 500  # so that the first points come soon


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
        found = finder.find(tag, runs, superseded=superseded)
        if found is None:
            continue
        count = int(found.blocks["count"].sum())
        if batch and points + count > MOST_AT_ONCE:
            yield from _read(finder, batch)
            batch, points = [], 0
        if count > MOST_AT_ONCE:
            for names in _portions(found):
                part = finder.find(tag, names, superseded=superseded)
                yield from _read(finder, [(tag, part)] if part else [])
            continue
        batch.append((tag, found))
        points += count
        if len(batch) == _MOST_TAGS:
            yield from _read(finder, batch)
            batch, points = [], 0
    yield from _read(finder, batch)


def _portions(series: SeriesSet) -> Iterator[list[str]]:
    """Yield runs whose points are few enough to be read together."""
    counts = np.bincount(series.series, series.blocks["count"], series.size)
    batch: list[str] = []
    total = 0.0
    for run, count in zip(series.runs, counts.tolist(), strict=True):
        if batch and total + count > MOST_AT_ONCE:
            yield batch
            batch, total = [], 0.0
        batch.append(run)
        total += count
    yield batch


def _read(finder: SeriesIndex, batch: list[tuple[str, SeriesSet]]) -> Iterator[Points]:
    """Yield the points of tags, which are read together since a single read has a fixed cost."""
    if not batch:
        return
    parts = [series for _, series in batch]
    firsts = np.cumsum([0, *(part.size for part in parts)])
    combined = SeriesSet(
        np.concatenate([part.blocks for part in parts]),
        np.concatenate([part.series + first for part, first in zip(parts, firsts, strict=False)]),
        np.concatenate([part.superseded_from for part in parts]),
        [run for part in parts for run in part.runs],
    )
    names = [(run, tag) for tag, found in batch for run in found.runs]
    selection = select(combined, SeriesQuery(), finder.snapshot.read)
    raw, first = selection.raw, 0
    for (run, tag), end in zip(names, selection.raw_ends.tolist(), strict=True):
        part = slice(first, end)
        yield Points(run, tag, raw.step[part], raw.wall_time[part], raw.value[part])
        first = end
