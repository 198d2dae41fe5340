"""Read the points of many series at once."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.range import AxisRange, PointsInRange, SeriesSet, count_in_range

Order = Literal["sorted", "logged"]
"""By position, or in the order of logging."""


@dataclass(frozen=True, slots=True)
class RawPoints:
    """Points of series, series after series; each column [points].

    `x` are seconds since the series' origin on the relative axis. On the other axes it is None,
    and the positions are one of the other columns.
    """

    step: Ints
    wall_time: Floats
    value: Floats
    x: Floats | None


def read_raw(
    series_set: SeriesSet, total: Ints, axis_range: AxisRange, order: Order, load: BlockLoader
) -> tuple[RawPoints, Ints]:
    """Return all visible points of series, and the end of each series among them.

    Args:
        series_set: blocks that have visible points.
        total: [blocks], the number of visible points of each block.
        axis_range: the range.
        order: the order within each series.
        load: reads blocks.
    """
    ends = np.cumsum(np.bincount(series_set.series, total, series_set.size).astype(np.int64))
    size = int(total.sum())
    x = np.empty(size) if axis_range.axis == "relative" else None
    raw = RawPoints(np.empty(size, np.int64), np.empty(size), np.empty(size), x)
    begin = 0
    for blocks in series_set.portions():
        portion = series_set.take(blocks)
        rows = slice(begin, begin + int(total[blocks].sum()))
        points = load(portion.blocks)
        visible: slice | NDArray[np.bool_] = slice(None)
        if raw.x is not None or rows.stop - rows.start < points.total:
            in_range = PointsInRange(portion, points, axis_range)
            visible = in_range.visible
            if raw.x is not None:
                raw.x[rows] = in_range.x[visible]
        for name in ("step", "wall_time", "value"):
            getattr(raw, name)[rows] = getattr(points, name)[visible]
        begin = rows.stop
    if order == "sorted":
        _sort(raw, ends, axis_range)
    return raw, ends


def read_all(series_set: SeriesSet, axis_range: AxisRange, load: BlockLoader) -> RawPoints:
    """Return all visible points of series in a range, by position.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    are_dated = np.zeros(len(series_set.blocks), np.bool_)
    total = count_in_range(series_set, axis_range, load, are_dated).total
    rows = np.flatnonzero(total)
    raw, _ = read_raw(series_set.take(rows), total[rows], axis_range, "sorted", load)
    return raw


def _sort(raw: RawPoints, ends: Ints, axis_range: AxisRange) -> None:
    """Sort the points of each series by position.

    Points of one step are sorted by wall time, points of one wall time by step, and points equal
    in both stay in the order of logging.
    """
    keys: list[Ints | Floats] = [raw.step, raw.wall_time]
    # On the relative axis too: a series' origin moves all of its points alike.
    major, minor = keys if axis_range.axis == "step" else keys[::-1]
    starts = ends[:-1][ends[:-1] < len(major)]  # where another series begins
    is_higher = np.ones(len(major), np.bool_)
    np.greater(major[1:], major[:-1], out=is_higher[1:])
    is_higher[starts] = True
    if is_higher.all():
        return
    is_unsorted = ~is_higher
    is_unsorted[1:] &= ~((major[1:] == major[:-1]) & (minor[1:] >= minor[:-1]))
    if not is_unsorted.any():
        return
    series = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    rows = np.flatnonzero(np.isin(series, series[is_unsorted]))
    order = rows[np.lexsort((minor[rows], major[rows], series[rows]))]
    for column in (raw.step, raw.wall_time, raw.value, raw.x):
        if column is not None:
            column[rows] = column[order]
