"""Shapes of the weights of PyTorch's modules, from the ops that use them.

SummaryWriter logs a weight as `prim::GetAttr` without a shape. It is certain where an op's
definition leaves one possibility, given the shapes of its inputs and outputs:

* `aten::linear`: weight [output features, input features], bias [output features]; older traces
  have a transposition and a product instead;
* `aten::_convolution`: weight [output channels, input channels in a group, window…], the two
  channels swapped when it is transposed; bias [output channels]. Where a stride rounds, only the
  smallest window is known;
* `aten::batch_norm` and `aten::instance_norm`: weight, bias, mean and variance, one number for each
  channel; `aten::group_norm` has the first two, `aten::layer_norm` a weight and a bias of its
  normalized shape;
* `aten::lstm`, `aten::gru` and the like: their list of weights, layer by layer.

An embedding has at least one row of the output's width.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from scopeboard.graph.model.op_graph import OpGraph, Tensors
from scopeboard.graph.model.op_view import OpReader, OpView
from scopeboard.graph.model.shapes import count_elements
from scopeboard.graph.model.torch_ops import read_convolution

WEIGHT_OPS: Final = frozenset({"prim::GetAttr", "Parameter"})
_LIST: Final = "prim::ListConstruct"
_CONVOLUTIONS: Final = frozenset(
    {"aten::_convolution", "aten::convolution", "aten::_convolution_mode"}
    | {f"aten::conv{dimensions}d" for dimensions in (1, 2, 3)}
)
_GATES: Final = {"aten::lstm": 4, "aten::gru": 3, "aten::rnn_tanh": 1, "aten::rnn_relu": 1}
_CHANNEL_SLOTS: Final = {
    "aten::batch_norm": (1, 2, 3, 4),
    "aten::instance_norm": (1, 2, 3, 4),
    "aten::group_norm": (2, 3),
}
_USERS: Final = _CONVOLUTIONS.union(
    _GATES, _CHANNEL_SLOTS,
    ("aten::linear", "aten::t", "aten::addmm", "aten::layer_norm", "aten::rms_norm"),
    ("aten::embedding", "aten::embedding_bag", "aten::prelu"),
)  # fmt: skip


class Weight(NamedTuple):
    """The shape of a weight; an uncertain one is the smallest possible."""

    shape: tuple[int, ...]
    is_certain: bool = True


def add_weights(graph: OpGraph) -> Tensors:
    """Return the output tensors of a PyTorch graph, with the certain weights added.

    An op without outputs gets one with the shape of its weight and an unknown dtype.
    """
    weights = find_weights(graph, OpReader(graph)).items()
    shape_of = {op: weight.shape for op, weight in weights if weight.is_certain}
    tensors = graph.tensors
    rows = {shape: row for row, shape in enumerate(tensors.shapes)}
    first = tensors.first.astype(np.int64)
    missing = [op for op in sorted(shape_of) if first[op] == first[op + 1]]
    shapes = [shape_of[op] for op in missing]
    codes = [rows.setdefault(shape, len(rows)) for shape in shapes]
    rows_before = first[missing] if missing else np.empty(0, dtype=np.int64)
    added = np.zeros(first.size, dtype=np.int64)
    added[np.array(missing, dtype=np.int64) + 1] = 1
    elements = [count_elements(shape) for shape in shapes]
    return Tensors(
        first=(first + np.cumsum(added)).astype(np.int32),
        shape=np.insert(tensors.shape, rows_before, codes).astype(np.int32),
        dtype=np.insert(tensors.dtype, rows_before, 0).astype(np.int8),
        elements=np.insert(tensors.elements, rows_before, elements),
        bytes=np.insert(tensors.bytes, rows_before, -1),
        shapes=list(rows),
    )


def find_weights(graph: OpGraph, reader: OpReader) -> dict[int, Weight]:
    """Return the known shapes of weights, by op."""
    weights = dict[int, Weight]()
    for op in graph.ops_of_types(_USERS).tolist():
        facts = reader.view(op)
        if facts is None:
            continue
        for source, weight in _weights_of(graph, reader, op, facts):
            known = weights.get(source)
            if known is None or (weight.is_certain and not known.is_certain):
                weights[source] = weight
    return weights


def _weights_of(
    graph: OpGraph, reader: OpReader, op: int, facts: OpView
) -> Iterator[tuple[int, Weight]]:
    """Yield the weights that one op uses, each with its op."""
    weights = _weights_by_slot(facts)
    for row in reader.inputs(op).tolist():
        source, slot = int(graph.edges.source[row]), int(graph.edges.slot[row])
        op_type = graph.op_types[graph.op_type[source]]
        if op_type in WEIGHT_OPS:
            is_linear = facts.op_type not in {"aten::t", "aten::addmm"}
            if slot in weights and (is_linear or "Linear" in graph.names[source]):
                yield source, weights[slot]
        elif op_type == _LIST and facts.op_type in _GATES:
            listed = [int(graph.edges.source[each]) for each in reader.inputs(source)]
            if all(graph.op_types[graph.op_type[each]] in WEIGHT_OPS for each in listed):
                yield from zip(
                    listed, _weights_of_recurrence(facts, slot, len(listed)), strict=False
                )


def _weights_by_slot(op: OpView) -> dict[int, Weight]:
    """Return the weights of one op by slot."""
    x, output = op.input(0), op.output or ()
    weights: dict[int, Weight] = {}
    if op.op_type in {"aten::layer_norm", "aten::rms_norm"}:
        normalized = op.values[1] if len(op.values) > 1 else None
        weights = dict.fromkeys((2, 3), Weight(normalized)) if normalized else {}
    elif op.op_type == "aten::prelu":
        weights = {1: Weight((1,), is_certain=False)}
    elif output and op.op_type == "aten::t":
        weights = {0: Weight(output[::-1])}
    elif output and op.op_type == "aten::addmm":
        weights = {0: Weight(output[-1:])}
    elif output and op.op_type in {"aten::embedding", "aten::embedding_bag"}:
        weights = {0: Weight((1, output[-1]), is_certain=False)}
    elif output and x and op.op_type == "aten::linear":
        weights = {1: Weight((output[-1], x[-1])), 2: Weight(output[-1:])}
    elif x and op.op_type in _CHANNEL_SLOTS:
        weights = dict.fromkeys(_CHANNEL_SLOTS[op.op_type], Weight(x[1:2]))
    elif x and op.op_type in _CONVOLUTIONS:
        weights = _weights_of_convolution(op, x, output)
    return weights


def _weights_of_convolution(
    op: OpView, x: tuple[int, ...], output: tuple[int, ...]
) -> dict[int, Weight]:
    """Return weight and bias of a convolution by slot; the weight may be uncertain."""
    if len(output) != len(x) or len(x) < 3:
        return {}
    bias = Weight(output[1:2])
    convolution = read_convolution(op)
    if convolution is None:
        return {1: Weight((output[1], *[1] * (len(x) - 1)), is_certain=False), 2: bias}
    window = [low for low, _ in convolution.window]
    is_certain = all(low == high for low, high in convolution.window)
    first = x[1] if convolution.is_transposed else output[1]
    return {1: Weight((first, convolution.group_channels, *window), is_certain), 2: bias}


def _weights_of_recurrence(op: OpView, slot: int, count: int) -> list[Weight]:
    """Return the weights of a recurrent network in the order of its list.

    The list is followed by: has biases, number of layers, dropout, is training, is bidirectional.
    For each layer and direction the list has a weight for inputs and one for states, both with a
    row for each gate and unit, and the biases of both.
    """
    x, output = op.input(0), op.output
    settings = [each[0] if each else None for each in op.values[slot + 1 : slot + 6]]
    if not x or not output or len(settings) < 5 or None in (settings[0], settings[1], settings[4]):
        return []
    directions, layers = (2 if settings[4] else 1), settings[1] or 0
    each = 4 if settings[0] else 2
    if count != each * layers * directions or output[-1] % directions:
        return []  # an LSTM with projections has more
    units = output[-1] // directions
    rows, inputs = _GATES[op.op_type] * units, x[-1]
    weights: list[Weight] = []
    for _ in range(layers):
        one = [(rows, inputs), (rows, units), (rows,), (rows,)]
        weights += [Weight(shape) for shape in one[:each]] * directions
        inputs = output[-1]
    return weights
