"""Attributes of a node as those of a NodeDef; graphs in them are read elsewhere."""

from collections.abc import Callable
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.graph.conversion.output_types import UNKNOWN_TYPE, OutputType, shape_of
from scopeboard.graph.onnx.dtypes import dtype_of, type_of
from scopeboard.graph.onnx.tensors import read_sparse_tensor, read_tensor
from scopeboard.wire import onnx_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64, DT_STRING, DataType

_MAX_NAME: Final = 200
_MAX_TEXT: Final = 900  # bytes; larger values are not stored with an op
_MAX_LISTED: Final = 100
_DTYPE_NAMES: Final = frozenset({"to", "dtype", "output_dtype", "output_datatype"})
_Type = wire.Attribute


class ReadAttribute(NamedTuple):
    """An attribute: its name and value, None for one that cannot be stored.

    `graphs` are its encoded graphs. `constant` is the type of the tensor in it, where it is the
    value of a `Constant`, and `more` what the card of a constant has besides.
    """

    name: str
    value: AttrValue | None
    graphs: tuple[bytes, ...] = ()
    constant: OutputType = UNKNOWN_TYPE
    more: tuple[tuple[str, AttrValue], ...] = ()


def read_attribute(encoded: bytes) -> ReadAttribute | None:
    """Return an attribute, None if it cannot be read."""
    try:
        attribute = wire.Attribute.FromString(encoded)
    except DecodeError:
        return None
    name = attribute.name[:_MAX_NAME].decode("utf-8", "replace")
    if attribute.ref_attr_name:
        text = attribute.ref_attr_name[:_MAX_NAME].decode("utf-8", "replace")
        return ReadAttribute(name, AttrValue(placeholder=text))
    kind = attribute.type or _kind_without_type(attribute)
    if kind in {_Type.GRAPH, _Type.GRAPHS}:
        graphs = (attribute.g,) if kind == _Type.GRAPH else tuple(attribute.graphs)
        return ReadAttribute(name, None, graphs)
    if name.startswith("value") or kind in {_Type.TENSOR, _Type.SPARSE_TENSOR}:
        constant = _read_constant(name, kind, attribute)
        if constant is not None:
            return constant
    if kind == _Type.INT and name in _DTYPE_NAMES and dtype_of(attribute.i):
        return ReadAttribute(name, AttrValue(type=dtype_of(attribute.i)))
    read = _READERS.get(kind)
    return ReadAttribute(name, None if read is None else read(attribute))


def _kind_without_type(attribute: wire.Attribute) -> int:
    """Return the type of an attribute from the fields that it has: old models do not state it."""
    for number, field in _FIELDS.items():
        if field in _REPEATED:
            if len(getattr(attribute, field)):
                return number
        elif attribute.HasField(field):
            return number
    return _Type.UNDEFINED


def _read_constant(name: str, kind: int, attribute: wire.Attribute) -> ReadAttribute | None:
    """Return a tensor, or another value of a `Constant`, with its type."""
    if kind in {_Type.TENSOR, _Type.SPARSE_TENSOR}:
        read = read_tensor if kind == _Type.TENSOR else read_sparse_tensor
        head = read(attribute.t if kind == _Type.TENSOR else attribute.sparse_tensor)
        if head is None:
            return None
        more = (("dtype", AttrValue(type=head.type.dtype)), *head.more)
        return ReadAttribute(name, head.shown, (), head.type, more)
    dtype, reader = _CONSTANTS.get(name), _READERS.get(kind)
    if dtype is None or reader is None:
        return None
    count = len(getattr(attribute, _FIELDS[kind])) if _FIELDS.get(kind) in _REPEATED else None
    shape = shape_of([] if count is None else [count])
    return ReadAttribute(name, reader(attribute), (), OutputType(dtype, shape))


def _floats(attribute: wire.Attribute) -> AttrValue:
    value = AttrValue()
    value.list.f.extend(attribute.floats[:_MAX_LISTED])
    return value


def _ints(attribute: wire.Attribute) -> AttrValue:
    value = AttrValue()
    value.list.i.extend(attribute.ints[:_MAX_LISTED])
    return value


def _strings(attribute: wire.Attribute) -> AttrValue:
    value, size = AttrValue(), 0
    for text in attribute.strings:
        size += len(text)
        if size > _MAX_TEXT:
            break
        value.list.s.append(text)
    value.list.SetInParent()
    return value


def _tensors(attribute: wire.Attribute) -> AttrValue:
    value = AttrValue()
    for encoded in attribute.tensors[:_MAX_LISTED]:
        head = read_tensor(encoded)
        if head is not None and head.value is not None:
            value.list.tensor.append(head.value.tensor)
    return value if value.ByteSize() <= _MAX_TEXT else AttrValue(s=b"tensors")


def _type(attribute: wire.Attribute) -> AttrValue | None:
    output = type_of(attribute.tp)
    return None if output is None else AttrValue(type=output.dtype)


_FIELDS: Final[dict[int, str]] = {
    _Type.FLOAT: "f", _Type.INT: "i", _Type.STRING: "s", _Type.TENSOR: "t", _Type.GRAPH: "g",
    _Type.FLOATS: "floats", _Type.INTS: "ints", _Type.STRINGS: "strings",
    _Type.TENSORS: "tensors", _Type.GRAPHS: "graphs", _Type.SPARSE_TENSOR: "sparse_tensor",
    _Type.TYPE_PROTO: "tp",
}  # fmt: skip
_REPEATED: Final = frozenset({"floats", "ints", "strings", "tensors", "graphs"})
_READERS: Final[dict[int, Callable[[wire.Attribute], AttrValue | None]]] = {
    _Type.FLOAT: lambda attribute: AttrValue(f=attribute.f),
    _Type.INT: lambda attribute: AttrValue(i=attribute.i),
    _Type.STRING: lambda attribute: AttrValue(s=attribute.s[:_MAX_TEXT]),
    _Type.FLOATS: _floats,
    _Type.INTS: _ints,
    _Type.STRINGS: _strings,
    _Type.TENSORS: _tensors,
    _Type.TYPE_PROTO: _type,
}
_CONSTANTS: Final[dict[str, DataType]] = {
    "value_float": DT_FLOAT, "value_floats": DT_FLOAT, "value_int": DT_INT64,
    "value_ints": DT_INT64, "value_string": DT_STRING, "value_strings": DT_STRING,
}  # fmt: skip
