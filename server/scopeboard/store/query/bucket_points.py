"""Divide points into buckets, block by block."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints, ranges
from scopeboard.store.format.schema import STEPS_ARE_LISTED, Rows
from scopeboard.store.query.buckets import SCALE, Summaries
from scopeboard.store.query.range import SeriesSet

_SHORT: Final = 16  # points of a span; for short spans, one pass over all n-th points is faster


@dataclass(frozen=True, slots=True)
class EdgeRows:
    """The first row after each bucket edge within each block; each column [n], by block, then row.

    `block` counts the blocks from 0, `row` the rows of the block; `x` is the position of that
    row and `x_before` that of the row before it.
    """

    block: Ints
    row: Ints
    x: Floats
    x_before: Floats


def count_crossed_edges(low: Floats, high: Floats, inner_edges: Floats) -> tuple[Ints, Ints]:
    """Return the number of edges before each block and within it, int64 [blocks] each.

    Args:
        low: [blocks], the first position of each block.
        high: [blocks], the last position.
        inner_edges: the first position of each bucket but the first.
    """
    before = np.searchsorted(inner_edges, low, "right")
    return before, np.searchsorted(inner_edges, high, "right") - before


def edges_within(low: Floats, high: Floats, inner_edges: Floats) -> tuple[Ints, Floats]:
    """Return block and position of each edge within a block; see `count_crossed_edges`."""
    before, within = count_crossed_edges(low, high, inner_edges)
    block = np.repeat(np.arange(len(low)), within)
    nth = np.arange(len(block)) - np.repeat(np.cumsum(within) - within, within)
    return block, inner_edges[before[block] + nth]


def even_edge_rows(blocks: Rows, inner_edges: Floats) -> EdgeRows:
    """Return the edge rows of blocks with evenly rising (or equal) steps, by arithmetic.

    Runs of one program log at the same steps, so each distinct sequence is computed once.
    """
    keys = [blocks[name].astype(np.int64) for name in ("first_step", "stride", "count")]
    order = np.lexsort(keys)
    differs = np.zeros(max(len(order) - 1, 0), np.bool_)
    for key in keys:
        differs |= key[order[1:]] != key[order[:-1]]
    begins = np.append(True, differs)[: len(order)]
    sequence = np.empty(len(order), np.int64)  # of each block
    sequence[order] = np.cumsum(begins) - 1
    distinct = blocks.take(order[begins])

    low, high = (distinct[name].astype(np.float64) for name in ("min_step", "max_step"))
    block, edge = edges_within(low, high, inner_edges)
    first, stride = distinct["first_step"][block], distinct["stride"][block]

    def step(row: Ints) -> Floats:
        steps: Floats = (first + stride * row).astype(np.float64)
        return steps

    guess = np.ceil((edge - first) / stride).astype(np.int64)
    row = np.clip(guess, 1, distinct["count"][block].astype(np.int64) - 1)
    row += step(row) < edge  # rounding may be off by one
    row -= step(row - 1) >= edge
    x, x_before = step(row), step(row - 1)

    size = np.bincount(block, minlength=len(distinct))
    start, size = (np.cumsum(size) - size)[sequence], size[sequence]
    rows = ranges(start, start + size)
    block = np.repeat(np.arange(len(blocks)), size)
    return EdgeRows(block, row[rows], x[rows], x_before[rows])


@dataclass(frozen=True, slots=True)
class BucketSpans:
    """Spans of points in one block and one bucket, from one to the next; each column [n].

    `block` counts the blocks from 0; `row` counts the points of all of them, and is the first of
    the span. `x` and `x_end` are the positions of the first and the last point.
    """

    block: Ints
    row: Ints
    x: Floats
    x_end: Floats


def sorted_spans(x: Floats, count: Ints, inner_edges: Floats) -> BucketSpans:
    """Return the spans of points whose positions `x` are ascending within each block.

    Args:
        x: [points].
        count: [blocks], the points of each block, at least 1.
        inner_edges: the first position of each bucket but the first.
    """
    start = np.cumsum(count) - count
    first = np.searchsorted(inner_edges, x[start], "right")
    end = np.searchsorted(inner_edges, x[start + count - 1], "right")
    begins = np.zeros(len(x), np.bool_)
    begins[start] = True
    for block in np.flatnonzero(end > first).tolist():
        positions = x[start[block] : start[block] + count[block]]
        crossed = inner_edges[first[block] : end[block]]
        begins[start[block] + np.searchsorted(positions, crossed, "left")] = True
    row = np.flatnonzero(begins)
    return BucketSpans(_blocks_of(row, start), row, x[row], x[np.append(row[1:], len(x)) - 1])


def merge_even_blocks(series_set: SeriesSet) -> tuple[Rows, Ints]:
    """Merge the rows of consecutive blocks whose steps continue evenly.

    A series has a block boundary at each pause of reading; a bucket needs none there.

    Args:
        series_set: blocks [n] with evenly rising steps.

    Returns:
        BLOCK [k] with merged steps and counts, and int64 [k], the first block of each.
    """
    blocks, count = series_set.blocks, series_set.blocks["count"].astype(np.int64)
    stride = blocks["stride"]
    next_step = blocks["first_step"] + stride * count
    goes_on = (
        (series_set.series[1:] == series_set.series[:-1])
        & (stride[1:] == stride[:-1])
        & (blocks["first_step"][1:] == next_step[:-1])
        & (blocks["max_step"][1:] > blocks["max_step"][:-1])  # false when the steps wrap around
    )
    first = np.flatnonzero(np.append(True, ~goes_on))
    merged = blocks.take(first)
    merged["count"] = np.add.reduceat(count, first)
    merged["max_step"] = blocks["max_step"][np.append(first[1:], len(blocks)) - 1]
    return merged, first


def even_spans(blocks: Rows, inner_edges: Floats) -> BucketSpans:
    """Return the spans of whole blocks with evenly rising steps, by arithmetic alone."""
    edge_rows = even_edge_rows(blocks, inner_edges)
    count = blocks["count"].astype(np.int64)
    start, points = np.cumsum(count) - count, int(count.sum())
    begins = np.zeros(points, np.bool_)
    begins[start] = True
    begins[start[edge_rows.block] + edge_rows.row] = True
    row = np.flatnonzero(begins)
    block = _blocks_of(row, start)
    first, stride = blocks["first_step"][block], blocks["stride"][block]
    x = first + stride * (row - start[block])
    x_end = first + stride * (np.append(row[1:], points) - 1 - start[block])
    return BucketSpans(block, row, x.astype(np.float64), x_end.astype(np.float64))


def _blocks_of(row: Ints, start: Ints) -> Ints:
    """Return int64 [rows], the block of each row.

    Args:
        row: ascending; the first rows of all blocks are among them.
        start: [blocks], the first row of each.
    """
    first = np.searchsorted(row, start)  # for each block, which are fewer than rows
    return np.repeat(np.arange(len(start)), np.diff(first, append=len(row)))


def rise_evenly(blocks: Rows) -> NDArray[np.bool_]:
    """Return bool [n]: whether the steps of each of BLOCK [n] rise evenly, or stay the same."""
    rising: NDArray[np.bool_] = ~are_listed(blocks) & blocks["in_order"]
    return rising


def are_listed(blocks: Rows) -> NDArray[np.bool_]:
    """Return bool [n]: whether the steps of each of BLOCK [n] are stored one by one."""
    listed: NDArray[np.bool_] = blocks["form"] & STEPS_ARE_LISTED > 0
    return listed


def summarise_spans(spans: BucketSpans, value: Floats, edges: Floats, *, finite: bool) -> Summaries:
    """Return the summary of each span.

    Args:
        spans: [n], of all points.
        value: [points].
        edges: [buckets + 1]; all positions lie between the first and the last.
        finite: whether all values are finite.
    """
    row = spans.row
    size = np.append(row[1:], len(value)) - row
    nonfinite = None
    if not finite:
        is_finite = np.isfinite(value)
        known = np.where(is_finite, value, np.nan)
        least, greatest = np.fmin.reduceat(known, row), np.fmax.reduceat(known, row)
        scaled_sum = np.add.reduceat(np.where(is_finite, value, 0.0) * SCALE, row)
        marks = np.array([np.isnan(value), np.isinf(value), value == -np.inf])
        nonfinite = np.add.reduceat(marks, row, axis=1, dtype=np.int64)
    elif size.max() > _SHORT:
        least, greatest = np.minimum.reduceat(value, row), np.maximum.reduceat(value, row)
        scaled_sum = np.add.reduceat(value * SCALE, row)
    else:
        least = value[row]
        greatest, scaled_sum = least.copy(), least * SCALE
        fewest = int(size.min())
        for nth in range(1, int(size.max())):
            longer = slice(None) if nth < fewest else np.flatnonzero(size > nth)
            next_value = value[row[longer] + nth]
            least[longer] = np.minimum(least[longer], next_value)
            greatest[longer] = np.maximum(greatest[longer], next_value)
            scaled_sum[longer] += next_value * SCALE
    return Summaries(
        block=spans.block,
        bucket=np.searchsorted(edges[1:-1], spans.x, "right"),
        first_x=spans.x,
        last_x=spans.x_end,
        first=value[row],
        last=value[row + size - 1],
        least=least,
        greatest=greatest,
        scaled_sum=scaled_sum,
        points=size,
        nonfinite=nonfinite,
    )
