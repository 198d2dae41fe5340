"""Columns of many messages equal what the protobuf runtime decodes from each."""

import numpy as np
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from protowire.messages import hostile
from scopeboard.protowire.message_table import MessageSpans, MessageTable
from scopeboard.wire.run_metadata_pb2 import (
    AllocationDescription,
    AllocatorMemoryUsed,
    NodeExecStats,
    NodeOutput,
)

_START = NodeExecStats.ALL_START_MICROS_FIELD_NUMBER
_MEMORY = NodeExecStats.MEMORY_FIELD_NUMBER
_STATS = NodeExecStats.MEMORY_STATS_FIELD_NUMBER
_TOTAL = AllocatorMemoryUsed.TOTAL_BYTES_FIELD_NUMBER

integers = st.integers(-(2**63), 2**63 - 1)
allocators = st.builds(AllocatorMemoryUsed, allocator_name=st.text(), total_bytes=integers)
outputs = st.builds(NodeOutput, slot=st.integers(0, 9))
records = st.builds(
    NodeExecStats,
    node_name=st.text(max_size=200),
    all_start_micros=integers,
    memory=st.lists(allocators, max_size=3),
    output=st.lists(outputs, max_size=3),
)


def table_of(messages: list[bytes], gap: bytes = b"") -> tuple[bytes, MessageTable]:
    data, starts, ends = b"", [], []
    for message in messages:
        starts.append(len(data))
        data += message
        ends.append(len(data))
        data += gap
    columns = (np.arange(len(messages)), starts, ends)
    return data, MessageTable(data, MessageSpans(*(np.array(c, dtype=np.int64) for c in columns)))


@given(st.lists(records, max_size=5), st.sampled_from([1, 8]), st.binary(max_size=3))
def test_values_are_those_that_were_encoded(
    messages: list[NodeExecStats], copies: int, gap: bytes
) -> None:
    messages = messages * copies
    data, table = table_of([message.SerializeToString() for message in messages], gap)
    assert len(table) == len(messages)
    assert table.varints(_START).tolist() == [each.all_start_micros for each in messages]
    names = table.single(NodeExecStats.NODE_NAME_FIELD_NUMBER)
    texts = [data[start:end].decode() for start, end in zip(names.start, names.end, strict=True)]
    assert texts == [each.node_name for each in messages]
    spans = table.repeated(_MEMORY)
    order = np.argsort(spans.owner, kind="stable")
    memory = MessageTable(data, MessageSpans(*(column[order] for column in spans)))
    assert memory.spans.owner.tolist() == [
        row for row, each in enumerate(messages) for _ in each.memory
    ]
    assert memory.varints(_TOTAL).tolist() == [
        used.total_bytes for each in messages for used in each.memory
    ]
    assert not table.is_irregular.any()
    assert not memory.is_irregular.any()


def test_a_message_without_a_field_has_zero_and_an_empty_span() -> None:
    _, table = table_of([b"", b"\x10\x07"])
    assert table.varints(_START).tolist() == [0, 7]
    assert table.single(_STATS).start.tolist() == table.single(_STATS).end.tolist() == [0, 0]
    assert table.repeated(_MEMORY).owner.tolist() == []


def test_the_last_of_several_numbers_counts() -> None:
    _, table = table_of([b"\x10\x07\x10\x08"])
    assert table.varints(_START).tolist() == [8]
    assert not table.is_irregular.any()


def test_a_message_that_is_written_twice_is_irregular() -> None:
    head = bytes([_STATS << 3 | 2])
    _, table = table_of([head + b"\x00", head + b"\x00" + head + b"\x02\x08\x01"])
    spans = table.single(_STATS)
    assert (spans.end - spans.start).tolist() == [0, 2]
    assert table.is_irregular.tolist() == [False, True]


def test_a_message_with_an_irregular_child_can_be_marked() -> None:
    sound, damaged = b"\x10\x01", b"\x10"
    messages = [
        b"".join(bytes([_MEMORY << 3 | 2, len(each)]) + each for each in children)
        for children in ([sound], [sound, damaged], [])
    ]
    data, table = table_of(messages)
    assert table.is_irregular.tolist() == [False, False, False]
    table.mark_irregular(MessageTable(data, table.repeated(_MEMORY)))
    assert table.is_irregular.tolist() == [False, True, False]


@given(st.lists(hostile, max_size=5), st.sampled_from([1, 30]))
def test_a_regular_message_is_one_that_the_runtime_decodes(
    messages: list[bytes], copies: int
) -> None:
    _, table = table_of(messages * copies)
    numbers = table.varints(AllocationDescription.REQUESTED_BYTES_FIELD_NUMBER)
    for row in np.flatnonzero(~table.is_irregular).tolist():
        message = (messages * copies)[row]
        try:
            decoded = AllocationDescription.FromString(message)
        except DecodeError:  # a text in it is not UTF-8
            decoded = None
        if decoded is not None:
            assert numbers[row] == decoded.requested_bytes
