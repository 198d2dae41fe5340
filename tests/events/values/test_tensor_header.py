"""A tensor's head says what the whole says, and is all that is read."""

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.tensor_header import tensor_head
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT32, DT_STRING


def head_of(payload: bytes, value_index: int) -> Event:
    def read(start: int, end: int) -> bytes:
        assert 0 <= start <= end <= len(payload)
        return payload[start:end]

    return Event.FromString(tensor_head(read, len(payload), value_index))


tensors = st.builds(
    lambda dtype, sizes, numbers, content: TensorProto(
        dtype=dtype,
        tensor_shape=TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in sizes]),
        int_val=numbers,
        tensor_content=content,
    ),
    st.sampled_from([DT_FLOAT, DT_INT32, DT_STRING]),
    st.lists(st.integers(-1, 2**40), max_size=4),
    st.lists(st.integers(-5, 5), max_size=5),
    st.binary(max_size=300),
)
values = st.builds(lambda tag, tensor: Summary.Value(tag=tag, tensor=tensor), st.text(), tensors)


@given(st.lists(values, max_size=4), st.integers(0, 2**62), st.integers(0, 4))
def test_the_head_of_any_event(logged: list[Summary.Value], step: int, index: int) -> None:
    event = Event(wall_time=1.5, step=step, summary=Summary(value=logged))
    head = head_of(event.SerializeToString(), index)
    assert (head.wall_time, head.step) == (1.5, step)
    if index >= len(logged):
        assert not head.summary.value
        return
    (value,) = head.summary.value
    assert value.tag == logged[index].tag
    assert value.tensor.dtype == logged[index].tensor.dtype
    assert value.tensor.tensor_shape == logged[index].tensor.tensor_shape
    assert not value.tensor.tensor_content


@given(st.binary(max_size=60))
def test_any_bytes_have_a_head_or_are_told_of(payload: bytes) -> None:
    try:
        head_of(payload, 0)
    except DamagedDataError:
        with pytest.raises(DecodeError):
            Event.FromString(payload)


def test_a_large_tensor_is_not_read() -> None:
    tensor = TensorProto(dtype=DT_FLOAT, tensor_content=bytes(10 << 20))
    event = Event(step=3, summary=Summary(value=[Summary.Value(tag="w", tensor=tensor)]))
    payload, sizes = event.SerializeToString(), []

    def read(start: int, end: int) -> bytes:
        sizes.append(end - start)
        return payload[start:end]

    tensor_head(read, len(payload), 0)
    assert sum(sizes) < 1 << 20
