"""Shapes of output tensors, and their numbers of elements.

A shape is a tuple of dimensions, -1 for an unknown one, or None when not even the rank is known.
The scalar `()` and the empty vector `(0,)` are shapes like any other.

The op's `_output_shapes` attribute has precedence. Otherwise a shape is known only where an
attribute certainly describes the output: the value of a constant, the `shape` of a placeholder or
variable. (A handle is always a scalar: see `shapes.inference`.)
"""

from collections.abc import Mapping
from typing import Final

from scopeboard.graph.model.op_signatures import find_output_dtypes
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto

Shape = tuple[int, ...] | None

MAX_COUNT: Final = (1 << 53) - 1  # the largest count that JSON readers keep exact
_CONSTANTS: Final = frozenset({"Const", "HostConst"})
_SHAPED: Final = frozenset({"VariableV2"})
# For these an empty `shape` means "unknown": older formats have no other notation for it.
_SHAPED_UNLESS_EMPTY: Final = frozenset({"Placeholder", "Variable"})


def read_shape(proto: TensorShapeProto) -> Shape:
    """Return the shape in a message; a negative dimension is an unknown one."""
    if proto.unknown_rank:
        return None
    return tuple([max(dim.size, -1) for dim in proto.dim])


def shape_text(shape: Shape) -> str | None:
    """Return a shape as edge labels show it: `784×500`, `?×10`, `0`, `scalar`; None if unknown.

    TensorBoard's edge labels have the same form.
    """
    if shape is None:
        return None
    return "×".join("?" if dim < 0 else str(dim) for dim in shape) or "scalar"


def count_elements(shape: Shape) -> int:
    """Return the number of elements, an unknown dimension counted as 1; -1 if unknown."""
    if shape is None:
        return -1
    elements = 1
    for dim in shape:
        elements = min(elements * (1 if dim < 0 else dim), MAX_COUNT)
    return 0 if 0 in shape else elements


def output_shapes(node: NodeDef) -> list[Shape]:
    """Return the shape of each output of an op, where its attributes make it certain.

    The list has an entry for each known output, None where its shape is unknown.
    """
    shapes: list[Shape] = []
    attributes: Mapping[str, AttrValue] = node.attr
    if "_output_shapes" in attributes:
        shapes = [read_shape(proto) for proto in attributes["_output_shapes"].list.shape]
    elif node.op in _CONSTANTS and "value" in attributes:
        shapes = [read_shape(attributes["value"].tensor.tensor_shape)]
    elif node.op == "VarHandleOp":
        shapes = [()]
    elif node.op in _SHAPED and "shape" in attributes:
        shapes = [read_shape(attributes["shape"].shape)]
    elif node.op in _SHAPED_UNLESS_EMPTY and "shape" in attributes:
        shapes = [read_shape(attributes["shape"].shape) or None]
    count = len(find_output_dtypes(node.op, node.attr) or ())
    return shapes + [None] * (count - len(shapes))
