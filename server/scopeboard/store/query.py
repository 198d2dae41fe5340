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
from scopeboard.store.bucket_points import (
    even_positions,
    even_stretches,
    rise_evenly,
    sorted_stretches,
    summarised,
)
from scopeboard.store.buckets import (
    Buckets,
    Floats,
    Ints,
    Summaries,
    as_buckets,
    grid,
    joined,
    no_buckets,
)
from scopeboard.store.read_blocks import Points, Read, read_points
from scopeboard.store.tables import Rows
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


def select(part: SeriesBlocks, question: Question, read: Read) -> Selection:
    """Return each series within the range that is asked for.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    load = _Loader(read)
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
    buckets, bucket_ends = _buckets(part.taken(rest), is_whole, window, edges, load)
    return Selection(tally, is_raw, raw, raw_ends, buckets, bucket_ends)


class _Loader:
    """Reads blocks; keeps what it read last, because it is often asked for twice."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._last: Points | None = None

    def __call__(self, blocks: Rows) -> Points:
        if self._last is None or not np.array_equal(self._last.blocks, blocks):
            self._last = None  # before the next is read, so that only one is held
            self._last = read_points(blocks, self._read)
        return self._last


def _placed(part: SeriesBlocks, window: Window, load: _Loader) -> Iterator[Placed]:
    for portion in part.portions():
        some = part.taken(portion)
        yield Placed(some, load(some.blocks), window)


def _raw(part: SeriesBlocks, window: Window, order: Order, load: _Loader) -> tuple[RawPoints, Ints]:
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


def _buckets(
    part: SeriesBlocks, is_whole: NDArray[np.bool_], window: Window, edges: Floats, load: _Loader
) -> tuple[Buckets, Ints]:
    """Return the buckets of some series, and where the buckets of each series end.

    Args:
        part: blocks that have visible points.
        is_whole: [blocks], whether all of a block's points are visible.
        window: what is asked for.
        edges: the grid.
        load: reads blocks.
    """
    if not len(part.blocks):
        return no_buckets(), np.zeros(part.size, np.int64)
    is_even = is_whole & rise_evenly(part.blocks) & (window.axis == "step")
    parts = []
    for which, summaries in ((is_even, _even), (~is_even, _uneven)):
        numbers = np.flatnonzero(which)
        some = part.taken(numbers)
        for portion in some.portions():
            found = summaries(some.taken(portion), window, edges, load)
            parts.append(found._replace(block=numbers[portion][found.block]))
    found, series = joined(parts, part.series, edges)
    ends = np.searchsorted(series, np.arange(part.size), "right").astype(np.int64)
    return as_buckets(found, edges), ends


def _even(part: SeriesBlocks, _: Window, edges: Floats, load: _Loader) -> Summaries:
    """Summarise whole blocks whose steps rise evenly: where these are need not be looked up."""
    blocks, points = part.blocks, load(part.blocks)
    stretches = even_stretches(blocks, edges[1:-1])
    x = even_positions(blocks, points.start, stretches)
    return summarised(stretches, *x, points.column("value"), edges, finite=_are_finite(blocks))


def _uneven(part: SeriesBlocks, window: Window, edges: Floats, load: _Loader) -> Summaries:
    """Summarise the visible points of any blocks."""
    placed = Placed(part, load(part.blocks), window)
    count, block = placed.points.count, placed.points.spread(np.arange(len(part.blocks)))
    x, value = placed.x.astype(np.float64, copy=False), placed.points.column("value")
    if not placed.visible.all():
        count = placed.per_block(placed.visible)
        x, value, block = (column[placed.visible] for column in (x, value, block))
    if ((x[1:] < x[:-1]) & (block[1:] == block[:-1])).any():
        order = np.lexsort((x, block))
        x, value = x[order], value[order]
    stretches = sorted_stretches(x, count, edges[1:-1])
    ends = np.append(stretches.row[1:], len(x)) - 1
    finite = _are_finite(part.blocks)
    return summarised(stretches, x[stretches.row], x[ends], value, edges, finite=finite)


def _are_finite(blocks: Rows) -> bool:
    return not (blocks["nan"].any() or blocks["inf"].any())
