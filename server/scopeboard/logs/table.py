"""Tables of columns, and their forms in other libraries."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self, overload

import numpy as np
from arro3.core import RecordBatch
from arro3.core import Table as ArrowTable
from numpy.typing import NDArray

from scopeboard.logs.columns import Column, Names, rows_of, to_array, to_arrow, with_valid_texts
from scopeboard.logs.libraries import library

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Rows = int | slice | Sequence[int] | NDArray[np.bool_] | NDArray[np.integer[Any]]
_SHOWN_ROWS: Final = 10
_SHOWN_COLUMNS: Final = 10
_NAMED_COLUMNS: Final = 30  # in an error
_MIN_TIME: Final = 1e8  # numbers like these are wall times, most likely
_MAX_TIME: Final = 1e11


class Table:
    """Columns of equal length, by name; libraries that know Arrow take a table as it is.

    `table["step"]` is a column: an array, or `Names` for texts of which many are equal.
    `table[["run", "step"]]` is the table of these columns.
    `table[rows]` with a mask (bool [rows]), row numbers, a single one or a slice is the table of
    these rows.

    Examples:
        >>> points = sb.open("runs").scalars("loss")
        >>> points.columns
        ('run', 'tag', 'step', 'wall_time', 'value')
        >>> points[points.value > 2][["run", "step"]]
        run   step
        base  0
        wide  0
        [2 rows × 2 columns]
        >>> points.to_numpy()["value"]
        array([3., 2., 1., 3., 2., 1.])
        >>> points.to_arrow().num_rows, points.to_polars().height, len(points.to_pandas())
        (6, 6, 6)
    """

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self._columns = columns

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._columns)

    def all_columns(self) -> Mapping[str, Column]:
        """Return the columns by name."""
        return self._columns

    def __len__(self) -> int:
        """Return the number of rows."""
        return next((len(column) for column in self._columns.values()), 0)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over the rows, each a dictionary of Python's own values."""
        values = [_values(column) for column in self._columns.values()]
        return (dict(zip(self._columns, row, strict=True)) for row in zip(*values, strict=True))

    @overload
    def __getitem__(self, chosen: str) -> Any:  # noqa: ANN401 - a union is of no use to callers
        ...

    @overload
    def __getitem__(self, chosen: Rows) -> Self: ...

    @overload
    def __getitem__(self, chosen: list[str]) -> "Table": ...

    def __getitem__(self, chosen: str | list[str] | Rows) -> Any:
        """Return a column by its name, or the table of some columns or rows.

        Raises:
            IndexError: there is no such row.
            KeyError: there is no such column.
        """
        if not isinstance(chosen, str):
            wanted = names_among(chosen)
            return self._take(chosen) if wanted is None else Table({n: self[n] for n in wanted})
        if chosen not in self._columns:
            names = ", ".join(self.columns[:_NAMED_COLUMNS])
            more = ", …" if len(self.columns) > _NAMED_COLUMNS else ""
            raise KeyError(f"{chosen!r}; the columns are {names}{more}")
        return self._columns[chosen]

    def _ipython_key_completions_(self) -> list[str]:
        """Return what IPython completes in `table["`."""
        return list(self.columns)

    def _take(self, rows: Rows | list[str]) -> Self:
        """Return the table of some rows."""
        numbers = np.atleast_1d(np.arange(len(self))[row_index(rows)])
        table = self.__class__.__new__(self.__class__)  # a copy would lack what is never pickled
        vars(table).update(vars(self))
        table._columns = {name: rows_of(each, numbers) for name, each in self._columns.items()}
        return table

    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """Return the columns as arrays, without a copy of numbers; texts are objects."""
        return {name: to_array(column) for name, column in self._columns.items()}

    def to_arrow(self) -> "pa.Table":
        """Return a table of pyarrow, without a copy of numbers.

        Raises:
            ImportError: pyarrow is not installed.
        """
        return library("pyarrow", "to_arrow").table(self)

    def to_pandas(self) -> "pd.DataFrame":
        """Return a data frame of pandas, without a copy of numbers; names are categorical.

        Raises:
            ImportError: pandas is not installed.
        """
        pandas = library("pandas", "to_pandas")
        columns: dict[str, object] = {}
        for name, column in self._columns.items():
            valid = with_valid_texts(column)
            if isinstance(valid, Names):
                valid = pandas.Categorical.from_codes(valid.codes, list(valid.names))
            columns[name] = valid
        return pandas.DataFrame(columns, copy=False)

    def to_polars(self) -> "pl.DataFrame":
        """Return a data frame of Polars, without a copy of numbers; names are categorical.

        Raises:
            ImportError: Polars is not installed.
        """
        frame: pl.DataFrame = library("polars", "to_polars").DataFrame(self)
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table as an Arrow C stream, for every library that takes one."""
        arrays = [to_arrow(column) for column in self._columns.values()]
        batch = RecordBatch.from_arrays(arrays, names=[*self._columns])
        return ArrowTable.from_batches([batch]).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        rows, shown = np.arange(min(len(self), _SHOWN_ROWS)), self.columns[:_SHOWN_COLUMNS]
        texts = [[name, *map(_text, _values(rows_of(self._columns[name], rows)))] for name in shown]
        if len(self.columns) > _SHOWN_COLUMNS:
            texts.append(["…"] * (1 + len(rows)))
        widths = [max(map(len, column)) for column in texts]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in zip(*texts, strict=True)
        ]
        if len(self) > _SHOWN_ROWS:
            lines.append("…")
        return "\n".join([*lines, f"[{len(self):,} rows × {len(self.columns):,} columns]"])


def names_among(chosen: list[str] | Rows) -> list[str] | None:
    """Return the names of columns, if such are chosen; None for rows."""
    if not isinstance(chosen, list) or not chosen:
        return None
    names = [name for name in chosen if isinstance(name, str)]
    return names if len(names) == len(chosen) else None


def row_index(rows: Any) -> Any:  # noqa: ANN401 - whatever NumPy takes as an index
    """Return rows as an index of an array, for which a tuple would be an index of its axes."""
    return list(rows) if isinstance(rows, tuple) else rows


def _values(column: Column) -> list[Any]:
    """Return the values of a column as Python's own."""
    return list(column) if isinstance(column, Names) else column.tolist()


def _text(value: object) -> str:
    """Return a value for a person; wall times, which are large, have their seconds."""
    if isinstance(value, float):
        return f"{value:.1f}" if _MIN_TIME <= abs(value) < _MAX_TIME else f"{value:g}"
    return "" if value is None else str(value)
