"""Columns as JSON, split into the rows of the series that share them.

To encode ten thousand short columns one by one costs more than their numbers. So a column of short
parts is encoded as a whole, and its text is split at the commas. Long parts are encoded one by one:
that saves the search for commas, and memory that the system would first have to clear. A part that
equals the part before it, as the positions of runs on one grid do, shares its text. JSON has no NaN
or infinities, and JavaScript no exact integers beyond 2^53: in parts with such numbers, they are
strings.
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
_LONG: Final = 128  # elements of a part that is encoded as quickly alone as with others


def json_parts(column: NDArray[Any], starts: Ints, ends: Ints) -> Iterator[Text]:
    """Return the elements of each part of a column as JSON, without brackets.

    Long parts are encoded on demand.

    Args:
        column: int64 or float64 [n].
        starts: [parts], the first row of each part, ascending.
        ends: [parts], the row after its last one, at most the first row of the next part.
    """
    column = np.ascontiguousarray(column)
    nonfinite = _nonfinite_parts(column, ends)
    if len(column) >= _LONG * len(ends):
        return _long_parts(column, starts, ends, nonfinite)
    text = _encode(column, with_nonfinite_as_text=False)
    commas = np.flatnonzero(np.frombuffer(text, np.uint8) == _COMMA)
    separators = np.concatenate([[0], commas, [len(text) - 1]])  # with the brackets
    first = separators[starts] + 1
    last = np.where(ends > starts, separators[ends], first)
    parts = list(map(text.__getitem__, map(slice, first.tolist(), last.tolist())))
    for number in nonfinite:
        part = column[starts[number] : ends[number]]
        parts[number] = _encode(part, with_nonfinite_as_text=True)[1:-1]
    return iter(parts)


def _nonfinite_parts(column: NDArray[Any], ends: Ints) -> set[int]:
    """Return the numbers of the parts that may have elements without an exact number in JSON."""
    if column.dtype == np.int64:
        is_nonfinite = (column > LARGEST_EXACT) | (column < -LARGEST_EXACT)
    else:
        is_nonfinite = ~np.isfinite(column)
    if not is_nonfinite.any():
        return set()
    parts = np.unique(np.searchsorted(ends, np.flatnonzero(is_nonfinite), "right"))
    return {*parts[parts < len(ends)].tolist()}


def _long_parts(
    column: NDArray[Any], starts: Ints, ends: Ints, nonfinite: set[int]
) -> Iterator[Text]:
    last, text = None, memoryview(b"")
    for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        part = column[start:end]
        if (data := part.tobytes()) != last:
            last = data
            encoded = _encode(part, with_nonfinite_as_text=number in nonfinite)
            text = memoryview(encoded)[1:-1]
        yield text


def _encode(part: NDArray[Any], *, with_nonfinite_as_text: bool) -> bytes:
    if not with_nonfinite_as_text:
        return msgspec.json.encode(part.tolist())
    if part.dtype == np.int64:
        return msgspec.json.encode(json_steps(part))
    return msgspec.json.encode(list(map(json_float, part.tolist())))
