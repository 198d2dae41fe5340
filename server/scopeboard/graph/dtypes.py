"""The dtype of each output of an op, as far as its type and attributes make it certain.

A GraphDef has no dtypes of outputs, only attributes whose meaning depends on the op. Most ops name
their result in one of a few attributes; the tables below hold the exceptions. A handle (queue,
dataset, table, optional) has no size, whatever its attributes say of the things in it.
"""

from collections.abc import Mapping
from typing import Final

from scopeboard.wire.graph_pb2 import AttrValue
from scopeboard.wire.types_pb2 import (
    DT_BFLOAT16,
    DT_BOOL,
    DT_COMPLEX64,
    DT_COMPLEX128,
    DT_DOUBLE,
    DT_FLOAT,
    DT_FLOAT8_E4M3B11FNUZ,
    DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ,
    DT_FLOAT8_E5M2,
    DT_FLOAT8_E5M2FNUZ,
    DT_HALF,
    DT_INT8,
    DT_INT16,
    DT_INT32,
    DT_INT64,
    DT_INVALID,
    DT_QINT8,
    DT_QINT16,
    DT_QINT32,
    DT_QUINT8,
    DT_QUINT16,
    DT_RESOURCE,
    DT_STRING,
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
)

_REFERENCE_OFFSET: Final = 100  # a reference type is the plain type plus this

# Bytes per element of the dtypes stored at a fixed width. The 4- and 2-bit ones are left out:
# how they are packed is the device's business.
_WIDTH_1: Final = (
    DT_BOOL, DT_INT8, DT_UINT8, DT_QINT8, DT_QUINT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ, DT_FLOAT8_E4M3B11FNUZ, DT_FLOAT8_E5M2FNUZ,
)  # fmt: skip
_WIDTH_2: Final = (DT_HALF, DT_BFLOAT16, DT_INT16, DT_UINT16, DT_QINT16, DT_QUINT16)
_WIDTH_4: Final = (DT_FLOAT, DT_INT32, DT_UINT32, DT_QINT32)
_WIDTH_8: Final = (DT_DOUBLE, DT_INT64, DT_UINT64, DT_COMPLEX64)
_WIDTHS: Final[Mapping[int, int]] = {
    **dict.fromkeys(_WIDTH_1, 1),
    **dict.fromkeys(_WIDTH_2, 2),
    **dict.fromkeys(_WIDTH_4, 4),
    **dict.fromkeys(_WIDTH_8, 8),
    DT_COMPLEX128: 16,
}

# One attribute that names the dtype of all outputs, the more specific first: `T` is often the
# type of the inputs and tells the output's only where nothing else does.
_ONE_FOR_ALL: Final = ("DstT", "out_type", "output_type", "Tout", "dtype", "Tparams", "T")
# Attributes that list a dtype for each output.
_ONE_FOR_EACH: Final = ("output_types", "component_types", "dtypes", "Tout", "T")

_BOOL_OPS: Final = (
    "All", "Any", "ApproximateEqual", "Equal", "Greater", "GreaterEqual", "InTopK", "InTopKV2",
    "IsFinite", "IsInf", "IsNan", "IsVariableInitialized", "Less", "LessEqual", "LogicalAnd",
    "LogicalNot", "LogicalOr", "LoopCond", "NotEqual", "VarIsInitializedOp",
)  # fmt: skip
_INT32_OPS: Final = (
    "Bucketize", "ConcatOffset", "NonMaxSuppression", "NonMaxSuppressionV2",
    "NonMaxSuppressionV3", "QueueSizeV2", "Rank", "TensorArraySizeV3", "TensorListLength",
)  # fmt: skip
_STRING_OPS: Final = (
    "AsString", "AudioSummary", "EncodeJpeg", "EncodePng", "HistogramSummary", "ImageSummary",
    "MergeSummary", "ReduceJoin", "ScalarSummary", "SerializeTensor", "ShardedFilename",
    "StringJoin", "Substr", "TensorSummary", "TensorSummaryV2",
)  # fmt: skip
_FLOAT_OPS: Final = ("ResizeBilinear", "TensorArrayScatterV3", "TensorArrayWriteV3")

# Ops whose outputs are always of this dtype, whatever their attributes say.
_FIXED: Final[Mapping[str, int]] = {
    **dict.fromkeys(_BOOL_OPS, DT_BOOL),
    **dict.fromkeys(_INT32_OPS, DT_INT32),
    **dict.fromkeys(_STRING_OPS, DT_STRING),
    **dict.fromkeys(_FLOAT_OPS, DT_FLOAT),
    **dict.fromkeys(("TensorArrayV3", "VarHandleOp"), DT_RESOURCE),
    **dict.fromkeys(("DecodeBmp", "DecodeGif", "DecodeJpeg"), DT_UINT8),
    "Where": DT_INT64,
}

# Ops with an attribute of their own and its default: writers may strip defaults.
_NAMED: Final[Mapping[str, tuple[str, int]]] = {
    "ArgMax": ("output_type", DT_INT64),
    "ArgMin": ("output_type", DT_INT64),
    "DecodePng": ("dtype", DT_UINT8),
    "Range": ("Tidx", DT_INT32),
    "Shape": ("out_type", DT_INT32),
    "ShapeN": ("out_type", DT_INT32),
    "Size": ("out_type", DT_INT32),
}

# Ops whose later outputs are of a dtype of their own; DT_INVALID: not to be told from here.
_LATER: Final[Mapping[str, int]] = {
    **dict.fromkeys(("Merge", "RefMerge", "TopK", "TopKV2"), DT_INT32),
    **dict.fromkeys(("FusedBatchNormV2", "FusedBatchNormV3"), DT_FLOAT),
    **dict.fromkeys(("FusedBatchNormGradV2", "FusedBatchNormGradV3"), DT_FLOAT),
    **dict.fromkeys(("ListDiff", "Unique", "UniqueV2", "UniqueWithCounts"), DT_INVALID),
    "SampleDistortedBoundingBoxV2": DT_INVALID,
}

_HANDLES: Final = (
    "Dataset", "DatasetV2", "Iterator", "IteratorV2", "Queue", "QueueV2", "TableV2",
    "TensorListReserve",
)  # fmt: skip


def output_dtype(op_type: str, attributes: Mapping[str, AttrValue], port: int) -> int:
    """Return the dtype of one output as a number of `DataType`, `DT_INVALID` when it is unknown."""
    if op_type in _FIXED:
        return _FIXED[op_type]
    if op_type in _NAMED:
        key, default = _NAMED[op_type]
        return int(attributes[key].type) if key in attributes else default
    if port > 0 and op_type in _LATER:
        return _LATER[op_type]
    if op_type.endswith(_HANDLES):
        return DT_INVALID
    return _dtype_from_attributes(attributes, port)


def _dtype_from_attributes(attributes: Mapping[str, AttrValue], port: int) -> int:
    """Take the first attribute that holds a dtype for this output."""
    for key in _ONE_FOR_EACH:
        if key in attributes and port < len(attributes[key].list.type):
            return int(attributes[key].list.type[port])
    for key in _ONE_FOR_ALL:
        if key in attributes and attributes[key].type != DT_INVALID:
            return attributes[key].type
    return DT_INVALID


def plain_dtype(dtype: int) -> int:
    """Return the plain type of a reference type, another as it is, 0 what is no type."""
    plain = dtype - _REFERENCE_OFFSET if dtype > _REFERENCE_OFFSET else dtype
    return plain if 0 < plain < _REFERENCE_OFFSET else DT_INVALID


def find_width(dtype: int) -> int | None:
    """Return the bytes of one element, or None where there is no fixed number."""
    return _WIDTHS.get(plain_dtype(dtype))
