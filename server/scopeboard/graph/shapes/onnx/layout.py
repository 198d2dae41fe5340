"""Rules of ONNX's ops that move elements: reshape, transpose, join, cut, gather, pad.

Source of each rule: the definition of the op in ONNX's documentation (`docs/Operators.md`).
"""

from functools import reduce
from math import floor

from scopeboard.graph.shapes.facts import MAX_VALUE, OpCall, TensorFacts, Value, elements
from scopeboard.graph.shapes.onnx.sizes import (
    axes_of,
    broadcast,
    count,
    dtype_attribute,
    known_axis,
    output,
    plain,
    same_size,
    size_of_value,
    sizes_in,
)
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64

_END = (1 << 31) - 1  # from here on an end means the last element: exporters write these numbers


def reshape(call: OpCall) -> list[TensorFacts]:
    """Return the sizes in input 1: 0 keeps a size, -1 is what is left."""
    shape = call.shape(0)
    target = call.value(1)
    if "shape" in call.attributes:
        target = tuple(call.integers("shape"))
    if target is None:
        return [output(call, sizes_in(call, 1))]
    sizes: list[int] = []
    before, others = list(shape or ()), list[int]()
    for axis, number in enumerate(target):
        is_copy = number == 0 and not call.integer("allowzero")
        if is_copy and shape is not None and axis < len(shape):
            sizes.append(shape[axis])
            before.remove(shape[axis])  # it counts on both sides
        else:
            size = -1 if is_copy else size_of_value(number)
            sizes.append(size)
            others.append(size)
    if shape is not None and others.count(-1) == 1:  # of what is left
        others.remove(-1)
        axes = [axis for axis, size in enumerate(sizes) if size == -1]
        axis = next((axis for axis in axes if target[axis] != 0), axes[0])
        sizes[axis] = _what_is_left(before, others)
    value = call.value(0) if len(sizes) <= 1 else None
    return [output(call, tuple(sizes), value)]


def _what_is_left(before: list[int], others: list[int]) -> int:
    """Return the size that makes two shapes have equally many elements, -1 where it is unknown."""
    for size in list(others):
        if size < -1 and size in before:  # the same unknown size on both sides
            before.remove(size)
            others.remove(size)
    if len(before) == 1 and not others:
        return before[0]
    names = [size for size in before if size < 0]
    rest, whole = count(others), count([size for size in before if size >= 0])
    if rest is None or whole is None or rest == 0:
        return -1
    if len(names) == 1 and whole == rest and names[0] < -1:
        return names[0]
    return -1 if names or whole % rest else whole // rest


def flatten(call: OpCall) -> list[TensorFacts]:
    """Return a matrix: the axes before `axis`, and the others."""
    shape, axis = call.shape(0), call.integer("axis", 1)
    if shape is None or not -len(shape) <= axis <= len(shape):
        return [output(call, (-1, -1))]
    axis = axis + len(shape) if axis < 0 else axis
    return [output(call, tuple(_product(sizes) for sizes in (shape[:axis], shape[axis:])))]


def _product(sizes: tuple[int, ...]) -> int:
    unknown = [size for size in sizes if size < 0]
    known = count([size for size in sizes if size >= 0])
    if len(unknown) == 1 and known == 1:
        return unknown[0]
    return -1 if unknown or known is None else known


def squeeze(call: OpCall) -> list[TensorFacts]:
    """Drop axes of size 1: the given ones, or all of known size."""
    shape, axes = call.shape(0), axes_of(call, 1)
    if shape is None or axes is None:
        return [output(call, None)]
    dropped = {known_axis(axis, len(shape)) for axis in axes}
    if not axes:
        if any(size < 0 for size in shape):
            return [output(call, None)]
        dropped = {axis for axis, size in enumerate(shape) if size == 1}
    sizes = tuple(size for axis, size in enumerate(shape) if axis not in dropped)
    return [output(call, sizes, call.value(0))]


def unsqueeze(call: OpCall) -> list[TensorFacts]:
    """Insert axes of size 1 at their places in the result."""
    shape, axes = call.shape(0), axes_of(call, 1)
    if shape is None or axes is None:
        return [output(call, None)]
    rank = len(shape) + len(axes)
    inserted = {known_axis(axis, rank) for axis in axes}
    if None in inserted or len(inserted) != len(axes):
        return [output(call, None)]
    rest = iter(shape)
    sizes = tuple(1 if axis in inserted else next(rest) for axis in range(rank))
    return [output(call, sizes, call.value(0))]


def transpose(call: OpCall) -> list[TensorFacts]:
    """Permute the axes by `perm`, or reverse them."""
    shape = call.shape(0)
    order = call.integers("perm")
    if shape is None:
        return [output(call, (-1,) * len(order) if order else None)]
    order = order or list(range(len(shape)))[::-1]
    if sorted(order) != list(range(len(shape))):
        return [output(call, None)]
    value = call.value(0) if len(shape) <= 1 else None
    return [output(call, tuple(shape[axis] for axis in order), value)]


def concat(call: OpCall) -> list[TensorFacts]:
    """Sum the sizes along the axis; vectors also join their values."""
    shapes = [known.shape for known in call.inputs if known.shape is not None]
    if len(shapes) != len(call.inputs) or len({len(shape) for shape in shapes}) != 1:
        return [output(call, None)]
    rank = len(shapes[0])
    axis = known_axis(call.integer("axis", 1), rank)
    if axis is None:
        return [output(call, (-1,) * rank)]
    sizes = [reduce(same_size, column) for column in zip(*shapes, strict=True)]
    along = [shape[axis] for shape in shapes]
    present = [size for size in along if size]
    if len(present) == 1:
        sizes[axis] = present[0]
    else:
        sizes[axis] = -1 if any(size < 0 for size in along) else sum(along)
    return [output(call, tuple(sizes), _joined(call) if rank == 1 else None)]


def _joined(call: OpCall) -> Value:
    joined: list[int | None] = []
    for vector in call.inputs:
        size = vector.shape[0] if vector.shape else -1
        if vector.value is not None:
            joined.extend(vector.value)
        elif 0 <= size <= MAX_VALUE:
            joined.extend([None] * size)
        else:
            return None
    return tuple(joined) if len(joined) <= MAX_VALUE else None


def split(call: OpCall) -> list[TensorFacts]:
    """Cut along the axis into parts of the given sizes, or into equal ones."""
    shape, parts = call.shape(0), call.output_count
    axis = known_axis(call.integer("axis"), len(shape)) if shape is not None else None
    if shape is None or axis is None or parts < 1:
        return [output(call, None)] * parts
    sizes = call.integers("split") or plain(call.value(1))
    if sizes is None or len(sizes) != parts:
        size = -1
        if shape[axis] >= 0 and len(call.inputs) < 2:
            size = -(-shape[axis] // parts)
        sizes = [size] * parts
        if size > 0:  # the last one may be smaller
            sizes[-1] = max(shape[axis] - size * (parts - 1), 0)
    return [output(call, (*shape[:axis], size, *shape[axis + 1 :])) for size in sizes]


def slice_axes(call: OpCall) -> list[TensorFacts]:
    """Return the range from start to end, in steps, along each of some axes."""
    shape, value = call.shape(0), call.value(0)
    cuts = _read_cuts(call, len(shape)) if shape is not None else None
    if shape is None or cuts is None:
        return [output(call, None if shape is None else (-1,) * len(shape))]
    sizes, sliced = list(shape), value
    for axis, cut in cuts:
        if cut == slice(0, None, 1):
            continue
        indices = None if cut is None or shape[axis] < 0 else range(shape[axis])[cut]
        sizes[axis] = -1 if indices is None else len(indices)
        sliced = None if value is None or cut is None else value[cut]
    return [output(call, tuple(sizes), sliced if len(shape) == 1 else None)]


def _read_cuts(call: OpCall, rank: int) -> list[tuple[int, slice | None]] | None:
    """Return the axes that are cut, each with its range, None for an unknown range.

    None where the axes are unknown.
    """
    starts, ends, axes, steps = (plain(call.value(slot)) for slot in range(1, 5))
    has_axes = len(call.inputs) > 3 and call.inputs[3] != TensorFacts()
    has_steps = len(call.inputs) > 4 and call.inputs[4] != TensorFacts()
    if "starts" in call.attributes:
        starts, ends = call.integers("starts"), call.integers("ends")
        axes = call.integers("axes") or None
    if axes is None:
        count = _length(call, 1) if starts is None else len(starts)
        axes = list(range(count))
        if has_axes or count < 1:
            return None
    if steps is None and not has_steps:
        steps = [1] * len(axes)
    cuts: list[tuple[int, slice | None]] = []
    for index, each in enumerate(axes):
        axis = known_axis(each, rank)
        if axis is None:
            return None
        known = [
            numbers[index] for numbers in (starts, ends, steps) if numbers and index < len(numbers)
        ]
        cut = None
        if len(known) == 3 and known[2]:
            end = None if known[2] > 0 and known[1] >= _END else known[1]
            cut = slice(known[0], end, known[2])
        cuts.append((axis, cut))
    return cuts


def _length(call: OpCall, slot: int) -> int:
    shape = call.shape(slot)
    return shape[0] if shape and 0 <= shape[0] <= MAX_VALUE else 0


def gather(call: OpCall) -> list[TensorFacts]:
    """Replace the axis by the shape of the indices; of a vector also take the values."""
    shape, indices = call.shape(0), call.shape(1)
    if shape is None or indices is None:
        return [output(call, None)]
    axis = known_axis(call.integer("axis"), len(shape))
    if axis is None:
        return [output(call, None)]
    value, chosen = call.value(0), plain(call.value(1))
    taken: Value = None
    if value is not None and chosen is not None and len(shape) == 1:
        inside = all(-len(value) <= index < len(value) for index in chosen)
        taken = tuple(value[index] for index in chosen) if inside else None
    return [output(call, (*shape[:axis], *indices, *shape[axis + 1 :]), taken)]


def gather_elements(call: OpCall) -> list[TensorFacts]:
    """Return an element for each index."""
    return [output(call, call.shape(1))]


def gather_nd(call: OpCall) -> list[TensorFacts]:
    """Replace the axes that an index covers, after `batch_dims`, by the shape of the indices."""
    shape, indices, batch = call.shape(0), call.shape(1), call.integer("batch_dims")
    if shape is None or not indices or indices[-1] < 0 or batch + indices[-1] > len(shape):
        return [output(call, None)]
    return [output(call, (*indices[:-1], *shape[batch + indices[-1] :]))]


def expand(call: OpCall) -> list[TensorFacts]:
    """Broadcast input 0 to the sizes in input 1."""
    shape, value = broadcast([call.shape(0), sizes_in(call, 1)]), call.value(0)
    count = elements(shape) if shape is not None and len(shape) <= 1 else None
    if value is None or len(value) != 1 or count is None or count > MAX_VALUE:
        return [output(call, shape)]
    return [output(call, shape, value * count)]


def tile(call: OpCall) -> list[TensorFacts]:
    """Multiply the sizes by the numbers in input 1."""
    shape, repeats = call.shape(0), call.value(1)
    if shape is None or repeats is None or len(repeats) != len(shape):
        return [output(call, None if shape is None else (-1,) * len(shape))]
    times = [size_of_value(number) for number in repeats]
    sizes = [_product((size, number)) for size, number in zip(shape, times, strict=True)]
    return [output(call, tuple(sizes))]


def pad(call: OpCall) -> list[TensorFacts]:
    """Add the numbers of elements before and behind each axis."""
    shape = call.shape(0)
    pads = call.integers("pads") or call.integers("paddings") or plain(call.value(1))
    if shape is None:
        return [output(call, None)]
    axes = list(range(len(shape)))
    if len(call.inputs) > 3:
        given = plain(call.value(3))
        axes = [] if given is None else [known_axis(axis, len(shape)) or 0 for axis in given]
    if pads is None or len(pads) != 2 * len(axes):
        return [output(call, (-1,) * len(shape))]
    sizes = list(shape)
    for index, axis in enumerate(axes):
        more = pads[index] + pads[index + len(axes)]
        if more:
            sizes[axis] = -1 if shape[axis] < 0 else max(shape[axis] + more, 0)
    return [output(call, tuple(sizes))]


def blocks(call: OpCall) -> list[TensorFacts]:
    """Move blocks of height and width into channels, or back."""
    shape, block = call.shape(0), call.integer("blocksize", 1)
    if shape is None or len(shape) != 4 or block < 1:
        return [output(call, None if shape is None else (-1,) * len(shape))]
    batch, depth, height, width = shape
    if call.op_type == "DepthToSpace":
        sizes = (depth // block**2 if depth >= 0 else -1, *_scaled((height, width), block))
    else:
        smaller = (height // block if height >= 0 else -1, width // block if width >= 0 else -1)
        sizes = (*_scaled((depth,), block**2), *smaller)
    return [output(call, (batch, *sizes))]


def _scaled(sizes: tuple[int, ...], factor: int) -> tuple[int, ...]:
    return tuple(size * factor if size >= 0 else -1 for size in sizes)


def resize(call: OpCall) -> list[TensorFacts]:
    """Return the sizes in the last input, or scale each size; some axes, or all."""
    shape = call.shape(0)
    if shape is None:
        return [output(call, None)]
    sizes = call.value(3)
    axes = call.integers("axes") or list(range(len(shape)))
    scales = list(call.attributes["scales"].list.f) if "scales" in call.attributes else []
    if sizes is not None and len(sizes) == len(axes):
        result = list(shape)
        for axis, number in zip(axes, sizes, strict=True):
            if -len(shape) <= axis < len(shape):
                result[axis] = size_of_value(number)
        return [output(call, tuple(result))]
    if len(scales) == len(shape):
        scaled = [
            floor(n * f) if n >= 0 else n if f == 1 else -1
            for n, f in zip(shape, scales, strict=True)
        ]
        return [output(call, tuple(scaled))]
    return [output(call, (-1,) * len(shape))]


def one_hot(call: OpCall) -> list[TensorFacts]:
    """Insert an axis with the depth in input 1; the dtype is that of the values in input 2."""
    shape, depth = call.shape(0), plain(call.value(1))
    dtype = call.input(2).dtype
    axis = known_axis(call.integer("axis", -1), len(shape) + 1) if shape is not None else None
    if shape is None or axis is None:
        return [output(call, None, dtype=dtype)]
    size = depth[0] if depth and depth[0] >= 0 else -1
    return [output(call, (*shape[:axis], size, *shape[axis:]), dtype=dtype)]


def eye_like(call: OpCall) -> list[TensorFacts]:
    """Return the shape of input 0, in float32 or the dtype of an attribute or of input 0."""
    dtype = dtype_attribute(call, "dtype", call.input(0).dtype or DT_FLOAT)
    return [output(call, call.shape(0), dtype=dtype)]


def non_max_suppression(call: OpCall) -> list[TensorFacts]:
    """Return batch, class and box of each box chosen: an unknown number of rows."""
    return [output(call, (-1, 3), dtype=DT_INT64)]


def compress(call: OpCall) -> list[TensorFacts]:
    """Return an unknown number of slices along the axis, or of elements without one."""
    shape = call.shape(0)
    if "axis" not in call.attributes:
        return [output(call, (-1,))]
    axis = known_axis(call.integer("axis"), len(shape)) if shape else None
    if shape is None or axis is None:
        return [output(call, None)]
    return [output(call, (*shape[:axis], -1, *shape[axis + 1 :]))]
