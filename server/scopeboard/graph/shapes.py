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
_Output = tuple[int, int, int]  # row of its label, elements, bytes

MAX_COUNT: Final = (1 << 53) - 1  # the largest count that JSON readers keep exact
_MAX_KINDS: Final = 4096  # of at most 1 KiB or so each, as large values are not read
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


def output_shapes(node: NodeDef) -> list[Shape]:
    """Return the shape of each output of an op, as far as its attributes are certain of them."""
    attributes: Mapping[str, AttrValue] = node.attr
    if "_output_shapes" in attributes:
        return [read_shape(proto) for proto in attributes["_output_shapes"].list.shape]
    if node.op in _CONSTANTS and "value" in attributes:
        return [read_shape(attributes["value"].tensor.tensor_shape)]
    if node.op in _SHAPED and "shape" in attributes:
        return [read_shape(attributes["shape"].shape)]
    if node.op in _SHAPED_UNLESS_EMPTY and "shape" in attributes:
        return [read_shape(attributes["shape"].shape) or None]
    return []


class TensorsBuilder:
    """Collects the outputs of one op after the other; `build` gives the columns.

    Graphs have few kinds of op that differ in more than name, inputs and device, so the outputs of
    each kind are worked out once, and remembered for the first `_MAX_KINDS`.
    """

    def __init__(self) -> None:
        self._first = array("i", [0])
        self._columns = (array("i"), array("q"), array("q"))
        self._codes: dict[Shape, int] = {None: -1}
        self._labels: list[str] = []
        self._kinds: dict[bytes, list[_Output]] = {}

    def add_op(self, node: NodeDef) -> None:
        """Append the outputs of the next op; takes name, inputs and device off the node."""
        kind = _strip_to_kind(node)
        outputs = self._kinds.get(kind)
        if outputs is None:
            outputs = self._outputs(node)
            if len(self._kinds) < _MAX_KINDS:
                self._kinds[kind] = outputs
        label, elements, size = self._columns
        for output in outputs:
            label.append(output[0])
            elements.append(output[1])
            size.append(output[2])
        self._first.append(len(label))

    def build(self) -> Tensors:
        """Return all outputs added."""
        label, elements, size = self._columns
        return Tensors(
            first=np.array(self._first, dtype=np.int32),
            label=np.array(label, dtype=np.int32),
            elements=np.array(elements, dtype=np.int64),
            bytes=np.array(size, dtype=np.int64),
            labels=self._labels,
        )

    def _outputs(self, node: NodeDef) -> list[_Output]:
        """Return label, elements and bytes of each output of an op."""
        outputs = []
        for port, shape in enumerate(output_shapes(node)):
            elements = count_elements(shape)
            width = find_width(output_dtype(node.op, node.attr, port))
            is_known = elements >= 0 and width is not None
            size = min(elements * (width or 0), MAX_COUNT) if is_known else -1
            outputs.append((self._label_code(shape), elements, size))
        return outputs

    def _label_code(self, shape: Shape) -> int:
        """Return the row of a shape's text among the distinct ones, -1 if it is unknown."""
        text = shape_text(shape)
        if text is not None and shape not in self._codes:
            self._codes[shape] = len(self._labels)
            self._labels.append(text)
        return self._codes[shape]


def _strip_to_kind(node: NodeDef) -> bytes:
    """Leave only op type and attributes of a node, and return them as bytes."""
    node.ClearField("name")
    node.ClearField("input")
    node.ClearField("device")
    return node.SerializeToString()
