"""A selection of time series as an answer: in JSON, and in binary.

An answer may hold ten thousand series, so it is put together of plain dictionaries and of parts
of the columns that all series share, and turned into JSON by orjson, which reads NumPy's columns
as they are. JSON has no sign for NaN and the infinities, and no exact integers beyond 2^53:
columns that hold such are turned into words first.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from scopeboard.api.answer import json_steps
from scopeboard.api.columns import Columns
from scopeboard.store.axis import Axis
from scopeboard.store.query import Selection

Column = NDArray[Any]

_IN_BUCKETS: Final = ("x", "min", "max", "mean", "first", "last", "count")
_ODD_IN_BUCKETS: Final = ("nans", "infs", "negative_infs")


@dataclass(frozen=True, slots=True)
class Answered:
    """What was asked for and what was found; `runs` are the ids of the series."""

    tag: str
    axis: Axis
    runs: Sequence[str]
    selection: Selection

    def as_json(self) -> bytes:
        """Return the answer as JSON."""
        return _dumped(self._document(self._raw_in_json(), self._buckets_in_json()))

    def as_binary(self) -> bytes:
        """Return the answer with its columns in binary; those that say nothing are left out."""
        columns = Columns()
        found = self.selection
        raw = _rows(
            {name: columns.add(column, found.raw_ends) for name, column in self._raw().items()}
        )
        buckets = _rows(
            {
                name: columns.add(getattr(found.buckets, name), found.bucket_ends)
                for name in (*_IN_BUCKETS, *_ODD_IN_BUCKETS)
            }
        )
        document = self._document(raw, _without_zeros(buckets, self._is_odd()))
        return columns.body(document)

    def _document(
        self, raw: Iterator[dict[str, Any]], buckets: Iterator[dict[str, Any]]
    ) -> dict[str, Any]:
        """Return the answer, given the columns of each series in both forms."""
        tally = self.selection.tally
        heads = zip(
            self.runs,
            tally.total.tolist(),
            tally.nan.tolist(),
            tally.inf.tolist(),
            tally.hidden.tolist(),
            tally.undated.tolist(),
            self.selection.is_raw.tolist(),
            strict=True,
        )
        series = [
            {
                "run": run,
                "total": total,
                "nan": nan,
                "inf": inf,
                "hidden": hidden,
                "undated": undated,
                "raw": is_raw,
                **(points if is_raw else inside),
            }
            for (run, total, nan, inf, hidden, undated, is_raw), points, inside in zip(
                heads, raw, buckets, strict=True
            )
        ]
        return {"tag": self.tag, "x": self.axis, "series": series}

    def _is_odd(self) -> NDArray[np.bool_]:
        """Return bool [series]: whether any value in the range is not finite."""
        tally = self.selection.tally
        return (tally.nan > 0) | (tally.inf > 0)

    def _raw(self) -> dict[str, Column]:
        """Return the columns of points; positions only where they are not one of these."""
        raw = self.selection.raw
        columns = {"step": raw.step, "wall_time": raw.wall_time, "value": raw.value}
        return {"x": raw.x, **columns} if self.axis == "relative" else columns

    def _raw_in_json(self) -> Iterator[dict[str, Any]]:
        ends = self.selection.raw_ends
        columns = {name: _in_json(column, ends) for name, column in self._raw().items()}
        for row in _rows(columns):
            yield row if "x" in row else {"x": None, **row}

    def _buckets_in_json(self) -> Iterator[dict[str, Any]]:
        ends, buckets = self.selection.bucket_ends, self.selection.buckets
        columns = {
            field.name: _in_json(getattr(buckets, field.name), ends) for field in fields(buckets)
        }
        for row, is_odd in zip(_rows(columns), self._is_odd().tolist(), strict=True):
            yield row if is_odd else {**row, **dict.fromkeys(_ODD_IN_BUCKETS)}


def _rows(columns: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """Yield, for each series, its part of every column."""
    names = tuple(columns)
    for parts in zip(*columns.values(), strict=True):
        yield dict(zip(names, parts, strict=True))


def _without_zeros(
    rows: Iterator[dict[str, Any]], is_odd: NDArray[np.bool_]
) -> Iterator[dict[str, Any]]:
    for row, odd in zip(rows, is_odd.tolist(), strict=True):
        yield row if odd else {name: row[name] for name in _IN_BUCKETS}


def _in_json(column: Column, ends: NDArray[np.int64]) -> list[Column | list[Any]]:
    """Return each series' part of a column, in words where JSON's numbers cannot say it."""
    bounds = ends.tolist()
    parts: list[Column | list[Any]] = [
        column[start:end] for start, end in zip([0, *bounds[:-1]], bounds, strict=True)
    ]
    wordy = np.flatnonzero(_needs_words(column))
    for series in np.unique(np.searchsorted(ends, wordy, "right")).tolist():
        parts[series] = _in_words(column[([0, *bounds])[series] : bounds[series]])
    return parts


def _needs_words(column: Column) -> NDArray[np.bool_]:
    if column.dtype == np.int64:
        beyond: NDArray[np.bool_] = np.abs(column.astype(np.float64)) > 2.0**53
        return beyond
    return ~np.isfinite(column)


def _in_words(column: Column) -> list[Any]:
    if column.dtype == np.int64:
        return json_steps(column)
    return [value if math.isfinite(value) else _word(value) for value in column.tolist()]


def _word(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _dumped(document: dict[str, Any]) -> bytes:
    return orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)
