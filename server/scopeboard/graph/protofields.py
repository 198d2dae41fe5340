"""The fields of a protobuf message in place, without decoding or copying their values."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError
from scopeboard.events.wire_fields import varint

VARINT: Final = 0
FIXED64: Final = 1
DELIMITED: Final = 2
FIXED32: Final = 5
_FIXED_BYTES: Final = {FIXED64: 8, FIXED32: 4}
_VARINT_BYTES: Final = 10  # of a 64-bit number, 7 bits each


class Field(NamedTuple):
    """Where a field stands: its tag at `begin`, its value from `start` to `end`."""

    number: int
    wire_type: int
    begin: int
    start: int
    end: int


def varint_at(data: bytes, position: int, end: int) -> tuple[int, int]:
    """Return the number at `position` and the position after it.

    Raises:
        DamagedDataError: the number does not end before `end` or has more than 64 bits.
    """
    if position < end and data[position] < 0x80:  # most numbers
        return data[position], position + 1
    value = 0
    for place in range(_VARINT_BYTES):
        if position + place >= end:
            break
        byte = data[position + place]
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value, position + place + 1
    raise DamagedDataError(f"The graph is cut or damaged at byte {position}.")


def fields(data: bytes, start: int, end: int) -> Iterator[Field]:
    """Walk the fields of the message that stands from `start` to `end`.

    Raises:
        DamagedDataError: what stands there is no message, or goes on after `end`.
    """
    position = start
    while position < end:
        tag, value = varint_at(data, position, end)
        if tag & 7 == DELIMITED:
            length, value = varint_at(data, value, end)
            after = value + length
        else:
            after = _value_end(data, tag & 7, value, end)
        if after > end or not 0 < tag >> 3 < 1 << 29:
            raise DamagedDataError(f"The graph is cut or damaged at byte {position}.")
        yield Field(tag >> 3, tag & 7, position, value, after)
        position = after


def delimited_head(number: int, length: int) -> bytes:
    """Return the tag and the length of a field, which stand before a value of so many bytes."""
    return varint(number << 3 | DELIMITED) + varint(length)


def _value_end(data: bytes, wire_type: int, position: int, end: int) -> int:
    """Return where a value without a length ends."""
    if wire_type == VARINT:
        return varint_at(data, position, end)[1]
    if wire_type not in _FIXED_BYTES:
        raise DamagedDataError(f"The graph is damaged at byte {position}: there is no such field.")
    return position + _FIXED_BYTES[wire_type]
