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
    left, right = (
        shape if shape is not None and len(shape) == 2 else (-1, -1)
        for shape in (call.shape(0), call.shape(1))
    )
    rows = left[1 if call.flag("transpose_a") else 0]
    return of_shape((rows, right[0 if call.flag("transpose_b") else 1]))


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
    ellipses: list[Shape] = []
    for term, known in zip(terms, call.inputs, strict=True):
        shape = known.shape
        first, dots, last = term.partition("...")
        tail = -1 if shape is None else len(shape) - len(last)
        if shape is None or tail < len(first) or (tail > len(first) and not dots):
            return of_shape(None)
        labelled = (*shape[: len(first)], *shape[tail:])
        for label, size in zip((*first, *last), labelled, strict=True):
            if size not in {-1, 1} or sizes.get(label, -1) == -1:
                sizes[label] = size if size != -1 else sizes.get(label, -1)
        if dots:
            ellipses.append(shape[len(first) : tail])
    before, dots, after = right.partition("...")
    middle = (broadcast_shapes(ellipses) or ()) if dots and ellipses else ()
    return of_shape(
        (*(sizes.get(x, -1) for x in before), *middle, *(sizes.get(x, -1) for x in after))
    )


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
    spatial = [size for size, letter in zip(window, order, strict=True) if letter not in "NC"]
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


def _slide(
    call: OpCall, x: tuple[int, ...], window: Sequence[int], channels: int, order: str
) -> tuple[int, ...]:
    """Return the shape after sliding a window over x; `window` is [spatial…].

    The number of windows is ⌈size / stride⌉ with padding, else ⌈(size − extent + 1) / stride⌉.
    """
    strides = call.integers("strides") or [1] * len(x)
    dilations = call.integers("dilations") or [1] * len(x)
    pads, padding = call.integers("explicit_paddings"), call.text("padding")
    sizes = list(x)
    sizes[order.index("C")] = channels
    spatial = [axis for axis, letter in enumerate(order) if letter not in "NC"]
    for axis, width in zip(spatial, window, strict=True):
        is_same = padding == "SAME"
        stride = strides[axis] if axis < len(strides) and axis < len(dilations) else 0
        around = sum(pads[2 * axis : 2 * axis + 2]) if padding == "EXPLICIT" else 0
        size = x[axis] if x[axis] < 0 else x[axis] + around
        if size < 0 or stride < 1 or (width < 0 and not is_same):
            sizes[axis] = -1
        else:
            extent = 1 if is_same else (width - 1) * dilations[axis] + 1
            sizes[axis] = max(-(-(size - extent + 1) // stride), 0)
    return tuple(sizes)


def sizes_in(slot: int) -> Rule:
    """Return the rule of an op whose result has the sizes in an input."""

    def rule(call: OpCall) -> list[TensorFacts]:
        return of_shape(shape_from_value(call, slot))

    return rule


def gradient_of_input(call: OpCall) -> list[TensorFacts]:
    """Return the sizes in input 0, the shape of the input of the convolution or pooling."""
    value = call.value(0)
    rank = 5 if "3D" in call.op_type else 4
    if value is not None and len(value) != rank:
        return of_shape(None)  # spatial sizes alone are allowed; the others are unknown
    return of_shape(shape_from_value(call, 0))
