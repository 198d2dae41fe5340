"""Fields of many messages, walked in step, equal the fields walked one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, unhurried
from protowire.messages import hostile
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.message_index import index_messages
from scopeboard.protowire.columns import field_columns, varints_at
from scopeboard.protowire.fields import DELIMITED, VARINT, encode_varint, fields

Rows = list[tuple[int, bool, bool, int, int, int]]


def one_by_one(data: bytes, start: int, end: int) -> tuple[Rows, bool]:
    rows: Rows = []
    try:
        for number, wire_type, *(begin, value, after) in fields(data, start, end):
            kinds = wire_type == DELIMITED, wire_type == VARINT
            rows.append((number, *kinds, begin, value, after))
    except DamagedDataError:
        return rows, True
    return rows, False


def assert_agrees(messages: list[bytes], copies: int = 1) -> None:
    """Compare the walk in step, which needs many messages, with the walk one by one."""
    messages = messages * copies
    data = b"".join(messages)
    ends = np.cumsum([len(message) for message in messages], dtype=np.int64)
    starts = ends - np.array([len(message) for message in messages], dtype=np.int64)
    walked = field_columns(data, starts, ends)
    for message, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        rows = np.flatnonzero(walked.message == message)
        kinds = walked.is_delimited, walked.is_varint
        columns = (walked.number, *kinds, walked.begin, walked.start, walked.end)
        here = list(zip(*(column[rows].tolist() for column in columns), strict=True))
        assert (here, bool(walked.is_damaged[message])) == one_by_one(data, start, end)


@given(st.lists(hostile, max_size=8), st.sampled_from([1, 30]))
def test_garbage(messages: list[bytes], copies: int) -> None:
    assert_agrees(messages, copies)


@unhurried
@given(any_graph(), st.data())
def test_nodes_and_damaged_nodes(data: bytes, draw: st.DataObject) -> None:
    layout = index_messages(data)
    nodes = [data[start:end] for start, end in zip(layout.starts, layout.ends, strict=True)]
    if nodes:
        place = draw.draw(st.integers(0, len(nodes[0])))
        nodes[0] = nodes[0][:place] + draw.draw(st.binary(max_size=3)) + nodes[0][place + 1 :]
    assert_agrees(nodes, 30)


def test_numbers_of_every_length() -> None:
    lengths = [*range(1, 12)]
    assert_agrees([b"\x08" + b"\xff" * (n - 1) + b"\x01" for n in lengths], 5)  # numbers
    assert_agrees([b"\x0a" + b"\xff" * (n - 1) + b"\x01" for n in lengths], 5)  # lengths
    assert_agrees([b"\x80" * n + b"\x01\x01" for n in lengths], 5)  # tags


def test_no_messages() -> None:
    assert_agrees([])
    assert_agrees([b""], 100)


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_varints_are_signed_integers_of_64_bits(numbers: list[int]) -> None:
    encoded = [encode_varint(number % 2**64) for number in numbers]
    ends = np.cumsum([len(each) for each in encoded], dtype=np.int64)
    starts = ends - np.array([len(each) for each in encoded], dtype=np.int64)
    assert varints_at(b"".join(encoded), starts, ends).tolist() == numbers
