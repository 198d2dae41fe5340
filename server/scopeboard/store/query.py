"""Questions about time series: a range of an axis, as points or as buckets.

All series of a question are answered at once, in columns over all of their points: a tag of ten
thousand short runs costs little more than one long run. First the window is tallied, mostly from
the table of blocks; that tells which series fit as they are, and on which grid the others are
bucketed. Then the blocks that have something to show are read, in portions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.axis import Axis, Positions, Range
from scopeboard.store.bucketing import Bucketing
from scopeboard.store.buckets import Buckets, Ints, grid
from scopeboard.store.pyramid import Pyramids
from scopeboard.store.read_blocks import Loader, Read
from scopeboard.store.window import (
    Placed,
    SeriesBlocks,
    Tally,
    Window,
    origins,
    per_series,
    tallied,
)

Order = Literal["sorted", "logged"]


@dataclass(frozen=True, slots=True)
class Question:
    """What to return of some series.

    Attributes:
        axis: what positions are. Points whose wall time is no date are left out of the axes of
            time, because they have no place there.
        range: the positions asked for, in units of the axis.
        points: a series with more points than this in the range is bucketed, on a grid of as
            many buckets over the range that all series cover; 0 returns every point.
        order: whether points stand by position or as they were logged. Buckets stand by position.
    """

    axis: Axis = "step"
    range: Range = Range()  # noqa: RUF009 - frozen
    points: int = 0
    order: Order = "sorted"


@dataclass(frozen=True, slots=True)
class RawPoints:
    """Points of some series, one series after the other; each column [points].

    `x` are positions on the axis that was asked for; on that of steps, `step` itself.
    """

    x: Positions
    step: Ints
    wall_time: NDArray[np.float64]
    value: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Selection:
    """Some series within a range.

    `tally` tells of each series what there is; `is_raw` [series] tells whether its points are in
    `raw` or in `buckets`. The rows of series `n` end at `raw_ends[n]` and `bucket_ends[n]`, and
    begin where those of the series before end.
    """

    tally: Tally
    is_raw: NDArray[np.bool_]
    raw: RawPoints
    raw_ends: Ints
    buckets: Buckets
    bucket_ends: Ints


def select(
    part: SeriesBlocks, question: Question, read: Read, pyramids: Pyramids | None = None
) -> Selection:
    """Return each series within the range that is asked for.

    Args:
        part: the series.
        question: what is asked for.
        read: reads from segments.
        pyramids: what is known of blocks that were asked for before; None keeps nothing.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    load = Loader(read)
    origin = origins(part, load) if question.axis == "relative" else np.zeros(part.size)
    window = Window(question.axis, question.range, origin)
    by_block = tallied(part, window, load)
    tally = per_series(part, by_block)
    is_raw = (tally.total <= question.points) | (question.points == 0)
    there, raw_blocks = by_block.total > 0, is_raw[part.series]
    raw, raw_ends = _raw(part.taken(there & raw_blocks), window, question.order, load)
    rest = np.flatnonzero(there & ~raw_blocks)
    edges = grid(tally.low.min(), tally.high.max(), question.points) if len(rest) else np.zeros(2)
    is_whole = by_block.total[rest] == part.blocks["count"][rest]
    bucketing = Bucketing(part.taken(rest), is_whole, window, edges)
    buckets, bucket_ends = bucketing.buckets(load, pyramids or Pyramids(0))
    return Selection(tally, is_raw, raw, raw_ends, buckets, bucket_ends)


def _placed(part: SeriesBlocks, window: Window, load: Loader) -> Iterator[Placed]:
    for portion in part.portions():
        some = part.taken(portion)
        yield Placed(some, load(some.blocks), window)


def _raw(part: SeriesBlocks, window: Window, order: Order, load: Loader) -> tuple[RawPoints, Ints]:
    """Return every visible point of some series, and where the points of each series end."""
    pieces = [_points_of(placed) for placed in _placed(part, window, load)]
    series, x, step, wall_time, value = (
        np.concatenate(columns) if len(pieces) > 1 else columns[0]
        for columns in zip(*(pieces or [_no_points(window)]), strict=True)
    )
    raw = RawPoints(x, step, wall_time, value)
    ends = np.searchsorted(series, np.arange(part.size), "right").astype(np.int64)
    return (raw if order == "logged" else _sorted(raw, series, window.axis)), ends


def _points_of(placed: Placed) -> tuple[NDArray[Any], ...]:
    points = placed.points
    columns = (
        points.spread(placed.part.series),
        placed.x,
        points.column("step"),
        points.column("wall_time"),
        points.column("value"),
    )
    if placed.visible.all():
        return columns
    return tuple(column[placed.visible] for column in columns)


def _no_points(window: Window) -> tuple[NDArray[Any], ...]:
    step = np.empty(0, np.int64)
    return (step, step if window.axis == "step" else np.empty(0), step, np.empty(0), np.empty(0))


def _sorted(raw: RawPoints, series: Ints, axis: Axis) -> RawPoints:
    """Return the points of each series by position.

    Points at one step stand by wall time, those of one wall time by step, and what is equal in
    both in the order in which it was logged.
    """
    major, minor = (raw.x, raw.wall_time if axis == "step" else raw.step)
    astray = np.zeros(len(series), np.bool_)
    astray[1:] = (series[1:] == series[:-1]) & ~(
        (major[1:] > major[:-1]) | (major[1:] == major[:-1]) & (minor[1:] >= minor[:-1])
    )
    if not astray.any():
        return raw
    rows = np.flatnonzero(np.isin(series, series[astray]))
    order = np.arange(len(series))
    order[rows] = rows[np.lexsort((minor[rows], major[rows], series[rows]))]
    return RawPoints(raw.x[order], raw.step[order], raw.wall_time[order], raw.value[order])
