"""Shapes of products: matrices, Einstein sums, convolutions and their gradients, pooling.

Source of each rule: the shape functions of TensorFlow's op definitions (see the elementwise rules).
"""

from collections.abc import Sequence

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.elementwise import broadcast_shapes
from scopeboard.graph.shapes.facts import (
    OpCall,
    Rule,
    TensorFacts,
    merge_shapes,
    of_shape,
    shape_from_value,
)


def matmul(call: OpCall) -> list[TensorFacts]:
    """Return rows of the first by columns of the second, each optionally transposed."""
    left, right = _matrix(call.shape(0)), _matrix(call.shape(1))
    rows = left[1 if call.flag("transpose_a") else 0]
    return of_shape((rows, right[0 if call.flag("transpose_b") else 1]))


def _matrix(shape: Shape) -> tuple[int, ...]:
    return shape if shape is not None and len(shape) == 2 else (-1, -1)


def batch_matmul(call: OpCall) -> list[TensorFacts]:
    """Multiply the last two dimensions; the others are broadcast (equal for `BatchMatMul`)."""
    left, right = call.shape(0), call.shape(1)
    if left is None or right is None or len(left) < 2 or len(right) < 2:
        return of_shape(None)
    batch = broadcast_shapes([left[:-2], right[:-2]])
    if call.op_type == "BatchMatMul":
        batch = merge_shapes(left[:-2], right[:-2])
    rows = left[-1 if call.flag("adj_x") else -2]
    columns = right[-2 if call.flag("adj_y") else -1]
    return of_shape(None if batch is None else (*batch, rows, columns))


def einsum(call: OpCall) -> list[TensorFacts]:
    """Return the sizes of the labels on the right of the arrow; `...` is broadcast."""
    left, arrow, right = call.text("equation").replace(" ", "").partition("->")
    terms = left.split(",")
    if not arrow or len(terms) != len(call.inputs):
        return of_shape(None)
    sizes: dict[str, int] = {}
    spread: list[Shape] = []
    for term, known in zip(terms, call.inputs, strict=True):
        if known.shape is None or not _match(term, known.shape, sizes, spread):
            return of_shape(None)
    before, dots, after = right.partition("...")
    middle = (broadcast_shapes(spread) or ()) if dots and spread else ()
    return of_shape(
        (*(sizes.get(x, -1) for x in before), *middle, *(sizes.get(x, -1) for x in after))
    )


def _match(term: str, shape: tuple[int, ...], sizes: dict[str, int], spread: list[Shape]) -> bool:
    """Add the sizes of one operand's labels and ellipsis; return whether they match its shape."""
    before, dots, after = term.partition("...")
    tail = len(shape) - len(after)
    if tail < len(before) or (tail > len(before) and not dots):
        return False
    for label, size in zip((*before, *after), (*shape[: len(before)], *shape[tail:]), strict=True):
        if size not in {-1, 1} or sizes.get(label, -1) == -1:
            sizes[label] = size if size != -1 else sizes.get(label, -1)
    if dots:
        spread.append(shape[len(before) : tail])
    return True


def convolution(call: OpCall) -> list[TensorFacts]:
    """Return [batch, spatial…, output channels], the channel axis by `data_format`."""
    x, filters = call.shape(0), call.shape(1)
    rank = 5 if call.op_type == "Conv3D" else 4
    order = _order(call, rank)
    if x is None or len(x) != rank or order is None:
        return of_shape(None)
    window = filters[:-2] if filters is not None and len(filters) == rank else (-1,) * (rank - 2)
    channels = filters[-1] if filters is not None and len(filters) == rank else -1
    return of_shape(_slide(call, x, window, channels, order))


def depthwise_convolution(call: OpCall) -> list[TensorFacts]:
    """Return [batch, height, width, channels × multiplier]."""
    x, filters, order = call.shape(0), call.shape(1), _order(call, 4)
    if x is None or len(x) != 4 or order is None:
        return of_shape(None)
    if filters is None or len(filters) != 4:
        return of_shape(_slide(call, x, (-1, -1), -1, order))
    depth = filters[2] if filters[2] >= 0 else x[order.index("C")]
    channels = -1 if depth < 0 or filters[3] < 0 else depth * filters[3]
    return of_shape(_slide(call, x, filters[:2], channels, order))


def pooling(call: OpCall) -> list[TensorFacts]:
    """Return x with its dimensions divided by `strides`, from windows of `ksize`."""
    x = call.shape(0)
    rank = 5 if "3D" in call.op_type else 4
    order = _order(call, rank)
    window = call.integers("ksize")
    if x is None or len(x) != rank or order is None or len(window) != rank:
        return of_shape(None)
    spatial = [window[axis] for axis in _spatial(order)]
    depth = order.index("C")
    strides = call.integers("strides")
    is_deep = window[depth] != 1 or strides[depth : depth + 1] not in ([], [1])
    shape = _slide(call, x, spatial, -1 if is_deep else x[depth], order)
    return [TensorFacts(shape)] * max(call.output_count, 1)


def _order(call: OpCall, rank: int) -> str | None:
    """Return the letters of the dimensions in order; None for layouts in blocks."""
    order = call.text("data_format", "NDHWC" if rank == 5 else "NHWC")
    letters = "NDHWC" if rank == 5 else "NHWC"
    return order if sorted(order) == sorted(letters) else None


def _spatial(order: str) -> list[int]:
    return [axis for axis, letter in enumerate(order) if letter not in "NC"]


def _slide(
    call: OpCall, x: tuple[int, ...], window: Sequence[int], channels: int, order: str
) -> tuple[int, ...]:
    """Return the shape after sliding a window over x; `window` is [spatial…]."""
    strides = call.integers("strides") or [1] * len(x)
    dilations = call.integers("dilations") or [1] * len(x)
    pads = call.integers("explicit_paddings")
    sizes = list(x)
    sizes[order.index("C")] = channels
    for axis, size in zip(_spatial(order), window, strict=True):
        padding = call.text("padding")
        around = sum(pads[2 * axis : 2 * axis + 2]) if padding == "EXPLICIT" else 0
        sizes[axis] = (
            _windows(x[axis] if x[axis] < 0 else x[axis] + around, size, strides[axis],
                     dilations[axis], is_same=padding == "SAME")
            if axis < len(strides) and axis < len(dilations)
            else -1
        )  # fmt: skip
    return tuple(sizes)


def _windows(size: int, window: int, stride: int, dilation: int, *, is_same: bool) -> int:
    """Return the number of windows: ⌈size / stride⌉ with padding, ⌈(size − reach + 1) / stride⌉."""
    if size < 0 or stride < 1 or (window < 0 and not is_same):
        return -1
    reach = 1 if is_same else (window - 1) * dilation + 1
    return max(-(-(size - reach + 1) // stride), 0)


def sizes_in(slot: int) -> Rule:
    """Return the rule of an op whose result has the sizes in an input."""

    def rule(call: OpCall) -> list[TensorFacts]:
        return of_shape(shape_from_value(call, slot))

    return rule


def gradient_of_input(call: OpCall) -> list[TensorFacts]:
    """Return the sizes in input 0: those of the input of the convolution or pooling."""
    value = call.value(0)
    rank = 5 if "3D" in call.op_type else 4
    if value is not None and len(value) != rank:
        return of_shape(None)  # spatial sizes alone are allowed; the others are unknown
    return of_shape(shape_from_value(call, 0))
