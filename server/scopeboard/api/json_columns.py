"""Columns as JSON, cut up into the parts of the series that share them.

Turning ten thousand short columns into JSON one by one costs more than their numbers do. So a
column is written as a whole, and its text is cut at the commas. JSON has no sign for NaN and the
infinities, and JavaScript no integers beyond 2^53: parts that hold such are written in words.
"""

import math
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray

from scopeboard.api.answer import LARGEST_EXACT, json_steps

Text = bytes | memoryview

_COMMA: Final = ord(",")
_LONG: Final = 4096  # bytes; parts of this length are not copied, shorter ones are quicker to copy


def json_parts(column: NDArray[Any], ends: NDArray[np.int64]) -> list[Text]:
    """Return what stands between the brackets of the JSON array of each part of a column.

    Args:
        column: int64 or float64 [n].
        ends: [parts], where each part ends and the next begins, the last at n.
    """
    starts = np.append(0, ends)[:-1]
    text = orjson.dumps(np.ascontiguousarray(column), option=orjson.OPT_SERIALIZE_NUMPY)
    first, last = _bounds(text, starts, ends)
    cut = (memoryview(text) if len(text) > _LONG * len(ends) else text).__getitem__
    parts: list[Text] = list(map(cut, map(slice, first.tolist(), last.tolist())))
    for part in _in_need_of_words(column, ends):
        parts[part] = orjson.dumps(_words(column[starts[part] : ends[part]]))[1:-1]
    return parts


def _bounds(
    text: bytes, starts: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where in an array's text the elements of each part begin and end."""
    if len(starts) == 1:
        return np.array([1]), np.array([len(text) - 1])
    commas = np.flatnonzero(np.frombuffer(text, np.uint8) == _COMMA)
    before = np.concatenate([[0], commas, [len(text) - 1]])  # brackets stand like commas
    first = before[starts] + 1
    return first, np.where(ends > starts, before[ends], first)


def _in_need_of_words(column: NDArray[Any], ends: NDArray[np.int64]) -> list[int]:
    """Return which parts hold what JSON's numbers cannot say."""
    if column.dtype == np.int64:
        is_odd = (column > LARGEST_EXACT) | (column < -LARGEST_EXACT)
    else:
        is_odd = ~np.isfinite(column)
    parts: list[int] = np.unique(np.searchsorted(ends, np.flatnonzero(is_odd), "right")).tolist()
    return parts


def _words(part: NDArray[Any]) -> list[Any]:
    if part.dtype == np.int64:
        return json_steps(part)
    return [value if math.isfinite(value) else _word(value) for value in part.tolist()]


def _word(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
