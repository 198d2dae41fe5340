"""The head of a tensor's record: what tells which value it is, and what the tensor is.

Nothing is read of the values, of which a tensor may have gigabytes: fields are walked as they
stand on the wire, and contents skipped by their length.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.wire_fields import BYTES, varint
from scopeboard.events.wire_walk import Field, ReadAt, TooMuchError, WireWalk
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto

_MAX_FIELDS: Final = 100_000
_MAX_BYTES: Final = 1 << 20  # of any field that is kept: a tag, a shape
_SUMMARY: Final = Event.SUMMARY_FIELD_NUMBER
_VALUE: Final = Summary.VALUE_FIELD_NUMBER
_TENSOR: Final = Summary.Value.TENSOR_FIELD_NUMBER
_OF_EVENT: Final = {Event.WALL_TIME_FIELD_NUMBER, Event.STEP_FIELD_NUMBER}
_OF_TENSOR: Final = {TensorProto.DTYPE_FIELD_NUMBER, TensorProto.TENSOR_SHAPE_FIELD_NUMBER}


def tensor_head(read: ReadAt, length: int, value_index: int) -> bytes:
    """Return the event with one of its values alone: the tag, and a tensor's dtype and shape.

    Args:
        read: reads the event's bytes; offset 0 is the first.
        length: the event's size in bytes.
        value_index: of the value in the event's summary.

    Raises:
        DamagedDataError: the bytes are no event, or too much stands before the tensor.
    """
    walk = WireWalk(read, length, _MAX_FIELDS)
    try:
        event = Event.FromString(_kept(walk, 0, length, _OF_EVENT))
        value = next(islice(_values(walk, length), value_index, None), None)
        if value is not None:
            event.summary.value.append(_head(walk, value))
    except (ValueError, DecodeError, TooMuchError) as error:
        raise DamagedDataError("a record whose head cannot be read") from error
    return event.SerializeToString()


def _values(walk: WireWalk, length: int) -> Iterator[Field]:
    for summary in _all(walk, 0, length, _SUMMARY):
        yield from _all(walk, summary.start, summary.end, _VALUE)


def _all(walk: WireWalk, start: int, end: int, number: int) -> Iterator[Field]:
    for field in walk.fields(start, end):
        if field.number == number and field.wire_type == BYTES:
            yield field


def _head(walk: WireWalk, value: Field) -> Summary.Value:
    names = {Summary.Value.TAG_FIELD_NUMBER}
    head = Summary.Value.FromString(_kept(walk, value.start, value.end, names))
    for tensor in _all(walk, value.start, value.end, _TENSOR):
        kept = _kept(walk, tensor.start, tensor.end, _OF_TENSOR)
        head.tensor.MergeFromString(kept)
    return head


def _kept(walk: WireWalk, start: int, end: int, numbers: set[int]) -> bytes:
    """Return the fields of some numbers, up to the last of these: a tensor's values come after."""
    kept, missing = bytearray(), set(numbers)
    for field in walk.fields(start, end):
        if field.number in numbers:
            kept += _written(walk, field)
            missing.discard(field.number)
        if not missing:
            break
    return bytes(kept)


def _written(walk: WireWalk, field: Field) -> bytes:
    size = field.end - field.start
    if size > _MAX_BYTES:
        raise TooMuchError
    length = varint(size) if field.wire_type == BYTES else b""
    return field.key + length + walk.content(field.start, size)
