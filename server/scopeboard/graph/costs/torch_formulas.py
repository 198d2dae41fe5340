"""FLOPs of PyTorch's common ops, as SummaryWriter logs them: types `aten::…`, inputs by position.

`formulas` has the definition of a FLOP. The graph has the shapes of outputs, and of few weights;
numbers such as strides are separate constants.
"""

from math import prod

from scopeboard.graph.costs.formulas import AtLeast, known, size_of, times
from scopeboard.graph.model.op_view import OpView
from scopeboard.graph.model.torch_ops import read_convolution


def product(op: OpView) -> int | None:
    """2·|output|·k: k is the last dimension of the first factor. |output| more for an addition.

    `linear` adds its bias, input 2, where there is one; `addmm` adds input 0 to the product of the
    next two.
    """
    has_addend = op.op_type in {"aten::addmm", "aten::baddbmm"}
    left = op.input(1 if has_addend else 0)
    product = times(2 * known(left[-1]), op.output) if left else None
    has_addend |= op.op_type == "aten::linear" and op.input(2) is not None
    return product + (size_of(op.output) or 0) if has_addend and product is not None else product


def convolution(op: OpView) -> int | None:
    """2·|output|·(channels in a group)·(window), and |output| for the bias where there is one.

    Transposed: 2·|input|·(output channels in a group)·(window). Where a stride leaves several
    windows possible, the smallest counts, and the result is a lower bound.
    """
    windows = read_convolution(op)
    if windows is None:
        return None
    result = op.input(0) if windows.is_transposed else op.output
    window = prod(known(smallest) for smallest, _ in windows.window)
    flops = times(2 * windows.group_channels * window, result)
    if flops is None:
        return None
    if op.input(2) is not None:
        flops += size_of(op.output) or 0
    is_ambiguous = any(smallest != largest for smallest, largest in windows.window)
    return AtLeast(flops) if is_ambiguous else flops


def pooling(op: OpView) -> int | None:
    """|output|·(window): input 1 is the window, a number for each dimension or for all."""
    kernel = op.values[1] if len(op.values) > 1 else None
    shape = op.output
    if kernel is None or shape is None or min(kernel, default=0) < 1:
        return None
    dimensions = int(op.op_type[-2])
    return times(prod(kernel if len(kernel) > 1 else kernel * dimensions), shape)


def batch_norm(op: OpView) -> int | None:
    """2·|x| with running statistics, 6·|x| when training, as TensorFlow's; the flag is input 5."""
    is_training = op.values[5] if len(op.values) > 5 else None
    return None if is_training is None else times(6 if any(is_training) else 2, op.input(0))


def layer_norm(op: OpView) -> int | None:
    """6·|x|: mean, variance (3), times a factor, plus an offset."""
    return times(6, op.input(0))
