"""Fields of a message in bytes are those that the protobuf runtime finds."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protowire.messages import (
    BROKEN_GROUPS,
    CUT,
    DAMAGED,
    GROUPS,
    decoded,
    hostile,
    sound,
    value_of,
)
from scopeboard.errors import DamagedDataError
from scopeboard.protowire.fields import (
    DELIMITED,
    FIXED32,
    MAX_VARINT_BYTES,
    START_GROUP,
    Field,
    WireFormatError,
    delimited_head,
    encode_varint,
    field_at,
    fields,
    varint_at,
)
from scopeboard.wire.summary_pb2 import Summary
from tools.examples import examples


def test_fields_are_where_their_values_are() -> None:
    data = Summary.Value(tag="loss", simple_value=1.5, node_name="n").SerializeToString()
    actual = {field.number: field for field in fields(data, 0, len(data))}
    assert list(actual) == [1, 2, 7]
    assert data[actual[1].start : actual[1].end] == b"loss"
    assert (actual[2].wire_type, actual[2].end - actual[2].start) == (FIXED32, 4)


def test_a_field_has_the_offset_of_its_key() -> None:
    data = b"\x08\x96\x01" + b"\x22\x03abc"
    assert list(fields(data, 0, len(data))) == [Field(1, 0, 0, 1, 3), Field(4, 2, 3, 5, 8)]


@examples(500)
@given(hostile)
def test_what_the_runtime_decodes_is_walked_and_what_it_refuses_is_refused(data: bytes) -> None:
    expected = decoded(data)
    try:
        actual = [value_of(data, field) for field in fields(data, 0, len(data))]
    except WireFormatError:
        assert expected is None or START_GROUP in {value.wire_type for value in expected}
        return
    assert actual == expected


@given(sound)
def test_fields_follow_one_another_without_gaps(data: bytes) -> None:
    actual = list(fields(data, 0, len(data)))
    assert [field.begin for field in actual] == [0, *(field.end for field in actual)][: len(actual)]
    assert not data or actual[-1].end == len(data)


@given(sound, st.binary(max_size=5), st.binary(max_size=15))
def test_bytes_around_a_message_are_not_read(data: bytes, before: bytes, after: bytes) -> None:
    start = len(before)
    actual = fields(before + data + after, start, start + len(data))
    assert [
        Field(n, wire_type, begin - start, first - start, end - start)
        for n, wire_type, begin, first, end in actual
    ] == list(fields(data, 0, len(data)))


@given(sound.filter(bool))
def test_a_message_may_arrive_one_byte_at_a_time(data: bytes) -> None:
    whole = list(fields(data, 0, len(data)))
    for size in range(len(data) + 1):
        there = [field for field in whole if field.end <= size]
        reader = fields(data[:size], 0, size)
        assert list(islice(reader, len(there))) == there
        if size > (position := there[-1].end if there else 0):
            with pytest.raises(WireFormatError, match=f"at byte {position}:"):
                next(reader)


@given(sound.filter(bool), st.integers(0, 100))
def test_a_field_needs_only_its_head(data: bytes, base: int) -> None:
    for field in fields(data, 0, len(data)):
        head = data[field.begin : field.begin + 15]
        moved = field_at(head, base + field.begin, base + len(data), base + field.begin)
        assert moved == Field(*field[:2], *(base + offset for offset in field[2:]))


@pytest.mark.parametrize("data", CUT + DAMAGED + BROKEN_GROUPS + GROUPS)
def test_damage_is_a_sentence_with_its_place(data: bytes) -> None:
    with pytest.raises(DamagedDataError, match=r"^The message is damaged at byte \d+: .+\.$"):
        list(fields(data, 0, len(data)))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x02\x00", "field number 0"),
        (b"\x0e\x00", "field 1 has wire type 6"),
        (b"\x0b\x0c", "field 1 is a group"),
        (b"\x80", "key of a field does not end"),
        (b"\x12\x80", "length of field 2 does not end"),
        (b"\x10\x80", "varint of field 2 does not end"),
        (b"\x12\x05abc", "field 2 ends after its message"),
    ],
)
def test_damage_has_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(WireFormatError, match=f"at byte 2: {reason}") as raised:
        list(fields(b"\x08\x01" + data, 0, 2 + len(data)))
    assert raised.value.position == 2


@given(st.integers(0, 2**64 - 1), st.binary(max_size=3), st.binary(max_size=3))
def test_a_varint_is_read_back(number: int, before: bytes, after: bytes) -> None:
    encoded = encode_varint(number)
    start, end = len(before), len(before) + len(encoded)
    assert varint_at(before + encoded + after, start, end) == (number, end)
    for cut in range(start, end):
        with pytest.raises(WireFormatError, match=f"byte {start}: varint does not end"):
            varint_at(before + encoded + after, start, cut)


def test_a_varint_has_64_bits() -> None:
    assert varint_at(b"\xff" * 9 + b"\x01", 0, MAX_VARINT_BYTES) == (2**64 - 1, 10)
    assert varint_at(b"\xff" * 9 + b"\x7f", 0, MAX_VARINT_BYTES) == (2**64 - 1, 10)


def test_a_bound_on_bytes_is_kept() -> None:
    assert varint_at(b"\xac\x02", 0, 2, 2) == (300, 2)
    with pytest.raises(WireFormatError):
        varint_at(b"\xac\x02", 0, 2, 1)


@given(st.integers(1, 2**29 - 1), st.binary(max_size=300))
def test_a_head_and_a_value_are_a_field(number: int, value: bytes) -> None:
    data = delimited_head(number, len(value)) + value
    (field,) = fields(data, 0, len(data))
    assert field == Field(number, DELIMITED, 0, len(data) - len(value), len(data))
