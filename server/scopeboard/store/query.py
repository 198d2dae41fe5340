"""Questions about time series: a range of an axis, as points or as buckets.

Many series of a question are answered at once, in columns over all of their points: a tag of ten
thousand short runs costs little more than one long run. First the window is tallied, mostly from
the table of blocks; that tells which series fit as they are, and on which grid the others are
bucketed. Then the blocks that have something to show are read. Those who need not have all series
side by side take them in portions, which stay in memory that is there already: to have fresh
memory cleared takes the system longer than most of what is done in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.axis import Axis, Range
from scopeboard.store.bucketing import Bucketing
from scopeboard.store.buckets import Buckets, Floats, Ints, grid
from scopeboard.store.pyramid import LEAST_POINTS, Pyramids
from scopeboard.store.raw_points import Order, RawPoints, read_raw
from scopeboard.store.read_blocks import Loader, Read
from scopeboard.store.restart_places import restart_places
from scopeboard.store.tables import Rows
from scopeboard.store.window import (
    POINTS_AT_ONCE,
    SeriesBlocks,
    Tally,
    Window,
    origins,
    per_series,
    tallied,
)

_ROWS_A_BUCKET: Final = 16  # looked at in a series whose stretches are known from before


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
class Selection:
    """Some series within a range.

    `tally` tells of each series what there is; `is_raw` [series] tells whether its points are in
    `raw` or in `buckets`. The rows of series `n` end at `raw_ends[n]` and `bucket_ends[n]`, and
    begin where those of the series before end. `restarts` has, for those that were restarted,
    where on the axis they were.
    """

    tally: Tally
    is_raw: NDArray[np.bool_]
    raw: RawPoints
    raw_ends: Ints
    buckets: Buckets
    bucket_ends: Ints
    restarts: dict[int, list[float]]


def select(
    part: SeriesBlocks, question: Question, read: Read, pyramids: Pyramids | None = None
) -> Selection:
    """Return each series within the range that is asked for, all side by side; see `Plan`.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """
    return Plan(part, question, read, pyramids).taken(0, part.size)


class Plan:
    """What there is of each series within the range that is asked for, and how it is returned.

    `tally` is of all series; `is_raw` (bool [series]) tells which are returned as points. `rows`
    (int64 [series]) is about how many points are looked at to return each of them, which is no
    less than how many points or buckets are returned.

    Args:
        part: the series.
        question: what is asked for.
        read: reads from segments.
        pyramids: what is known of blocks that were asked for before; None keeps nothing.

    Raises:
        DamagedBlockError: some blocks are not what was written.
    """

    def __init__(
        self, part: SeriesBlocks, question: Question, read: Read, pyramids: Pyramids | None = None
    ) -> None:
        self._part, self._question = part, question
        self._load, self._pyramids = Loader(read), pyramids or Pyramids(0)
        relative = question.axis == "relative"
        origin = origins(part, self._load) if relative else np.zeros(part.size)
        self._window = Window(question.axis, question.range, origin)
        dated = _are_dated(part.blocks, self._window, self._pyramids)
        self._by_block = tallied(part, self._window, self._load, dated)
        self.tally = per_series(part, self._by_block)
        self.is_raw = (self.tally.total <= question.points) | (question.points == 0)
        at_most = np.where(self.is_raw, self.tally.total, _ROWS_A_BUCKET * question.points)
        self.rows = np.minimum(self.tally.total, at_most)
        self._edges = self._grid()
        self._restarts = restart_places(part, self._window)

    def _grid(self) -> Floats:
        if self.is_raw.all():
            return np.zeros(2)
        return grid(self.tally.low.min(), self.tally.high.max(), self._question.points)

    def portions(self, rows: int = POINTS_AT_ONCE) -> Iterator[Selection]:
        """Yield the series in their order, as many at a time as have so many rows, at least one.

        Raises:
            DamagedBlockError: some blocks are not what was written.
        """
        ends = np.cumsum(self.rows)
        begin = 0
        while begin < len(ends):
            before = int(ends[begin - 1]) if begin else 0
            end = max(begin + 1, int(np.searchsorted(ends, before + rows, "right")))
            yield self.taken(begin, end)
            begin = end

    def taken(self, begin: int, end: int) -> Selection:
        """Return the series from number `begin` to before `end`.

        Raises:
            DamagedBlockError: some blocks are not what was written.
        """
        part, total = self._blocks(begin, end)
        is_raw, is_there = self.is_raw[begin:end], total > 0
        window = replace(self._window, origin=self._window.origin[begin:end])
        fit = np.flatnonzero(is_there & is_raw[part.series])
        rest = np.flatnonzero(is_there & ~is_raw[part.series])
        order, load = self._question.order, self._load
        raw, raw_ends = read_raw(part.taken(fit), total[fit], window, order, load)
        is_whole = total[rest] == part.blocks["count"][rest]
        bucketing = Bucketing(part.taken(rest), is_whole, window, self._edges)
        buckets, bucket_ends = bucketing.buckets(load, self._pyramids)
        places = {at - begin: there for at, there in self._restarts.items() if begin <= at < end}
        tally = self.tally.taken(slice(begin, end))
        return Selection(tally, is_raw, raw, raw_ends, buckets, bucket_ends, places)

    def _blocks(self, begin: int, end: int) -> tuple[SeriesBlocks, Ints]:
        """Return the blocks of some series, numbered from 0, and how much of each is visible."""
        first, last = np.searchsorted(self._part.series, [begin, end]).tolist()
        some = self._part.taken(np.arange(first, last))
        part = replace(some, series=some.series - begin, size=end - begin)
        return part, self._by_block.total[first:last]


def _are_dated(blocks: Rows, window: Window, pyramids: Pyramids) -> NDArray[np.bool_]:
    """Tell of which blocks it is known that all points have a date: only such have chunks."""
    dated = np.zeros(len(blocks), np.bool_)
    if window.axis != "step":
        long = np.flatnonzero(blocks["count"] >= LEAST_POINTS)
        found = pyramids.find(blocks.take(long), "wall_time")
        dated[long[[chunks is not None for chunks in found]]] = True
    return dated
