"""Buckets: a series as a grid sees it, when its points are too many to be sent.

A bucket keeps its extremes: no spike is lost however far one is zoomed out. Points are summarised
by stretches, each the points of one block in one bucket, and the summaries of a bucket are joined
at the end. So blocks may come in any portions and may overlap, as those of several writers do,
and no series is ever sorted, or in memory, as a whole.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.store.tables import Rows

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_SCALE: Final = 2.0**-40  # exact; keeps sums of the largest floats finite

SUMMARY: Final = np.dtype(
    [
        ("series", "<i8"),
        ("bucket", "<i8"),
        ("first_x", "<f8"),
        ("last_x", "<f8"),
        ("first", "<f8"),  # values as logged
        ("last", "<f8"),
        ("min", "<f8"),  # over finite values; NaN without any
        ("max", "<f8"),
        ("sum", "<f8"),  # of the finite values, each times `_SCALE`
        ("count", "<i8"),
        ("nan", "<i8"),
        ("inf", "<i8"),
        ("negative_inf", "<i8"),  # of `inf`, those below all numbers
    ]
)
"""What is known of some of the points in one bucket of one series."""


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


def summarised(
    series: Ints, count: Ints, x: Floats, value: Floats, edges: Floats, *, finite: bool
) -> Rows:
    """Return the SUMMARY of each block's points in each bucket where it has any.

    Args:
        series: [blocks], the number of each block's series.
        count: [blocks], how many of the points are each block's; none is 0.
        x: [points], positions, which do not fall within a block.
        value: [points].
        edges: [buckets + 1]; all positions lie between the first and the last.
        finite: whether all values are known to be finite.
    """
    start = np.cumsum(count) - count
    stretch = _stretches(x, start, count, edges[1:-1])
    end = np.append(stretch[1:], len(x)) - 1
    found = np.empty(len(stretch), SUMMARY)
    found["series"] = series[np.searchsorted(start, stretch, "right") - 1]
    found["bucket"] = np.searchsorted(edges[1:-1], x[stretch], "right")
    found["first_x"], found["last_x"] = x[stretch], x[end]
    found["first"], found["last"] = value[stretch], value[end]
    found["count"] = end + 1 - stretch
    (_reduce_finite if finite else _reduce)(found, value, stretch)
    return found


def _stretches(x: Floats, start: Ints, count: Ints, inner_edges: Floats) -> Ints:
    """Return where in `x` another block or another bucket begins."""
    first = np.searchsorted(inner_edges, x[start], "right")
    stop = np.searchsorted(inner_edges, x[start + count - 1], "right")
    begins = np.zeros(len(x), np.bool_)
    begins[start] = True
    for block in np.flatnonzero(stop > first).tolist():
        own = x[start[block] : start[block] + count[block]]
        crossed = inner_edges[first[block] : stop[block]]
        begins[start[block] + np.searchsorted(own, crossed, "left")] = True
    return np.flatnonzero(begins)


def _reduce_finite(found: Rows, value: Floats, stretch: Ints) -> None:
    found["min"] = np.minimum.reduceat(value, stretch)
    found["max"] = np.maximum.reduceat(value, stretch)
    found["sum"] = np.add.reduceat(value * _SCALE, stretch)
    found["nan"] = found["inf"] = found["negative_inf"] = 0


def _reduce(found: Rows, value: Floats, stretch: Ints) -> None:
    finite = np.isfinite(value)
    known = np.where(finite, value, np.nan)
    found["min"] = np.fmin.reduceat(known, stretch)
    found["max"] = np.fmax.reduceat(known, stretch)
    found["sum"] = np.add.reduceat(np.where(finite, value, 0.0) * _SCALE, stretch)
    marks = {"nan": np.isnan(value), "inf": np.isinf(value), "negative_inf": value == -np.inf}
    for name, mark in marks.items():
        found[name] = np.add.reduceat(mark, stretch, dtype=np.int64)


def joined(parts: Rows, edges: Floats) -> Rows:
    """Return one SUMMARY for each bucket of each series, by series and bucket.

    `parts` of one bucket stand in the order in which their points were logged.
    """
    code = parts["series"] * len(edges) + parts["bucket"]
    if (code[1:] > code[:-1]).all():
        return parts
    order = np.argsort(code, kind="stable")
    parts, code = parts[order], code[order]
    start = np.flatnonzero(np.append(True, code[1:] != code[:-1]))
    found = parts[start]
    for name, least in (("min", np.fmin), ("max", np.fmax)):
        found[name] = least.reduceat(parts[name], start)
    for name in ("sum", "count", "nan", "inf", "negative_inf"):
        found[name] = np.add.reduceat(parts[name], start)
    end = np.append(start[1:], len(code)) - 1
    for name, at in (("first", start), ("last", end)):
        best = np.lexsort((parts[f"{name}_x"], code))[at]
        found[name], found[f"{name}_x"] = parts[name][best], parts[f"{name}_x"][best]
    return found


def as_buckets(found: Rows, edges: Floats) -> Buckets:
    """Return what a chart draws of summaries, one for each bucket."""
    centres = (edges[:-1] + edges[1:]) / 2
    known = found["count"] - found["nan"] - found["inf"]
    with np.errstate(invalid="ignore"):  # 0 / 0 is the NaN that says there is no finite value
        mean = found["sum"] / known / _SCALE

    def column(name: str) -> NDArray[Any]:
        return np.ascontiguousarray(found[name])

    return Buckets(
        x=centres[found["bucket"]],
        min=column("min"),
        max=column("max"),
        mean=mean,
        first=column("first"),
        last=column("last"),
        count=column("count"),
        nans=column("nan"),
        infs=column("inf"),
        negative_infs=column("negative_inf"),
    )
