"""Series smoothed over all of their points, and a cache of them for the next range."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np

from scopeboard.arrays import Floats
from scopeboard.concurrency.lru import LRUCache
from scopeboard.store.query.axis import Positions, Range
from scopeboard.store.query.block_reader import BlockLoader
from scopeboard.store.query.buckets import SCALE
from scopeboard.store.query.points import read_all
from scopeboard.store.query.range import AxisRange, SeriesSet
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
        first, end = self.rows_in(within)
        x, value = self.x[first:end].astype(np.float64), self.value[first:end]
        inner = np.searchsorted(x, edges[1:-1], "left")
        start = np.unique(np.append(0, inner[inner < len(x)]))
        last = value[np.append(start[1:], len(value)) - 1]
        is_finite = np.isfinite(value)
        if not is_finite.all():
            value = np.where(is_finite, value, np.nan)
        count = np.add.reduceat(is_finite, start, dtype=np.int64)
        total = np.add.reduceat(np.where(is_finite, value, 0.0) * SCALE, start)
        with np.errstate(invalid="ignore"):  # NaN without finite values
            mean = total / count / SCALE
        # Rounding may exceed the extremes, as in `merge_summaries`.
        least, greatest = np.fmin.reduceat(value, start), np.fmax.reduceat(value, start)
        return np.clip(mean, least, greatest), last


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
        blocks = series_set.blocks
        digest = blake2b(repr((axis_range.axis, smoothing)).encode(), digest_size=16)
        for name in ("segment", "offset", "crc", "count"):
            digest.update(np.ascontiguousarray(blocks[name]).tobytes())
        digest.update(series_set.superseded_from.tobytes())
        key = digest.digest()
        series = self._series.find(key)
        if series is None:
            everything = AxisRange(axis_range.axis, Range(), axis_range.origin)
            raw = read_all(series_set, everything, load)
            x: Positions = raw.step if axis_range.axis == "step" else raw.wall_time
            x = x if raw.x is None else raw.x
            series = SmoothedSeries(x, smooth(x, raw.value, smoothing))
            self._series.put(key, series)
        return series

    @property
    def nbytes(self) -> int:
        """The memory of the cached series in bytes."""
        return self._series.weight
