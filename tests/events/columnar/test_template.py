"""What is learnt of an event, and what is not."""

from random import Random

import pytest

from scopeboard.events.columnar.template import Template, learn_template
from scopeboard.wire import types_pb2 as types
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from tools import writer
from tools.event_bytes import CONTENTS, scalar_tensor


def body(*values: Summary.Value) -> bytes:
    return Event(summary=Summary(value=values)).SerializeToString()


def learnt(encoded: bytes) -> Template:
    template = learn_template(encoded)
    assert template is not None
    return template


def test_only_the_number_may_differ() -> None:
    template = learnt(body(writer.tf1_scalar("loss", 1.5)))
    (slot,) = template.slots
    assert (slot.key.tag, slot.size, slot.is_number) == ("loss", 4, True)
    free = [at for at, byte in enumerate(template.mask) if byte != 255]
    assert free == list(range(slot.offset, slot.offset + 4))
    assert template.body == body(writer.tf1_scalar("loss", 0))


@pytest.mark.parametrize("in_content", [True, False])
@pytest.mark.parametrize("dtype", sorted(CONTENTS))
def test_scalars_of_every_real_dtype_are_learnt(dtype: types.DataType, in_content: bool) -> None:
    random = Random(dtype)  # noqa: S311 - numbers for a test
    for _ in range(30):
        tensor = scalar_tensor(random, dtype, in_content=in_content)
        (slot,) = learnt(body(Summary.Value(tag="x", tensor=tensor))).slots
        assert slot.is_number
        assert slot.is_varint == (not in_content and dtype not in {types.DT_FLOAT, types.DT_DOUBLE})


@pytest.mark.parametrize(("number", "size"), [(1, 1), (300, 2), (-1, 10)])
def test_a_varint_may_not_change_its_size(number: int, size: int) -> None:
    tensor = TensorProto(dtype=types.DT_INT32, int_val=[number])
    template = learnt(body(Summary.Value(tag="x", tensor=tensor)))
    (slot,) = template.slots
    mask = template.mask[slot.offset : slot.offset + slot.size]
    assert mask == (bytes([128]) * 9 + b"\xff" if size == 10 else bytes([128]) * size)


def test_every_value_of_a_merged_summary_has_its_slot() -> None:
    values = [writer.tf1_scalar(f"tag_{number}", number) for number in range(30)]
    assert [slot.key.tag for slot in learnt(body(*values)).slots] == [value.tag for value in values]


def test_a_number_left_out_for_zero_is_constant() -> None:
    tensor = TensorProto(dtype=types.DT_FLOAT)
    (slot,) = learnt(body(Summary.Value(tag="x", tensor=tensor))).slots
    assert (slot.size, slot.constant) == (0, 0)


def test_content_of_another_wire_type_is_ignored_as_protobuf_does() -> None:
    tensor = b"\x08\x01\x12\x00\x25\0\0\x80\x3f"  # float, scalar, field 4 as fixed32
    value = b"\x0a\x01x\x42" + bytes([len(tensor)]) + tensor
    summary = b"\x0a" + bytes([len(value)]) + value
    event = b"\x2a" + bytes([len(summary)]) + summary
    assert Event.FromString(event).summary.value[0].tensor.tensor_content == b""
    (slot,) = learnt(event).slots
    assert (slot.size, slot.constant) == (0, 0)


def test_the_content_of_a_larger_tensor_is_a_place() -> None:
    tensor = TensorProto(dtype=types.DT_DOUBLE, tensor_content=bytes(48))
    tensor.tensor_shape.dim.add(size=6)
    (slot,) = learnt(body(Summary.Value(tag="x", tensor=tensor))).slots
    assert (slot.size, slot.is_number) == (48, False)


def test_a_file_version_holds_no_values() -> None:
    template = learnt(Event(file_version="brain.Event:2").SerializeToString())
    assert (template.slots, template.is_summary) == ((), False)


def two_values() -> bytes:
    tensor = TensorProto(dtype=types.DT_FLOAT, float_val=[1, 2])
    return body(Summary.Value(tag="x", tensor=tensor))


REFUSED = {
    "nothing": b"",
    "noise": b"\xff\xff",
    "a step": Event(step=1).SerializeToString(),
    "a second step": Event(step=1).SerializeToString() + body(writer.tf1_scalar("x", 1)),
    "two summaries": body(writer.tf1_scalar("x", 1)) * 2,
    "a session": Event(session_log=SessionLog(status=SessionLog.START)).SerializeToString(),
    "no value": body(Summary.Value(tag="x")),
    "another kind": body(Summary.Value(tag="x", histo=HistogramProto(min=1))),
    "a tag that is cut": body(writer.tf1_scalar("x" * 1025, 1)),
    "a tag that is no text": body(writer.tf1_scalar("xy", 1)).replace(b"xy", b"\xff\xff"),
    "two numbers": two_values(),
    "an unknown field": body(writer.tf1_scalar("x", 1)) + b"\x78\x01",
    "a value twice": b"\x2a\x0f\x0a\x0d\x0a\x01x\x15\0\0\0\0\x15\0\0\0\0",
    "a number of another wire type": b"\x2a\x0b\x0a\x09\x0a\x01x\x42\x04\x08\x01\x28\x00",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_plain_writers_do_not_write_is_not_learnt(what: str) -> None:
    assert learn_template(REFUSED[what]) is None
