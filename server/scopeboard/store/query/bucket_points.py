"""Divide points into buckets, block by block."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.store.format.schema import STEPS_ARE_LISTED, Rows
from scopeboard.store.query.bucket_edges import even_edge_rows
from scopeboard.store.query.buckets import SCALE, Summaries
from scopeboard.store.query.range import SeriesSet

_SHORT: Final = 16  # points of a span; for short spans, one pass over all n-th points is faster


@dataclass(frozen=True, slots=True)
class BucketSpans:
    """Spans of points in one block and one bucket, by their first point; each column [n].

    `block` counts the blocks from 0, `row` the points of all of them.
    """

    block: Ints
    row: Ints


def sorted_spans(x: Floats, count: Ints, inner_edges: Floats) -> BucketSpans:
    """Return the spans of points whose positions `x` are ascending within each block.

    Args:
        x: [points].
        count: [blocks], the points of each block, at least 1.
        inner_edges: the first position of each bucket but the first.
    """
    start = np.cumsum(count) - count
    first = np.searchsorted(inner_edges, x[start], "right")
    stop = np.searchsorted(inner_edges, x[start + count - 1], "right")
    begins = np.zeros(len(x), np.bool_)
    begins[start] = True
    for block in np.flatnonzero(stop > first).tolist():
        own = x[start[block] : start[block] + count[block]]
        crossed = inner_edges[first[block] : stop[block]]
        begins[start[block] + np.searchsorted(own, crossed, "left")] = True
    row = np.flatnonzero(begins)
    return BucketSpans(_blocks_of(row, start), row)


def merge_even_blocks(series_set: SeriesSet) -> tuple[Rows, Ints]:
    """Merge the rows of consecutive blocks whose steps continue evenly.

    A series has a block boundary wherever reading paused; a bucket needs no cut there.

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
    whole = blocks.take(first)
    whole["count"] = np.add.reduceat(count, first)
    whole["max_step"] = blocks["max_step"][np.append(first[1:], len(blocks)) - 1]
    return whole, first


def even_spans(blocks: Rows, inner_edges: Floats) -> BucketSpans:
    """Return the spans of whole blocks with evenly rising steps, by arithmetic alone."""
    cuts = even_edge_rows(blocks, inner_edges)
    count = blocks["count"].astype(np.int64)
    start = np.cumsum(count) - count
    begins = np.zeros(int(count.sum()), np.bool_)
    begins[start] = True
    begins[start[cuts.block] + cuts.row] = True
    row = np.flatnonzero(begins)
    return BucketSpans(_blocks_of(row, start), row)


def _blocks_of(row: Ints, start: Ints) -> Ints:
    """Return int64 [rows], the block of each row.

    Args:
        row: ascending; the first rows of all blocks are among them.
        start: [blocks], the first row of each.
    """
    first = np.searchsorted(row, start)  # for each block, which are fewer than rows
    return np.repeat(np.arange(len(start)), np.diff(first, append=len(row)))


def even_positions(blocks: Rows, start: Ints, spans: BucketSpans) -> tuple[Floats, Floats]:
    """Return float64 [spans] each: the steps of the first and the last point of each span.

    Args:
        blocks: as for `even_spans`.
        start: [blocks], the rows where the blocks begin.
        spans: as `even_spans` returns them.
    """
    block, row = spans.block, spans.row - start[spans.block]
    first, stride = blocks["first_step"][block], blocks["stride"][block]
    end = np.append(spans.row[1:] - spans.row[:-1], 0) + row
    end[-1] = int(blocks["count"][-1])
    return (
        (first + stride * row).astype(np.float64),
        (first + stride * (end - 1)).astype(np.float64),
    )


def rise_evenly(blocks: Rows) -> NDArray[np.bool_]:
    """Return bool [n]: whether the steps of each of BLOCK [n] rise evenly, or stay the same."""
    rising: NDArray[np.bool_] = ~are_listed(blocks) & blocks["in_order"]
    return rising


def are_listed(blocks: Rows) -> NDArray[np.bool_]:
    """Return bool [n]: whether the steps of each of BLOCK [n] are stored one by one."""
    listed: NDArray[np.bool_] = blocks["form"] & STEPS_ARE_LISTED > 0
    return listed


def summarise_spans(
    spans: BucketSpans, x: Floats, x_end: Floats, value: Floats, edges: Floats, *, finite: bool
) -> Summaries:
    """Return the summary of each span.

    Args:
        spans: [n], from one to the next.
        x: [n], the position of the first point of each.
        x_end: [n], the position of the last.
        value: [points].
        edges: [buckets + 1]; all positions lie between the first and the last.
        finite: whether all values are finite.
    """
    row = spans.row
    end = np.append(row[1:], len(value)) - 1
    bucket = np.searchsorted(edges[1:-1], x, "right")
    common = (spans.block, bucket, x, x_end, value[row], value[end])
    least, greatest, total, odd = _finite(value, row) if finite else _any(value, row)
    return Summaries(*common, least, greatest, total, end + 1 - row, odd)


def _finite(value: Floats, row: Ints) -> tuple[Floats, Floats, Floats, None]:
    size = np.append(row[1:], len(value)) - row
    if size.max() <= _SHORT:
        return (*_of_short(value, row, size), None)
    least, greatest = np.minimum.reduceat(value, row), np.maximum.reduceat(value, row)
    return least, greatest, np.add.reduceat(value * SCALE, row), None


def _of_short(value: Floats, row: Ints, size: Ints) -> tuple[Floats, Floats, Floats]:
    """Return least, greatest and scaled sum of short spans, in one pass over all n-th points."""
    least = value[row]
    greatest, total = least.copy(), least * SCALE
    fewest = int(size.min())
    for nth in range(1, int(size.max())):
        some = slice(None) if nth < fewest else np.flatnonzero(size > nth)
        next_value = value[row[some] + nth]
        least[some] = np.minimum(least[some], next_value)
        greatest[some] = np.maximum(greatest[some], next_value)
        total[some] += next_value * SCALE
    return least, greatest, total


def _any(value: Floats, row: Ints) -> tuple[Floats, Floats, Floats, Ints]:
    is_finite = np.isfinite(value)
    known = np.where(is_finite, value, np.nan)
    odd = np.array([np.isnan(value), np.isinf(value), value == -np.inf])
    return (
        np.fmin.reduceat(known, row),
        np.fmax.reduceat(known, row),
        np.add.reduceat(np.where(is_finite, value, 0.0) * SCALE, row),
        np.add.reduceat(odd, row, axis=1, dtype=np.int64),
    )
