"""The header of a tensor: dtype and shape, read without its values.

A tensor may have gigabytes of values. The fields of its record are walked in their encoded form,
and values are skipped by their length.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError, TooLargeError
from scopeboard.events.values.tensor import dtype_name
from scopeboard.protowire.fields import WireFormatError
from scopeboard.protowire.nested import ReadAt, Span, Window
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto

_MAX_FIELDS: Final = 100_000
_MAX_BYTES: Final = 1 << 20  # of any field that is read: a tag, a shape
_SUMMARY: Final = Event.SUMMARY_FIELD_NUMBER
_VALUE: Final = Summary.VALUE_FIELD_NUMBER
_TENSOR: Final = Summary.Value.TENSOR_FIELD_NUMBER
_OF_EVENT: Final = {Event.WALL_TIME_FIELD_NUMBER, Event.STEP_FIELD_NUMBER}
_OF_TENSOR: Final = {TensorProto.DTYPE_FIELD_NUMBER, TensorProto.TENSOR_SHAPE_FIELD_NUMBER}


@dataclass(frozen=True, slots=True)
class TensorFacts:
    """A dtype by its short name, and a shape: -1 is an unknown size, None an unknown rank."""

    dtype: str
    shape: tuple[int, ...] | None


def read_tensor_facts(value: Summary.Value) -> TensorFacts:
    """Return dtype and shape of a value.

    Raises:
        DamagedDataError: the value is not a tensor.
    """
    if value.WhichOneof("value") != "tensor":
        raise DamagedDataError("a value that is not a tensor")
    tensor = value.tensor
    shape = tensor.tensor_shape
    sizes = None if shape.unknown_rank else tuple(dim.size for dim in shape.dim)
    return TensorFacts(dtype_name(tensor.dtype), sizes)


def tensor_head(read_at: ReadAt, length: int, value_index: int) -> bytes:
    """Return the event reduced to one value: its tag, and the dtype and shape of its tensor.

    Args:
        read_at: reads the event's bytes; offset 0 is the first.
        length: the event's size in bytes.
        value_index: of the value in the event's summary.

    Raises:
        DamagedDataError: the bytes are not an event, or too many precede the tensor.
    """
    window = Window(read_at, length, skip_groups=True, max_fields=_MAX_FIELDS)
    try:
        event = Event.FromString(_selected(window, window.whole, _OF_EVENT))
        values = (
            value
            for summary in window.iter_children(window.whole, _SUMMARY)
            for value in window.iter_children(summary, _VALUE)
        )
        value = next(islice(values, value_index, None), None)
        if value is not None:
            head = Summary.Value.FromString(
                _selected(window, value, {Summary.Value.TAG_FIELD_NUMBER})
            )
            for tensor in window.iter_children(value, _TENSOR):
                head.tensor.MergeFromString(_selected(window, tensor, _OF_TENSOR))
            event.summary.value.append(head)
    except (WireFormatError, DecodeError, TooLargeError) as error:
        raise DamagedDataError("a record whose beginning cannot be read") from error
    return event.SerializeToString()


def _selected(window: Window, span: Span, numbers: set[int]) -> bytes:
    """Return the fields with these numbers, without a search past the last: values come after."""
    selected, missing = bytearray(), set(numbers)
    for field in window.fields(span):
        if field.number in numbers:
            if field.end - field.start > _MAX_BYTES:
                raise TooLargeError(f"Field {field.number} has more than {_MAX_BYTES} bytes.")
            selected += window.read(field.begin, field.end)
            missing.discard(field.number)
        if not missing:
            break
    return bytes(selected)
