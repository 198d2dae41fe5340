"""Messages for tests of the wire format, and the protobuf runtime as an oracle."""

from typing import Any, NamedTuple

from google.protobuf.empty_pb2 import Empty
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet
from hypothesis import strategies as st

from scopeboard.protowire.fields import (
    DELIMITED,
    FIXED32,
    FIXED64,
    START_GROUP,
    VARINT,
    Field,
    encode_varint,
    varint_at,
)

CUT = [
    b"\x0a",  # no length
    b"\x0a\x05abc",  # five bytes promised, three there
    b"\x08",  # no number
    b"\x08\xff",  # a number that does not end
    b"\x80",  # a key that does not end
    b"\x0d\x00\x00",  # two of four bytes
    b"\x11\x00",  # one of eight
]
DAMAGED = [
    b"\xff" * 11,  # a key of more than 64 bits
    b"\x88\x80\x80\x80\x80\x00\x01",  # a key of six bytes
    b"\xf8\xff\xff\xff\x1f\x01",  # field number 2**29
    b"\x0a\x81\x80\x80\x80\x80\x00a",  # a length of six bytes
    b"\x08" + b"\xff" * 10 + b"\x01",  # a number of eleven
    b"\x02\x00",  # field number 0
    b"\x0e\x00",  # wire type 6
    b"\x0f",  # wire type 7
]
BROKEN_GROUPS = [
    b"\x0b",  # a group without an end
    b"\x0c",  # an end without a group
    b"\x0b\x14",  # a group that ends as another
    b"\x0b\x13\x0c\x14",  # ends in the wrong order
    b"\x0b\x12\x01\x0c",  # the end is a value in the group
]
GROUPS = [b"\x0b\x0c", b"\x08\x01\x0b\x13\x0a\x01a\x14\x0c\x10\x02", b"\x0b" * 99 + b"\x0c" * 99]


class Value(NamedTuple):
    """A field as the runtime has it: number, wire type, and an integer or bytes."""

    number: int
    wire_type: int
    value: object


def decoded(data: bytes) -> list[Value] | None:
    """Return the fields that the protobuf runtime finds in a message, None if it refuses it.

    The runtime in Python lets fields of number 0 pass, which the one in C++ refuses.
    """
    try:
        unknown = UnknownFieldSet(Empty.FromString(data))
    except DecodeError:
        return None
    if _has_number_0(unknown):
        return None
    return [
        Value(
            each.field_number, each.wire_type, None if each.wire_type == START_GROUP else each.data
        )
        for each in _items(unknown)
    ]


def _items(unknown: UnknownFieldSet) -> list[Any]:
    return [unknown[index] for index in range(len(unknown))]


def _has_number_0(unknown: UnknownFieldSet) -> bool:
    return any(
        each.field_number == 0 or (each.wire_type == START_GROUP and _has_number_0(each.data))
        for each in _items(unknown)
    )


def value_of(data: bytes, field: Field) -> Value:
    """Return a field with the value that its offsets lead to."""
    raw = data[field.start : field.end]
    value: object = raw
    if field.wire_type == VARINT:
        value = varint_at(data, field.start, field.end)[0]
    elif field.wire_type in {FIXED32, FIXED64}:
        value = int.from_bytes(raw, "little")
    return Value(field.number, field.wire_type, None if field.wire_type == START_GROUP else value)


def padded(number: int, size: int) -> bytes:
    """Return a varint of at least `size` bytes, as no writer encodes it and all readers accept."""
    encoded = encode_varint(number)
    rest = size - len(encoded)
    return (
        encoded
        if rest <= 0
        else encoded[:-1] + bytes([encoded[-1] | 128]) + b"\x80" * (rest - 1) + b"\x00"
    )


_keys = st.builds(
    lambda number, wire_type, size: padded(number << 3 | wire_type, size),
    st.integers(0, 20) | st.integers(0, 2**29),
    st.sampled_from([VARINT, FIXED64, DELIMITED, FIXED32] * 4 + [3, 4, 6, 7]),
    st.sampled_from([1] * 6 + [3, 5, 6]),
)
_varints = st.builds(padded, st.integers(0, 2**64 - 1), st.sampled_from([1, 5, 9, 10]))
_lengths = st.builds(padded, st.integers(0, 12), st.sampled_from([1] * 6 + [5, 6]))
_fields = st.one_of(
    st.builds(lambda n, v: encode_varint(n << 3) + v, st.integers(1, 99), _varints),
    st.builds(
        lambda n, v, size: encode_varint(n << 3 | DELIMITED) + padded(len(v), size) + v,
        st.integers(1, 99),
        st.binary(max_size=200),
        st.sampled_from([1, 1, 4, 5]),
    ),
    st.builds(
        lambda n, v: encode_varint(n << 3 | FIXED32) + v,
        st.integers(1, 99),
        st.binary(min_size=4, max_size=4),
    ),
    st.builds(
        lambda n, v: encode_varint(n << 3 | FIXED64) + v,
        st.integers(1, 99),
        st.binary(min_size=8, max_size=8),
    ),
)
sound = st.lists(_fields, max_size=6).map(b"".join)
"""Messages that a writer could write, without groups."""
hostile = st.one_of(
    st.binary(max_size=64),
    st.lists(_keys | _varints | _lengths | _fields, max_size=6).map(b"".join),
    st.builds(lambda data, cut: data[:cut], sound, st.integers(0, 60)),
    st.sampled_from(CUT + DAMAGED + BROKEN_GROUPS + GROUPS),
)
"""Bytes, some of which are messages."""
