"""A node that is large or damaged, decoded field by field.

Attribute values of over 1 KiB are omitted, except what is stated of outputs: `_output_shapes`,
and dtype and shape of a tensor. A string that is not UTF-8 makes protobuf refuse its message; here
it gets replacement characters. Unreadable fields are omitted.
"""

from contextlib import suppress
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.model.placement import OUTPUT_LAYOUTS, OUTPUT_SHARDINGS
from scopeboard.graph.model.shapes import OUTPUT_SHAPES
from scopeboard.protowire.fields import DELIMITED, VARINT, Field, fields
from scopeboard.protowire.nested import Span, Window, check_message
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorProto

LARGE_VALUE_BYTES: Final = 1024
_MAX_TENSOR_FIELDS: Final = 1000
_MAX_DECODED_BYTES: Final = 1 << 20
"""An omitted value up to this size is decoded to find damage in it; a larger one is walked."""
_MAX_KEY: Final = 100
_OF_OUTPUTS: Final = frozenset(
    name.encode() for name in (OUTPUT_SHAPES, OUTPUT_LAYOUTS, OUTPUT_SHARDINGS)
)
_TEXT_FIELDS: Final = {
    NodeDef.NAME_FIELD_NUMBER: "name",
    NodeDef.OP_FIELD_NUMBER: "op",
    NodeDef.DEVICE_FIELD_NUMBER: "device",
}


def decode_by_field(data: bytes, span: Field) -> tuple[NodeDef, list[str]]:
    """Return the node in a span, and the names of attributes that are damaged.

    The name is empty where it is unreadable.
    """
    node, damaged = NodeDef(), list[str]()
    try:
        for field in fields(data, span.start, span.end):
            if field.wire_type != DELIMITED:
                continue
            if field.number == NodeDef.ATTR_FIELD_NUMBER:
                try:
                    if field.end - field.start > LARGE_VALUE_BYTES:
                        _merge_large_attribute(node, data, field)
                    else:
                        node.MergeFromString(data[field.begin : field.end])
                except (DecodeError, DamagedDataError):
                    damaged.append(_key_of(data, field))
                continue
            text = data[field.start : field.end].decode("utf-8", errors="replace")
            if field.number == NodeDef.INPUT_FIELD_NUMBER:
                node.input.append(text)
            elif field.number in _TEXT_FIELDS:
                setattr(node, _TEXT_FIELDS[field.number], text)
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


def _merge_large_attribute(node: NodeDef, data: bytes, entry: Field) -> None:
    """Add what is stated of outputs: `_output_shapes` and alike, or dtype and shape of a tensor.

    The latter precede the values of the tensor, which may be millions of fields.
    """
    entry_fields = {field.number: field for field in fields(data, entry.start, entry.end)}
    key, value = entry_fields.get(1), entry_fields.get(2)
    if key is None or value is None or value.wire_type != DELIMITED:
        return
    name = data[key.start : key.end]
    if name in _OF_OUTPUTS:
        known = AttrValue.FromString(data[value.start : value.end])
        node.attr[name.decode()].CopyFrom(known)
        return
    for field_of_value in fields(data, value.start, value.end):
        if field_of_value.number != AttrValue.TENSOR_FIELD_NUMBER or name != b"value":
            continue
        # Creates the attribute: a tensor that states neither dtype nor shape is a scalar.
        tensor = node.attr["value"].tensor
        span = field_of_value.start, field_of_value.end
        for field in islice(fields(data, *span), _MAX_TENSOR_FIELDS):
            is_dtype = field.number == TensorProto.DTYPE_FIELD_NUMBER and field.wire_type == VARINT
            is_shape = field.number == TensorProto.TENSOR_SHAPE_FIELD_NUMBER
            if is_dtype or (is_shape and field.end - field.start <= LARGE_VALUE_BYTES):
                tensor.MergeFromString(data[field.begin : field.end])
    if value.end - value.start <= _MAX_DECODED_BYTES:
        AttrValue.FromString(data[value.start : value.end])  # raises if any of it is damaged
    else:
        check_message(Window.of(data), Span(value.start, value.end), AttrValue)
