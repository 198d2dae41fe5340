"""Columns of tables: arrays of NumPy, and texts of which many are equal."""

from collections.abc import Container, Iterator, Sequence
from typing import Any, Final, overload

import numpy as np
from arro3.core import Array, DataType
from numpy.typing import DTypeLike, NDArray

HPARAM: Final = "hparam:"
METRIC: Final = "metric:"
"""What names of columns begin with that a log could give to others."""
_SHOWN_ROWS: Final = 4
_CODED: Final = DataType.dictionary(DataType.int32(), DataType.string())


class Names:
    """A column of texts as a dictionary: each text once, and a code for each row.

    Args:
        codes: int32 [rows], indices into `names`.
        names: the texts, each once.

    Examples:
        >>> runs = sb.open("runs").scalars("loss").run
        >>> runs[0], len(runs), runs.names
        ('base', 6, ('base', 'wide'))
        >>> runs == "wide"
        array([False, False, False,  True,  True,  True])
        >>> runs.to_numpy()[-1], runs.take(np.array([0, 5]))
        ('wide', Names(['base', 'wide'], 2 rows, 2 names))
        >>> type(runs).of(["a", "b", "a"]).codes
        array([0, 1, 0], dtype=int32)
    """

    def __init__(self, codes: NDArray[np.int32], names: Sequence[str]) -> None:
        self.codes = codes
        self.names = tuple(names)

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Names":
        """Return the column of texts."""
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        return cls(np.fromiter(map(numbers.__getitem__, texts), np.int32, len(texts)), [*numbers])

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.codes)

    @overload
    def __getitem__(self, rows: int | np.integer[Any]) -> str: ...

    @overload
    def __getitem__(self, rows: slice | Sequence[int] | NDArray[Any]) -> "Names": ...

    def __getitem__(
        self, rows: int | np.integer[Any] | slice | Sequence[int] | NDArray[Any]
    ) -> "str | Names":
        """Return the text of a row, or some rows: a slice, numbers, or a mask (bool [rows])."""
        codes = self.codes[rows]
        return self.names[int(codes)] if codes.ndim == 0 else Names(codes, self.names)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the texts, row by row."""
        return map(self.names.__getitem__, self.codes.tolist())

    def __eq__(self, other: object) -> NDArray[np.bool_]:  # type: ignore[override] # as arrays
        """Return bool [rows]: whether each row is a text, or the text in the row of a column."""
        equal: NDArray[np.bool_]
        if isinstance(other, str):
            equal = self.codes == (self.names.index(other) if other in self.names else -1)
        else:
            equal = self.to_numpy() == np.asarray(other, object)
        return equal

    def __ne__(self, other: object) -> NDArray[np.bool_]:  # type: ignore[override] # as arrays
        """Return bool [rows]: the opposite."""
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment] # as arrays

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the texts as an array of objects."""
        texts = self.to_numpy()
        return texts if dtype is None else texts.astype(dtype, copy=bool(copy))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:_SHOWN_ROWS]))
        more = ", …" if len(self) > _SHOWN_ROWS else ""
        return f"Names([{shown}{more}], {len(self):,} rows, {len(self.names):,} names)"

    def take(self, rows: NDArray[Any]) -> "Names":
        """Return the rows of some numbers, or of a mask (bool [rows])."""
        return Names(self.codes[rows], self.names)

    def to_numpy(self) -> NDArray[np.object_]:
        """Return object [rows]: the text of each row; equal ones are the same object."""
        texts = np.empty(len(self.names), object)
        texts[:] = self.names
        return texts[self.codes]


Column = NDArray[Any] | Names
"""Integers, floats, booleans, or texts; an array of objects has None where there is none."""


def column_name(name: str, prefix: str, taken: Container[str]) -> str:
    """Return the name of a column for a tag or a hyper-parameter.

    It has the prefix if another column is called the same, such as `step`.
    """
    while name in taken:
        name = prefix + name
    return name


def rows_of(column: Column, rows: NDArray[Any]) -> Column:
    """Return the rows of some numbers, or of a mask."""
    return column.take(rows) if isinstance(column, Names) else column[rows]


def to_array(column: Column) -> NDArray[Any]:
    """Return a column as an array; texts are objects."""
    return column.to_numpy() if isinstance(column, Names) else column


def to_arrow(column: Column) -> Array:
    """Return a column in the memory of its array; only texts and booleans are copied."""
    column = with_valid_texts(column)
    if isinstance(column, Names):
        names = Array(list(column.names), DataType.string())
        return names.cast(_CODED).take(Array.from_numpy(np.ascontiguousarray(column.codes)))
    if column.dtype == object:
        return Array(column.tolist(), DataType.string())
    return Array.from_numpy(np.ascontiguousarray(column))


def with_valid_texts(column: Column) -> Column:
    """Return a column whose texts have no lone surrogates, for libraries that keep UTF-8."""
    if isinstance(column, Names):
        return Names(column.codes, list(map(_valid, column.names)))
    if column.dtype != object:
        return column
    texts = np.empty(len(column), object)
    texts[:] = [value if value is None else _valid(str(value)) for value in column.tolist()]
    return texts


def _valid(text: str) -> str:
    """Return a text without lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()
