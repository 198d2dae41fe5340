"""Templates of events, each learnt from one event.

The events of a tag differ in the wall time, the step and the values only. The bytes after wall time
and step are the *body* of the event. A template is a body, a mask of its variable bits, and the
encoding of the values in them. An event with the same other bits is decoded by the template alone.

Templates cover the form of common writers: each field once, and one number per value. All other
events are decoded by protobuf. The values that a template decodes from the body it was learnt from
are compared with those of protobuf.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.buffer.unaligned import Unaligned
from scopeboard.events.buffer.wire_numbers import (
    BFLOAT16,
    Encoding,
    number_of,
    read_numbers,
)
from scopeboard.events.decode.event_collector import MAX_TAG_CHARACTERS
from scopeboard.events.values.summary import TagEvidence, evidence_of, read_scalar
from scopeboard.events.values.tensor import element_count, element_of
from scopeboard.protowire.fields import (
    DELIMITED,
    FIXED32,
    FIXED64,
    MAX_VARINT_BYTES,
    VARINT,
    Field,
    fields,
)
from scopeboard.types import TagKey
from scopeboard.wire.event_pb2 import Event
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_BFLOAT16

_FILE_VERSION, _SUMMARY = 3, 5  # fields of Event
_TAG, _SIMPLE_VALUE, _NODE_NAME, _TENSOR, _METADATA = 1, 2, 7, 8, 9  # of Summary.Value
_DTYPE, _SHAPE, _VERSION, _CONTENT = 1, 2, 3, 4  # of TensorProto
_WIRE_TYPES: Final = {"float_val": FIXED32, "double_val": FIXED64}  # of fields that are no varints


class Slot(NamedTuple):
    """A value of a body: its tag, its index in the summary, and its `size` bytes of content.

    `offset` is that of the content in the body. If `is_number`, the content has the `encoding` of
    `wire_numbers`, and a size of 0 means that the number is always `constant`. Otherwise it is a
    tensor, which stays in the file.
    """

    key: TagKey
    value_index: int
    evidence: TagEvidence
    offset: int
    size: int
    is_number: bool = False
    encoding: int = 0
    is_varint: bool = False
    constant: float = np.nan


@dataclass(frozen=True, slots=True)
class Template:
    """A body with its variable bits zero, a mask of the other bits, and its values."""

    body: bytes
    mask: bytes
    slots: tuple[Slot, ...]
    is_summary: bool


def learn_template(body: bytes) -> Template | None:
    """Return the template of an event's body, None if it has no supported form."""
    try:
        return _learn(body)
    except (ValueError, DecodeError, DamagedDataError):
        return None


def _learn(body: bytes) -> Template:
    event = Event.FromString(body)
    (content,) = fields(body, 0, len(body))
    if content.number == _FILE_VERSION:
        return Template(body, bytes([255]) * len(body), (), is_summary=False)
    if content.number != _SUMMARY:
        raise ValueError("neither a version nor a summary")
    values = zip(fields(body, content.start, content.end), event.summary.value, strict=True)
    slots = tuple(_slot(body, field, value, number) for number, (field, value) in enumerate(values))
    mask = _mask(body, slots)
    kept = (np.frombuffer(body, np.uint8) & np.frombuffer(mask, np.uint8)).tobytes()
    return Template(kept, mask, slots, is_summary=True)


def _mask(body: bytes, slots: tuple[Slot, ...]) -> bytes:
    mask = bytearray([255]) * len(body)
    for slot in slots:
        for index in range(slot.size):
            is_last_of_ten = index == MAX_VARINT_BYTES - 1  # more bits would not be valid there
            free = (0 if is_last_of_ten else 127) if slot.is_varint else 255
            mask[slot.offset + index] = 255 - free
    return bytes(mask)


def _slot(body: bytes, field: Field, value: Summary.Value, value_index: int) -> Slot:
    if field.number != 1 or len(value.tag) > MAX_TAG_CHARACTERS:
        raise ValueError("an unknown field of a summary, or a tag that must be shortened")
    parts = _unique_fields(body, field)
    if not parts.keys() <= {_TAG, _SIMPLE_VALUE, _NODE_NAME, _TENSOR, _METADATA}:
        raise ValueError("a value of another kind")
    if (_SIMPLE_VALUE in parts) == (_TENSOR in parts):
        raise ValueError("no value, or two")
    key, evidence = TagKey("scalars", value.tag), evidence_of(value)
    if _SIMPLE_VALUE in parts:
        place = _Place(Encoding("<f4"), parts[_SIMPLE_VALUE].start, 4)
    elif _is_single(value.tensor):
        place = _find_in_tensor(body, parts[_TENSOR], value)
    else:
        content = _find_content(body, parts[_TENSOR], value)
        return Slot(key, value_index, evidence, content.start, content.size)
    number, constant = number_of(place.encoding), read_scalar(value)
    if place.size and not _reads(body, place, constant):
        raise ValueError("a number that protobuf decodes differently")
    is_varint = bool(place.encoding.varint_field)
    return Slot(key, value_index, evidence, place.at, place.size, True, number, is_varint, constant)


def _unique_fields(body: bytes, message: Field) -> dict[int, Field]:
    """Return the fields of a message by number; raise a ValueError if it has a field twice."""
    parts = list(fields(body, message.start, message.end))
    by_number = {part.number: part for part in parts}
    if len(by_number) < len(parts):
        raise ValueError("a field that is written twice")
    return by_number


def _is_single(tensor: TensorProto) -> bool:
    """Return whether the tensor is a single real number."""
    try:
        element_of(tensor)
        return element_count(tensor) == 1
    except DamagedDataError:
        return False


def _find_content(body: bytes, field: Field, value: Summary.Value) -> Field:
    """Return the field with the content of a tensor of many elements."""
    parts = _unique_fields(body, field)
    if not value.tensor.tensor_content or not parts.keys() <= {_DTYPE, _SHAPE, _VERSION, _CONTENT}:
        raise ValueError("a tensor whose elements are in another field")
    return parts[_CONTENT]


class _Place(NamedTuple):
    """The encoding of a number, its offset in the body and its size in bytes."""

    encoding: Encoding
    at: int
    size: int


def _find_in_tensor(body: bytes, field: Field, value: Summary.Value) -> _Place:
    """Return the place of the tensor's only number; of size 0 if a zero is omitted."""
    parts = _unique_fields(body, field)
    tensor = value.tensor
    element, name = element_of(tensor)
    if tensor.dtype == DT_BFLOAT16:
        element = BFLOAT16
    number = TensorProto.DESCRIPTOR.fields_by_name[name].number
    if not parts.keys() <= {_DTYPE, _SHAPE, _VERSION, _CONTENT, number}:
        raise ValueError("a tensor with further fields")
    if tensor.tensor_content:
        return _Place(Encoding(element), parts[_CONTENT].start, parts[_CONTENT].size)
    if number not in parts:
        return _Place(Encoding(element), 0, 0)
    content, wire_type = parts[number], _WIRE_TYPES.get(name, VARINT)
    if content.wire_type not in {wire_type, DELIMITED} or content.start == content.end:
        raise ValueError("a number in an unexpected wire type")
    varint_field = name if wire_type == VARINT else ""
    return _Place(Encoding(element, varint_field), content.start, content.size)


def _reads(body: bytes, place: _Place, expected: float) -> bool:
    """Return whether the number decoded at a place equals protobuf's, to the bit."""
    source = Unaligned(np.frombuffer(body, np.uint8))
    read = read_numbers(
        source, np.array([place.at]), np.array([number_of(place.encoding)], np.uint8)
    )
    return read.tobytes() == np.float64(expected).tobytes()
