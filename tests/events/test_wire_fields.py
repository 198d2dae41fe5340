"""Where fields stand, against messages that protobuf wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.wire_fields import all_fields, read_varint, unique_fields
from scopeboard.wire.summary_pb2 import Summary


def test_fields_are_found_with_their_contents() -> None:
    value = Summary.Value(tag="loss", simple_value=1.5, node_name="n")
    data = value.SerializeToString()
    fields = unique_fields(data, 0, len(data))
    assert data[fields[1].start : fields[1].end] == b"loss"
    assert (fields[2].wire_type, fields[2].end - fields[2].start) == (5, 4)
    assert list(fields) == [1, 2, 7]


@pytest.mark.parametrize(
    "data", [b"\x0a", b"\x0a\x05abc", b"\x0b\x0c", b"\xff" * 11, b"\x08\xff", b"\x0d\x01"]
)
def test_what_is_cut_or_in_a_group_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"field|number"):
        all_fields(data, 0, len(data))


def test_a_field_that_stands_twice_is_not_unique() -> None:
    with pytest.raises(ValueError, match="twice"):
        unique_fields(b"\x08\x01\x08\x02", 0, 4)


@given(st.integers(0, 2**64 - 1))
def test_varints_are_read_as_protobuf_writes_them(number: int) -> None:
    encoded, rest = b"", number
    while True:
        encoded += bytes([rest & 127 | (128 if rest > 127 else 0)])
        rest >>= 7
        if not rest:
            break
    assert read_varint(b"\x00" + encoded + b"\x01", 1) == (number, 1 + len(encoded))
