"""The configuration of a Keras layer as attributes of an op."""

from collections.abc import Mapping
from typing import Any, Final, cast

from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.types_pb2 import DT_INVALID, DataType

_MAX_TEXT_BYTES: Final = 900  # larger attributes are not stored with the op
_NAMES: Final = frozenset(DataType.keys())
_INT64: Final = range(-(1 << 63), 1 << 63)
# Keras' names of dtypes where they are not the lower-case form of the wire's.
_DTYPES: Final[Mapping[str, str]] = {
    "float16": "DT_HALF", "float32": "DT_FLOAT", "float64": "DT_DOUBLE",
    "float8_e4m3fn": "DT_FLOAT8_E4M3FN", "float8_e5m2": "DT_FLOAT8_E5M2",
    "mixed_float16": "DT_HALF", "mixed_bfloat16": "DT_BFLOAT16",
}  # fmt: skip


def dtype_number(value: object) -> DataType:
    """Return the dtype of a layer's computations, 0 when it is unknown.

    Args:
        value: a name, or a dtype policy: `mixed_float16` computes in float16, `int8_from_float32`
            in float32.
    """
    if isinstance(value, dict):
        config = value.get("config")
        value = config.get("name") if isinstance(config, dict) else None
    if not isinstance(value, str):
        return DT_INVALID
    name = value.rpartition("_from_")[2]
    wire = _DTYPES.get(name, f"DT_{name.upper()}")
    return cast("DataType", DataType.Value(wire)) if wire in _NAMES else DT_INVALID


def add_attributes(node: NodeDef, config: Mapping[str, Any], dtype: DataType) -> None:
    """Add simple values of a configuration to a node: numbers, texts, lists of integers."""
    dtype = dtype or dtype_number(config.get("dtype"))
    if dtype:
        node.attr["dtype"].type = dtype
        node.attr["T"].type = dtype
    for key, value in config.items():
        attribute = None if key in {"name", "dtype"} else _attribute(value)
        if attribute is not None:
            node.attr[str(key)].CopyFrom(attribute)


def _attribute(value: object) -> AttrValue | None:
    """Return a simple value as an attribute; an object of Keras becomes its class name."""
    attribute = AttrValue()
    if isinstance(value, bool):
        attribute.b = value
    elif isinstance(value, int) and value in _INT64:
        attribute.i = value
    elif isinstance(value, float):
        attribute.f = value
    elif isinstance(value, str) and len(value) <= _MAX_TEXT_BYTES:
        attribute.s = value.encode("utf-8", "replace")
    elif isinstance(value, list) and 0 < len(value) <= _MAX_TEXT_BYTES // 10:
        if not all(isinstance(each, int) and each in _INT64 for each in value):
            return None
        attribute.list.i.extend(value)
    elif isinstance(value, dict) and isinstance(value.get("class_name"), str):
        attribute.s = value["class_name"][:_MAX_TEXT_BYTES].encode("utf-8", "replace")
    else:
        return None
    return attribute
