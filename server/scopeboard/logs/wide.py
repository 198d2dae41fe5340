"""Scalars in wide form: one row for a step or time of a run, one column for a tag."""

from collections.abc import Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats, Ints
from scopeboard.errors import QueryError
from scopeboard.logs.columns import METRIC, Names, column_name
from scopeboard.logs.scalars import Scalars
from scopeboard.logs.table import Table

On = Literal["step", "wall_time"]
Join = Literal["asof", "inner", "outer"]
_ONS: Final = ("step", "wall_time")
_JOINS: Final = ("asof", "inner", "outer")
Series = tuple[NDArray[Any], Floats]
"""Positions [n], ascending and each once, and values, float64 [n]."""


def wide_table(points: Scalars, tags: Sequence[str], on: On, join: Join) -> Table:
    """Return tags side by side; see `Log.table`.

    Raises:
        QueryError: `on` or `join` is unknown, or there is no tag.
    """
    if on not in _ONS or join not in _JOINS:
        raise QueryError(
            f"on is one of {', '.join(_ONS)}, and join one of {', '.join(_JOINS)}: "
            f"not {on!r} and {join!r}."
        )
    if not tags:
        raise QueryError("A table needs at least one tag.")
    by_run = series_by_run(points, on)
    positions: list[NDArray[Any]] = []
    values: list[list[Floats]] = [[] for _ in tags]
    runs = list(by_run)
    for series in by_run.values():
        of_tags = [series.get(tag, _NOTHING) for tag in tags]
        keys = _keys(of_tags, join)
        positions.append(keys)
        for column, one in zip(values, of_tags, strict=True):
            column.append(last_at(one, keys) if join == "asof" else _exactly_at(one, keys))
    counts = [len(keys) for keys in positions]
    dtype = np.int64 if on == "step" else np.float64
    columns: dict[str, Any] = {
        "run": Names(np.repeat(np.arange(len(runs), dtype=np.int32), counts), runs),
        on: np.concatenate([np.empty(0, dtype), *positions]),
    }
    for tag, column in zip(tags, values, strict=True):
        columns[column_name(tag, METRIC, columns)] = np.concatenate([np.empty(0), *column])
    return Table(columns)


def series_by_run(points: Scalars, on: On = "step") -> dict[str, dict[str, Series]]:
    """Return the series of each run by tag, in the order of the runs' first points.

    Of several points at a position, the last counts. Points without a time have no position on the
    axis of time.
    """
    by_run: dict[str, dict[str, Series]] = {}
    for run, tag, rows in series_of(points):
        x, value = points[on][rows], points.value[rows]
        if on == "wall_time":
            order = np.argsort(x, kind="stable")
            order = order[~np.isnan(x[order])]
            x, value = x[order], value[order]
        is_last = np.append(x[1:] != x[:-1], True)[: len(x)]
        by_run.setdefault(run, {})[tag] = x[is_last], value[is_last]
    return by_run


def series_of(points: Scalars) -> list[tuple[str, str, slice]]:
    """Return run, tag and rows of each series of points."""
    run, tag = points.run, points.tag
    begins = np.ones(len(points), np.bool_)
    begins[1:] = (run.codes[1:] != run.codes[:-1]) | (tag.codes[1:] != tag.codes[:-1])
    starts = np.flatnonzero(begins).tolist()
    bounds = zip(starts, [*starts[1:], len(points)], strict=True)
    return [(run[start], tag[start], slice(start, end)) for start, end in bounds]


def last_at(series: Series, positions: NDArray[Any]) -> Floats:
    """Return the last value at or before each position, NaN before the first."""
    x, value = series
    rows: Ints = np.searchsorted(x, positions, "right") - 1
    return np.append(value, np.nan)[np.where(rows < 0, len(value), rows)]


def _exactly_at(series: Series, positions: NDArray[Any]) -> Floats:
    """Return the value at each position, NaN where there is none."""
    x, value = series
    rows: Ints = np.searchsorted(x, positions, "left")
    there = rows < len(x)
    there[there] = x[rows[there]] == positions[there]
    return np.append(value, np.nan)[np.where(there, rows, len(value))]


def _keys(series: Sequence[Series], join: Join) -> NDArray[Any]:
    """Return the positions of the rows of a run."""
    keys = series[0][0]
    if join == "asof":
        return keys
    combine = np.intersect1d if join == "inner" else np.union1d
    for x, _ in series[1:]:
        keys = combine(keys, x) if len(keys) or join == "inner" else x
    return keys


_NOTHING: Final[Series] = np.empty(0, np.int64), np.empty(0)


def best_rows(points: Scalars, tag: str, mode: Literal["min", "max"]) -> list[tuple[str, int]]:
    """Return run and row of the best finite value of a tag in each run, the best run first.

    Of equal values of a run the first counts.
    """
    found: list[tuple[float, str, int]] = []
    sign = 1.0 if mode == "min" else -1.0
    for run, of_tag, rows in series_of(points):
        if of_tag == tag:
            value = sign * points.value[rows]
            value = np.where(np.isfinite(value), value, np.inf)
            at = int(value.argmin())
            if np.isfinite(value[at]):
                found.append((float(value[at]), run, rows.start + at))
    found.sort(key=lambda one: one[0])
    return [(run, row) for _, run, row in found]


def best_table(
    points: Scalars,
    tag: str,
    mode: Literal["min", "max"],
    also: Sequence[str],
) -> Table:
    """Return the best value of a tag in each run; see `Log.best`.

    Args:
        points: those of the tag, and of the tags in `also`.
        tag: the tag.
        mode: what is best.
        also: tags, of which the last value up to the step of the best is added.
    """
    chosen = best_rows(points, tag, mode)
    rows = np.array([row for _, row in chosen], np.int64)
    runs = [run for run, _ in chosen]
    steps = points.step[rows]
    by_run = series_by_run(points)
    columns: dict[str, Any] = {
        "run": Names.of(runs),
        "step": steps,
        "wall_time": points.wall_time[rows],
    }
    columns[column_name(tag, METRIC, columns)] = points.value[rows]
    for name in also:
        columns[column_name(name, METRIC, columns)] = np.array(
            [
                last_at(by_run[run].get(name, _NOTHING), steps[row : row + 1])[0]
                for row, run in enumerate(runs)
            ],
            np.float64,
        )
    return Table(columns)
