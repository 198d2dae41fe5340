"""Shapes of output tensors: what is known, how it is written, and how much it is.

A shape is a tuple of dimensions, -1 for an unknown one, or None when not even the rank is known.
The scalar `()` and the empty vector `(0,)` are shapes like any other.

The op's `_output_shapes` attribute is taken when there is one. Otherwise a shape is taken only
where an attribute is certain to be the output's: the value of a constant, the `shape` of a
placeholder or variable.
"""

from array import array
from collections.abc import Mapping
from typing import Final

import numpy as np

from scopeboard.graph.dtypes import find_width, output_dtype
from scopeboard.graph.opgraph import Tensors
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef
from scopeboard.wire.tensor_pb2 import TensorShapeProto

Shape = tuple[int, ...] | None

MAX_COUNT: Final = (1 << 53) - 1  # the largest count that JSON readers keep exact
_CONSTANTS: Final = frozenset({"Const", "HostConst"})
_SHAPED: Final = frozenset({"VariableV2", "VarHandleOp"})
# For these an empty `shape` means "unknown": older writers could not say it otherwise.
_SHAPED_UNLESS_EMPTY: Final = frozenset({"Placeholder", "Variable"})


def read_shape(proto: TensorShapeProto) -> Shape:
    """Return the shape a message holds; a negative dimension is an unknown one."""
    if proto.unknown_rank:
        return None
    return tuple([max(dim.size, -1) for dim in proto.dim])


def shape_text(shape: Shape) -> str | None:
    """Write a shape as edge labels do: `784×500`, `?×10`, `0`, `scalar`; None if unknown."""
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


def certain_shape(node: NodeDef) -> list[Shape]:
    """Return the shape of output 0 of an op without `_output_shapes`; nothing when in doubt."""
    attributes: Mapping[str, AttrValue] = node.attr
    if node.op in _CONSTANTS and "value" in attributes:
        return [read_shape(attributes["value"].tensor.tensor_shape)]
    if node.op in _SHAPED and "shape" in attributes:
        return [read_shape(attributes["shape"].shape)]
    if node.op in _SHAPED_UNLESS_EMPTY and "shape" in attributes:
        return [read_shape(attributes["shape"].shape) or None]
    return []


class TensorsBuilder:
    """Collects the outputs of one op after the other; `build` gives the columns."""

    def __init__(self) -> None:
        self._first = array("i", [0])
        self._label = array("i")
        self._elements = array("q")
        self._bytes = array("q")
        self._codes: dict[Shape, tuple[int, int]] = {None: (-1, -1)}
        self._labels: list[str] = []
        self._decoded: dict[bytes, list[Shape]] = {}

    def add_op(self, node: NodeDef) -> None:
        """Append the outputs of the next op."""
        attributes, op_type = node.attr, node.op
        for port, shape in enumerate(self._output_shapes(node, attributes)):
            code, elements = self._codes.get(shape) or self._intern(shape)
            width = find_width(output_dtype(op_type, attributes, port)) if code >= 0 else None
            self._label.append(code)
            self._elements.append(elements)
            self._bytes.append(-1 if width is None else min(elements * width, MAX_COUNT))
        self._first.append(len(self._label))

    def build(self) -> Tensors:
        """Return all outputs added."""
        return Tensors(
            first=np.array(self._first, dtype=np.int32),
            label=np.array(self._label, dtype=np.int32),
            elements=np.array(self._elements, dtype=np.int64),
            bytes=np.array(self._bytes, dtype=np.int64),
            labels=self._labels,
        )

    def _output_shapes(self, node: NodeDef, attributes: Mapping[str, AttrValue]) -> list[Shape]:
        """Return the shape of each output as far as the op's attributes are certain of them.

        Graphs repeat few lists of shapes many times, so each distinct one is decoded once.
        """
        if "_output_shapes" not in attributes:
            return certain_shape(node)
        value = attributes["_output_shapes"]
        key = value.SerializeToString()
        shapes = self._decoded.get(key)
        if shapes is None:
            shapes = self._decoded[key] = [read_shape(proto) for proto in value.list.shape]
        return shapes

    def _intern(self, shape: Shape) -> tuple[int, int]:
        """Give a shape its row among the distinct labels."""
        text = shape_text(shape)
        if text is not None:
            self._codes[shape] = (len(self._labels), count_elements(shape))
            self._labels.append(text)
        return self._codes[shape]
