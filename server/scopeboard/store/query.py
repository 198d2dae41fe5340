"""Questions about time series: a range of an axis, as points or as buckets.

All series of one question are bucketed on one grid, so that a chart can draw them over a shared
x column. A bucket keeps its extremes: no spike is lost however far one is zoomed out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.batch import Columns

LATEST_DATE: Final = 1e12  # seconds since the epoch; a wall time beyond is no clock's

Axis = Literal["step", "wall_time", "relative"]
K = TypeVar("K")

_SCALE: Final = 2.0**-40  # exact; keeps sums of the largest floats finite

Positions = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Buckets:
    """The non-empty buckets of a series, each column [k].

    `x` (float64) is the bucket's centre; `min`, `max` and `mean` (float64) are over the finite
    values, NaN where there are none; `first` and `last` (float64) are values as logged; `count`
    (int64) is the number of points, finite or not.
    """

    x: NDArray[np.float64]
    min: NDArray[np.float64]
    max: NDArray[np.float64]
    mean: NDArray[np.float64]
    first: NDArray[np.float64]
    last: NDArray[np.float64]
    count: NDArray[np.int64]

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the columns by name, in the order in which they are declared."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Selection:
    """The points of a series within a range: all of them, or buckets when they are too many.

    `total`, `nan` and `inf` count the points in the range; `x` (int64 or float64 [total]) is
    where each of them stands on the axis.
    """

    total: int
    nan: int
    inf: int
    x: Positions
    points: Columns | Buckets


def select(
    series: Mapping[K, Columns],
    axis: Axis = "step",
    start: float | None = None,
    end: float | None = None,
    points: int = 0,
) -> dict[K, Selection]:
    """Return each series between `start` and `end` (inclusive, in units of the axis).

    Args:
        series: time series by any key.
        axis: `step`, `wall_time` (seconds since the epoch) or `relative` (seconds since the
            series' first point). Points whose wall time is no date are left out of the latter
            two, because they have no place there.
        start: the range's first position; None for no bound.
        end: the range's last position; None for no bound.
        points: a series with more points than this is bucketed on a grid of as many buckets;
            0 returns every point.
    """
    placed = {key: _between(*_placed(columns, axis), start, end) for key, columns in series.items()}
    grid = _grid([x for x, _ in placed.values()], points) if points else None
    return {key: _selection(x, columns, grid, points) for key, (x, columns) in placed.items()}


def _placed(columns: Columns, axis: Axis) -> tuple[Positions, Columns]:
    """Return the points in the order of the axis, and their positions on it."""
    if axis == "step":  # already in order
        return columns.step, columns
    is_date = (columns.wall_time > 0) & (columns.wall_time < LATEST_DATE)
    columns = _taken(columns, is_date)
    columns = _taken(columns, np.argsort(columns.wall_time, kind="stable"))
    start = columns.wall_time[:1] if axis == "relative" else np.zeros(1)
    return columns.wall_time - start, columns


def _between(
    x: Positions, columns: Columns, start: float | None, end: float | None
) -> tuple[Positions, Columns]:
    first = 0 if start is None else int(np.searchsorted(x, start, "left"))
    stop = len(x) if end is None else int(np.searchsorted(x, end, "right"))
    return x[first:stop], _taken(columns, slice(first, stop))


def _taken(columns: Columns, which: slice | NDArray[np.bool_] | NDArray[np.intp]) -> Columns:
    return Columns(columns.step[which], columns.wall_time[which], columns.value[which])


def _grid(positions: list[Positions], buckets: int) -> NDArray[np.float64]:
    """Return float64 [buckets + 1]: edges from the first to the last position of all series."""
    ends = [float(x[at]) for x in positions if len(x) for at in (0, -1)]
    return np.linspace(min(ends, default=0.0), max(ends, default=0.0), buckets + 1)


def _selection(
    x: Positions, columns: Columns, grid: NDArray[np.float64] | None, points: int
) -> Selection:
    value = columns.value
    return Selection(
        total=len(value),
        nan=int(np.count_nonzero(np.isnan(value))),
        inf=int(np.count_nonzero(np.isinf(value))),
        x=x,
        points=columns if grid is None or len(value) <= points else _bucketed(x, value, grid),
    )


def _bucketed(x: Positions, value: NDArray[np.float64], grid: NDArray[np.float64]) -> Buckets:
    """Return the buckets between the edges of `grid` that hold points; the last is closed."""
    starts = np.append(np.searchsorted(x, grid[:-1], "left"), len(x))
    starts[0] = 0
    count = np.diff(starts)
    filled = np.flatnonzero(count)
    first = starts[filled]
    finite = np.where(np.isfinite(value), value, np.nan)
    known = np.add.reduceat(np.isfinite(value).astype(np.int64), first)
    total = np.add.reduceat(np.nan_to_num(finite) * _SCALE, first)
    with np.errstate(invalid="ignore"):  # 0 / 0 is the NaN that says there is no finite value
        mean = total / known / _SCALE
    return Buckets(
        x=(grid[filled] + grid[filled + 1]) / 2,
        min=np.fmin.reduceat(finite, first),
        max=np.fmax.reduceat(finite, first),
        mean=mean,
        first=value[first],
        last=value[first + count[filled] - 1],
        count=count[filled].astype(np.int64),
    )
