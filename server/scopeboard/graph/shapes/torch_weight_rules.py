"""Rules of PyTorch's ops: the shapes of their weights, from the shapes of inputs and outputs.

A rule returns a weight for each slot. A shape is certain where the op's definition leaves one
possibility; otherwise it is the smallest possible one.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from scopeboard.graph.model.op_view import OpView
from scopeboard.graph.model.torch_ops import read_convolution


class Weight(NamedTuple):
    """The shape of a weight; an uncertain one is the smallest possible."""

    shape: tuple[int, ...]
    is_certain: bool = True


Weights = dict[int, Weight]


def _linear(op: OpView) -> Weights:
    x, output = op.input(0), op.output
    return {1: Weight((output[-1], x[-1])), 2: Weight(output[-1:])} if x and output else {}


def _transposition(op: OpView) -> Weights:
    return {0: Weight(op.output[::-1])} if op.output else {}


def _product_and_bias(op: OpView) -> Weights:
    """Return the bias and the second factor of `addmm`: bias, x, weight."""
    x, output = op.input(1), op.output
    if not output:
        return {}
    bias = {0: Weight(output[-1:])}
    return {**bias, 2: Weight((x[-1], output[-1]))} if x else bias


def _bilinear(op: OpView) -> Weights:
    left, right, output = op.input(0), op.input(1), op.output
    if not left or not right or not output:
        return {}
    return {2: Weight((output[-1], left[-1], right[-1])), 3: Weight(output[-1:])}


def _embedding(op: OpView) -> Weights:
    """Return the table: at least one row, or enough rows for the index of the padding, input 2."""
    padding = op.values[2] if op.op_type == "aten::embedding" and len(op.values) > 2 else None
    rows = max(*(padding or (0,)), 0) + 1
    return {0: Weight((rows, op.output[-1]), is_certain=False)} if op.output else {}


def _per_channel(*slots: int) -> "Rule":
    """Return the rule of an op whose weights have one number for each channel of x."""

    def rule(op: OpView) -> Weights:
        x = op.input(0)
        return dict.fromkeys(slots, Weight(x[1:2])) if x else {}

    return rule


def _layer_norm(op: OpView) -> Weights:
    """Return weight and bias, both of the normalized shape, input 1."""
    normalized = op.values[1] if len(op.values) > 1 else None
    return dict.fromkeys((2, 3), Weight(normalized)) if normalized else {}


def _prelu(_: OpView) -> Weights:
    return {1: Weight((1,), is_certain=False)}


def _weight_norm(op: OpView) -> Weights:
    """Return the direction, and the length of each slice along a dimension, input 2."""
    dimension = op.values[2] if len(op.values) > 2 else None
    if not op.output:
        return {}
    weights = {0: Weight(op.output)}
    if dimension is not None and len(dimension) == 1 and 0 <= dimension[0] < len(op.output):
        lengths = (size if axis == dimension[0] else 1 for axis, size in enumerate(op.output))
        weights[1] = Weight(tuple(lengths))
    return weights


def _cut(op: OpView) -> Weights:
    """Return a weight that is cut along a dimension, input 2, if all pieces are known."""
    dimension = op.values[2] if len(op.values) > 2 else None
    pieces = [shape for shape in op.outputs if shape is not None and -1 not in shape]
    if dimension is None or len(dimension) != 1 or not pieces or len(pieces) < len(op.outputs):
        return {}
    axis, first = dimension[0], pieces[0]
    if not 0 <= axis < len(first) or len({len(piece) for piece in pieces}) > 1:
        return {}
    size = sum(piece[axis] for piece in pieces)
    return {0: Weight((*first[:axis], size, *first[axis + 1 :]))}


def _convolution(op: OpView) -> Weights:
    """Return weight and bias; the weight may be uncertain.

    A padding by name (`_convolution_mode`, "same") leaves the window open, not the channels: input
    6 is the number of groups.
    """
    x, output = op.input(0), op.output
    if not x or not output or len(output) != len(x) or len(x) < 3:
        return {}
    bias = Weight(output[1:2])
    convolution = read_convolution(op)
    if convolution is None:
        is_named = op.op_type == "aten::_convolution_mode" and len(op.values) > 6
        groups = (op.values[6] if is_named else None) or (x[1],)
        channels = max(x[1] // groups[0] if groups[0] > 0 else 1, 1)
        smallest = (output[1], channels, *[1] * (len(x) - 2))
        return {1: Weight(smallest, is_certain=False), 2: bias}
    window = [low for low, _ in convolution.window]
    is_certain = all(low == high for low, high in convolution.window)
    first = x[1] if convolution.is_transposed else output[1]
    return {1: Weight((first, convolution.group_channels, *window), is_certain), 2: bias}


Rule = Callable[[OpView], Weights]
CUTS: Final = frozenset({"aten::split", "aten::split_with_sizes", "aten::chunk"})
RULES: Final[Mapping[str, Rule]] = {
    "aten::linear": _linear,
    "aten::t": _transposition,
    "aten::addmm": _product_and_bias,
    "aten::bilinear": _bilinear,
    **dict.fromkeys(("aten::embedding", "aten::embedding_bag"), _embedding),
    **dict.fromkeys(("aten::batch_norm", "aten::instance_norm"), _per_channel(1, 2, 3, 4)),
    "aten::group_norm": _per_channel(2, 3),
    **dict.fromkeys(("aten::layer_norm", "aten::rms_norm"), _layer_norm),
    "aten::prelu": _prelu,
    "aten::_weight_norm": _weight_norm,
    **dict.fromkeys(CUTS, _cut),
    **dict.fromkeys(
        ("aten::_convolution", "aten::convolution", "aten::_convolution_mode", "aten::conv1d",
         "aten::conv2d", "aten::conv3d"),
        _convolution,
    ),
}  # fmt: skip

GATES: Final = {"aten::lstm": 4, "aten::gru": 3, "aten::rnn_tanh": 1, "aten::rnn_relu": 1}
"""Recurrent networks, and the gates of each."""


def weights_of_recurrence(op: OpView, slot: int, count: int) -> list[Weight]:
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
    rows, inputs = GATES[op.op_type] * units, x[-1]
    weights: list[Weight] = []
    for _ in range(layers):
        one = [(rows, inputs), (rows, units), (rows,), (rows,)]
        weights += [Weight(shape) for shape in one[:each]] * directions
        inputs = output[-1]
    return weights
