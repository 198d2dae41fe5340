"""Types of tensors as those of a GraphDef: dtypes, and encoded shapes."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import DT_INVALID, DataType

MAX_RANK: Final = 254


class OutputType(NamedTuple):
    """The dtype of a tensor, and its encoded TensorShapeProto; None where its rank is unknown.

    `layout` and `sharding` are those of `Placement`, empty where the format has none.
    """

    dtype: DataType
    shape: bytes | None
    layout: str = ""
    sharding: str = ""


UNKNOWN_TYPE: Final = OutputType(DT_INVALID, None)


def shape_of(dims: Sequence[int]) -> bytes | None:
    """Return known sizes as an encoded TensorShapeProto, None where they are no shape."""
    if len(dims) > MAX_RANK or any(size < 0 for size in dims):
        return None
    shape = TensorShapeProto()
    for size in dims:
        shape.dim.add(size=size)
    return shape.SerializeToString()
