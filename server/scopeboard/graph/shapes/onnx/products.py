"""Rules of ONNX's products: matrices, Einstein sums, convolutions, pooling, recurrence, attention.

Source of each rule: the definition of the op in ONNX's documentation (`docs/Operators.md`), and for
`com.microsoft` that of ONNX Runtime's contrib operators.
"""

from collections.abc import Sequence
from math import floor

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import OpCall, TensorFacts
from scopeboard.graph.shapes.onnx.sizes import broadcast, output, plain, size_of_value
from scopeboard.wire.types_pb2 import DT_INT32, DT_INT64


def matmul(call: OpCall) -> list[TensorFacts]:
    """Multiply matrices as NumPy does; `MatMulInteger` accumulates in int32."""
    is_quantized = call.op_type == "QLinearMatMul"
    dtype = {"MatMulInteger": int(DT_INT32), "QLinearMatMul": call.input(7).dtype}
    left, right = call.shape(0), call.shape(3 if is_quantized else 1)
    return [output(call, _matrix_product(left, right), dtype=dtype.get(call.op_type))]


def fused_matmul(call: OpCall) -> list[TensorFacts]:
    """Multiply matrices, each optionally transposed."""
    left, right = call.shape(0), call.shape(1)
    if call.integer("transA") and left is not None and len(left) > 1:
        left = (*left[:-2], left[-1], left[-2])
    if call.integer("transB") and right is not None and len(right) > 1:
        right = (*right[:-2], right[-1], right[-2])
    return [output(call, _matrix_product(left, right))]


def _matrix_product(left: Shape, right: Shape) -> Shape:
    if not left or not right:
        return None
    rows, columns = left[-2:-1], right[-1:] if len(right) > 1 else ()
    batch = broadcast([left[:-2], right[:-2]])
    return None if batch is None else (*batch, *rows, *columns)


def gemm(call: OpCall) -> list[TensorFacts]:
    """Return rows of A by columns of B, each optionally transposed."""
    left, right = (
        shape if shape is not None and len(shape) == 2 else (-1, -1)
        for shape in (call.shape(0), call.shape(1))
    )
    rows = left[1 if call.integer("transA") else 0]
    return [output(call, (rows, right[0 if call.integer("transB") else 1]))]


def einsum(call: OpCall) -> list[TensorFacts]:
    """Return the sizes of the labels on the right; without an arrow, labels that occur once."""
    equation = call.text("equation").replace(" ", "")
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    if len(terms) != len(call.inputs):
        return [output(call, None)]
    sizes: dict[str, int] = {}
    ellipses: list[Shape] = []
    for term, known in zip(terms, call.inputs, strict=True):
        first, dots, last = term.partition("...")
        shape = known.shape
        tail = -1 if shape is None else len(shape) - len(last)
        if shape is None or tail < len(first) or (tail > len(first) and not dots):
            return [output(call, None)]
        labelled = (*shape[: len(first)], *shape[tail:])
        for label, size in zip((*first, *last), labelled, strict=True):
            if label not in sizes or sizes[label] in {-1, 1}:
                sizes[label] = size
        if dots:
            ellipses.append(shape[len(first) : tail])
    if not arrow:
        letters = left.replace("...", "").replace(",", "")
        once = "".join(sorted(each for each in set(letters) if letters.count(each) == 1))
        right = ("..." if ellipses else "") + once
    before, dots, after = right.partition("...")
    middle = (broadcast(ellipses) or ()) if dots else ()
    listed = [[sizes.get(label, -1) for label in labels] for labels in (before, after)]
    return [output(call, (*listed[0], *middle, *listed[1]))]


def convolution(call: OpCall) -> list[TensorFacts]:
    """Return [batch, output channels, spatial…]; the filters are [outputs, inputs, window…]."""
    slot, dtype = 1, call.input(0).dtype
    if call.op_type == "QLinearConv":
        slot, dtype = 3, call.input(7).dtype
    elif call.op_type == "ConvInteger":
        dtype = int(DT_INT32)
    x, filters = call.shape(0), call.shape(slot)
    if x is None or len(x) < 3:
        return [output(call, None, dtype=dtype)]
    window = call.integers("kernel_shape")
    if not window and filters is not None and len(filters) == len(x):
        window = list(filters[2:])
    channels = filters[0] if filters else -1
    return [output(call, (x[0], channels, *_slide(call, x[2:], window)), dtype=dtype)]


def transposed_convolution(call: OpCall) -> list[TensorFacts]:
    """Return [batch, channels of a group × groups, spatial…]."""
    x, filters = call.shape(0), call.shape(1)
    if x is None or len(x) < 3:
        return [output(call, None)]
    window = call.integers("kernel_shape")
    if not window and filters is not None and len(filters) == len(x):
        window = list(filters[2:])
    rank, groups = len(x) - 2, call.integer("group", 1)
    channels = filters[1] * groups if filters is not None and len(filters) > 1 else -1
    stated = call.integers("output_shape")
    if stated:
        return [output(call, (x[0], max(channels, -1), *stated[-rank:]))]
    steps = _each(call, "strides", rank)
    spread = _each(call, "dilations", rank)
    more = call.integers("output_padding") or [0] * rank
    pads = call.integers("pads") or [0] * (2 * rank)
    if len(window) != rank or len(pads) != 2 * rank or len(more) != rank:
        return [output(call, (x[0], max(channels, -1), *(-1,) * rank))]
    is_same = call.text("auto_pad").startswith("SAME")
    sizes = []
    for axis, size in enumerate(x[2:]):
        extent = (window[axis] - 1) * spread[axis] + 1
        around = pads[axis] + pads[axis + rank]
        full = steps[axis] * (size - 1) + more[axis] + extent - around
        sizes.append(-1 if size < 0 else size * steps[axis] if is_same else max(full, 0))
    return [output(call, (x[0], max(channels, -1), *sizes))]


def pooling(call: OpCall) -> list[TensorFacts]:
    """Return x with its spatial sizes slid over; `MaxPool` has the indices as a second output."""
    x = call.shape(0)
    if x is None or len(x) < 3:
        return [output(call, None), output(call, None, dtype=DT_INT64)]
    sizes = (*x[:2], *_slide(call, x[2:], call.integers("kernel_shape")))
    return [output(call, sizes), output(call, sizes, dtype=DT_INT64)]


def global_pooling(call: OpCall) -> list[TensorFacts]:
    """Return x with spatial sizes of 1."""
    x = call.shape(0)
    return [output(call, None if x is None else (*x[:2], *(1,) * len(x[2:])))]


def _each(call: OpCall, key: str, rank: int) -> list[int]:
    numbers = call.integers(key)
    return numbers if len(numbers) == rank else [1] * rank


def _slide(call: OpCall, sizes: Sequence[int], window: Sequence[int]) -> tuple[int, ...]:
    """Return the number of places of a window along each spatial axis."""
    rank = len(sizes)
    steps, spread = _each(call, "strides", rank), _each(call, "dilations", rank)
    pads = call.integers("pads") or [0] * (2 * rank)
    padding = call.text("auto_pad", "NOTSET")
    if len(pads) != 2 * rank or any(step < 1 for step in steps):
        return (-1,) * rank
    places = []
    for axis, size in enumerate(sizes):
        width = window[axis] if axis < len(window) else -1
        if size < 0 or (width < 0 and not padding.startswith("SAME")):
            places.append(-1)
            continue
        if padding.startswith("SAME"):
            places.append(-(-size // steps[axis]))
            continue
        around = 0 if padding == "VALID" else pads[axis] + pads[axis + rank]
        free = size + around - ((width - 1) * spread[axis] + 1)
        step = steps[axis]
        number = floor(free / step) + 1
        if call.integer("ceil_mode"):
            number = -(-free // step) + 1
            if (number - 1) * step >= size + pads[axis]:  # it would begin in the padding behind
                number -= 1
        places.append(max(number, 0))
    return tuple(places)


def recurrence(call: OpCall) -> list[TensorFacts]:
    """Return all steps [time, directions, batch, hidden], and the last states."""
    x, hidden = call.shape(0), call.integer("hidden_size", -1)
    directions = 2 if call.text("direction") == "bidirectional" else 1
    if x is None or len(x) != 3:
        return [output(call, (-1, directions, -1, hidden))]
    if call.integer("layout"):
        steps = (x[0], x[1], directions, hidden)
        state = (x[0], directions, hidden)
    else:
        steps, state = (x[0], directions, x[1], hidden), (directions, x[1], hidden)
    return [output(call, steps), output(call, state), output(call, state)]


def attention(call: OpCall) -> list[TensorFacts]:
    """Return queries with the width of values, of the standard op: rank 4 with heads, or rank 3."""
    query, value = call.shape(0), call.shape(2)
    if query is None or value is None or len(query) != len(value):
        return [output(call, None)]
    if len(query) == 4:
        return [output(call, (*query[:3], value[3]))]
    heads, others = call.integer("q_num_heads"), call.integer("kv_num_heads")
    if len(query) != 3 or value[2] < 0 or others < 1:
        return [output(call, None)]
    return [output(call, (*query[:2], value[2] // others * heads))]


def fused_attention(call: OpCall) -> list[TensorFacts]:
    """Return [batch, sequence, hidden], hidden a third of the weight's columns."""
    x, weight = call.shape(0), call.shape(1)
    if x is None or len(x) != 3:
        return [output(call, None)]
    sizes = call.integers("qkv_hidden_sizes")
    hidden = sizes[2] if len(sizes) == 3 else -1
    if hidden < 0 and weight is not None and len(weight) == 2 and weight[1] >= 0:
        hidden = weight[1] // 3
    return [output(call, (*x[:2], hidden))]


def embed_layer_norm(call: OpCall) -> list[TensorFacts]:
    """Return the embedding of each token, [batch, sequence, hidden]."""
    tokens, table = call.shape(0), call.shape(2)
    dtype = call.input(2).dtype
    if tokens is None or table is None or len(table) != 2:
        return [output(call, None, dtype=dtype)]
    return [output(call, (*tokens, table[1]), dtype=dtype)]


def affine_grid(call: OpCall) -> list[TensorFacts]:
    """Return coordinates for each place of the sizes in input 1."""
    sizes = plain(call.value(1))
    if sizes is None or len(sizes) < 3:
        return [output(call, None)]
    spatial = tuple(size_of_value(size) for size in sizes[2:])
    return [output(call, (sizes[0], *spatial, len(spatial)))]


def grid_sample(call: OpCall) -> list[TensorFacts]:
    """Return an element of each channel for each place of the grid."""
    x, grid = call.shape(0), call.shape(1)
    if x is None or grid is None or len(x) < 3 or len(grid) != len(x):
        return [output(call, None)]
    return [output(call, (*x[:2], *grid[1:-1]))]
