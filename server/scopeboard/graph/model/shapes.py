"""Shapes of output tensors, and their numbers of elements.

A shape is a tuple of dimensions, -1 for an unknown one, or None when not even the rank is known.
The scalar `()` and the empty vector `(0,)` are shapes like any other.

The op's `_output_shapes` attribute has precedence. Otherwise a shape is known only where an
attribute certainly describes the output: the value of a constant, the `shape` of a placeholder or
variable. (A handle is always a scalar: see `shapes.inference`.)
"""

from collections.abc import Mapping, Sequence
from typing import Final

from scopeboard.graph.model.op_signatures import find_output_dtypes
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto

Shape = tuple[int, ...] | None

OUTPUT_SHAPES: Final = "_output_shapes"
"""The attribute in which TensorFlow writes the shapes of all outputs of an op."""

OUTPUT_DTYPES: Final = "_output_dtypes"
"""The attribute of an op that was converted from another format: the dtypes of all its outputs."""

FIRST_SYMBOL: Final = -2
"""The number of the first unknown dimension that has a name; the next one has -3."""

MAX_COUNT: Final = (1 << 53) - 1  # the largest count that JSON readers keep exact
_CONSTANTS: Final = frozenset({"Const", "HostConst"})
_SHAPED: Final = frozenset({"VariableV2"})
# For these an empty `shape` means "unknown": older formats have no other notation for it.
_SHAPED_UNLESS_EMPTY: Final = frozenset({"Placeholder", "Variable"})


def read_shape(proto: TensorShapeProto, symbols: dict[str, int] | None = None) -> Shape:
    """Return the shape in a message; a negative dimension is an unknown one.

    Args:
        proto: the message.
        symbols: the names of unknown dimensions by number, to which this adds; see `Tensors`.
            Without it, names are not read.
    """
    if proto.unknown_rank:
        return None
    if symbols is None:
        return tuple([max(dim.size, -1) for dim in proto.dim])
    return tuple([_read_dimension(dim, symbols) for dim in proto.dim])


def _read_dimension(dim: TensorShapeProto.Dim, symbols: dict[str, int]) -> int:
    if dim.size >= 0:
        return dim.size
    return FIRST_SYMBOL - symbols.setdefault(dim.name, len(symbols)) if dim.name else -1


def shape_text(shape: Shape, symbols: Sequence[str] = ()) -> str | None:
    """Return a shape as edge labels show it: `784×500`, `?×10`, `0`, `scalar`; None if unknown.

    A dimension with a name is that: `batch×784`. TensorBoard's edge labels have the same form.
    """
    if shape is None:
        return None
    return "×".join(_dimension_text(dim, symbols) for dim in shape) or "scalar"


def _dimension_text(dim: int, symbols: Sequence[str]) -> str:
    if dim >= 0:
        return str(dim)
    return symbols[FIRST_SYMBOL - dim] if 0 <= FIRST_SYMBOL - dim < len(symbols) else "?"


def has_unknown(shape: Shape) -> bool:
    """Return whether a dimension of a shape is unknown; False where its rank is."""
    return shape is not None and any(dim < 0 for dim in shape)


def count_elements(shape: Shape) -> int:
    """Return the number of elements, an unknown dimension counted as 1; -1 if unknown."""
    if shape is None:
        return -1
    elements = 1
    for dim in shape:
        elements = min(elements * (1 if dim < 0 else dim), MAX_COUNT)
    return 0 if 0 in shape else elements


def output_shapes(node: NodeDef, symbols: dict[str, int] | None = None) -> list[Shape]:
    """Return the shape of each output of an op, where its attributes make it certain.

    The list has an entry for each known output, None where its shape is unknown. `symbols` are as
    in `read_shape`.
    """
    shapes: list[Shape] = []
    attributes: Mapping[str, AttrValue] = node.attr
    if OUTPUT_DTYPES in attributes:
        protos = attributes[OUTPUT_SHAPES].list.shape if OUTPUT_SHAPES in attributes else []
        shapes = [read_shape(proto, symbols) for proto in protos]
        return shapes + [None] * (len(attributes[OUTPUT_DTYPES].list.type) - len(shapes))
    if OUTPUT_SHAPES in attributes:
        listed = attributes[OUTPUT_SHAPES].list.shape
        shapes = [read_shape(proto, symbols) for proto in listed]
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
