"""Questions about time series: a range of an axis, as points or as buckets.

All series of a question are answered at once, in columns over all of their points: a tag of ten
thousand short runs costs little more than one long run. First the window is tallied, mostly from
the table of blocks; that tells which series fit as they are, and on which grid the others are
bucketed. Then the blocks that have something to show are read, in portions.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.axis import Axis, Range
from scopeboard.store.bucketing import Bucketing
from scopeboard.store.buckets import Buckets, Ints, grid
from scopeboard.store.pyramid import LEAST_POINTS, Pyramids
from scopeboard.store.raw_points import Order, RawPoints, read_raw
from scopeboard.store.read_blocks import Loader, Read
from scopeboard.store.restart_places import restart_places
from scopeboard.store.tables import Rows
from scopeboard.store.window import SeriesBlocks, Tally, Window, origins, per_series, tallied


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
    pyramids = pyramids or Pyramids(0)
    by_block = tallied(part, window, load, _are_dated(part.blocks, window, pyramids))
    tally = per_series(part, by_block)
    is_raw = (tally.total <= question.points) | (question.points == 0)
    there, raw_blocks = by_block.total > 0, is_raw[part.series]
    fit, rest = np.flatnonzero(there & raw_blocks), np.flatnonzero(there & ~raw_blocks)
    raw, raw_ends = read_raw(part.taken(fit), by_block.total[fit], window, question.order, load)
    edges = grid(tally.low.min(), tally.high.max(), question.points) if len(rest) else np.zeros(2)
    is_whole = by_block.total[rest] == part.blocks["count"][rest]
    bucketing = Bucketing(part.taken(rest), is_whole, window, edges)
    buckets, bucket_ends = bucketing.buckets(load, pyramids)
    places = restart_places(part, window)
    return Selection(tally, is_raw, raw, raw_ends, buckets, bucket_ends, places)


def _are_dated(blocks: Rows, window: Window, pyramids: Pyramids) -> NDArray[np.bool_]:
    """Tell of which blocks it is known that all points have a date: only such have chunks."""
    dated = np.zeros(len(blocks), np.bool_)
    if window.axis != "step":
        long = np.flatnonzero(blocks["count"] >= LEAST_POINTS)
        found = pyramids.find(blocks.take(long), "wall_time")
        dated[long[[chunks is not None for chunks in found]]] = True
    return dated
