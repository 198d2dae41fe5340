"""Buckets: a series as a grid sees it, when its points are too many to be sent.

A bucket keeps its extremes: no spike is lost however far one is zoomed out. Points are summarised
by stretches, each the points of one block in one bucket, and the summaries of a bucket are joined
at the end. So blocks may come in any portions and may overlap, as those of several writers do,
and no series is ever sorted, or in memory, as a whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SCALE: Final = 2.0**-40  # exact; keeps sums of the largest floats finite


class Summaries(NamedTuple):
    """What is known of stretches, each column [n].

    `block` is a number that grows in the order in which blocks were logged; `bucket` counts from
    0. `first_x` and `last_x` are positions, `first` and `last` values as logged; `least` and
    `greatest` are over finite values, NaN without any; `scaled_sum` is the sum of the finite
    values, each times `SCALE`. `points` counts the points, of which `nan` are not numbers,
    `inf` infinite, and of those `negative_inf` below all numbers.
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
    nan: Ints
    inf: Ints
    negative_inf: Ints


@dataclass(frozen=True, slots=True)
class Buckets:
    """The non-empty buckets of some series, one series after the other; each column [k].

    `x` is the bucket's centre; `min`, `max` and `mean` are over the finite values, NaN where
    there are none; `first` and `last` are values as logged, by position and then by the order in
    which they were logged; `count` is the number of points, finite or not. Of these, `nans` are
    not numbers, `infs` infinite, and of those `negative_infs` below all numbers.
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


def joined(parts: Sequence[Summaries], series: Ints, edges: Floats) -> tuple[Summaries, Ints]:
    """Return one summary for each bucket of each series, and the series of each.

    Args:
        parts: summaries of stretches, of blocks in any order.
        series: [blocks], the number of each block's series.
        edges: [buckets + 1].
    """
    if len(parts) == 1:
        (all_parts,) = parts
    else:
        all_parts = Summaries._make(map(np.concatenate, zip(*parts, strict=True)))
    code = series[all_parts.block] * len(edges) + all_parts.bucket
    behind, same = code[1:] < code[:-1], code[1:] == code[:-1]
    if behind.any() or (same & (all_parts.block[1:] < all_parts.block[:-1])).any():
        order = np.lexsort((all_parts.block, code))
        code = code[order]
        same = code[1:] == code[:-1]
        all_parts = _taken(all_parts, order)
    if same.any():
        all_parts, code = _joined(all_parts, code, same)
    return all_parts, code // len(edges)


def _joined(parts: Summaries, code: Ints, same: NDArray[np.bool_]) -> tuple[Summaries, Ints]:
    """Return one summary for each code, which is sorted; most have just one already."""
    shared = np.append(same, False) | np.append(False, same)
    begins = np.append(True, ~same)
    found = _taken(parts, begins)
    for column, merged in zip(found, _merged(_taken(parts, shared), code[shared]), strict=True):
        column[shared[begins]] = merged
    return found, code[begins]


def _taken(parts: Summaries, which: NDArray[Any]) -> Summaries:
    return Summaries._make(column[which] for column in parts)


def _merged(parts: Summaries, code: Ints) -> Summaries:
    """Return one summary for each code; `code` is sorted, and within it the order of logging."""
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
        nan=np.add.reduceat(parts.nan, start),
        inf=np.add.reduceat(parts.inf, start),
        negative_inf=np.add.reduceat(parts.negative_inf, start),
    )


def as_buckets(found: Summaries, edges: Floats) -> Buckets:
    """Return what a chart draws of summaries, one for each bucket of a series."""
    centres = (edges[:-1] + edges[1:]) / 2
    known = found.points - found.nan - found.inf
    with np.errstate(invalid="ignore"):  # 0 / 0 is the NaN that says there is no finite value
        mean = found.scaled_sum / known / SCALE
    return Buckets(
        x=centres[found.bucket],
        min=found.least,
        max=found.greatest,
        mean=mean,
        first=found.first,
        last=found.last,
        count=found.points,
        nans=found.nan,
        infs=found.inf,
        negative_infs=found.negative_inf,
    )


def no_buckets() -> Buckets:
    """Return the buckets of no series."""
    x, none = np.empty(0), np.empty(0, np.int64)
    return Buckets(x, x, x, x, x, x, none, none, none, none)
