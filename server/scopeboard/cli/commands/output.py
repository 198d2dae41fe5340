"""Tables and values on standard output: for people, as JSON, as CSV."""

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import isfinite, isnan
from typing import Any, Final

from scopeboard.number_text import nonfinite_text

_TIMES: Final = frozenset({"wall_time", "started"})
"""Columns of seconds since the epoch."""
_GAP: Final = "  "

Row = Mapping[str, Any]


def write_rows(columns: Sequence[str], rows: Iterable[Row], form: str) -> int:
    """Write a table and return the number of its rows.

    Args:
        columns: the names, also of an empty table.
        rows: by the name of the column; None and NaN may stand for no value.
        form: `table`, `json` or `csv`.
    """
    if form == "csv":
        return _write_csv(columns, rows)
    if form == "json":
        return _write_json(rows)
    lines = [[_text(name, row[name]) for name in columns] for row in rows]
    write_table(columns, lines)
    return len(lines)


def write_table(columns: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """Write texts in columns for a person: numbers to the right, all else to the left."""
    if not lines:
        return
    widths = [max(map(len, column)) for column in zip(columns, *lines, strict=True)]
    to_right = [all(map(_is_number, column)) for column in zip(*lines, strict=True)]
    for line in ([name.upper() for name in columns], *lines):
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, to_right, strict=True)
        ]
        sys.stdout.write(_GAP.join(cells).rstrip() + "\n")


def write_json(value: object) -> None:
    """Write a value as JSON of many lines; NaN and the infinities are texts, as in the HTTP API."""
    sys.stdout.write(json.dumps(_plain(value), ensure_ascii=False, indent=2) + "\n")


def known(amount: float) -> int | None:
    """Return an amount as a whole number, None for NaN, which stands for an unknown one."""
    return None if isnan(amount) else int(amount)


def time_text(seconds: float) -> str:
    """Return seconds since the epoch as local date and time, empty if they are no date."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):
        return ""


def _write_csv(columns: Sequence[str], rows: Iterable[Row]) -> int:
    writer, count = csv.writer(sys.stdout, lineterminator="\n"), 0
    writer.writerow(columns)
    for row in rows:
        writer.writerow(["" if row[name] is None else row[name] for name in columns])
        count += 1
    return count


def _write_json(rows: Iterable[Row]) -> int:
    """Write an array with a line for each row, as there may be millions."""
    count = 0
    for text in _json_lines(rows):
        sys.stdout.write(("[\n" if count == 0 else ",\n") + text)
        count += 1
    sys.stdout.write("\n]\n" if count else "[]\n")
    return count


def _json_lines(rows: Iterable[Row]) -> Iterator[str]:
    return (json.dumps(_plain(dict(row)), ensure_ascii=False) for row in rows)


def _plain(value: object) -> object:
    """Return a value that JSON has."""
    if isinstance(value, float) and not isfinite(value):
        return nonfinite_text(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _text(name: str, value: object) -> str:
    """Return a value for a person."""
    if value is None or (isinstance(value, float) and isnan(value) and name != "value"):
        return ""
    if name in _TIMES and isinstance(value, float):
        return time_text(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "") or "0")
    except ValueError:
        return False
    return True
