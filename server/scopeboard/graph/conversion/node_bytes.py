"""NodeDefs as bytes, put together from parts that many nodes share.

A model of 100,000 nodes has few distinct attributes and types, so each is encoded once; a node is
then a few pieces joined. Messages built field by field would take several times as long.
"""

from collections.abc import Iterable
from typing import Final

from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.model.attribute_values import NOTE_FIELD
from scopeboard.graph.model.shapes import OUTPUT_DTYPES
from scopeboard.protowire.fields import delimited_head
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto

_SHORT: Final = 0x80  # a length below it takes one byte
_MEDIUM: Final = 1 << 14  # two bytes


class FieldHeads:
    """Keys and lengths of a delimited field, short ones from a table."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._key = delimited_head(number, 0)[:-1]
        self._short = [delimited_head(number, size) for size in range(_SHORT)]

    def of(self, value: bytes) -> bytes:
        """Return a value as a field."""
        size = len(value)
        if size < _SHORT:
            return self._short[size] + value
        if size < _MEDIUM:
            return self._key + bytes((size & 0x7F | 0x80, size >> 7)) + value
        return delimited_head(self._number, size) + value


_NAME: Final = FieldHeads(NodeDef.NAME_FIELD_NUMBER)
_OP: Final = FieldHeads(NodeDef.OP_FIELD_NUMBER)
_INPUT: Final = FieldHeads(NodeDef.INPUT_FIELD_NUMBER)
_ATTR: Final = FieldHeads(NodeDef.ATTR_FIELD_NUMBER)
_NOTE: Final = FieldHeads(NOTE_FIELD)
_KEY: Final = FieldHeads(1)
_VALUE: Final = FieldHeads(2)


def input_field(text: str) -> bytes:
    """Return an input string as a field of a NodeDef."""
    return _INPUT.of(text.encode())


def attribute_field(name: str, value: AttrValue) -> bytes:
    """Return an attribute as a field of a NodeDef."""
    encoded = value.SerializeToString(deterministic=True)
    return _ATTR.of(_KEY.of(name.encode()) + _VALUE.of(encoded))


def note_field(name: str, text: bytes) -> bytes:
    """Return what only the card of a node shows as a field of a NodeDef."""
    encoded = AttrValue(s=text).SerializeToString(deterministic=True)
    return _NOTE.of(_KEY.of(name.encode()) + _VALUE.of(encoded))


def output_fields(types: Iterable[OutputType]) -> bytes:
    """Return the dtypes and shapes of all outputs of an op as fields of a NodeDef."""
    dtypes, shapes, is_known = AttrValue(), AttrValue(), False
    dtypes.list.SetInParent()
    for dtype, shape in types:
        dtypes.list.type.append(dtype)
        if shape is None:
            shapes.list.shape.add(unknown_rank=True)
        else:
            shapes.list.shape.append(TensorShapeProto.FromString(shape))
            is_known = True
    encoded = attribute_field(OUTPUT_DTYPES, dtypes)
    return encoded + attribute_field("_output_shapes", shapes) if is_known else encoded


def dtype_fields(known: OutputType) -> list[bytes]:
    """Return the dtype of an input, an output or a weight as an attribute, if it is known."""
    return [attribute_field("dtype", AttrValue(type=known.dtype))] if known.dtype else []


class EncodedOutputs:
    """`output_fields` of the ops of one conversion, of which many are alike."""

    def __init__(self) -> None:
        self._known: dict[tuple[OutputType, ...], bytes] = {}

    def of(self, types: tuple[OutputType, ...]) -> bytes:
        """Return the dtypes and shapes of all outputs of an op as fields of a NodeDef."""
        encoded = self._known.get(types)
        if encoded is None:
            encoded = self._known[types] = output_fields(types)
        return encoded


def node_field(heads: FieldHeads, name: str, op_type: bytes, *fields: bytes) -> bytes:
    """Return a NodeDef as a field: its name, its type, and its other fields, encoded."""
    return heads.of(_NAME.of(name.encode()) + _OP.of(op_type) + b"".join(fields))


NODE_OF_GRAPH: Final = FieldHeads(1)
"""Of `GraphDef.node`."""
NODE_OF_FUNCTION: Final = FieldHeads(3)
"""Of `FunctionDef.node_def`."""
