"""Values that stay in event files as CSV (RFC 4180): a line for each row of their columns."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.decode.logged_value import ReadValue
from scopeboard.export.csv_text import number_texts, text_field
from scopeboard.store.values.blob_series import BlobSeries, read_values

Column = NDArray[Any] | list[str]
"""Numbers, or texts."""


class ValueRows(NamedTuple):
    """The rows of one value: columns of one length.

    `left_out` counts the rows that hold what is no number, where a kind leaves such out.
    """

    columns: list[Column]
    left_out: int | None = None


_ROWS_AT_ONCE: Final = 20_000  # each is a dozen of objects for a moment


def value_csv(
    found: Iterable[BlobSeries],
    columns: Sequence[str],
    read: ReadValue[ValueRows],
    name_of: Callable[[str], str],
) -> Iterator[bytes]:
    """Yield the lines of every value of all series, the header first; one value is held at a time.

    A value that cannot be read, or holds nothing, has a line whose columns are empty.

    Args:
        found: the series.
        columns: names of the columns of a value.
        read: makes these.
        name_of: returns the name of a run, given its id.
    """
    yield ",".join(["run", "tag", "step", "wall_time", *columns]).encode() + b"\r\n"
    for series in found:
        head = b"%b,%b," % (text_field(name_of(series.run)), text_field(series.key.tag))
        steps, times = number_texts(series.step), number_texts(series.wall_time)
        values = read_values(series, range(len(series)), read)
        for step, time, value in zip(steps, times, values, strict=True):
            begin = b"%b%b,%b," % (head, step, time)
            if isinstance(value, NotFoundError | DamagedDataError) or not len(value.columns[0]):
                yield begin + b"," * (len(columns) - 1) + b"\r\n"
            else:
                yield from _lines(begin, value.columns)


def _lines(begin: bytes, columns: list[Column]) -> Iterator[bytes]:
    for first in range(0, len(columns[0]), _ROWS_AT_ONCE):
        some = [_texts(column[first : first + _ROWS_AT_ONCE]) for column in columns]
        lines = map(b",".join, zip(*some, strict=True))
        yield b"".join(b"%b%b\r\n" % (begin, line) for line in lines)


def _texts(column: Column) -> list[bytes]:
    if isinstance(column, np.ndarray):
        return number_texts(column)
    return [text_field(text) for text in column]
