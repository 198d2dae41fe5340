"""Columns as JSON, cut up into the parts of the series that share them.

Turning ten thousand short columns into JSON one by one costs more than their numbers do. So a
column of short parts is written as a whole, and its text is cut at the commas. Long parts are
written one by one, which spares looking for commas, and memory that the system would first have to
clear; where one is like the part before it, as the positions of runs on one grid are, its text is
there already. JSON has no sign for NaN and the infinities, and JavaScript no integers beyond 2^53:
parts that hold such are written in words.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopeboard.api.http.conditional import LARGEST_EXACT, json_float, json_steps
from scopeboard.arrays import Ints

Text = bytes | memoryview

_COMMA: Final = ord(",")
_LONG: Final = 128  # elements of a part that is written by itself as quickly as with others


def json_parts(column: NDArray[Any], starts: Ints, ends: Ints) -> Iterator[Text]:
    """Return what stands between the brackets of the JSON array of each part of a column.

    Long parts are written when they are asked for.

    Args:
        column: int64 or float64 [n].
        starts: [parts], where each part begins, ascending.
        ends: [parts], where it ends, at most where the next one begins.
    """
    column = np.ascontiguousarray(column)
    in_words = _in_need_of_words(column, ends)
    if len(column) >= _LONG * len(ends):
        return _one_by_one(column, starts, ends, in_words)
    return _together(column, starts, ends, in_words)


def _one_by_one(
    column: NDArray[Any], starts: Ints, ends: Ints, in_words: set[int]
) -> Iterator[Text]:
    last, text = None, memoryview(b"")
    for at, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        part = column[start:end]
        if (data := part.tobytes()) != last:
            last, text = data, memoryview(_text(part, in_words=at in in_words))[1:-1]
        yield text


def _together(column: NDArray[Any], starts: Ints, ends: Ints, in_words: set[int]) -> Iterator[Text]:
    text = _text(column, in_words=False)
    first, last = _bounds(text, starts, ends)
    parts = list(map(text.__getitem__, map(slice, first.tolist(), last.tolist())))
    for at in in_words:
        parts[at] = _text(column[starts[at] : ends[at]], in_words=True)[1:-1]
    return iter(parts)


def _text(part: NDArray[Any], *, in_words: bool) -> bytes:
    if in_words:
        return msgspec.json.encode(_words(part))
    return msgspec.json.encode(part.tolist())


def _bounds(text: bytes, starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Return where in an array's text the elements of each part begin and end."""
    commas = np.flatnonzero(np.frombuffer(text, np.uint8) == _COMMA)
    before = np.concatenate([[0], commas, [len(text) - 1]])  # brackets stand like commas
    first = before[starts] + 1
    return first, np.where(ends > starts, before[ends], first)


def _in_need_of_words(column: NDArray[Any], ends: Ints) -> set[int]:
    """Return which parts may hold what JSON's numbers cannot say."""
    if column.dtype == np.int64:
        is_odd = (column > LARGEST_EXACT) | (column < -LARGEST_EXACT)
    else:
        is_odd = ~np.isfinite(column)
    if not is_odd.any():
        return set()
    parts = np.unique(np.searchsorted(ends, np.flatnonzero(is_odd), "right"))
    return {*parts[parts < len(ends)].tolist()}


def _words(part: NDArray[Any]) -> list[Any]:
    if part.dtype == np.int64:
        return json_steps(part)
    return list(map(json_float, part.tolist()))
