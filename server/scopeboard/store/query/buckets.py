"""Buckets: a series reduced to a grid, when it has too many points to send.

A bucket has the extremes of its points, so no spike is lost at any zoom. Points are summarised by
spans, each the points of one block in one bucket, and the summaries of a bucket are merged at the
end. So blocks may come in any portions and may overlap, as those of several writers do, and no
series is sorted, or in memory, as a whole.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints

SCALE: Final = 2.0**-40  # exact; keeps sums of the largest floats finite


class Summaries(NamedTuple):
    """Summaries of spans, each column [n].

    `block` is a number that grows in the order in which blocks were logged; `bucket` counts from
    0. `first_x` and `last_x` are positions, `first` and `last` values as logged; `least` and
    `greatest` are over finite values, NaN without any; `scaled_sum` is the sum of the finite
    values, each times `SCALE`. `points` counts the points. `odd` (int64 [3, n]) counts NaN, ±∞ and
    -∞ among them; None stands for zeros.
    """

    block: Ints
    bucket: Ints
    first_x: Floats
    last_x: Floats
    first: Floats
    last: Floats
    least: Floats
    greatest: Floats
    scaled_sum: Floats
    points: Ints
    odd: Ints | None


@dataclass(frozen=True, slots=True)
class Buckets:
    """The non-empty buckets of series, series after series; each column [k].

    `x` is the bucket's centre; `min`, `max` and `mean` are over the finite values, NaN where
    there are none; `first` and `last` are values as logged, by position and then in the
    order of logging; `count` is the number of points, finite or not, of which `nans` are NaN,
    `infs` are ±∞ and `negative_infs` are -∞.
    """

    x: Floats
    min: Floats
    max: Floats
    mean: Floats
    first: Floats
    last: Floats
    count: Ints
    nans: Ints
    infs: Ints
    negative_infs: Ints


def grid(low: float, high: float, buckets: int) -> Floats:
    """Return float64 [buckets + 1]: the edges of buckets of equal width from `low` to `high`."""
    return np.linspace(low, high, buckets + 1)


def merge_summaries(
    parts: Sequence[Summaries], series: Ints, edges: Floats
) -> tuple[Summaries, Ints]:
    """Return one summary for each bucket of each series, and the code of each, ascending.

    A code is the number of the series times the number of edges, plus that of the bucket.

    Args:
        parts: summaries of spans, of blocks in any order.
        series: [blocks], the number of each block's series.
        edges: [buckets + 1].
    """
    all_parts = parts[0] if len(parts) == 1 else _concatenated(parts)
    code = series[all_parts.block] * len(edges) + all_parts.bucket
    behind, same = code[1:] < code[:-1], code[1:] == code[:-1]
    if behind.any() or (same & (all_parts.block[1:] < all_parts.block[:-1])).any():
        order = np.lexsort((all_parts.block, code))
        code = code[order]
        same = code[1:] == code[:-1]
        all_parts = _taken(all_parts, order)
    if same.any():
        all_parts, code = _merge_equal(all_parts, code, same)
    return all_parts, code


def _merge_equal(parts: Summaries, code: Ints, same: NDArray[np.bool_]) -> tuple[Summaries, Ints]:
    """Merge summaries with equal codes, which are sorted; most codes occur once."""
    begins = np.append(True, ~same)
    is_shared = np.append(same, False) | ~begins
    first, shared = np.flatnonzero(begins), np.flatnonzero(is_shared)
    found, merged = _taken(parts, first), _merged(_taken(parts, shared), code[shared])
    at = np.flatnonzero(is_shared[first])
    columns: Iterable[tuple[NDArray[Any] | None, NDArray[Any] | None]]
    columns = zip(found, merged, strict=True)
    for column, new in columns:
        if column is not None:
            column[..., at] = new
    return found, code[first]


def _concatenated(parts: Sequence[Summaries]) -> Summaries:
    *columns, odd = zip(*parts, strict=True)
    joined_odd = None
    if any(counts is not None for counts in odd):
        zeros = np.int64(0)
        joined_odd = np.concatenate(
            [
                np.broadcast_to(zeros, (3, len(part.block))) if part.odd is None else part.odd
                for part in parts
            ],
            axis=1,
        )
    return Summaries._make([*map(np.concatenate, columns), joined_odd])


def _taken(parts: Summaries, which: Ints) -> Summaries:
    return Summaries._make(
        None if column is None else column.take(which, axis=-1) for column in parts
    )


def _merged(parts: Summaries, code: Ints) -> Summaries:
    """Merge the summaries of each code; sorted by `code`, and within it in the order of logging."""
    start = np.flatnonzero(np.append(True, code[1:] != code[:-1]))
    end = np.append(start[1:], len(code)) - 1
    first = np.lexsort((parts.first_x, code))[start]
    last = np.lexsort((parts.last_x, code))[end]
    return Summaries(
        block=parts.block[start],
        bucket=parts.bucket[start],
        first_x=parts.first_x[first],
        last_x=parts.last_x[last],
        first=parts.first[first],
        last=parts.last[last],
        least=np.fmin.reduceat(parts.least, start),
        greatest=np.fmax.reduceat(parts.greatest, start),
        scaled_sum=np.add.reduceat(parts.scaled_sum, start),
        points=np.add.reduceat(parts.points, start),
        odd=None if parts.odd is None else np.add.reduceat(parts.odd, start, axis=1),
    )


def as_buckets(found: Summaries, edges: Floats) -> Buckets:
    """Return the buckets of summaries, one for each bucket of a series."""
    centres = (edges[:-1] + edges[1:]) / 2
    nans, infs, negative_infs = _no_counts(len(found.points)) if found.odd is None else found.odd
    known = found.points if found.odd is None else found.points - nans - infs
    with np.errstate(invalid="ignore"):  # 0 / 0 is the NaN of a bucket without finite values
        mean = found.scaled_sum / known / SCALE
    np.clip(mean, found.least, found.greatest, mean)  # rounding may exceed them
    return Buckets(
        x=centres[found.bucket],
        min=found.least,
        max=found.greatest,
        mean=mean,
        first=found.first,
        last=found.last,
        count=found.points,
        nans=nans,
        infs=infs,
        negative_infs=negative_infs,
    )


def _no_counts(buckets: int) -> Ints:
    """Return int64 zeros [3, buckets], which take no memory."""
    return np.broadcast_to(np.int64(0), (3, buckets))


def concatenate_buckets(parts: Sequence[Buckets], codes: Sequence[Ints]) -> tuple[Buckets, Ints]:
    """Concatenate the buckets of different series, sorted by their codes [k]."""
    if len(parts) == 1:
        return parts[0], codes[0]
    code = np.concatenate(codes)
    names = [field.name for field in fields(Buckets)]
    columns = {name: [getattr(part, name) for part in parts] for name in names}
    whole = Buckets(**{name: _end_to_end(columns[name]) for name in names})
    if (code[1:] > code[:-1]).all():
        return whole, code
    order = np.argsort(code)
    return Buckets(**{name: getattr(whole, name).take(order) for name in names}), code[order]


def _end_to_end(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Concatenate columns; the result takes no memory if none of them does."""
    take_none = all(part.strides == (0,) for part in parts)
    whole: NDArray[Any] = (
        _no_counts(sum(map(len, parts)))[0] if take_none else np.concatenate(parts)
    )
    return whole


def no_buckets() -> Buckets:
    """Return the buckets of no series."""
    x, none = np.empty(0), np.empty(0, np.int64)
    return Buckets(x, x, x, x, x, x, none, none, none, none)
