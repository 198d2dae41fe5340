"""The last, the least and the greatest value of each time series, without reading all of it.

The table of blocks has the extremes. Points are read where a restart cuts through a block; of the
others, one value is read of each series.
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
    """What each series comes to, each column [series].

    `least` and `greatest` are over finite values, NaN without any. `last` is the value as logged
    at the highest step, the latest of several there; `last_step` is that step. A series of which
    `is_there` is false has no point that counts.
    """

    is_there: NDArray[np.bool_]
    least: Floats
    greatest: Floats
    last: Floats
    last_step: Ints


@dataclass(frozen=True, slots=True)
class _Ends:
    """Of each block [blocks]: whether any point counts, the last step, and the extremes."""

    is_there: NDArray[np.bool_]
    step: Ints
    least: Floats
    greatest: Floats


def metrics_of(part: SeriesSet, read: Read) -> Metrics:
    """Return what each series comes to; points that a restart superseded do not count.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    ends = _ends(part, BlockLoader(read))
    least, greatest = np.full(part.size, np.nan), np.full(part.size, np.nan)
    np.fmin.at(least, part.series, ends.least)
    np.fmax.at(greatest, part.series, ends.greatest)
    block = _last_blocks(part, ends)
    of = part.taken(block)
    is_there, last, last_step = (
        np.zeros(part.size, np.bool_),
        np.full(part.size, np.nan),
        np.zeros(part.size, np.int64),
    )
    is_there[of.series], last_step[of.series] = True, ends.step[block]
    last[of.series] = _last_values(of, read, "value")
    return Metrics(is_there, least, greatest, last, last_step)


def _ends(part: SeriesSet, load: BlockLoader) -> _Ends:
    blocks, whole = part.blocks, part.shown_whole()
    ends = _Ends(
        whole.copy(),
        blocks["max_step"].astype(np.int64),
        np.where(whole, blocks["min_value"], np.nan),
        np.where(whole, blocks["max_value"], np.nan),
    )
    cut = np.flatnonzero(~whole & ~part.hidden_whole())
    rest = part.taken(cut)
    for portion in rest.portions():
        _put(ends, cut[portion], _placed(rest.taken(portion), load))
    return ends


def _placed(part: SeriesSet, load: BlockLoader) -> PointsInRange:
    return PointsInRange(part, load(part.blocks), AxisRange("step", Range(), np.zeros(part.size)))


def _put(ends: _Ends, which: NDArray[np.intp], placed: PointsInRange) -> None:
    """Fill in what the points of some blocks come to."""
    start, value = placed.points.start, placed.points.column("value")
    counts = np.where(placed.visible & np.isfinite(value), value, np.nan)
    steps = np.where(placed.visible, placed.points.column("step"), np.iinfo(np.int64).min)
    ends.is_there[which] = placed.per_block(placed.visible) > 0
    ends.step[which] = np.maximum.reduceat(steps, start)
    ends.least[which] = np.fmin.reduceat(counts, start)
    ends.greatest[which] = np.fmax.reduceat(counts, start)


def _last_blocks(part: SeriesSet, ends: _Ends) -> NDArray[np.intp]:
    """Return the block of each series that is there in which its last point stands."""
    there = np.flatnonzero(ends.is_there)
    latest = part.blocks["max_wall_time"][there]
    by = (np.where(np.isnan(latest), -np.inf, latest), ends.step[there], part.series[there])
    ordered = there[np.lexsort(by)]
    series = part.series[ordered]
    last: NDArray[np.intp] = ordered[np.append(series[1:] != series[:-1], True)[: len(ordered)]]
    return last


def last_wall_times(part: SeriesSet, read: Read) -> Floats:
    """Return float64 [series]: the wall time of the point whose value is the last, NaN for none.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    of = part.taken(_last_blocks(part, _ends(part, BlockLoader(read))))
    times = np.full(part.size, np.nan)
    times[of.series] = _last_values(of, read, "wall_time")
    return times


def _last_values(part: SeriesSet, read: Read, name: Column) -> Floats:
    """Return float64 [blocks]: a column of the last point of each."""
    blocks, values = part.blocks, np.empty(len(part.blocks))
    easy = part.shown_whole() & blocks["in_order"]
    which = np.flatnonzero(easy)
    begin, one = blocks["count"][which].astype(np.int64) - 1, np.ones(len(which), np.int64)
    values[which] = read_rows(blocks.take(which), name, begin, one, read)
    for at in np.flatnonzero(~easy).tolist():
        values[at] = _last_value(part.taken(np.array([at])), read, name)
    return values


def _last_value(part: SeriesSet, read: Read, name: Column) -> float:
    """Return a column of the last point that counts of a single block."""
    placed = _placed(part, BlockLoader(read))
    seen = np.flatnonzero(placed.visible)
    step, time = (placed.points.column(name)[seen] for name in ("step", "wall_time"))
    return float(placed.points.column(name)[seen[np.lexsort((time, step))[-1]]])
