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
    values, each times `SCALE`. `points` counts the points. `nonfinite` (int64 [3, n]) counts NaN,
    ±∞ and -∞ among them; None stands for zeros.
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
    nonfinite: Ints | None

    def take(self, rows: Ints) -> "Summaries":
        """Return the summaries at `rows`."""
        return Summaries._make(
            None if column is None else column.take(rows, axis=-1) for column in self
        )


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


class CodedBuckets(NamedTuple):
    """Buckets with the code of each [k], ascending.

    A code is the number of the series times the number of edges, plus that of the bucket.
    """

    buckets: Buckets
    code: Ints


def grid(low: float, high: float, buckets: int) -> Floats:
    """Return float64 [buckets + 1]: the edges of buckets of equal width from `low` to `high`."""
    return np.linspace(low, high, buckets + 1)


def merge_summaries(parts: Sequence[Summaries], series: Ints, edges: Floats) -> CodedBuckets:
    """Merge the summaries of each bucket of each series.

    Args:
        parts: summaries of spans, of blocks in any order.
        series: [blocks], the number of each block's series.
        edges: [buckets + 1].
    """
    summaries = parts[0] if len(parts) == 1 else _concatenate(parts)
    code = series[summaries.block] * len(edges) + summaries.bucket
    falls, same = code[1:] < code[:-1], code[1:] == code[:-1]
    if falls.any() or (same & (summaries.block[1:] < summaries.block[:-1])).any():
        order = np.lexsort((summaries.block, code))
        summaries, code = summaries.take(order), code[order]
        same = code[1:] == code[:-1]
    if same.any():
        summaries = _merge_equal(summaries, code, same)
        code = code[np.append(True, ~same)]

    nans, infs, negative_infs = (
        _no_counts(len(code)) if summaries.nonfinite is None else summaries.nonfinite
    )
    finite = summaries.points if summaries.nonfinite is None else summaries.points - nans - infs
    with np.errstate(invalid="ignore"):  # 0 / 0 is the NaN of a bucket without finite values
        mean = summaries.scaled_sum / finite / SCALE
    np.clip(mean, summaries.least, summaries.greatest, mean)  # rounding may exceed them
    buckets = Buckets(
        x=((edges[:-1] + edges[1:]) / 2)[summaries.bucket],
        min=summaries.least,
        max=summaries.greatest,
        mean=mean,
        first=summaries.first,
        last=summaries.last,
        count=summaries.points,
        nans=nans,
        infs=infs,
        negative_infs=negative_infs,
    )
    return CodedBuckets(buckets, code)


def _concatenate(parts: Sequence[Summaries]) -> Summaries:
    *columns, nonfinite = zip(*parts, strict=True)
    all_nonfinite = None
    if any(counts is not None for counts in nonfinite):
        pieces = [
            _no_counts(len(part.block)) if part.nonfinite is None else part.nonfinite
            for part in parts
        ]
        all_nonfinite = np.concatenate(pieces, axis=1)
    return Summaries._make([*map(np.concatenate, columns), all_nonfinite])


def _merge_equal(summaries: Summaries, code: Ints, same: NDArray[np.bool_]) -> Summaries:
    """Merge summaries with equal codes; most codes occur once.

    Args:
        summaries: [n], sorted by code, and within a code in the order of logging.
        code: [n].
        same: [n - 1], whether the next summary has the same code.
    """
    begins = np.append(True, ~same)
    is_shared = np.append(same, False) | ~begins
    shared = np.flatnonzero(is_shared)
    parts, code = summaries.take(shared), code[shared]
    start = np.flatnonzero(np.append(True, code[1:] != code[:-1]))
    end = np.append(start[1:], len(code)) - 1
    first = np.lexsort((parts.first_x, code))[start]
    last = np.lexsort((parts.last_x, code))[end]
    merged = Summaries(
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
        nonfinite=None
        if parts.nonfinite is None
        else np.add.reduceat(parts.nonfinite, start, axis=1),
    )
    firsts = np.flatnonzero(begins)
    result, rows = summaries.take(firsts), np.flatnonzero(is_shared[firsts])
    columns: Iterable[tuple[NDArray[Any] | None, NDArray[Any] | None]]
    columns = zip(result, merged, strict=True)
    for column, values in columns:
        if column is not None:
            column[..., rows] = values
    return result


def _no_counts(buckets: int) -> Ints:
    """Return int64 zeros [3, buckets], which take no memory."""
    return np.broadcast_to(np.int64(0), (3, buckets))


def concatenate_buckets(parts: Sequence[CodedBuckets]) -> CodedBuckets:
    """Concatenate the buckets of different series, sorted by code."""
    if len(parts) == 1:
        return parts[0]
    code = np.concatenate([part.code for part in parts])
    columns: dict[str, NDArray[Any]] = {}
    for field in fields(Buckets):
        pieces = [getattr(part.buckets, field.name) for part in parts]
        take_no_memory = all(piece.strides == (0,) for piece in pieces)
        columns[field.name] = _no_counts(len(code))[0] if take_no_memory else np.concatenate(pieces)
    if (code[1:] < code[:-1]).any():
        order = np.argsort(code)
        columns = {name: column.take(order) for name, column in columns.items()}
        code = code[order]
    return CodedBuckets(Buckets(**columns), code)


_NO_VALUES: Final = np.empty(0)
_NO_NUMBERS: Final = np.empty(0, np.int64)
NO_BUCKETS: Final = Buckets(
    x=_NO_VALUES,
    min=_NO_VALUES,
    max=_NO_VALUES,
    mean=_NO_VALUES,
    first=_NO_VALUES,
    last=_NO_VALUES,
    count=_NO_NUMBERS,
    nans=_NO_NUMBERS,
    infs=_NO_NUMBERS,
    negative_infs=_NO_NUMBERS,
)
"""The buckets of no series."""
