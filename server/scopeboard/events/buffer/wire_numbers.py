"""Scalars as they stand on the wire, read many at a time.

A scalar is a fixed number of bytes, or a varint, at some offset; its `Encoding` says which, and
what number it is. All of one encoding are read in a few NumPy calls wherever they stand.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import Offsets, Unaligned

BFLOAT16: Final = "bfloat16"
_HALF_FIELD: Final = "half_val"
_FIELD_DTYPES: Final = {
    "int_val": "<i4",
    _HALF_FIELD: "<i4",
    "int64_val": "<i8",
    "bool_val": "?",
    "uint32_val": "<u4",
    "uint64_val": "<u8",
}
"""The element of each repeated field of varints, before it is cast to the tensor's dtype."""


class Encoding(NamedTuple):
    """How a scalar is written: its dtype, and the field of varints that holds it, if one does.

    `element` is a NumPy dtype or `bfloat16`.
    """

    element: str
    varint_field: str = ""

    @property
    def size(self) -> int:
        """Bytes of a scalar that is no varint."""
        return 2 if self.element == BFLOAT16 else np.dtype(self.element).itemsize


_ELEMENTS: Final = (
    *("<f4", "<f8", "<f2", BFLOAT16, "?"),
    *("i1", "u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8"),
)
_ENCODINGS: Final = [
    Encoding(element, field) for element in _ELEMENTS for field in ("", *_FIELD_DTYPES)
]
_NUMBERS: Final = {encoding: number for number, encoding in enumerate(_ENCODINGS)}


DOUBLE_BITS: Final = 53
WIDE_NUMBERS: Final = [n for n, code in enumerate(_ENCODINGS) if code.element in {"<i8", "<u8"}]
"""The numbers of the encodings of integers that a double may not hold."""


def number_of(encoding: Encoding) -> int:
    """Return the number that stands for `encoding` in columns of uint8."""
    return _NUMBERS[encoding]


def read_numbers(source: Unaligned, at: Offsets, numbers: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the scalars at `at` (buffer offsets), each of the encoding that `numbers` tells."""
    first = int(numbers[0]) if len(numbers) else 0
    if (numbers == first).all():
        return _read(source, at, _ENCODINGS[first]) if len(at) else np.empty(0)
    values = np.empty(len(at))
    for number in np.unique(numbers).tolist():
        which = np.flatnonzero(numbers == number)
        values[which] = _read(source, at[which], _ENCODINGS[number])
    return values


def are_rounded(source: Unaligned, at: Offsets, numbers: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell of each scalar of a wide encoding whether it lies between two doubles."""
    rounded = np.zeros(len(at), bool)
    for number in np.unique(numbers).tolist():
        which = np.flatnonzero(numbers == number)
        rounded[which] = _is_between_doubles(_elements(source, at[which], _ENCODINGS[number]))
    return rounded


def _is_between_doubles(integers: NDArray[Any]) -> NDArray[np.bool_]:
    """Tell of int64 or uint64 [n] which have more than 53 bits from the highest to the lowest."""
    size = integers.view(np.uint64)
    if integers.dtype.kind == "i":
        size = np.where(integers < 0, ~size + np.uint64(1), size)
    lowest = size & (~size + np.uint64(1))
    is_fine = lowest < np.uint64(1 << 64 - DOUBLE_BITS)  # so that the shift overflows nothing
    beyond: NDArray[np.bool_] = size >= lowest << np.uint64(DOUBLE_BITS)
    return beyond & is_fine & (size > 0)


def _read(source: Unaligned, at: Offsets, encoding: Encoding) -> NDArray[np.float64]:
    elements = _elements(source, at, encoding)
    with np.errstate(invalid="ignore"):  # a signalling NaN becomes a quiet one
        values: NDArray[np.float64] = elements.astype(np.float64)
    return values


def _elements(source: Unaligned, at: Offsets, encoding: Encoding) -> NDArray[Any]:
    if encoding.varint_field:
        return _from_varints(read_varints(source, at), encoding)
    if encoding.element == "?":
        return np.not_equal(source.u8[at], 0)
    return _as_elements(source.words(encoding.size)[at], encoding.element)


def _from_varints(varints: NDArray[np.uint64], encoding: Encoding) -> NDArray[Any]:
    stored = _FIELD_DTYPES[encoding.varint_field]
    if stored == "?":
        return np.not_equal(varints, 0)
    if encoding.varint_field == _HALF_FIELD:
        return _as_elements(varints.astype("<u2"), encoding.element)
    cast: NDArray[Any] = varints.astype(stored).astype(encoding.element)
    return cast


def _as_elements(words: NDArray[Any], element: str) -> NDArray[Any]:
    """Return words of an element's size as elements; bfloat16 is the upper half of a float32."""
    if element == BFLOAT16:
        words, element = words.astype(np.uint32) << np.uint32(16), "<f4"
    elements: NDArray[Any] = words.view(element)
    return elements


def read_varints(source: Unaligned, at: Offsets) -> NDArray[np.uint64]:
    """Return the varints of up to ten bytes at `at`."""
    low = source.u64[at]
    size = varint_sizes(low)
    values = decode_varint_words(low & low_bytes()[size])
    rest = np.flatnonzero(size == 0)
    if len(rest):
        high = source.u16[at[rest] + 8].astype(np.uint64)
        ninth, tenth = high & np.uint64(127), (high >> np.uint64(8)) & np.uint64(1)
        is_tenth = (high & np.uint64(128)) != 0
        values[rest] = (
            decode_varint_words(low[rest])
            | ninth << np.uint64(56)
            | np.where(is_tenth, tenth, 0) << np.uint64(63)
        )
    return values


def varint_sizes(low: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return how many bytes the varints take that begin in each word; 0 if more than eight."""
    ends = ~low & np.uint64(0x8080808080808080)
    lowest = (ends & (~ends + np.uint64(1))) >> np.uint64(7)
    # The only bit left is bit 8 (n - 1); the product brings n to the top byte.
    return (lowest * np.uint64(0x0102030405060708)) >> np.uint64(56)


@cache
def low_bytes() -> NDArray[np.uint64]:
    """Return uint64 [9]: masks of the n lowest bytes."""
    return np.array([(1 << 8 * n) - 1 for n in range(9)], np.uint64)


def decode_varint_words(low: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the numbers of up to 56 bits in varints of up to eight bytes."""
    for keep, move, shift in _SQUEEZES:
        low = (low & keep) | ((low & move) >> shift)
    return low


_SQUEEZES: Final = [
    (np.uint64(0x007F007F007F007F), np.uint64(0x7F007F007F007F00), np.uint64(1)),
    (np.uint64(0x00003FFF00003FFF), np.uint64(0x3FFF00003FFF0000), np.uint64(2)),
    (np.uint64(0x000000000FFFFFFF), np.uint64(0x0FFFFFFF00000000), np.uint64(4)),
]
