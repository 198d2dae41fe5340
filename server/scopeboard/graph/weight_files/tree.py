"""Tensors of a file as a GraphDef: an op for each, in the scopes that its name lists.

`model.layers.0.mlp.weight` is `model/layers.0/mlp/weight`: a number belongs to the name before it.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from scopeboard.graph.conversion.properties import Properties
from scopeboard.graph.model.shapes import OUTPUT_DTYPES
from scopeboard.wire.graph_pb2 import AttrValue, GraphDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto
from scopeboard.wire.types_pb2 import DataType

MAX_TENSORS: Final = 1_000_000
TENSOR_OP: Final = "Tensor"
_MAX_RANK: Final = 254


class WeightTensor(NamedTuple):
    """A tensor: its name, its dtype (0 for one of blocks), sizes, and its encoding in the file."""

    name: str
    dtype: DataType
    sizes: Sequence[int]
    encoding: str


class WeightTree(NamedTuple):
    """The GraphDef of a file, its properties, and the number of tensors that could not be read."""

    graph_def: bytes
    properties: Properties
    damaged: int = 0


def write_tree(tensors: Iterable[WeightTensor]) -> bytes:
    """Return the GraphDef of tensors; sizes of more than 254 dimensions are left out."""
    graph = GraphDef()
    for tensor in tensors:
        node = graph.node.add(name=scoped_name(tensor.name), op=TENSOR_OP)
        node.attr["encoding"].s = tensor.encoding.encode()
        node.attr[OUTPUT_DTYPES].list.type.append(tensor.dtype)
        shape = TensorShapeProto(unknown_rank=len(tensor.sizes) > _MAX_RANK)
        for size in tensor.sizes if not shape.unknown_rank else ():
            shape.dim.add(size=size)
        node.attr["_output_shapes"].CopyFrom(AttrValue(list=AttrValue.ListValue(shape=[shape])))
    return graph.SerializeToString(deterministic=True)


def scoped_name(name: str) -> str:
    """Return the name of a tensor with a scope for each of its dotted parts."""
    scopes: list[str] = []
    for part in name.replace("/", ".").split("."):
        if part.isdecimal() and scopes:
            scopes[-1] = f"{scopes[-1]}.{part}"
        elif part:
            scopes.append(part)
    return "/".join(scopes) or "tensor"
