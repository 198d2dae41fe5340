"""The points of many series, read in portions, so that memory does not grow with what is taken."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.find_scalars import Finder, Found
from scopeboard.store.query import Question, select

MOST_AT_ONCE: Final = 200_000
"""Points of several series that are read together; of a longer one, all."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Points:
    """Every point of a tag in one run by step: int64 [n], float64 [n] (s), float64 [n]."""

    run: str
    tag: str
    step: Ints
    wall_time: Floats
    value: Floats


def all_points(
    finder: Finder, tags: Collection[str], runs: Collection[str] | None, *, superseded: bool
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
    for tag in tags:
        found = finder.find(tag, runs, superseded=superseded)
        if found is not None:
            for some in _portions(found):
                yield from _read(finder, tag, some, superseded=superseded)


def _portions(found: Found) -> Iterator[list[str]]:
    """Yield runs whose points are few enough to be read together."""
    counts = np.bincount(found.part.series, found.part.blocks["count"], len(found.runs))
    some: list[str] = []
    total = 0.0
    for run, count in zip(found.runs, counts.tolist(), strict=True):
        if some and total + count > MOST_AT_ONCE:
            yield some
            some, total = [], 0.0
        some.append(run)
        total += count
    yield some


def _read(finder: Finder, tag: str, runs: list[str], *, superseded: bool) -> Iterator[Points]:
    found = finder.find(tag, runs, superseded=superseded)
    if found is None:
        return
    selection = select(found.part, Question(), finder.snapshot.read)
    raw, first = selection.raw, 0
    for run, end in zip(found.runs, selection.raw_ends.tolist(), strict=True):
        part = slice(first, end)
        yield Points(run, tag, raw.step[part], raw.wall_time[part], raw.value[part])
        first = end
