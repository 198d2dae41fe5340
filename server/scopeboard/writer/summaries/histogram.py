"""Histograms, in the buckets of TensorFlow or in those of NumPy."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scopeboard.arrays import Floats
from scopeboard.wire.summary_pb2 import HistogramProto, Summary

TENSORFLOW: Final = "tensorflow"
_SMALLEST: Final = 1e-12
_LARGEST: Final = 1e20
_RATIO: Final = 1.1

Bins = str | int | Sequence[float] | NDArray[Any]
"""Edges, their number, or a rule: TensorFlow's or one of `numpy.histogram_bin_edges`."""


@cache
def default_bins() -> tuple[float, ...]:
    """Return TensorFlow's edges: from 1e-12 to 1e20 by factors of 1.1, of both signs, and 0.

    The source is `tensorflow/core/lib/histogram/histogram.cc`.
    """
    edges, edge = [], _SMALLEST
    while edge < _LARGEST:
        edges.append(edge)
        edge *= _RATIO
    return (*(-edge for edge in reversed(edges)), 0.0, *edges)


def histogram(tag: str, values: NDArray[Any], bins: Bins, max_bins: int | None) -> Summary:
    """Return the histogram of all elements.

    NaN, and numbers beyond the outer edges, are in no bucket.

    Args:
        tag: its name.
        values: at least one real number, of any shape.
        bins: see `Bins`.
        max_bins: so many buckets at most: neighbours are merged.
    """
    edges = default_bins() if isinstance(bins, str) and bins == TENSORFLOW else bins
    numbers = values.astype(np.float64).reshape(-1)
    counts, limits = np.histogram(numbers, bins=edges)
    if max_bins is not None and len(counts) > max_bins:
        counts, limits = _merged(counts, limits, len(counts) // max_bins)
    counts, limits = _between(counts, limits)
    return raw_histogram(
        tag,
        min=numbers.min(),
        max=numbers.max(),
        num=len(numbers),
        sum=numbers.sum(),
        sum_squares=numbers.dot(numbers),
        bucket_limits=limits,
        bucket_counts=counts,
    )


def raw_histogram(
    tag: str,
    *,
    min: float,  # noqa: A002 - names of PyTorch's `add_histogram_raw`
    max: float,  # noqa: A002 - likewise
    num: float,
    sum: float,  # noqa: A002 - likewise
    sum_squares: float,
    bucket_limits: ArrayLike,
    bucket_counts: ArrayLike,
) -> Summary:
    """Return a histogram with the given buckets, of which `bucket_limits` are the right edges."""
    histo = HistogramProto(
        min=min,
        max=max,
        num=num,
        sum=sum,
        sum_squares=sum_squares,
        bucket_limit=np.asarray(bucket_limits, np.float64).tolist(),
        bucket=np.asarray(bucket_counts, np.float64).tolist(),
    )
    return Summary(value=[Summary.Value(tag=tag, histo=histo)])


def _merged(counts: NDArray[Any], limits: Floats, size: int) -> tuple[NDArray[Any], Floats]:
    """Return buckets of which each has `size` of the given ones; the last may have fewer."""
    starts = np.arange(0, len(counts), size)
    return np.add.reduceat(counts, starts), np.append(limits[starts], limits[-1])


def _between(counts: NDArray[Any], limits: Floats) -> tuple[NDArray[Any], Floats]:
    """Return counts and right edges from the first filled bucket to the last.

    An empty bucket precedes them: its right edge is the left edge of the first filled one.
    """
    filled = np.flatnonzero(counts)
    if not len(filled):
        return np.zeros(1, counts.dtype), limits[-1:]
    first, last = filled[0], filled[-1]
    return np.append(0, counts[first : last + 1]), limits[first : last + 2]
