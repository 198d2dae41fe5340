"""Shapes of ops that move data: reshape, transpose, slice, pad, tile, gather.

Source of each rule: the shape functions of TensorFlow's op definitions (see the elementwise rules).
Most of them depend on the value of an operand (a shape, an axis, a permutation). Without it, often
the rank is still certain.
"""

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import (
    OpCall,
    TensorFacts,
    axis_of,
    elements,
    of_shape,
    shape_from_value,
)


def reshape(call: OpCall) -> list[TensorFacts]:
    """Return the sizes in input 1; a single missing one follows from the number of elements.

    An unknown size may itself be -1; the number of elements determines a missing one of either
    kind.
    """
    requested, total = call.value(1), elements(call.shape(0))
    if requested is None:
        return [TensorFacts(shape_from_value(call, 1))]
    sizes = [-1 if size is None or size < 0 else size for size in requested]
    missing = [axis for axis, size in enumerate(sizes) if size < 0]
    rest = elements(tuple(size for size in sizes if size >= 0)) or 0
    if len(missing) == 1 and total is not None and rest > 0 and total % rest == 0:
        sizes[missing[0]] = total // rest
    value = call.value(0) if len(sizes) <= 1 else None
    return [TensorFacts(tuple(sizes), value)]


def expand_dims(call: OpCall) -> list[TensorFacts]:
    """Insert a dimension of 1 before the axis in input 1."""
    shape, axis = call.shape(0), call.number(1)
    if shape is None:
        return of_shape(None)
    axis = axis_of(axis, len(shape) + 1)
    if axis is None:
        return of_shape((-1,) * (len(shape) + 1))
    return [TensorFacts((*shape[:axis], 1, *shape[axis:]), call.value(0))]


def squeeze(call: OpCall) -> list[TensorFacts]:
    """Drop the listed dimensions, or all of size 1, which requires all sizes."""
    shape = call.shape(0)
    listed = call.integers("squeeze_dims") or call.integers("axis")
    if shape is None or (not listed and -1 in shape):
        return of_shape(None)
    axes = {axis_of(axis, len(shape)) for axis in listed}
    if not listed:
        axes = {axis for axis, size in enumerate(shape) if size == 1}
    rest = tuple(size for axis, size in enumerate(shape) if axis not in axes)
    return [TensorFacts(rest, call.value(0))]


def transpose(call: OpCall) -> list[TensorFacts]:
    """Reorder the dimensions by input 1."""
    shape, order = call.shape(0), call.value(1)
    rank = len(shape) if shape is not None else len(order) if order is not None else None
    if rank is None:
        return of_shape(shape_rank(call, 1))
    if (
        shape is None
        or order is None
        or sorted(x if x is not None else -1 for x in order) != list(range(rank))
    ):
        return of_shape((-1,) * rank)
    return of_shape(tuple(shape[axis] for axis in order if axis is not None))


def slice_by_sizes(call: OpCall) -> list[TensorFacts]:
    """Slice from the offsets in input 1 with the sizes in input 2; -1 means up to the end."""
    shape, begin, size = call.shape(0), call.value(1), call.value(2)
    if shape is None or size is None or len(size) != len(shape):
        return of_shape(shape_from_value(call, 2))
    starts = begin if begin is not None and len(begin) == len(shape) else (None,) * len(shape)
    sizes = []
    for have, start, take in zip(shape, starts, size, strict=True):
        if take is None or take >= 0:
            sizes.append(-1 if take is None else take)
        else:
            sizes.append(-1 if have < 0 or start is None else max(have - start, -1))
    value = call.value(0)
    if not value or len(shape) != 1 or starts[0] is None or sizes[0] < 0:
        return of_shape(tuple(sizes))
    return [TensorFacts(tuple(sizes), value[starts[0] : starts[0] + sizes[0]])]


def pad(call: OpCall) -> list[TensorFacts]:
    """Add to each dimension the padding in input 1, before and after."""
    shape, pads = call.shape(0), call.value(1)
    if shape is None:
        rows = call.shape(1)
        rank = rows[0] if rows is not None and len(rows) == 2 else -1
        return of_shape((-1,) * rank if 0 <= rank <= 64 else None)
    if pads is None or len(pads) != 2 * len(shape):
        return of_shape((-1,) * len(shape))
    around = zip(pads[0::2], pads[1::2], strict=True)
    return of_shape(
        tuple(
            -1 if size < 0 or before is None or after is None else size + before + after
            for size, (before, after) in zip(shape, around, strict=True)
        )
    )


def tile(call: OpCall) -> list[TensorFacts]:
    """Multiply each dimension by its number of repetitions in input 1."""
    shape, times = call.shape(0), call.value(1)
    if shape is None or times is None or len(times) != len(shape):
        return of_shape((-1,) * len(shape) if shape is not None else shape_rank(call, 1))
    return of_shape(
        tuple(
            -1 if size < 0 or count is None or count < 0 else size * count
            for size, count in zip(shape, times, strict=True)
        )
    )


def shape_rank(call: OpCall, slot: int) -> Shape:
    """Return unknown dimensions, one for each element of the vector in an input."""
    vector = call.shape(slot)
    is_known = vector is not None and len(vector) == 1 and 0 <= vector[0] <= 64
    return (-1,) * vector[0] if is_known and vector is not None else None


def gather(call: OpCall) -> list[TensorFacts]:
    """Replace the axis by the shape of the indices; input 1 has the indices, input 2 the axis."""
    table, indices = call.shape(0), call.shape(1)
    if call.op_type == "ResourceGather":
        table = call.input(0).variable
    axis = call.number(2) if call.op_type == "GatherV2" else 0
    skipped = call.integer("batch_dims")
    if table is None or indices is None or not table:
        return of_shape(None)
    axis = axis_of(axis, len(table))
    skipped = skipped + len(indices) if skipped < 0 else skipped
    if axis is None or not 0 <= skipped <= min(len(indices), axis):
        return of_shape((-1,) * (len(table) - 1 + len(indices) - max(skipped, 0)))
    values, rows = call.value(0), call.value(1)
    gathered = None
    if len(table) == 1 and values is not None and rows is not None:
        gathered = tuple(
            values[row] if row is not None and 0 <= row < len(values) else None for row in rows
        )
    return [TensorFacts((*table[:axis], *indices[skipped:], *table[axis + 1 :]), gathered)]


def gather_slices(call: OpCall) -> list[TensorFacts]:
    """Return a slice for each row of indices: the last dimension of input 1 is a coordinate."""
    table, indices = call.shape(0), call.shape(1)
    if table is None or not indices or not 0 <= indices[-1] <= len(table):
        return of_shape(None)
    return of_shape((*indices[:-1], *table[indices[-1] :]))


def one_hot(call: OpCall) -> list[TensorFacts]:
    """Add a dimension of the depth in input 1, at the end or at `axis`."""
    shape, depth = call.shape(0), call.number(1)
    if shape is None:
        return of_shape(None)
    axis = axis_of(call.integer("axis", -1), len(shape) + 1)
    if axis is None:
        return of_shape(None)
    size = -1 if depth is None or depth < 0 else depth
    return of_shape((*shape[:axis], size, *shape[axis:]))


def depth_to_space(call: OpCall) -> list[TensorFacts]:
    """Move blocks of channels into space, or back."""
    shape, block = call.shape(0), call.integer("block_size")
    if shape is None or len(shape) != 4 or block < 2 or call.text("data_format", "NHWC") != "NHWC":
        return of_shape(None)
    sizes = [shape[0]]
    for axis, factor in ((1, block), (2, block), (3, block * block)):
        if shape[axis] < 0:
            sizes.append(-1)
        elif (call.op_type == "DepthToSpace") == (axis < 3):
            sizes.append(shape[axis] * factor)
        else:
            sizes.append(shape[axis] // factor)
    return of_shape(tuple(sizes))


def resize(call: OpCall) -> list[TensorFacts]:
    """Return images of the height and width in input 1."""
    shape, size = call.shape(0), shape_from_value(call, 1)
    height, width = size if size is not None and len(size) == 2 else (-1, -1)
    if shape is None or len(shape) != 4:
        return of_shape((-1, height, width, -1))
    return of_shape((shape[0], height, width, shape[3]))
