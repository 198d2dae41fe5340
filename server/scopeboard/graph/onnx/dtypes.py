"""Types of ONNX as those of a GraphDef: dtypes, and shapes whose dimensions may have names.

A sequence, a map or an optional has no dtype of its own here (`DT_VARIANT`) and no shape.
"""

from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.graph.conversion.output_types import MAX_RANK, OutputType
from scopeboard.wire import onnx_pb2 as wire
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_COMPLEX64,
    DT_COMPLEX128,
    DT_DOUBLE,
    DT_FLOAT,
    DT_FLOAT4_E2M1FN,
    DT_FLOAT6_E2M3FN,
    DT_FLOAT6_E3M2FN,
    DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ,
    DT_FLOAT8_E5M2,
    DT_FLOAT8_E5M2FNUZ,
    DT_FLOAT8_E8M0FNU,
    DT_HALF,
    DT_INT2,
    DT_INT4,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_STRING,
    DT_UINT2,
    DT_UINT4,
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
    DT_VARIANT,
    DataType,
)

_MAX_NAME_BYTES: Final = 16
"""Exporters make up longer names of dimensions, such as `Reshape_12_dim_0`; these do not count."""
_MADE_UP: Final = b"unk_"  # and tools such names as `unk__12`
# By the number of ONNX's `TensorProto.DataType`, from 0 on.
_DTYPES: Final[tuple[DataType, ...]] = (
    DT_INVALID, DT_FLOAT, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32, DT_INT64, DT_STRING,
    DT_BOOL, DT_HALF, DT_DOUBLE, DT_UINT32, DT_UINT64, DT_COMPLEX64, DT_COMPLEX128, DT_BFLOAT16,
    DT_FLOAT8_E4M3FN, DT_FLOAT8_E4M3FNUZ, DT_FLOAT8_E5M2, DT_FLOAT8_E5M2FNUZ, DT_UINT4, DT_INT4,
    DT_FLOAT4_E2M1FN, DT_FLOAT8_E8M0FNU, DT_UINT2, DT_INT2, DT_FLOAT6_E2M3FN, DT_FLOAT6_E3M2FN,
)  # fmt: skip


def dtype_of(number: int) -> DataType:
    """Return the dtype of a number of ONNX, `DT_INVALID` for one that it does not have."""
    return _DTYPES[number] if 0 <= number < len(_DTYPES) else DT_INVALID


def type_of(encoded: bytes) -> OutputType | None:
    """Return a type, None if it cannot be read."""
    try:
        message = wire.TypeOf.FromString(encoded)
    except DecodeError:
        return None
    kind = message.sparse_tensor_type
    if message.HasField("tensor_type"):
        kind = message.tensor_type
    elif not message.HasField("sparse_tensor_type"):
        has_contents = any(
            message.HasField(name) for name in ("sequence_type", "map_type", "optional_type")
        )
        return OutputType(DT_VARIANT if has_contents else DT_INVALID, None)
    if not kind.HasField("shape") or len(kind.shape.dim) > MAX_RANK:
        return OutputType(dtype_of(kind.elem_type), None)
    shape = TensorShapeProto()
    for dim in kind.shape.dim:
        size = dim.dim_value if dim.HasField("dim_value") else -1
        is_short = len(dim.dim_param) <= _MAX_NAME_BYTES
        has_name = size < 0 and is_short and not dim.dim_param.startswith(_MADE_UP)
        name = dim.dim_param.decode("utf-8", "ignore") if has_name else ""
        shape.dim.add(size=max(size, -1), name=name)
    return OutputType(dtype_of(kind.elem_type), shape.SerializeToString())
