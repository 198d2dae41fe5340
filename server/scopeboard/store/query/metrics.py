"""The last, the least and the greatest value of each time series, from few reads.

The block table has the extremes. Points are read only of blocks that a restart superseded in part,
and one value of each series is read for the last.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.query.axis import Range
from scopeboard.store.query.block_reader import BlockLoader, read_rows
from scopeboard.store.query.range import AxisRange, PointsInRange, SeriesSet
from scopeboard.store.segments.reader import Read

Column = Literal["wall_time", "value"]


@dataclass(frozen=True, slots=True)
class Metrics:
    """The metrics of series, each column [series].

    `least` and `greatest` are over finite values, NaN without any. `last` is the value as logged
    at the highest step, the latest of several there; `last_step` is that step. A series
    has no visible point where `is_there` is false.
    """

    is_there: NDArray[np.bool_]
    least: Floats
    greatest: Floats
    last: Floats
    last_step: Ints


@dataclass(frozen=True, slots=True)
class _Ends:
    """For each block: whether it has a visible point, its last step and its extremes."""

    is_there: NDArray[np.bool_]
    step: Ints
    least: Floats
    greatest: Floats


def metrics_of(series_set: SeriesSet, read: Read) -> Metrics:
    """Return the metrics of each series, without superseded points.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    ends = _ends(series_set, BlockLoader(read))
    least, greatest = np.full(series_set.size, np.nan), np.full(series_set.size, np.nan)
    np.fmin.at(least, series_set.series, ends.least)
    np.fmax.at(greatest, series_set.series, ends.greatest)
    block = _last_blocks(series_set, ends)
    of = series_set.taken(block)
    is_there, last, last_step = (
        np.zeros(series_set.size, np.bool_),
        np.full(series_set.size, np.nan),
        np.zeros(series_set.size, np.int64),
    )
    is_there[of.series], last_step[of.series] = True, ends.step[block]
    last[of.series] = _last_values(of, read, "value")
    return Metrics(is_there, least, greatest, last, last_step)


def _ends(series_set: SeriesSet, load: BlockLoader) -> _Ends:
    blocks, whole = series_set.blocks, series_set.shown_whole()
    ends = _Ends(
        whole.copy(),
        blocks["max_step"].astype(np.int64),
        np.where(whole, blocks["min_value"], np.nan),
        np.where(whole, blocks["max_value"], np.nan),
    )
    cut = np.flatnonzero(~whole & ~series_set.hidden_whole())
    rest = series_set.taken(cut)
    for portion in rest.portions():
        _put(ends, cut[portion], _placed(rest.taken(portion), load))
    return ends


def _placed(series_set: SeriesSet, load: BlockLoader) -> PointsInRange:
    return PointsInRange(
        series_set, load(series_set.blocks), AxisRange("step", Range(), np.zeros(series_set.size))
    )


def _put(ends: _Ends, which: NDArray[np.intp], placed: PointsInRange) -> None:
    """Set the entries of blocks from their points."""
    start, value = placed.points.start, placed.points.column("value")
    counts = np.where(placed.visible & np.isfinite(value), value, np.nan)
    steps = np.where(placed.visible, placed.points.column("step"), np.iinfo(np.int64).min)
    ends.is_there[which] = placed.per_block(placed.visible) > 0
    ends.step[which] = np.maximum.reduceat(steps, start)
    ends.least[which] = np.fmin.reduceat(counts, start)
    ends.greatest[which] = np.fmax.reduceat(counts, start)


def _last_blocks(series_set: SeriesSet, ends: _Ends) -> NDArray[np.intp]:
    """Return the block with the last visible point of each series that has one."""
    there = np.flatnonzero(ends.is_there)
    latest = series_set.blocks["max_wall_time"][there]
    by = (np.where(np.isnan(latest), -np.inf, latest), ends.step[there], series_set.series[there])
    ordered = there[np.lexsort(by)]
    series = series_set.series[ordered]
    last: NDArray[np.intp] = ordered[np.append(series[1:] != series[:-1], True)[: len(ordered)]]
    return last


def last_wall_times(series_set: SeriesSet, read: Read) -> Floats:
    """Return float64 [series]: the wall time of the point whose value is the last, NaN for none.

    Raises:
        DamagedBlockError: a block fails its checksum.
    """
    of = series_set.taken(_last_blocks(series_set, _ends(series_set, BlockLoader(read))))
    times = np.full(series_set.size, np.nan)
    times[of.series] = _last_values(of, read, "wall_time")
    return times


def _last_values(series_set: SeriesSet, read: Read, name: Column) -> Floats:
    """Return float64 [blocks]: one column of the last point of each block."""
    blocks, values = series_set.blocks, np.empty(len(series_set.blocks))
    is_last_row = series_set.shown_whole() & blocks["in_order"]
    direct = np.flatnonzero(is_last_row)
    begin, one = blocks["count"][direct].astype(np.int64) - 1, np.ones(len(direct), np.int64)
    values[direct] = read_rows(blocks.take(direct), name, begin, one, read)
    for number in np.flatnonzero(~is_last_row).tolist():
        values[number] = _last_value(series_set.taken(np.array([number])), read, name)
    return values


def _last_value(series_set: SeriesSet, read: Read, name: Column) -> float:
    """Return one column of the last visible point of a single block."""
    placed = _placed(series_set, BlockLoader(read))
    seen = np.flatnonzero(placed.visible)
    step, time = (placed.points.column(name)[seen] for name in ("step", "wall_time"))
    return float(placed.points.column(name)[seen[np.lexsort((time, step))[-1]]])
