"""NumPy arrays as the wire format's tensors."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from scopeboard.wire.types_pb2 import DataType

DATA_TYPES = {
    np.dtype(np.float32): DataType.DT_FLOAT,
    np.dtype(np.float64): DataType.DT_DOUBLE,
    np.dtype(np.int32): DataType.DT_INT32,
    np.dtype(np.int64): DataType.DT_INT64,
    np.dtype(np.bool_): DataType.DT_BOOL,
    np.dtype(object): DataType.DT_STRING,
}


def tensor_proto(array: NDArray[Any]) -> TensorProto:
    """The tensor of an array of numbers, or of `bytes` (dtype `object`)."""
    proto = TensorProto(dtype=DATA_TYPES[array.dtype], tensor_shape=shape_proto(array.shape))
    if array.dtype == object:
        proto.string_val.extend(array.ravel())
    else:
        proto.tensor_content = array.astype(array.dtype.newbyteorder("<")).tobytes()
    return proto


def shape_proto(shape: Iterable[int | None]) -> TensorShapeProto:
    """The wire form of a shape; `None` is written as -1, unknown."""
    sizes = (-1 if size is None else size for size in shape)
    return TensorShapeProto(dim=[TensorShapeProto.Dim(size=size) for size in sizes])
