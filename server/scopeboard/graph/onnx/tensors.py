"""Weights and constants by their heads: name, dtype, shape, and the values of small ones."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.graph.onnx.dtypes import OutputType, dtype_of, shape_of
from scopeboard.wire import onnx_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_DOUBLE,
    DT_FLOAT,
    DT_HALF,
    DT_INT64,
    DT_STRING,
    DT_UINT32,
    DT_UINT64,
    DataType,
)

MAX_VALUES: Final = 64
"""Elements of a tensor whose values are in the graph: sizes, axes, scalars."""
_MAX_VALUE_BYTES: Final = 8 * MAX_VALUES
_MAX_LOCATION: Final = 200


class TensorHead(NamedTuple):
    """A tensor: its name, its type, and its attributes as an op: dtype, shape, value or file."""

    name: bytes
    type: OutputType
    attributes: dict[str, AttrValue]


def read_tensor(encoded: bytes) -> TensorHead | None:
    """Return the head of a tensor, None if it cannot be read or has no shape."""
    try:
        tensor = wire.Tensor.FromString(encoded)
    except DecodeError:
        return None
    return _head(tensor, tensor.dims)


def read_sparse_tensor(encoded: bytes) -> TensorHead | None:
    """Return the head of a sparse tensor, with the shape of the dense one that it stands for."""
    try:
        sparse = wire.SparseTensor.FromString(encoded)
        values = wire.Tensor.FromString(sparse.values)
    except DecodeError:
        return None
    head = _head(values, sparse.dims)
    if head is None:
        return None
    head.attributes.pop("value", None)
    if len(values.dims) == 1:
        head.attributes["stored_values"] = AttrValue(i=values.dims[0])
    return head


def tensor_value(encoded: bytes) -> AttrValue | None:
    """Return a tensor in an attribute: its values if it is small, else its shape."""
    head = read_tensor(encoded)
    return None if head is None else head.attributes.get("value", head.attributes["shape"])


def _head(tensor: wire.Tensor, dims: Sequence[int]) -> TensorHead | None:
    shape = shape_of(dims)
    if shape is None:
        return None
    output = OutputType(dtype_of(tensor.data_type), shape)
    message = TensorShapeProto.FromString(shape)
    attributes = {"dtype": AttrValue(type=output.dtype), "shape": AttrValue(shape=message)}
    if tensor.data_location == wire.Tensor.EXTERNAL:
        for entry in tensor.external_data:
            if entry.key in {b"location", b"offset", b"length"}:
                name = f"external_{entry.key.decode()}"
                attributes[name] = AttrValue(s=entry.value[:_MAX_LOCATION])
    elif (values := _small_values(tensor, output.dtype, message)) is not None:
        attributes["value"] = AttrValue(tensor=values)
    return TensorHead(tensor.name, output, attributes)


def _small_values(
    tensor: wire.Tensor, dtype: DataType, shape: TensorShapeProto
) -> TensorProto | None:
    """Return a tensor of a few elements with its values, None for others."""
    count = 1
    for dim in shape.dim:
        count = min(count * dim.size, MAX_VALUES + 1)
    if not 0 < count <= MAX_VALUES:
        return None
    small = TensorProto(dtype=dtype, tensor_shape=shape)
    if tensor.raw_data:
        if len(tensor.raw_data) > _MAX_VALUE_BYTES:
            return None
        small.tensor_content = tensor.raw_data
        return small
    _copy_typed(tensor, small)
    listed = sum(len(values) for field, values in small.ListFields() if field.name.endswith("_val"))
    return small if listed == count and small.ByteSize() <= _MAX_VALUE_BYTES * 2 else None


def _copy_typed(tensor: wire.Tensor, small: TensorProto) -> None:
    """Copy the values that are in the field of their dtype."""
    dtype = small.dtype
    if dtype == DT_STRING:
        small.string_val.extend(text[:_MAX_LOCATION] for text in tensor.string_data)
    elif dtype == DT_UINT32:
        small.uint32_val.extend(number & 0xFFFFFFFF for number in tensor.uint64_data)
    elif dtype == DT_BOOL:
        small.bool_val.extend(bool(each) for each in tensor.int32_data)
    elif dtype in _FIELDS:
        source, target = _FIELDS[dtype]
        getattr(small, target).extend(getattr(tensor, source))
    else:
        small.int_val.extend(tensor.int32_data)


# Where ONNX has the values of a dtype, and where a GraphDef has them.
_FIELDS: Final = {
    DT_FLOAT: ("float_data", "float_val"),
    DT_DOUBLE: ("double_data", "double_val"),
    DT_INT64: ("int64_data", "int64_val"),
    DT_UINT64: ("uint64_data", "uint64_val"),
    DT_HALF: ("int32_data", "half_val"),
    DT_BFLOAT16: ("int32_data", "half_val"),
}
