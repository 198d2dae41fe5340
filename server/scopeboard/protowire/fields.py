"""The fields of an encoded message: the wire format of protobuf.

Theory. A message is a sequence of fields. Each begins with a key, a varint that holds the field
number and, in its lowest three bits, the wire type, which determines the length of the value. A
varint has seven bits in each byte, the lowest first, and ends with the first byte below 128.

The bounds are the bounds of the protobuf runtime: bytes that it rejects are rejected here. The one
exception are groups, which proto3 does not have: `fields` rejects them, `nested` can skip them.

https://protobuf.dev/programming-guides/encoding/
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from scopeboard.errors import DamagedDataError

VARINT: Final = 0
FIXED64: Final = 1
DELIMITED: Final = 2
START_GROUP: Final = 3
END_GROUP: Final = 4
FIXED32: Final = 5
GROUP_KEYS: Final = frozenset({START_GROUP, END_GROUP})
FIXED_SIZES: Final = {FIXED64: 8, START_GROUP: 0, END_GROUP: 0, FIXED32: 4}
"""Bytes of the value, by wire type; the key of a group has no value."""

MAX_VARINT_BYTES: Final = 10  # of 64 bits
MAX_KEY_BYTES: Final = 5  # of 32 bits
MAX_LENGTH_BYTES: Final = 5
MAX_HEAD_BYTES: Final = MAX_KEY_BYTES + MAX_VARINT_BYTES
"""A key and a length, or a key and a varint, take at most this many bytes."""
MAX_FIELD_NUMBER: Final = (1 << 29) - 1
_64_BITS: Final = (1 << 64) - 1


class WireFormatError(DamagedDataError):
    """Bytes that are not a message; `position` is the offset of the damaged field."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(f"The message is damaged at byte {position}: {reason}.")
        self.position = position


class Field(NamedTuple):
    """Offsets of a field: its key starts at `begin`, its value extends from `start` to `end`."""

    number: int
    wire_type: int
    begin: int
    start: int
    end: int

    @property
    def size(self) -> int:
        """Bytes of the value."""
        return self.end - self.start


def fields(data: bytes, start: int, end: int) -> Iterator[Field]:
    """Yield the fields of the message in `data[start:end]`, in order.

    Raises:
        WireFormatError: the bytes are not a message, the message ends within a field, or it has a
            group. The fields before the damage are yielded first.
    """
    position = start
    while position < end:
        field = field_at(data, position, end)
        if field.end > end:
            raise WireFormatError(position, f"field {field.number} ends after its message")
        if field.wire_type in GROUP_KEYS:
            raise WireFormatError(position, f"field {field.number} is a group")
        yield field
        position = field.end


def field_at(data: bytes, position: int, end: int, base: int = 0) -> Field:
    """Return the field whose key starts at `position`.

    Its value need not be in `data`, and may end after `end`. The field of a group is its key alone.

    Args:
        data: bytes of the message, from offset `base` on.
        position: offset of the key.
        end: offset at which the message ends.
        base: offset of the first byte of `data`.

    Raises:
        WireFormatError: no field starts there, or its key or length is cut.
    """
    index = position - base
    if index + 1 < len(data) and position + 1 < end:
        key, size = data[index], data[index + 1]
        if key & 0x87 == DELIMITED and key > 0x07 and size < 0x80:  # most texts and messages
            return Field(key >> 3, DELIMITED, position, position + 2, position + 2 + size)
    limit = min(end - base, len(data))
    key, start = _read_varint(data, index, limit, MAX_KEY_BYTES)
    number, wire_type = key >> 3, key & 7
    if start < 0:
        raise WireFormatError(position, "key of a field does not end")
    if not 0 < number <= MAX_FIELD_NUMBER:
        raise WireFormatError(position, f"field number {number}")
    if wire_type == DELIMITED:
        size, start = _read_varint(data, start, limit, MAX_LENGTH_BYTES)
        if start < 0:
            raise WireFormatError(position, f"length of field {number} does not end")
    elif wire_type == VARINT:
        size = _read_varint(data, start, limit, MAX_VARINT_BYTES)[1] - start
        if size < 0:
            raise WireFormatError(position, f"varint of field {number} does not end")
    elif wire_type in FIXED_SIZES:
        size = FIXED_SIZES[wire_type]
    else:
        raise WireFormatError(position, f"field {number} has wire type {wire_type}")
    return Field(number, wire_type, position, base + start, base + start + size)


def varint_at(
    data: bytes, position: int, end: int, max_bytes: int = MAX_VARINT_BYTES
) -> tuple[int, int]:
    """Return the varint at `position` as an unsigned 64-bit integer, and the offset after it.

    Raises:
        WireFormatError: it does not end before `end`, or has more than `max_bytes`.
    """
    if position < end and data[position] < 0x80:  # most varints, without a second call
        return data[position], position + 1
    number, after = _read_varint(data, position, end, max_bytes)
    if after < 0:
        raise WireFormatError(position, "varint does not end")
    return number, after


def _read_varint(data: bytes, position: int, end: int, max_bytes: int) -> tuple[int, int]:
    """Return what `varint_at` returns; the offset is -1 if the varint does not end."""
    if position < end and data[position] < 0x80:  # most varints
        return data[position], position + 1
    number = shift = 0
    for index in range(position, min(position + max_bytes, end)):
        byte = data[index]
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number & _64_BITS, index + 1
        shift += 7
    return 0, -1


def encode_varint(number: int) -> bytes:
    """Return a number of 0 or more as a varint."""
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def delimited_head(number: int, length: int) -> bytes:
    """Return the key and the length of a field, which precede a value of `length` bytes."""
    return encode_varint(number << 3 | DELIMITED) + encode_varint(length)
