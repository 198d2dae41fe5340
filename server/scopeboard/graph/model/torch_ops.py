"""PyTorch's convolutions in SummaryWriter's graphs: their windows, from settings and shapes.

A constant is an op `prim::Constant` whose attribute `attr` is a text like `{ value : 2}`; a list of
numbers is an op `prim::ListConstruct` of these. Weights have names and no shapes.
"""

from typing import NamedTuple

from scopeboard.graph.model.op_view import OpView


class Convolution(NamedTuple):
    """A convolution: the smallest and the largest possible window in each dimension.

    `group_channels` is dimension 1 of the weight, the channels of a group: input channels, or
    output channels of a transposed convolution.
    """

    is_transposed: bool
    group_channels: int
    window: list[tuple[int, int]]


def read_convolution(op: OpView) -> Convolution | None:
    """Return the window of `aten::_convolution`, or None when it depends on unknown values.

    Its inputs: x, weight, bias, stride, padding, dilation, transposed, output padding, groups.
    The weight is [output channels, input channels in a group, window…]; where its shape is
    unknown, the window follows from the sizes of x and of the output, except for the rounding of
    the stride (the formula in the documentation of `torch.nn.Conv2d`).
    """
    weight, x, output = op.input(1), op.input(0), op.output
    if x is None or output is None or len(x) != len(output) or len(x) < 3:
        return None
    values = [*op.values, *[None] * 9][:9]
    if op.op_type in {"aten::conv1d", "aten::conv2d", "aten::conv3d"}:  # these have no such inputs
        values = [*values[:6], (0,), (0,), values[6]]
    stride, padding, dilation, transposed, more, groups = values[3:]
    if transposed is None:
        return None
    if weight is not None and len(weight) == len(x):
        return Convolution(any(transposed), max(weight[1], 1), [(k, k) for k in weight[2:]])
    if None in {stride, padding, dilation, more, groups} or -1 in (*x[1:], *output[1:]):
        return None
    is_transposed = any(transposed)
    dimensions = len(x) - 2
    settings = [  # a single number applies to all dimensions
        each if len(each) == dimensions else each[:1] * dimensions
        for each in (stride or (0,), padding or (0,), dilation or (0,), more or (0,))
    ]
    window = [
        _possible_window(*sizes, is_transposed=is_transposed)
        for sizes in zip(x[2:], output[2:], *settings, strict=True)
    ]
    group = (groups or (1,))[0]
    if any(low < 1 or low > high for low, high in window) or group < 1:
        return None
    channels = output[1] if is_transposed else x[1]
    return Convolution(is_transposed, channels // group, window)


def _possible_window(
    size: int,
    output: int,
    stride: int,
    padding: int,
    dilation: int,
    more: int,
    *,
    is_transposed: bool,
) -> tuple[int, int]:
    """Return the smallest and the largest window that give this output for this size.

    output = (size + 2·padding − dilation·(window − 1) − 1) // stride + 1, or, transposed,
    (size − 1)·stride − 2·padding + dilation·(window − 1) + output padding + 1. `more` is the output
    padding. (0, 0) where no window does.
    """
    if stride < 1 or dilation < 1:
        return 0, 0
    if is_transposed:
        extent = output - (size - 1) * stride + 2 * padding - more - 1
        window = 0 if extent % dilation else extent // dilation + 1
        return window, window
    largest = size + 2 * padding - 1 - (output - 1) * stride
    smallest = largest - stride + 1
    return max(-(-smallest // dilation), 0) + 1, largest // dilation + 1
