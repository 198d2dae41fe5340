"""What is known of single ops, put together from the columns when a rule asks for it.

Rules on ops (FLOPs, parameters) are Python; graphs have few ops that differ in what such a rule
sees. `alike` groups the ops, and a rule is asked once for each group.
"""

from functools import lru_cache

import numpy as np

from scopeboard.arrays import Indices, offsets
from scopeboard.graph.cost_formulas import OpFacts
from scopeboard.graph.hash_columns import hash_numbers, mix, sum_by_group
from scopeboard.graph.opgraph import CONTROL, OpGraph
from scopeboard.graph.shapes import Shape
from scopeboard.graph.torch_ops import read_constant
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

_MAX_PARSED = 1024
_MAX_LISTED = 16  # numbers in a list of PyTorch's that is read: settings have one per dimension


class OpReader:
    """Looks ops up in a graph: attributes, and the shapes of what goes in and comes out."""

    def __init__(self, graph: OpGraph) -> None:
        self._graph = graph
        edges = graph.edges
        data = np.flatnonzero(edges.kind != CONTROL)
        self._inputs = data[np.lexsort((edges.slot[data], edges.target[data]))]
        self._first = offsets(edges.target[self._inputs], len(graph))
        self._parse = lru_cache(_MAX_PARSED)(NodeDef.FromString)

    def attributes(self, op: int) -> dict[str, AttrValue] | None:
        """Return the attributes of an op but the large ones, None when they were not kept."""
        row = int(self._graph.attributes[op])
        return None if row < 0 else dict(self._parse(self._graph.attribute_sets[row]).attr)

    def inputs(self, op: int) -> Indices:
        """Return the edges that tensors come in by, in the order of their slots."""
        return self._inputs[self._first[op] : self._first[op + 1]]

    def facts(self, op: int) -> OpFacts | None:
        """Return what formulas ask for, None when the op's attributes were not kept."""
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
        return OpFacts(graph.op_types[graph.op_type[op]], attributes, inputs, outputs, values)

    def _torch_value(self, op: int) -> tuple[int, ...] | None:
        """Return the number of a constant of PyTorch's, or those of a short list of constants."""
        if self._graph.op_types[self._graph.op_type[op]] != "prim::ListConstruct":
            number = self._torch_number(op)
            return None if number is None else (number,)
        rows = self.inputs(op)[:_MAX_LISTED]
        numbers = [self._torch_number(int(self._graph.edges.source[row])) for row in rows]
        return (
            tuple(number for number in numbers if number is not None)
            if all(number is not None for number in numbers)
            else None
        )

    def _torch_number(self, op: int) -> int | None:
        if self._graph.op_types[self._graph.op_type[op]] != "prim::Constant":
            return None
        attributes = self.attributes(op) or {}
        text = attributes["attr"].s if "attr" in attributes else b""
        return read_constant(text.decode("utf-8", "replace"))


def alike(graph: OpGraph) -> tuple[Indices, Indices]:
    """Group ops of equal type, attributes, and shapes of inputs and outputs.

    In a graph of PyTorch's, where settings are constants of their own, each op is a group.

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
