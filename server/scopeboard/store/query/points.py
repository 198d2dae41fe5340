"""Points as they were logged, of many series at once."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.range import AxisRange, PointsInRange, SeriesSet

Order = Literal["sorted", "logged"]
"""By position, or as they were logged."""


@dataclass(frozen=True, slots=True)
class RawPoints:
    """Points of some series, one series after the other; each column [points].

    `x` is there on the relative axis: seconds since the series' origin. On the other axes,
    positions are one of the other columns.
    """

    step: Ints
    wall_time: Floats
    value: Floats
    x: Floats | None


def read_raw(
    part: SeriesSet, total: Ints, window: AxisRange, order: Order, load: BlockLoader
) -> tuple[RawPoints, Ints]:
    """Return every visible point of some series, and where the points of each series end.

    Args:
        part: blocks that have visible points.
        total: [blocks], how many of each block's points are visible.
        window: what is asked for.
        order: the order within each series.
        load: reads blocks.
    """
    ends = np.cumsum(np.bincount(part.series, total, part.size).astype(np.int64))
    raw = _empty(int(total.sum()), window)
    begin = 0
    for portion in part.portions():
        some = part.taken(portion)
        end = begin + int(total[portion].sum())
        _fill(raw, slice(begin, end), PointsInRange(some, load(some.blocks), window))
        begin = end
    if order == "sorted":
        _sort(raw, ends, window)
    return raw, ends


def _empty(points: int, window: AxisRange) -> RawPoints:
    x = np.empty(points) if window.axis == "relative" else None
    return RawPoints(np.empty(points, np.int64), np.empty(points), np.empty(points), x)


def _fill(raw: RawPoints, rows: slice, placed: PointsInRange) -> None:
    is_whole = placed.visible.all()
    for name in ("step", "wall_time", "value"):
        column = placed.points.column(name)
        getattr(raw, name)[rows] = column if is_whole else column[placed.visible]
    if raw.x is not None:
        raw.x[rows] = placed.x if is_whole else placed.x[placed.visible]


def _sort(raw: RawPoints, ends: Ints, window: AxisRange) -> None:
    """Put the points of each series in the order of their positions.

    Points at one step stand by wall time, those of one wall time by step, and what is equal in
    both in the order in which it was logged.
    """
    keys: list[Ints | Floats] = [raw.step, raw.wall_time]
    # On the relative axis too: a series' origin moves all of its points alike.
    major, minor = keys if window.axis == "step" else keys[::-1]
    astray = np.zeros(len(major), np.bool_)
    astray[1:] = ~((major[1:] > major[:-1]) | (major[1:] == major[:-1]) & (minor[1:] >= minor[:-1]))
    astray[ends[:-1][ends[:-1] < len(major)]] = False  # where another series begins
    if not astray.any():
        return
    series = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    rows = np.flatnonzero(np.isin(series, series[astray]))
    order = rows[np.lexsort((minor[rows], major[rows], series[rows]))]
    for column in (raw.step, raw.wall_time, raw.value, raw.x):
        if column is not None:
            column[rows] = column[order]
