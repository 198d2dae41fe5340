"""The configuration of a Keras layer as attributes of an op."""

from collections.abc import Mapping
from typing import Any, Final, cast

from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.types_pb2 import DT_INVALID, DataType

_MAX_TEXT_BYTES: Final = 900  # so that attributes stay small enough to be kept with the op
_NAMES: Final = frozenset(DataType.keys())
_INT64: Final = range(-(1 << 63), 1 << 63)
# Keras' names of dtypes where they are not the lower-case form of the wire's.
_DTYPES: Final[Mapping[str, str]] = {
    "float16": "DT_HALF", "float32": "DT_FLOAT", "float64": "DT_DOUBLE",
    "float8_e4m3fn": "DT_FLOAT8_E4M3FN", "float8_e5m2": "DT_FLOAT8_E5M2",
    "mixed_float16": "DT_HALF", "mixed_bfloat16": "DT_BFLOAT16",
}  # fmt: skip


def dtype_number(said: object) -> DataType:
    """Return the dtype that a layer computes in, 0 when it is unknown.

    Args:
        said: a name, or a dtype policy: of `mixed_float16` the layer computes in float16, of
            `int8_from_float32` in float32.
    """
    if isinstance(said, dict):
        config = said.get("config")
        said = config.get("name") if isinstance(config, dict) else None
    if not isinstance(said, str):
        return DT_INVALID
    name = said.rpartition("_from_")[2]
    wire = _DTYPES.get(name, f"DT_{name.upper()}")
    return cast("DataType", DataType.Value(wire)) if wire in _NAMES else DT_INVALID


def add_attributes(node: NodeDef, config: Mapping[str, Any], dtype: DataType) -> None:
    """Write what is plain of a configuration into a node: numbers, texts, lists of numbers."""
    dtype = dtype or dtype_number(config.get("dtype"))
    if dtype:
        node.attr["dtype"].type = dtype
        node.attr["T"].type = dtype
    for key, value in config.items():
        if key not in {"name", "dtype"}:
            _add(node, str(key), value)


def _add(node: NodeDef, key: str, value: object) -> None:
    attribute = AttrValue()
    if isinstance(value, bool):
        attribute.b = value
    elif isinstance(value, int) and value in _INT64:
        attribute.i = value
    elif isinstance(value, float):
        attribute.f = value
    elif isinstance(value, str) and len(value) <= _MAX_TEXT_BYTES:
        attribute.s = value.encode("utf-8", "replace")
    elif numbers := _numbers(value):
        attribute.list.i.extend(numbers)
    elif isinstance(value, dict) and isinstance(value.get("class_name"), str):
        attribute.s = value["class_name"][:_MAX_TEXT_BYTES].encode("utf-8", "replace")
    else:
        return
    node.attr[key].CopyFrom(attribute)


def _numbers(value: object) -> list[int]:
    """Return a list of whole numbers as it is, all else as an empty one."""
    if not isinstance(value, list) or len(value) > _MAX_TEXT_BYTES // 10:
        return []
    numbers = [each for each in value if isinstance(each, int) and each in _INT64]
    return numbers if len(numbers) == len(value) else []
