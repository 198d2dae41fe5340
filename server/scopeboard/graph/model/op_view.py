"""Views of single ops, assembled from the columns for rules in Python.

Rules on ops (FLOPs, parameters) depend on a few properties, and many ops of a graph share them.
`group_identical_ops` groups the ops by these properties, so that a rule runs once for each group.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Indices, offsets
from scopeboard.graph.model.hashing import hash_numbers, mix, sum_by_group
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.graph.model.shapes import Shape, has_unknown
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

_MAX_PARSED = 1024
_MAX_LISTED = 16  # numbers read from a list of PyTorch: settings have one per dimension
# The text of a PyTorch constant: attribute `attr` of an op `prim::Constant`.
_CONSTANT: Final = re.compile(r"^\{ ?value ?: ?(-?[0-9]{1,18}|True|False) ?\}$")


class OpView(NamedTuple):
    """The arguments of a formula: an op's attributes, and shapes by slot and by port.

    `values` are the values of small constants by slot, None for other inputs and other than PyTorch
    graphs.
    """

    op_type: str
    attributes: Mapping[str, AttrValue]
    inputs: Sequence[Shape]
    outputs: Sequence[Shape]
    values: Sequence[tuple[int, ...] | None]

    def input(self, slot: int) -> Shape:
        """Return the shape of an input, None when it is unknown or missing."""
        return self.inputs[slot] if slot < len(self.inputs) else None

    @property
    def output(self) -> Shape:
        """Return the shape of the first output."""
        return self.outputs[0] if self.outputs else None

    @property
    def is_lower_bound(self) -> bool:
        """Return whether a dimension that a formula may use is unknown."""
        return any(map(has_unknown, (*self.inputs, *self.outputs)))


class OpReader:
    """Reads the attributes and the input and output shapes of ops in a graph."""

    def __init__(self, graph: OpGraph) -> None:
        self._graph = graph
        edges = graph.edges
        data = np.flatnonzero(edges.kind != CONTROL)
        self._inputs = data[np.lexsort((edges.slot[data], edges.target[data]))]
        self._first = offsets(edges.target[self._inputs], len(graph))
        self._parse = lru_cache(_MAX_PARSED)(NodeDef.FromString)

    def attributes(self, op: int) -> dict[str, AttrValue] | None:
        """Return the attributes of an op without large values, None when they are not stored."""
        row = int(self._graph.attributes[op])
        return None if row < 0 else self.attributes_of_set(row)

    def attributes_of_set(self, row: int) -> dict[str, AttrValue]:
        """Return the attributes in a row of `attribute_sets`."""
        return dict(self._parse(self._graph.attribute_sets[row]).attr)

    def inputs(self, op: int) -> Indices:
        """Return the data edges into an op, in the order of their slots."""
        return self._inputs[self._first[op] : self._first[op + 1]]

    def view(self, op: int) -> OpView | None:
        """Return the view of an op, None when its attributes are not stored."""
        attributes = self.attributes(op)
        if attributes is None:
            return None
        graph, rows = self._graph, self.inputs(op)
        slots = graph.edges.slot[rows].tolist()
        width = slots[-1] + 1 if slots and slots[-1] < 2 * len(slots) + 16 else 0
        inputs: list[Shape] = [None] * width
        values: list[tuple[int, ...] | None] = [None] * width
        for slot, row in zip(slots if width else [], rows.tolist(), strict=bool(width)):
            inputs[slot] = graph.tensors.find_shape(int(graph.edges.tensor[row]))
            if graph.flavour == "torch":
                values[slot] = self._torch_value(int(graph.edges.source[row]))
        tensors = range(int(graph.tensors.first[op]), int(graph.tensors.first[op + 1]))
        outputs = [graph.tensors.find_shape(tensor) for tensor in tensors]
        return OpView(graph.op_types[graph.op_type[op]], attributes, inputs, outputs, values)

    def _torch_value(self, op: int) -> tuple[int, ...] | None:
        """Return the number of a PyTorch constant, or the numbers of a short list of constants.

        A constant has a text in `attr`, with a whole number or a flag, which counts as 1 or 0.
        """
        graph, sources = self._graph, [op]
        if graph.op_types[graph.op_type[op]] == "prim::ListConstruct":
            sources = graph.edges.source[self.inputs(op)[:_MAX_LISTED]].tolist()
        numbers = []
        for source in sources:
            if graph.op_types[graph.op_type[source]] != "prim::Constant":
                return None
            attributes = self.attributes(source) or {}
            text = attributes["attr"].s if "attr" in attributes else b""
            match = _CONSTANT.match(text.decode("utf-8", "replace").strip())
            if match is None:
                return None
            is_flag = match[1] in {"True", "False"}
            numbers.append(int(match[1] == "True") if is_flag else int(match[1]))
        return tuple(numbers)


def group_identical_ops(graph: OpGraph) -> tuple[Indices, Indices]:
    """Group ops of equal type, attributes, and shapes of inputs and outputs.

    In a PyTorch graph, where settings are separate constants, each op is a group.

    Returns:
        An op of each group, and the group of each op.
    """
    count = len(graph)
    if graph.flavour == "torch":
        return np.arange(count), np.arange(count)
    edges, tensors = graph.edges, graph.tensors
    data = np.flatnonzero(edges.kind != CONTROL)
    flowing = edges.tensor[data]
    shape = np.where(flowing < 0, -1, np.append(tensors.shape, -1)[flowing])
    received = mix(hash_numbers(shape, 1) + hash_numbers(edges.slot[data], 2))
    owner = np.repeat(np.arange(count), np.diff(tensors.first))
    port = np.arange(owner.size) - tensors.first[owner]
    sent = mix(hash_numbers(tensors.shape, 3) + hash_numbers(port, 4), 1)
    kind = mix(hash_numbers(graph.attributes, 5) + hash_numbers(graph.op_type, 6), 2)
    keys = kind + sum_by_group(edges.target[data], received, count)
    _, first, group = np.unique(
        keys + sum_by_group(owner, sent, count), return_index=True, return_inverse=True
    )
    return first, group
