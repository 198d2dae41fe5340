"""Series smoothed over all of their points, and a cache of them for the next range."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.concurrency.lru import LRUCache
from scopeboard.store.query.axis import Positions, Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.buckets import SCALE
from scopeboard.store.query.points import read_raw
from scopeboard.store.query.range import AxisRange, SeriesSet, count_in_range
from scopeboard.store.query.smoothing import Smoothing, smooth

_BYTES: Final = 32 << 20  # two series of a million points


@dataclass(frozen=True, slots=True)
class SmoothedSeries:
    """All visible points of a series: positions `x` [n], ascending, and smoothed values [n].

    They are in the order of `points.read_raw`.
    """

    x: Positions
    value: Floats

    def rows_in(self, within: Range) -> tuple[int, int]:
        """Return the first row in a range and the first row after it."""
        low, high = within.of_steps() if self.x.dtype == np.int64 else within.of_times()
        first = int(np.searchsorted(self.x, low, "left"))
        return first, max(first, int(np.searchsorted(self.x, high, "right")))

    def in_buckets(self, within: Range, edges: Floats) -> tuple[Floats, Floats]:
        """Return mean and last value of each non-empty bucket in a range.

        Args:
            within: the range.
            edges: [buckets + 1], of the grid.
        """
        first, behind = self.rows_in(within)
        x, value = self.x[first:behind].astype(np.float64), self.value[first:behind]
        inner = np.searchsorted(x, edges[1:-1], "left")
        start = np.unique(np.append(0, inner[inner < len(x)]))
        last = value[np.append(start[1:], len(value)) - 1]
        return _means(value, start), last


def _means(value: Floats, start: Ints) -> Floats:
    """Return the means of the finite values from each of `start` on; NaN without any."""
    known = np.isfinite(value)
    if not known.all():
        value = np.where(known, value, np.nan)
    count = np.add.reduceat(known, start, dtype=np.int64)
    total = np.add.reduceat(np.where(known, value, 0.0) * SCALE, start)
    with np.errstate(invalid="ignore"):
        mean = total / count / SCALE
    # Rounding may exceed the extremes, as in `as_buckets`.
    least, greatest = np.fmin.reduceat(value, start), np.fmax.reduceat(value, start)
    means: Floats = np.clip(mean, least, greatest)
    return means


class SmoothedCache:
    """Smooths series; caches the results within a bound on memory."""

    def __init__(self, nbytes: int = _BYTES) -> None:
        self._series: LRUCache[bytes, SmoothedSeries] = LRUCache(
            max_weight=nbytes, weigh=lambda series: series.x.nbytes + series.value.nbytes
        )

    def get(
        self, series_set: SeriesSet, axis_range: AxisRange, smoothing: Smoothing, load: BlockLoader
    ) -> SmoothedSeries:
        """Return a series smoothed over all of its visible points.

        Args:
            series_set: the blocks of one series.
            axis_range: a range of its axis.
            smoothing: the smoothing.
            load: reads blocks.

        Raises:
            DamagedBlockError: a block fails its checksum.
        """
        key = _key(series_set, axis_range, smoothing)
        series = self._series.find(key)
        if series is None:
            series = _smoothed(series_set, axis_range, smoothing, load)
            self._series.put(key, series)
        return series

    @property
    def nbytes(self) -> int:
        """The memory of the cached series in bytes."""
        return self._series.weight


def _key(series_set: SeriesSet, axis_range: AxisRange, smoothing: Smoothing) -> bytes:
    digest = blake2b(repr((axis_range.axis, smoothing)).encode(), digest_size=16)
    for name in ("segment", "place", "crc", "count"):
        digest.update(np.ascontiguousarray(series_set.blocks[name]).tobytes())
    digest.update(series_set.superseded_from.tobytes())
    return digest.digest()


def _smoothed(
    series_set: SeriesSet, axis_range: AxisRange, smoothing: Smoothing, load: BlockLoader
) -> SmoothedSeries:
    everything = AxisRange(axis_range.axis, Range(), axis_range.origin)
    total = count_in_range(
        series_set, everything, load, np.zeros(len(series_set.blocks), np.bool_)
    ).total
    there = np.flatnonzero(total)
    raw, _ = read_raw(series_set.taken(there), total[there], everything, "sorted", load)
    x: NDArray[np.int64] | Floats = raw.step if axis_range.axis == "step" else raw.wall_time
    if raw.x is not None:
        x = raw.x
    return SmoothedSeries(x, smooth(x, raw.value, smoothing))
