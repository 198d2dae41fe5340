"""A node that is large or damaged, decoded field by field.

Attribute values of over 1 KiB are left out, except what shapes are read from: `_output_shapes`,
and dtype and shape of a tensor. A string that is not UTF-8 makes protobuf refuse the message
around it; here it gets replacement characters. What cannot be read at all is left out.
"""

from contextlib import suppress
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.protowire.fields import DELIMITED, VARINT, Field, fields
from scopeboard.protowire.nested import Span, Window, check_message
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorProto

LARGE_VALUE_BYTES: Final = 1024
_MAX_TENSOR_FIELDS: Final = 1000
_CHECKED_BYTES: Final = 1 << 20
"""A value that is left out is decoded to find damage in it, up to this size, else walked."""
_MAX_KEY: Final = 100


def decode_by_field(data: bytes, place: Field) -> tuple[NodeDef, list[str]]:
    """Return the node that stands at `place`, and the names of attributes that are damaged.

    The name is empty where it cannot be told.
    """
    node, damaged = NodeDef(), list[str]()
    try:
        for field in fields(data, place.start, place.end):
            if not _merge(node, data, field):
                damaged.append(_key_of(data, field))
    except DamagedDataError:
        damaged.append("")
    return node, damaged


def _key_of(data: bytes, entry: Field) -> str:
    """Return the name of an attribute as far as it can be read."""
    with suppress(DamagedDataError):
        for field in fields(data, entry.start, entry.end):
            if field.number == 1 and field.wire_type == DELIMITED:
                return data[field.start : field.end][:_MAX_KEY].decode("utf-8", "replace")
    return ""


def _merge(node: NodeDef, data: bytes, field: Field) -> bool:
    """Add a field to a node; tell whether it could be read."""
    if field.wire_type != DELIMITED:
        return True
    if field.number == NodeDef.ATTR_FIELD_NUMBER:
        return _merge_attribute(node, data, field)
    _merge_text(node, field.number, data[field.start : field.end])
    return True


def _merge_text(node: NodeDef, number: int, raw: bytes) -> None:
    text = raw.decode("utf-8", errors="replace")
    if number == NodeDef.NAME_FIELD_NUMBER:
        node.name = text
    elif number == NodeDef.OP_FIELD_NUMBER:
        node.op = text
    elif number == NodeDef.INPUT_FIELD_NUMBER:
        node.input.append(text)
    elif number == NodeDef.DEVICE_FIELD_NUMBER:
        node.device = text


def _merge_attribute(node: NodeDef, data: bytes, entry: Field) -> bool:
    """Add one attribute, or of a large one what is wanted; tell whether it could be read."""
    try:
        if entry.end - entry.start > LARGE_VALUE_BYTES:
            _merge_large_attribute(node, data, entry)
        else:
            node.MergeFromString(data[entry.begin : entry.end])
    except (DecodeError, DamagedDataError):
        return False
    return True


def _merge_large_attribute(node: NodeDef, data: bytes, entry: Field) -> None:
    """Add what shapes are read from: `_output_shapes`, or dtype and shape of a tensor."""
    parts = {field.number: field for field in fields(data, entry.start, entry.end)}
    key, value = parts.get(1), parts.get(2)
    if key is None or value is None or value.wire_type != DELIMITED:
        return
    if data[key.start : key.end] == b"_output_shapes":
        shapes = AttrValue.FromString(data[value.start : value.end])
        node.attr["_output_shapes"].CopyFrom(shapes)
        return
    for field in fields(data, value.start, value.end):
        if field.number == AttrValue.TENSOR_FIELD_NUMBER and data[key.start : key.end] == b"value":
            _merge_tensor_type(node.attr["value"].tensor, data, field)
    if value.end - value.start <= _CHECKED_BYTES:
        AttrValue.FromString(data[value.start : value.end])  # raises where any of it is damaged
    else:
        check_message(Window.of(data), Span(value.start, value.end), AttrValue)


def _merge_tensor_type(tensor: TensorProto, data: bytes, place: Field) -> None:
    """Set dtype and shape, which stand before the values, of which there may be millions."""
    for field in islice(fields(data, place.start, place.end), _MAX_TENSOR_FIELDS):
        is_dtype = field.number == TensorProto.DTYPE_FIELD_NUMBER and field.wire_type == VARINT
        is_shape = field.number == TensorProto.TENSOR_SHAPE_FIELD_NUMBER
        if is_dtype or (is_shape and field.end - field.start <= LARGE_VALUE_BYTES):
            tensor.MergeFromString(data[field.begin : field.end])
