"""Weights and constants by their heads: name, dtype, shape, and the values of small ones."""

from functools import lru_cache
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from scopeboard.graph.conversion.output_types import OutputType, shape_of
from scopeboard.graph.onnx.dtypes import dtype_of
from scopeboard.wire import onnx_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_DOUBLE,
    DT_FLOAT,
    DT_HALF,
    DT_INT32,
    DT_INT64,
    DT_STRING,
    DT_UINT32,
    DT_UINT64,
)

MAX_VALUES: Final = 64
"""Elements of a tensor of whole numbers whose values are in the graph: sizes, axes."""
_MAX_NUMBERS: Final = 4  # of other tensors: scalars, scales
_MAX_VALUE_BYTES: Final = 8 * MAX_VALUES
_MAX_LOCATION: Final = 200
_MAX_TYPES: Final = 4096
_WHOLE: Final = frozenset({DT_INT32, DT_INT64})


class TensorHead(NamedTuple):
    """A tensor: its name and type, its value if it is small, and what its card has besides."""

    name: bytes
    type: OutputType
    value: AttrValue | None = None
    more: tuple[tuple[str, AttrValue], ...] = ()

    @property
    def shown(self) -> AttrValue:
        """The value, or the shape of a tensor whose value is not in the graph."""
        if self.value is not None:
            return self.value
        return AttrValue(shape=TensorShapeProto.FromString(self.type.shape or b""))


def read_tensor(encoded: bytes) -> TensorHead | None:
    """Return the head of a tensor, None if it cannot be read or has no shape."""
    try:
        tensor = wire.Tensor.FromString(encoded)
    except DecodeError:
        return None
    known = _type_and_count(tensor.data_type, tuple(tensor.dims))
    if known is None:
        return None
    output, count = known
    if tensor.data_location == wire.Tensor.EXTERNAL:
        return TensorHead(tensor.name, output, None, _location(tensor))
    limit = MAX_VALUES if output.dtype in _WHOLE else _MAX_NUMBERS
    if not 0 < count <= limit:
        return TensorHead(tensor.name, output)
    return TensorHead(tensor.name, output, _small_value(tensor, output, count))


def read_sparse_tensor(encoded: bytes) -> TensorHead | None:
    """Return the head of a sparse tensor, with the shape of the dense one that it stands for."""
    try:
        sparse = wire.SparseTensor.FromString(encoded)
        values = wire.Tensor.FromString(sparse.values)
    except DecodeError:
        return None
    known = _type_and_count(values.data_type, tuple(sparse.dims))
    if known is None:
        return None
    stored = [("stored_values", AttrValue(i=values.dims[0]))] if len(values.dims) == 1 else []
    return TensorHead(values.name, known[0], None, tuple(stored))


@lru_cache(_MAX_TYPES)
def _type_and_count(number: int, dims: tuple[int, ...]) -> tuple[OutputType, int] | None:
    """Return the type and the number of elements of a tensor, None if it has no shape."""
    shape = shape_of(dims)
    if shape is None:
        return None
    count = 1
    for size in dims:
        count = min(count * size, MAX_VALUES + 1)
    return OutputType(dtype_of(number), shape), count


def _location(tensor: wire.Tensor) -> tuple[tuple[str, AttrValue], ...]:
    """Return the file with the values of a tensor, and their place there."""
    return tuple(
        (f"external_{entry.key.decode()}", AttrValue(s=entry.value[:_MAX_LOCATION]))
        for entry in tensor.external_data
        if entry.key in {b"location", b"offset", b"length"}
    )


def _small_value(tensor: wire.Tensor, output: OutputType, count: int) -> AttrValue | None:
    """Return the values of a tensor of a few elements, None where they are not as many."""
    value = AttrValue()
    small = value.tensor
    small.dtype = output.dtype
    small.tensor_shape.ParseFromString(output.shape or b"")
    if tensor.raw_data:
        if len(tensor.raw_data) > _MAX_VALUE_BYTES:
            return None
        small.tensor_content = tensor.raw_data
        return value
    _copy_typed(tensor, small)
    listed = sum(len(values) for field, values in small.ListFields() if field.name.endswith("_val"))
    return value if listed == count and small.ByteSize() <= _MAX_VALUE_BYTES * 2 else None


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
