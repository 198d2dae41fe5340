"""Where the fields of an encoded message stand, as protobuf puts them on the wire."""

from typing import Final, NamedTuple

VARINT: Final = 0
FIXED64: Final = 1
BYTES: Final = 2
FIXED32: Final = 5
_FIXED_SIZES: Final = {FIXED64: 8, FIXED32: 4}


class WireField(NamedTuple):
    """A field's number and wire type, and the offsets at which its content starts and ends."""

    number: int
    wire_type: int
    start: int
    end: int


def unique_fields(data: bytes, start: int, end: int) -> dict[int, WireField]:
    """Return the fields of the message in `data[start:end]` by number.

    Raises:
        ValueError: they are not what a plain writer writes: a field stands twice, or in a group,
            or beyond the end.
    """
    fields = all_fields(data, start, end)
    found = {field.number: field for field in fields}
    if len(found) != len(fields):
        raise ValueError("a field that stands twice")
    return found


def all_fields(data: bytes, start: int, end: int) -> list[WireField]:
    """Return the fields of the message in `data[start:end]`, in order.

    Raises:
        ValueError: a field stands in a group or beyond the end.
    """
    fields, at = [], start
    while at < end:
        key, at = read_varint(data, at)
        wire_type = key & 7
        if wire_type == BYTES:
            size, at = read_varint(data, at)
        elif wire_type == VARINT:
            size = read_varint(data, at)[1] - at
        else:
            size = _FIXED_SIZES.get(wire_type, -1)
        if size < 0 or at + size > end:
            raise ValueError("a field in a group or beyond the end")
        fields.append(WireField(key >> 3, wire_type, at, at + size))
        at += size
    return fields


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number at `at`, and the offset behind it.

    Raises:
        ValueError: it does not end.
    """
    number = shift = 0
    for index in range(at, min(at + 10, len(data))):
        byte = data[index]
        number |= (byte & 127) << shift
        if byte < 128:
            return number, index + 1
        shift += 7
    raise ValueError("a number without an end")


def varint(number: int) -> bytes:
    """Return a number as protobuf writes it."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)
