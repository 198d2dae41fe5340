"""Points as CSV (RFC 4180): one line per point, with numbers that read back exactly.

Spreadsheets evaluate a text that begins like a formula. Names of runs and tags come from logs, so
such a text gets a quote in front, as `inertText` in the page's `table-file.ts` does; texts that are
numbers stay as they are. Spreadsheets ignore leading blanks, and East Asian ones accept full-width
signs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopeboard.export.series import COLUMNS, Points
from scopeboard.number_text import nonfinite_text

_ROWS_AT_ONCE: Final = 20_000  # each needs about a dozen temporary objects
_FORMULA: Final = re.compile(
    "[\t\r]|[\\s\\x00-\\x1f\\x7f-\\x9f\u00ad\u200b-\u200f\u2060\ufeff]*[-=+@\uff0d\uff1d\uff0b\uff20]"
)
_SIGNED: Final = re.compile(r"[+-]([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]Infinity")


def csv_text(
    points: Iterable[Points], name_of: Callable[[str], str], columns: Sequence[str] = COLUMNS
) -> Iterator[bytes]:
    """Yield the header and the lines of all series.

    Args:
        points: series.
        name_of: returns the name of a run, given its id.
        columns: the columns of numbers, fields of `Points`.
    """
    yield b"%b\r\n" % ",".join(("run", "tag", *columns)).encode()
    for series in points:
        prefix = b"%b,%b," % (text_field(name_of(series.run)), text_field(series.tag))
        for first in range(0, len(series.step), _ROWS_AT_ONCE):
            rows = slice(first, first + _ROWS_AT_ONCE)
            texts = [number_texts(getattr(series, name)[rows]) for name in columns]
            lines = map(b",".join, zip(*texts, strict=True))
            yield b"".join(b"%b%b\r\n" % (prefix, line) for line in lines)


def number_texts(column: NDArray[Any]) -> list[bytes]:
    """Return the shortest text of each number that reads back as the same double."""
    if not len(column):
        return []  # splitting an empty text would give one
    texts = msgspec.json.encode(column.tolist())[1:-1].split(b",")
    if column.dtype.kind == "f":
        for row in np.flatnonzero(~np.isfinite(column)).tolist():
            value = column[row]
            texts[row] = nonfinite_text(value).encode()
    return texts


def inert_text(text: str) -> str:
    """Return a text with a quote in front where a spreadsheet might evaluate it."""
    return f"'{text}" if _FORMULA.match(text) and not _SIGNED.fullmatch(text) else text


def text_field(text: str) -> bytes:
    """Return a field that no spreadsheet evaluates, in quotes if it has separators."""
    text = inert_text(text)
    if any(separator in text for separator in ',"\r\n'):
        text = '"{}"'.format(text.replace('"', '""'))
    return text.encode("utf-8", "replace")
