"""Protobuf fields are found in place, and garbage is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.graph.protofields import fields, varint_at
from scopeboard.wire.graph_pb2 import NodeDef


def test_fields_stand_where_their_values_are() -> None:
    data = NodeDef(name="layer1/weights", op="VariableV2").SerializeToString()
    found = [(field.number, data[field.start : field.end]) for field in fields(data, 0, len(data))]
    assert found == [(1, b"layer1/weights"), (2, b"VariableV2")]


def test_numbers_of_all_sizes_are_read() -> None:
    assert varint_at(b"\x00", 0, 1) == (0, 1)
    assert varint_at(b"\xac\x02", 0, 2) == (300, 2)
    assert varint_at(b"\xff" * 9 + b"\x01", 0, 10) == (2**64 - 1, 10)


@pytest.mark.parametrize(
    "data",
    [
        b"\x0a",  # no length
        b"\x0a\x05abc",  # five bytes promised, three there
        b"\x80",  # a number without an end
        b"\xff" * 11,  # a number of more than 64 bits
        b"\x02\x00",  # field 0
        b"\x0b",  # a group, which protobuf gave up
        b"\x0f",  # no such type
        b"\x0d\x00\x00",  # two of four bytes
    ],
)
def test_what_is_no_message_is_damaged(data: bytes) -> None:
    with pytest.raises(DamagedDataError, match="byte"):
        list(fields(data, 0, len(data)))


@given(st.binary(max_size=64))
def test_garbage_is_walked_or_refused(data: bytes) -> None:
    try:
        found = list(fields(data, 0, len(data)))
    except DamagedDataError:
        return
    assert [field.begin for field in found] == [0, *(field.end for field in found)][: len(found)]
    assert not data or found[-1].end == len(data)
