"""Templates of events, each learnt from one event.

The events of a tag differ in the wall time, the step and the values only. The bytes after wall time
and step are the *body* of the event. A template is a body, a mask of its variable bits, and the
encoding of the values in them. An event with the same other bits is decoded by the template alone.

Templates cover the form of common writers: each field once, and one number per value. All other
events are decoded by protobuf. The values that a template decodes from the body of its example are
compared with the values of protobuf.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.events.buffer.unaligned import (
    BFLOAT16,
    Encoding,
    Unaligned,
    number_of,
    read_numbers,
)
from scopeboard.events.decode.decoder import MAX_TAG_CHARACTERS
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
_WIRE_TYPES: Final = {"float_val": FIXED32, "double_val": FIXED64}  # of fields without varints


class Slot(NamedTuple):
    """A value of a body: its tag, its index in the summary, and its `size` bytes of content.

    `offset` is the offset of the content in the body. If `is_number`, `encoding` is a number of
    `unaligned`, and a size of 0 means that the number is always `constant`. Otherwise the
    content is a tensor, which stays in the file.
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
        event = Event.FromString(body)
        (content,) = fields(body, 0, len(body))
        if content.number == _FILE_VERSION:
            return Template(body, bytes([255]) * len(body), (), is_summary=False)
        if content.number != _SUMMARY:
            return None
        encoded = fields(body, content.start, content.end)
        values = enumerate(zip(encoded, event.summary.value, strict=True))
        slots = tuple(_slot(body, field, value, index) for index, (field, value) in values)
    except (ValueError, DecodeError, DamagedDataError):
        return None
    mask = bytearray([255]) * len(body)
    for slot in slots:
        for index in range(slot.size):
            is_last_of_ten = index == MAX_VARINT_BYTES - 1  # more bits would not be valid there
            variable = (0 if is_last_of_ten else 127) if slot.is_varint else 255
            mask[slot.offset + index] = 255 - variable
    invariant = np.frombuffer(body, np.uint8) & np.frombuffer(mask, np.uint8)
    return Template(invariant.tobytes(), bytes(mask), slots, is_summary=True)


def _slot(body: bytes, field: Field, value: Summary.Value, value_index: int) -> Slot:
    """Return a value of the body; raise a ValueError if it has no supported form."""
    if field.number != 1 or len(value.tag) > MAX_TAG_CHARACTERS:
        raise ValueError("an unknown field of a summary, or a tag that must be shortened")
    by_number = _unique_fields(body, field)
    if not by_number.keys() <= {_TAG, _SIMPLE_VALUE, _NODE_NAME, _TENSOR, _METADATA}:
        raise ValueError("a value of another kind")
    if (_SIMPLE_VALUE in by_number) == (_TENSOR in by_number):
        raise ValueError("no value, or two")
    if _SIMPLE_VALUE in by_number:
        content = _Content(by_number[_SIMPLE_VALUE].start, 4, Encoding("<f4"))
    else:
        content = _tensor_content(body, by_number[_TENSOR], value.tensor)
    key, evidence = TagKey("scalars", value.tag), evidence_of(value)
    if content.encoding is None:
        return Slot(key, value_index, evidence, content.offset, content.size)
    encoding, expected = number_of(content.encoding), read_scalar(value)
    if content.size:
        source, offset = Unaligned(np.frombuffer(body, np.uint8)), np.array([content.offset])
        number = read_numbers(source, offset, np.array([encoding], np.uint8))
        if number.tobytes() != np.float64(expected).tobytes():
            raise ValueError("a number that protobuf decodes differently")
    is_varint = bool(content.encoding.varint_field)
    return Slot(
        *(key, value_index, evidence, content.offset, content.size),
        *(True, encoding, is_varint, expected),
    )


def _unique_fields(body: bytes, message: Field) -> dict[int, Field]:
    """Return the fields of a message by number; raise a ValueError if it has a field twice."""
    in_order = list(fields(body, message.start, message.end))
    by_number = {field.number: field for field in in_order}
    if len(by_number) < len(in_order):
        raise ValueError("a repeated field")
    return by_number


class _Content(NamedTuple):
    """Offset and size (bytes) of a value in the body; no encoding if it is not a number."""

    offset: int
    size: int
    encoding: Encoding | None = None


def _tensor_content(body: bytes, field: Field, tensor: TensorProto) -> _Content:
    """Return the tensor's only number, of size 0 if a zero is omitted; or else all its bytes."""
    by_number = _unique_fields(body, field)
    allowed, content = {_DTYPE, _SHAPE, _VERSION, _CONTENT}, by_number.get(_CONTENT)
    if content is not None and content.wire_type != DELIMITED:
        content = None  # protobuf ignores it
    try:
        element, name = element_of(tensor)
        is_number = element_count(tensor) == 1
    except DamagedDataError:
        is_number = False
    if not is_number:
        if content is None or not content.size or not by_number.keys() <= allowed:
            raise ValueError("a tensor whose elements are in another field")
        return _Content(content.start, content.size)
    if tensor.dtype == DT_BFLOAT16:
        element = BFLOAT16
    number = TensorProto.DESCRIPTOR.fields_by_name[name].number
    if not by_number.keys() <= {*allowed, number}:
        raise ValueError("a tensor with further fields")
    if content is not None and content.size:
        return _Content(content.start, content.size, Encoding(element))
    if number not in by_number:
        return _Content(0, 0, Encoding(element))
    stored, wire_type = by_number[number], _WIRE_TYPES.get(name, VARINT)
    if stored.wire_type not in {wire_type, DELIMITED} or not stored.size:
        raise ValueError("a number in an unexpected wire type")
    varint_field = name if wire_type == VARINT else ""
    return _Content(stored.start, stored.size, Encoding(element, varint_field))
