"""Numbers and rows of bytes at any offsets of a buffer, in a few NumPy calls.

The views of a buffer have a stride of one byte, so that element i is the number that starts at byte
i. Zeros follow the buffer, so that up to `PADDING` bytes can be read at every offset in it.

An encoded scalar is a varint or a fixed number of bytes, by its `Encoding`, which also has the type
of the number. All scalars of one encoding are decoded together.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

PADDING: Final = 2048

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

Offsets = NDArray[np.int64]


class Unaligned:
    """A copy of `buffer` (uint8 [n]) with views of it; `data` are its bytes and the zeros after."""

    __slots__ = ("data", "size", "u8", "u16", "u32", "u64")

    def __init__(self, buffer: NDArray[np.uint8]) -> None:
        self.data = b"".join((np.ascontiguousarray(buffer).data, bytes(PADDING)))
        self.size = len(buffer)
        self.u8: NDArray[np.uint8] = self._view("u1")
        self.u16: NDArray[np.uint16] = self._view("<u2")
        self.u32: NDArray[np.uint32] = self._view("<u4")
        self.u64: NDArray[np.uint64] = self._view("<u8")

    def words(self, size: int) -> NDArray[Any]:
        """Return the view of unsigned integers of `size` bytes."""
        views: dict[int, NDArray[Any]] = {1: self.u8, 2: self.u16, 4: self.u32, 8: self.u64}
        return views[size]

    def structures(self, offsets: Offsets, dtype: np.dtype[Any]) -> NDArray[Any]:
        """Return a structure of `dtype` at each offset: faster than a gather for each field."""
        return self._view(f"V{dtype.itemsize}")[offsets].view(dtype)

    def rows(self, offsets: Offsets, width: int) -> NDArray[np.uint64]:
        """Return uint64 [len(offsets), width // 8]: `width` bytes at each offset."""
        return self._view(f"V{width}")[offsets].view("<u8").reshape(len(offsets), width // 8)

    def _view(self, dtype: str) -> NDArray[Any]:
        count = len(self.data) - np.dtype(dtype).itemsize + 1
        return np.ndarray((count,), dtype, self.data, strides=(1,))


class Encoding(NamedTuple):
    """The form of a scalar: its dtype, and the name of its field if the field has varints.

    `element` is a NumPy dtype or `bfloat16`.
    """

    element: str
    varint_field: str = ""

    @property
    def size(self) -> int:
        """Bytes of a scalar that is not a varint."""
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
"""The numbers of the encodings of 64-bit integers, which a double may round."""


def number_of(encoding: Encoding) -> int:
    """Return the number of `encoding` in columns of uint8."""
    return _NUMBERS[encoding]


def read_numbers(
    source: Unaligned, offsets: Offsets, numbers: NDArray[np.uint8]
) -> NDArray[np.float64]:
    """Return the scalars at `offsets`; `numbers` are the numbers of their encodings."""
    values = np.empty(len(offsets))
    if not len(offsets):
        return values
    with np.errstate(invalid="ignore"):  # a signalling NaN becomes a quiet one
        if (numbers == numbers[0]).all():
            values[:] = _elements(source, offsets, _ENCODINGS[numbers[0]])
            return values
        for number in np.unique(numbers).tolist():
            rows = np.flatnonzero(numbers == number)
            values[rows] = _elements(source, offsets[rows], _ENCODINGS[number])
    return values


def are_rounded(
    source: Unaligned, offsets: Offsets, numbers: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Return for each scalar of a wide encoding whether no double equals it.

    These are the integers whose set bits span more than 53 positions.
    """
    rounded = np.zeros(len(offsets), bool)
    for number in np.unique(numbers).tolist():
        rows = np.flatnonzero(numbers == number)
        integers = _elements(source, offsets[rows], _ENCODINGS[number])
        size = integers.view(np.uint64)
        if integers.dtype.kind == "i":
            size = np.where(integers < 0, ~size + np.uint64(1), size)
        lowest = size & (~size + np.uint64(1))
        is_low = lowest < np.uint64(1 << 64 - DOUBLE_BITS)  # so that the shift does not overflow
        rounded[rows] = (size >= lowest << np.uint64(DOUBLE_BITS)) & is_low & (size > 0)
    return rounded


def _elements(source: Unaligned, offsets: Offsets, encoding: Encoding) -> NDArray[Any]:
    """Return the scalars of one encoding in the type of their elements; bfloat16 as float32."""
    words: NDArray[Any]
    element, field = encoding
    if field:
        words = read_varints(source, offsets)
        stored = _FIELD_DTYPES[field]
        if stored == "?":
            return np.not_equal(words, 0)
        if field != _HALF_FIELD:
            return words.astype(stored).astype(element)
        words = words.astype("<u2")
    elif element == "?":
        return np.not_equal(source.u8[offsets], 0)
    else:
        words = source.words(encoding.size)[offsets]
    if element == BFLOAT16:  # the upper half of a float32
        return (words.astype(np.uint32) << np.uint32(16)).view("<f4")
    return words.view(element)


def read_varints(source: Unaligned, offsets: Offsets) -> NDArray[np.uint64]:
    """Return the varints of up to ten bytes at `offsets`."""
    low = source.u64[offsets]
    size = varint_sizes(low)
    values = decode_varint_words(low & low_bytes()[size])
    rest = np.flatnonzero(size == 0)
    if len(rest):
        high = source.u16[offsets[rest] + 8].astype(np.uint64)
        ninth, tenth = high & np.uint64(127), (high >> np.uint64(8)) & np.uint64(1)
        is_tenth = (high & np.uint64(128)) != 0
        values[rest] = (
            decode_varint_words(low[rest])
            | ninth << np.uint64(56)
            | np.where(is_tenth, tenth, 0) << np.uint64(63)
        )
    return values


def varint_sizes(low: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the size of the varint at the start of each word, in bytes; 0 if above eight."""
    ends = ~low & np.uint64(0x8080808080808080)
    lowest = (ends & (~ends + np.uint64(1))) >> np.uint64(7)
    # The only set bit is bit 8 (n - 1); the product brings n to the top byte.
    return (lowest * np.uint64(0x0102030405060708)) >> np.uint64(56)


@cache
def low_bytes() -> NDArray[np.uint64]:
    """Return uint64 [9]: masks of the n lowest bytes."""
    return np.array([(1 << 8 * n) - 1 for n in range(9)], np.uint64)


def decode_varint_words(low: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the numbers (up to 56 bits) of varints of up to eight bytes, zeros after them."""
    for keep, move, shift in _VARINT_STEPS:
        low = (low & keep) | ((low & move) >> shift)
    return low


_VARINT_STEPS: Final = [
    (np.uint64(0x007F007F007F007F), np.uint64(0x7F007F007F007F00), np.uint64(1)),
    (np.uint64(0x00003FFF00003FFF), np.uint64(0x3FFF00003FFF0000), np.uint64(2)),
    (np.uint64(0x000000000FFFFFFF), np.uint64(0x0FFFFFFF00000000), np.uint64(4)),
]
