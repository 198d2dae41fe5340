"""The key of a part of a partitioned variable in the index of a checkpoint.

TensorFlow encodes the name and the extents so that keys sort by them: `ordered_code.cc`, and
`EncodeTensorNameSlice` in `saved_tensor_slice_util.cc`.
"""

from typing import Final

WHOLE: Final = -1
"""The length of an extent that is the whole dimension."""

_ESCAPES: Final = {0x00: b"\x00\xff", 0xFF: b"\xff\x00"}
_END: Final = b"\x00\x01"


def slice_key(name: bytes, extents: list[tuple[int, int]]) -> bytes:
    """Return the key of a part of a tensor; `extents` are start and length by dimension."""
    text = b"".join(_ESCAPES.get(byte, bytes([byte])) for byte in name)
    numbers = b"".join(_signed(number) for extent in extents for number in extent)
    return _unsigned(0) + text + _END + _unsigned(len(extents)) + numbers


def _unsigned(number: int) -> bytes:
    """Return how many bytes a number has, and these, the most significant first."""
    size = (number.bit_length() + 7) // 8
    return bytes([size]) + number.to_bytes(size, "big")


def _signed(number: int) -> bytes:
    """Return a number in as few bytes as hold it, of which each takes a bit to be counted.

    As many bits at the top as there are bytes are inverted; they equal the sign bit before.
    """
    magnitude = ~number if number < 0 else number
    size = magnitude.bit_length() // 7 + 1
    inverted = ((1 << size) - 1) << (7 * size)
    return ((number & ((1 << 8 * size) - 1)) ^ inverted).to_bytes(size, "big")
