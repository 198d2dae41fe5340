"""Values of event files as CSV (RFC 4180): one line per row of a value."""

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
    """The rows of one value: columns of equal length.

    `left_out` counts the rows with edges or counts that are not numbers, for kinds that skip them.
    """

    columns: list[Column]
    left_out: int | None = None


_ROWS_AT_ONCE: Final = 20_000  # each needs about a dozen temporary objects


def value_csv(
    series_list: Iterable[BlobSeries],
    columns: Sequence[str],
    read: ReadValue[ValueRows],
    name_of: Callable[[str], str],
) -> Iterator[bytes]:
    """Yield the header and the lines of all values; one value is in memory at a time.

    A value that cannot be read, or has no rows, has one line with empty columns.

    Args:
        series_list: the series.
        columns: names of the columns of a value.
        read: returns the rows of a value.
        name_of: returns the name of a run, given its id.
    """
    yield ",".join(["run", "tag", "step", "wall_time", *columns]).encode() + b"\r\n"
    for series in series_list:
        head = b"%b,%b," % (text_field(name_of(series.run)), text_field(series.key.tag))
        steps, times = number_texts(series.step), number_texts(series.wall_time)
        values = read_values(series, range(len(series)), read)
        for step, time, value in zip(steps, times, values, strict=True):
            prefix = b"%b%b,%b," % (head, step, time)
            if isinstance(value, NotFoundError | DamagedDataError) or not len(value.columns[0]):
                yield prefix + b"," * (len(columns) - 1) + b"\r\n"
                continue
            for first in range(0, len(value.columns[0]), _ROWS_AT_ONCE):
                rows = slice(first, first + _ROWS_AT_ONCE)
                texts = [
                    number_texts(column[rows])
                    if isinstance(column, np.ndarray)
                    else [text_field(text) for text in column[rows]]
                    for column in value.columns
                ]
                lines = map(b",".join, zip(*texts, strict=True))
                yield b"".join(b"%b%b\r\n" % (prefix, line) for line in lines)
