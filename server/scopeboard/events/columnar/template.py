"""What the events of a tag have in common, learnt from one of them.

Writers write the events of a tag alike but for the wall time, the step and the values. Behind wall
time and step stands the event's *body*; a template is a body, which of its bits may differ, and
what to make of them. An event whose other bits are the same is decoded by the template alone.

Only what plain writers write is learnt: each field once, a single number per value, in its proper
place. Everything else has no template and is left to protobuf. What a template makes of the body
it was learnt from is compared with what protobuf makes of it.
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
    """A value of a body: its tag and index in the summary, and where its content stands.

    The content is `size` bytes. If `is_number`, it is of one of the `encoding`s of `numbers`, and a
    size of 0 says that the number is always `constant`; otherwise it is a tensor to be read when
    somebody looks at it.
    """

    key: TagKey
    value_index: int
    evidence: TagEvidence
    at: int
    size: int
    is_number: bool = False
    encoding: int = 0
    is_varint: bool = False
    constant: float = np.nan


@dataclass(frozen=True, slots=True)
class Template:
    """A body with its variable bits zero, a mask of the others, and the values in it."""

    body: bytes
    mask: bytes
    slots: tuple[Slot, ...]
    is_summary: bool


def learn_template(body: bytes) -> Template | None:
    """Return the template of an event's body, None if it has none."""
    try:
        return _learn(body)
    except (ValueError, DecodeError, DamagedDataError):
        return None


def _learn(body: bytes) -> Template:
    event = Event.FromString(body)
    (what,) = fields(body, 0, len(body))
    if what.number == _FILE_VERSION:
        return Template(body, bytes([255]) * len(body), (), is_summary=False)
    if what.number != _SUMMARY:
        raise ValueError("neither a version nor a summary")
    values = zip(fields(body, what.start, what.end), event.summary.value, strict=True)
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
            mask[slot.at + index] = 255 - free
    return bytes(mask)


def _slot(body: bytes, field: Field, value: Summary.Value, value_index: int) -> Slot:
    if field.number != 1 or len(value.tag) > MAX_TAG_CHARACTERS:
        raise ValueError("an unknown field of a summary, or a tag that is to be cut")
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
        return Slot(key, value_index, evidence, content.start, _size(content))
    number, constant = number_of(place.encoding), read_scalar(value)
    if place.size and not _reads(body, place, constant):
        raise ValueError("a number that reads otherwise")
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
    """Tell whether the tensor may be a scalar: a single real number."""
    try:
        element_of(tensor)
        return element_count(tensor) == 1
    except DamagedDataError:
        return False


def _find_content(body: bytes, field: Field, value: Summary.Value) -> Field:
    """Return where the content of a tensor of many elements stands."""
    parts = _unique_fields(body, field)
    if not value.tensor.tensor_content or not parts.keys() <= {_DTYPE, _SHAPE, _VERSION, _CONTENT}:
        raise ValueError("a tensor whose elements stand elsewhere")
    return parts[_CONTENT]


class _Place(NamedTuple):
    """Where a number stands: its encoding, offset in the body and size in bytes."""

    encoding: Encoding
    at: int
    size: int


def _find_in_tensor(body: bytes, field: Field, value: Summary.Value) -> _Place:
    """Return where the tensor's only number stands; a size of 0 if it is left out for zero."""
    parts = _unique_fields(body, field)
    tensor = value.tensor
    element, name = element_of(tensor)
    if tensor.dtype == DT_BFLOAT16:
        element = BFLOAT16
    number = TensorProto.DESCRIPTOR.fields_by_name[name].number
    if not parts.keys() <= {_DTYPE, _SHAPE, _VERSION, _CONTENT, number}:
        raise ValueError("a tensor with further fields")
    if tensor.tensor_content:
        return _Place(Encoding(element), parts[_CONTENT].start, _size(parts[_CONTENT]))
    if number not in parts:
        return _Place(Encoding(element), 0, 0)
    content, wire_type = parts[number], _WIRE_TYPES.get(name, VARINT)
    if content.wire_type not in {wire_type, DELIMITED} or content.start == content.end:
        raise ValueError("a number in a form that is not its own")
    varint_field = name if wire_type == VARINT else ""
    return _Place(Encoding(element, varint_field), content.start, _size(content))


def _size(field: Field) -> int:
    return field.end - field.start


def _reads(body: bytes, place: _Place, expected: float) -> bool:
    """Tell whether the number at a place is what protobuf says, to the bit."""
    source = Unaligned(np.frombuffer(body, np.uint8))
    read = read_numbers(
        source, np.array([place.at]), np.array([number_of(place.encoding)], np.uint8)
    )
    return read.tobytes() == np.float64(expected).tobytes()
