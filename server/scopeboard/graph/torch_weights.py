"""Shapes of the weights of PyTorch's modules, from what uses them.

SummaryWriter logs a weight as `prim::GetAttr` without a shape. Where an op's definition leaves one
possibility for it, given what goes in and comes out, it is certain:

* `aten::linear`: weight [output features, input features], bias [output features];
* `aten::_convolution`: weight [output channels, input channels in a group, window…], and the two
  turned round when it is transposed; bias [output channels]. The window is certain only where no
  stride rounds;
* `aten::batch_norm`: weight, bias, mean and variance, one number for each channel.
"""

from typing import Final

import numpy as np

from scopeboard.graph.cost_formulas import OpFacts
from scopeboard.graph.op_facts import OpReader
from scopeboard.graph.opgraph import OpGraph, Tensors
from scopeboard.graph.shapes import Shape, count_elements
from scopeboard.graph.torch_ops import read_convolution

WEIGHT_OPS: Final = frozenset({"prim::GetAttr", "Parameter"})
_NORM_SLOTS: Final = range(1, 5)
_USERS: Final = frozenset(
    {"aten::linear", "aten::batch_norm", "aten::_convolution", "aten::convolution"}
    | {f"aten::conv{dimensions}d" for dimensions in (1, 2, 3)}
)


def add_weights(graph: OpGraph) -> Tensors:
    """Return the output tensors of a graph of PyTorch's, those weights added that are certain."""
    reader, found = OpReader(graph), dict[int, Shape]()
    for op in graph.ops_of_types(_USERS).tolist():
        facts = reader.facts(op)
        if facts is None:
            continue
        shapes = _weights_of(facts)
        for row in reader.inputs(op).tolist():
            source, slot = int(graph.edges.source[row]), int(graph.edges.slot[row])
            is_weight = graph.op_types[graph.op_type[source]] in WEIGHT_OPS
            if is_weight and shapes.get(slot) is not None:
                found.setdefault(source, shapes[slot])
    return _with_outputs(graph.tensors, found)


def _weights_of(op: OpFacts) -> dict[int, Shape]:
    """Return the shapes of the weights of one op by slot."""
    x, output = op.input(0), op.output
    if x is None or output is None or not x or not output:
        return {}
    if op.op_type == "aten::linear":
        return {1: (output[-1], x[-1]), 2: output[-1:]}
    if op.op_type == "aten::batch_norm":
        return dict.fromkeys(_NORM_SLOTS, x[1:2])
    return _weights_of_convolution(op, x, output)


def _weights_of_convolution(
    op: OpFacts, x: tuple[int, ...], output: tuple[int, ...]
) -> dict[int, Shape]:
    found = read_convolution(op)
    bias: dict[int, Shape] = {2: output[1:2]} if len(output) == len(x) > 2 else {}
    if found is None or found.is_transposed or any(low != high for low, high in found.window):
        return bias
    return {1: (output[1], found.group_channels, *(low for low, _ in found.window)), **bias}


def _with_outputs(tensors: Tensors, found: dict[int, Shape]) -> Tensors:
    """Give ops that have no output one of the shape that was found; its dtype is unknown."""
    rows = {shape: row for row, shape in enumerate(tensors.shapes)}
    first = tensors.first.astype(np.int64)
    missing = [op for op in sorted(found) if first[op] == first[op + 1]]
    shapes = [found[op] or () for op in missing]
    codes = [rows.setdefault(shape, len(rows)) for shape in shapes]
    places = first[missing] if missing else np.empty(0, dtype=np.int64)
    added = np.zeros(first.size, dtype=np.int64)
    added[np.array(missing, dtype=np.int64) + 1] = 1
    return Tensors(
        first=(first + np.cumsum(added)).astype(np.int32),
        shape=np.insert(tensors.shape, places, codes).astype(np.int32),
        dtype=np.insert(tensors.dtype, places, 0).astype(np.int8),
        elements=np.insert(tensors.elements, places, [count_elements(shape) for shape in shapes]),
        bytes=np.insert(tensors.bytes, places, -1),
        shapes=list(rows),
    )
