"""GraphDef bytes to NodeDefs, leaving every large attribute value where it is.

A GraphDef may carry weights of hundreds of megabytes in the attributes of a few nodes, and
decoding it whole would copy them. So its outermost level is walked in place, which is cheap.
Nodes of up to 1 KiB, nearly all, cannot hold a large value and are decoded in batches. A larger
node is walked in turn and decoded without the attribute values that are over 1 KiB, except what
shapes are read from: `_output_shapes`, and dtype and shape of a tensor.

A string that is not UTF-8 makes protobuf refuse the message around it. Such a node is read field
by field, its strings with replacement characters.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.protofields import DELIMITED, VARINT, Field, fields
from scopeboard.wire.graph_pb2 import AttrValue, GraphDef, NodeDef
from scopeboard.wire.tensor_pb2 import TensorProto

LARGE_VALUE_BYTES: Final = 1024
MAX_NODES: Final = 2_000_000
_BATCH_NODES: Final = 2048
_GRAPH_FIELDS: Final = frozenset(GraphDef.DESCRIPTOR.fields_by_number)


def iter_nodedefs(data: bytes) -> Iterator[NodeDef]:
    """Decode the nodes of a GraphDef in order, without attribute values over 1 KiB.

    Raises:
        DamagedDataError: the bytes are cut, hold no GraphDef or more than `MAX_NODES` nodes.
    """
    nodes = _node_fields(data)
    while batch := list(islice(nodes, _BATCH_NODES)):
        yield from _decode_batch(data, batch)


def _node_fields(data: bytes) -> Iterator[Field]:
    """Walk the places of the nodes."""
    count = 0
    strange = len(data) > 0
    for field in fields(data, 0, len(data)):
        strange = strange and field.number not in _GRAPH_FIELDS
        if field.number == GraphDef.NODE_FIELD_NUMBER:
            _expect_message(field)
            count += 1
            yield field
        if count > MAX_NODES:
            raise DamagedDataError(f"The graph has more than {MAX_NODES} nodes, too many to read.")
    if strange:
        raise DamagedDataError("These bytes are no graph: they have none of its fields.")


def _expect_message(field: Field) -> None:
    if field.wire_type != DELIMITED:
        raise DamagedDataError(f"These bytes are no graph: byte {field.begin} begins no node.")


def _decode_batch(data: bytes, nodes: list[Field]) -> Iterator[NodeDef]:
    """Decode nodes, small ones in one go."""
    if all(node.end - node.start <= LARGE_VALUE_BYTES for node in nodes):
        try:
            batch = GraphDef.FromString(b"".join(data[node.begin : node.end] for node in nodes))
        except DecodeError:
            pass  # one of them needs the long way
        else:
            yield from batch.node
            return
    for node in nodes:
        yield _decode_node(data, node)


def _decode_node(data: bytes, node: Field) -> NodeDef:
    if node.end - node.start <= LARGE_VALUE_BYTES:
        try:
            return NodeDef.FromString(data[node.start : node.end])
        except DecodeError:
            pass
    return _decode_by_field(data, node)


def _decode_by_field(data: bytes, node: Field) -> NodeDef:
    """Decode a node that is large or has damaged strings."""
    decoded = NodeDef()
    for field in fields(data, node.start, node.end):
        if field.number == NodeDef.ATTR_FIELD_NUMBER and field.wire_type == DELIMITED:
            _merge_attribute(decoded, data, field)
        elif field.wire_type == DELIMITED and field.number <= NodeDef.DEVICE_FIELD_NUMBER:
            _merge_text(decoded, field.number, data[field.start : field.end])
    return decoded


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


def _merge_attribute(node: NodeDef, data: bytes, entry: Field) -> None:
    """Add one attribute; one that protobuf refuses, or a large one, is left out."""
    if entry.end - entry.start > LARGE_VALUE_BYTES:
        _merge_large_attribute(node, data, entry)
        return
    try:
        node.MergeFromString(data[entry.begin : entry.end])
    except DecodeError:
        return


def _merge_large_attribute(node: NodeDef, data: bytes, entry: Field) -> None:
    """Add what shapes are read from: `_output_shapes`, or dtype and shape of a tensor."""
    parts = {field.number: field for field in fields(data, entry.start, entry.end)}
    key, value = parts.get(1), parts.get(2)
    if key is None or value is None or value.wire_type != DELIMITED:
        return
    if data[key.start : key.end] == b"_output_shapes":
        _merge_message(node.attr["_output_shapes"], data[value.start : value.end])
        return
    for field in fields(data, value.start, value.end):
        if field.number == AttrValue.TENSOR_FIELD_NUMBER and data[key.start : key.end] == b"value":
            _merge_tensor_type(node.attr["value"].tensor, data, field)


def _merge_tensor_type(tensor: TensorProto, data: bytes, place: Field) -> None:
    """Set dtype and shape, which stand beside the values."""
    for field in fields(data, place.start, place.end):
        is_dtype = field.number == TensorProto.DTYPE_FIELD_NUMBER and field.wire_type == VARINT
        is_shape = field.number == TensorProto.TENSOR_SHAPE_FIELD_NUMBER
        if is_dtype or (is_shape and field.end - field.start <= LARGE_VALUE_BYTES):
            _merge_message(tensor, data[field.begin : field.end])


def _merge_message(message: AttrValue | TensorProto, raw: bytes) -> None:
    try:
        message.MergeFromString(raw)
    except DecodeError:
        return
