"""FLOPs of TensorFlow's common ops: one formula for each kind, from shapes and attributes.

A multiplication and the addition that follows it are 2 FLOPs. Any function of one element (exp,
tanh, a comparison, a division) is 1 FLOP, as in most formulas of TensorFlow's profiler.
Moving data costs none. |x| is the number of elements of x; an unknown dimension counts as 1, so
the result is then a lower bound: see `OpView.is_lower_bound`.
"""

from collections.abc import Callable
from math import prod
from typing import Final

from scopeboard.graph.model.op_view import OpView
from scopeboard.graph.model.shapes import Shape, count_elements

_TRANSPOSED: Final = ("transpose_a", "adj_x", "a_is_transposed")


class AtLeast(int):
    """FLOPs that are a lower bound though every dimension is known."""


Formula = Callable[[OpView], int | None]
"""FLOPs of one op, None when they depend on an unknown shape or attribute."""


def size_of(shape: Shape) -> int | None:
    """Return |shape|, None when it is unknown."""
    return None if shape is None else count_elements(shape)


def known(dimension: int) -> int:
    """Return a dimension, 1 for an unknown one."""
    return 1 if dimension < 0 else dimension


def times(count: int, shape: Shape) -> int | None:
    """Return count·|shape|, None when it is unknown."""
    size = size_of(shape)
    return None if size is None else count * size


def free(_op: OpView) -> int:
    """Return 0: the op moves or makes data."""
    return 0


def elementwise(op: OpView) -> int | None:
    """|output|: one FLOP for each element."""
    return times(1, op.output)


def squared_difference(op: OpView) -> int | None:
    """2·|output|: a subtraction and a multiplication."""
    return times(2, op.output)


def softmax(op: OpView) -> int | None:
    """5·|output|: maximum, subtraction, exponential, sum, and a division (or log and subtraction).

    A cross entropy with logits takes the same for each element of the logits, loss included.
    """
    return times(5, op.input(0) if op.output is None or "CrossEntropy" in op.op_type else op.output)


def add_n(op: OpView) -> int | None:
    """(n − 1)·|output| for n inputs."""
    return times(max(len(op.inputs) - 1, 0), op.output)


def reduction(op: OpView) -> int | None:
    """|input|: one FLOP for each reduced element, a mean's divisions included."""
    return times(1, op.input(0))


def l2_loss(op: OpView) -> int | None:
    """2·|input|: squares and their sum."""
    return times(2, op.input(0))


def matmul(op: OpView) -> int | None:
    """2·|output|·k: k is the inner dimension, A's columns (rows when A is transposed)."""
    left, output = op.input(0), size_of(op.output)
    if left is None or len(left) < 2 or output is None:
        return None
    is_transposed = any(key in op.attributes and op.attributes[key].b for key in _TRANSPOSED)
    return 2 * output * known(left[-2] if is_transposed else left[-1])


def einsum(op: OpView) -> int | None:
    """2·Π(size of each label) for two operands, Π for one: labels as in the equation.

    An ellipsis is its dimensions, broadcast. The FLOPs of more operands depend on the order
    of their contraction, which the op does not define.
    """
    if "equation" not in op.attributes or not 1 <= len(op.inputs) <= 2:
        return None
    terms = op.attributes["equation"].s.decode("ascii", "replace").split("->")[0].split(",")
    sizes: dict[str, int] = {}
    for term, shape in zip(terms, op.inputs, strict=False):
        before, dots, after = term.replace(" ", "").partition("...")
        spread = -1 if shape is None else len(shape) - len(before) - len(after)
        if shape is None or spread < 0 or (spread and not dots):
            return None
        middle = [f".{axis - spread}" for axis in range(spread)]
        for label, dimension in zip([*before, *middle, *after], shape, strict=True):
            sizes[label] = max(sizes.get(label, 1), known(dimension))
    return len(op.inputs) * prod(sizes.values())


def convolution(op: OpView) -> int | None:
    """2·|output|·Π(filter without its last dimension): window × input channels of the group.

    Filters are [spatial…, channels in a group, output channels], in 2 and 3 dimensions. A depthwise
    filter is [height, width, channels, multiplier], of which only the window counts.

    A gradient takes 2·|gradient| times the same. The gradient is input 2. The filter is input 1 of
    the gradient of the input, and the output of the gradient of the filter.
    """
    result, filters = op.output, op.input(1)
    if "Backprop" in op.op_type:
        result = op.input(2)
    if "BackpropFilter" in op.op_type:
        filters = op.output
    window_end = -2 if "Depthwise" in op.op_type else -1
    if filters is None or len(filters) <= -window_end:
        return None
    return times(2 * prod(known(size) for size in filters[:window_end]), result)


def pooling(op: OpView) -> int | None:
    """|output|·(window): `ksize` elements are compared or added for each.

    A gradient takes |gradient|·(window): each element of an average's gradient, input 1, is added
    to a window; for a maximum's, input 2, the maximum of each window is searched again.
    """
    result = op.output
    if op.op_type.endswith("Grad"):
        result = op.input(1 if op.op_type.startswith("Avg") else 2)
    if "ksize" not in op.attributes:
        return None
    return times(prod(known(size) for size in op.attributes["ksize"].list.i), result)


def batch_norm(op: OpView) -> int | None:
    """2·|x| when not training: times a factor, plus an offset. When training, 6·|x|.

    Training adds the mean (|x|) and the variance (subtract, square, sum: 3·|x|). Operations on
    channels do not count.
    """
    is_training = "is_training" not in op.attributes or op.attributes["is_training"].b
    return times(6 if is_training else 2, op.input(0))


def batch_norm_gradient(op: OpView) -> int | None:
    """9·|x|: x centred (1), two sums over the gradient (3), and its combination (5)."""
    return times(9, op.input(0))


def fused(base: Formula) -> Formula:
    """Return the formula of an op with others fused into it: |output| more for each of them."""

    def formula(op: OpView) -> int | None:
        flops, size = base(op), size_of(op.output)
        if flops is None or size is None or "fused_ops" not in op.attributes:
            return None
        return flops + len(op.attributes["fused_ops"].list.s) * size

    return formula


def update(per_element: int, gradient: int) -> Formula:
    """Return the formula of an optimiser's step: `per_element` FLOPs for each gradient element.

    Gradient descent 2 (w −= η·g), momentum 4, Adagrad 6, RMSProp 11, Adam 12 (3 and 4 for the
    moments, 5 for the step): counted from the update rules in TensorFlow's documentation.
    `gradient` is the slot of the gradient.
    """

    def formula(op: OpView) -> int | None:
        return times(per_element, op.input(gradient))

    return formula
