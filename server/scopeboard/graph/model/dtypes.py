"""The dtype of each output of an op, where its type and attributes make it certain.

A GraphDef has no dtypes of outputs, only attributes whose meaning depends on the op. It is known
for TensorFlow's own ops (`op_signatures`). Other ops, in practice calls of functions and ops of
extensions, name their results in one of a few attributes. A handle (queue, dataset, table,
optional) has no size; its attributes describe its elements.
"""

from collections.abc import Mapping
from typing import Final

from scopeboard.graph.model.op_signatures import find_output_dtypes
from scopeboard.graph.model.shapes import OUTPUT_DTYPES
from scopeboard.wire.graph_pb2 import AttrValue
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
    DT_FLOAT8_E4M3B11FNUZ,
    DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ,
    DT_FLOAT8_E5M2,
    DT_FLOAT8_E5M2FNUZ,
    DT_FLOAT8_E8M0FNU,
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
    DT_UINT8,
    DT_UINT16,
    DT_UINT32,
    DT_UINT64,
    DataType,
)

_REFERENCE_OFFSET: Final = 100  # a reference type is its target's plus this

# Bytes per element of the dtypes stored at a fixed width. The 4- and 2-bit ones are omitted: their
# packing depends on the device.
_WIDTH_1: Final = (
    DT_BOOL, DT_INT8, DT_UINT8, DT_QINT8, DT_QUINT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN,
    DT_FLOAT8_E4M3FNUZ, DT_FLOAT8_E4M3B11FNUZ, DT_FLOAT8_E5M2FNUZ, DT_FLOAT8_E8M0FNU,
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

# TensorFlow's names of dtypes whose wire names differ.
_NAMES: Final[Mapping[int, str]] = {DT_FLOAT: "float32", DT_DOUBLE: "float64", DT_HALF: "float16"}

_FLOATING: Final = frozenset(
    {
        DT_FLOAT, DT_DOUBLE, DT_HALF, DT_BFLOAT16, DT_COMPLEX64, DT_COMPLEX128, DT_FLOAT8_E5M2,
        DT_FLOAT8_E4M3FN, DT_FLOAT8_E4M3FNUZ, DT_FLOAT8_E4M3B11FNUZ, DT_FLOAT8_E5M2FNUZ,
        DT_FLOAT8_E8M0FNU, DT_FLOAT4_E2M1FN, DT_FLOAT6_E2M3FN, DT_FLOAT6_E3M2FN,
    }
)  # fmt: skip

# One attribute that names the dtype of all outputs, the more specific first: `T` is often the
# type of the inputs, so it comes last.
_ONE_FOR_ALL: Final = ("DstT", "out_type", "output_type", "Tout", "dtype", "Tparams", "T")
# Attributes that list a dtype for each output.
_ONE_FOR_EACH: Final = ("output_types", "component_types", "dtypes", "Tout", "T")

_HANDLES: Final = (
    "Dataset", "DatasetV2", "Iterator", "IteratorV2", "Queue", "QueueV2", "TableV2",
    "TensorListReserve",
)  # fmt: skip


def output_dtype(op_type: str, attributes: Mapping[str, AttrValue], port: int) -> int:
    """Return the dtype of one output as a number of `DataType`, `DT_INVALID` when it is unknown."""
    if OUTPUT_DTYPES in attributes:
        stated = attributes[OUTPUT_DTYPES].list.type
        return int(stated[port]) if port < len(stated) else DT_INVALID
    dtypes = find_output_dtypes(op_type, attributes)
    if dtypes is not None:
        return dtypes[port] if port < len(dtypes) else DT_INVALID
    if op_type.endswith(_HANDLES):
        return DT_INVALID
    for key in _ONE_FOR_EACH:
        if key in attributes and port < len(attributes[key].list.type):
            return int(attributes[key].list.type[port])
    for key in _ONE_FOR_ALL:
        if key in attributes and attributes[key].type != DT_INVALID:
            return attributes[key].type
    return DT_INVALID


def value_dtype(dtype: int) -> int:
    """Return the target's type of a reference type, other types unchanged, 0 for no type."""
    value = dtype - _REFERENCE_OFFSET if dtype > _REFERENCE_OFFSET else dtype
    return value if 0 < value < _REFERENCE_OFFSET else DT_INVALID


def find_width(dtype: int) -> int | None:
    """Return the bytes of one element, or None for a dtype without a fixed width."""
    return _WIDTHS.get(value_dtype(dtype))


def is_floating(dtype: int) -> bool:
    """Return whether a dtype, or the target of a reference, has numbers with fractions."""
    return value_dtype(dtype) in _FLOATING


def dtype_text(dtype: int) -> str:
    """Return TensorFlow's name of a dtype (`float32`), empty when it is unknown.

    A number that is not in the list of types, from a newer writer, becomes `dtype 77`.
    """
    value = value_dtype(dtype)
    if value == DT_INVALID:
        return ""
    if value in _NAMES:
        return _NAMES[value]
    known = value in DataType.values()
    return DataType.Name(DataType.ValueType(value))[3:].lower() if known else f"dtype {value}"
