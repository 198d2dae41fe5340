"""NodeDefs as bytes, put together from parts that many nodes share.

A model of 100,000 nodes has few distinct attributes and types, so each is encoded once; a node is
then a few pieces joined. Messages built field by field would take several times as long.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.graph.model.attribute_values import NOTE_FIELD
from scopeboard.graph.model.placement import OUTPUT_LAYOUTS, OUTPUT_SHARDINGS
from scopeboard.graph.model.shapes import OUTPUT_DTYPES, OUTPUT_SHAPES
from scopeboard.protowire.fields import delimited_head
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto

SHORT: Final = 1 << 10
"""Most values of a node are shorter, and so are most nodes."""


class FieldHeads:
    """Keys and lengths of a delimited field, those of short values from a table.

    Attributes:
        short: the head of a value by its length, for lengths of less than `SHORT`.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self.short = [delimited_head(number, size) for size in range(SHORT)]

    def of(self, value: bytes) -> bytes:
        """Return a value as a field."""
        size = len(value)
        if size < SHORT:
            return self.short[size] + value
        return delimited_head(self._number, size) + value


_NAME: Final = FieldHeads(NodeDef.NAME_FIELD_NUMBER)
_OP: Final = FieldHeads(NodeDef.OP_FIELD_NUMBER)
_INPUT: Final = FieldHeads(NodeDef.INPUT_FIELD_NUMBER)
_ATTR: Final = FieldHeads(NodeDef.ATTR_FIELD_NUMBER)
_NOTE: Final = FieldHeads(NOTE_FIELD)
_KEY: Final = FieldHeads(1)
_VALUE: Final = FieldHeads(2)
_TEXT: Final = FieldHeads(AttrValue.S_FIELD_NUMBER)


def input_field(text: str) -> bytes:
    """Return an input string as a field of a NodeDef."""
    return _INPUT.of(text.encode())


def attribute_field(name: str, value: AttrValue) -> bytes:
    """Return an attribute as a field of a NodeDef."""
    encoded = value.SerializeToString(deterministic=True)
    return _ATTR.of(_KEY.of(name.encode()) + _VALUE.of(encoded))


def note_field(name: str, text: bytes) -> bytes:
    """Return what only the card of a node shows as a field of a NodeDef."""
    return _NOTE.of(_KEY.of(name.encode()) + _VALUE.of(_TEXT.of(text)))


def output_fields(types: Sequence[OutputType]) -> bytes:
    """Return what is known of the outputs of an op as fields of a NodeDef."""
    dtypes, shapes, is_known = AttrValue(), AttrValue(), False
    dtypes.list.SetInParent()
    for each in types:
        dtypes.list.type.append(each.dtype)
        if each.shape is None:
            shapes.list.shape.add(unknown_rank=True)
        else:
            shapes.list.shape.append(TensorShapeProto.FromString(each.shape))
            is_known = True
    fields = [attribute_field(OUTPUT_DTYPES, dtypes)]
    if is_known:
        fields.append(attribute_field(OUTPUT_SHAPES, shapes))
    fields += [attribute_field(name, value) for name, value in placement_values(types)]
    return b"".join(fields)


def placement_values(types: Sequence[OutputType]) -> Iterator[tuple[str, AttrValue]]:
    """Yield the layouts and the shardings of outputs as attributes, where any is stated."""
    for name, texts in (
        (OUTPUT_LAYOUTS, [each.layout for each in types]),
        (OUTPUT_SHARDINGS, [each.sharding for each in types]),
    ):
        if any(texts):
            yield name, AttrValue(list=AttrValue.ListValue(s=[text.encode() for text in texts]))


def dtype_fields(known: OutputType) -> list[bytes]:
    """Return the dtype of an input, an output or a weight as an attribute, if it is known."""
    return [attribute_field("dtype", AttrValue(type=known.dtype))] if known.dtype else []


class EncodedOutputs:
    """`output_fields` of the ops of one conversion, of which many are alike."""

    def __init__(self) -> None:
        self._known: dict[tuple[OutputType, ...], bytes] = {}

    def of(self, types: tuple[OutputType, ...]) -> bytes:
        """Return what is known of the outputs of an op as fields of a NodeDef."""
        encoded = self._known.get(types)
        if encoded is None:
            encoded = self._known[types] = output_fields(types)
        return encoded


def node_field(heads: FieldHeads, name: str, op_type: bytes, *fields: bytes) -> bytes:
    """Return a NodeDef as a field: its name, its type, and its other fields, encoded."""
    text = name.encode()
    if len(text) >= SHORT or len(op_type) >= SHORT:
        return heads.of(_NAME.of(text) + _OP.of(op_type) + b"".join(fields))
    node = b"".join((_NAMES[len(text)], text, _OPS[len(op_type)], op_type, *fields))
    size = len(node)
    return heads.short[size] + node if size < SHORT else heads.of(node)


class NodeWriter:
    """Writes the ops of one graph or function as nodes.

    Attributes:
        nodes: the NodeDefs, each as a field.
    """

    def __init__(self, heads: FieldHeads) -> None:
        self.nodes: list[bytes] = []
        self._heads = heads
        self._encoded = EncodedOutputs()

    def write(
        self,
        name: str,
        op_type: str,
        fields: Iterable[bytes],
        types: tuple[OutputType, ...],
        notes: Iterable[bytes] = (),
    ) -> None:
        """Add an op: its inputs and attributes as fields, the types of its outputs, its notes."""
        outputs = self._encoded.of(types)
        node = node_field(self._heads, name, op_type.encode(), *fields, outputs, *notes)
        self.nodes.append(node)


_NAMES: Final = _NAME.short
_OPS: Final = _OP.short
NODE_OF_GRAPH: Final = FieldHeads(1)
"""Of `GraphDef.node`."""
NODE_OF_FUNCTION: Final = FieldHeads(3)
"""Of `FunctionDef.node_def`."""
