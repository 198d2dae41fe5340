"""Constants of a few elements: their values."""

from math import prod
from typing import Final

from google.protobuf.message import DecodeError

from scopeboard.graph.conversion.output_types import OutputType
from scopeboard.wire import hlo_pb2 as wire
from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_DOUBLE,
    DT_FLOAT,
    DT_HALF,
    DT_INT8,
    DT_INT32,
    DT_INT64,
    DT_UINT8,
    DT_UINT32,
    DT_UINT64,
)

MAX_BYTES: Final = 1 << 10
_MAX_NUMBERS: Final = 16
# Where a literal has the values of a dtype, and where a GraphDef has them.
_LISTS: Final = {
    DT_BOOL: ("preds", "bool_val"),
    DT_INT32: ("s32s", "int_val"),
    DT_INT64: ("s64s", "int64_val"),
    DT_UINT32: ("u32s", "uint32_val"),
    DT_UINT64: ("u64s", "uint64_val"),
    DT_FLOAT: ("f32s", "float_val"),
    DT_DOUBLE: ("f64s", "double_val"),
}
_BYTES: Final = {
    DT_UINT8: ("u8s", 1),
    DT_INT8: ("s8s", 1),
    DT_HALF: ("f16s", 2),
    DT_BFLOAT16: ("bf16s", 2),
}


def small_value(encoded: bytes, known: OutputType) -> AttrValue | None:
    """Return the values of a literal of a few elements, None for another."""
    if not encoded or len(encoded) > MAX_BYTES or known.shape is None:
        return None
    try:
        literal = wire.Literal.FromString(encoded)
    except DecodeError:
        return None
    value = AttrValue()
    small = value.tensor
    small.dtype = known.dtype
    small.tensor_shape.ParseFromString(known.shape)
    count = prod(max(dim.size, 0) for dim in small.tensor_shape.dim)
    listed = 0
    if known.dtype in _LISTS:
        source, target = _LISTS[known.dtype]
        getattr(small, target).extend(getattr(literal, source))
        listed = len(getattr(literal, source))
    elif known.dtype in _BYTES:
        source, width = _BYTES[known.dtype]
        small.tensor_content = getattr(literal, source)
        listed = len(small.tensor_content) // width
    return value if 0 < count == listed <= _MAX_NUMBERS else None
