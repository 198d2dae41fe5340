"""Shapes of ops that join and split tensors: concatenate, pack, split.

Source of each rule: the shape functions of TensorFlow's op definitions (see the elementwise rules).
The axis is often the value of an operand; without it, the rank is still certain.
"""

from functools import reduce

from scopeboard.graph.shapes.facts import (
    UNKNOWN,
    OpCall,
    TensorFacts,
    axis_of,
    merge_shapes,
    of_shape,
)


def concatenate(call: OpCall) -> list[TensorFacts]:
    """Sum the sizes along the axis, which is the last input (the first of `Concat`)."""
    tensors = list(call.inputs[1:]) if call.op_type == "Concat" else list(call.inputs[:-1])
    axis = call.number(0 if call.op_type == "Concat" else -1)
    shapes = [tensor.shape for tensor in tensors]
    ranks = {len(shape) for shape in shapes if shape is not None}
    if not call.has_all_inputs(besides=1) or len(ranks) != 1:
        return of_shape(None)
    rank = ranks.pop()
    axis = axis_of(axis, rank)
    if axis is None:
        return of_shape((-1,) * rank)
    along = [-1 if shape is None else shape[axis] for shape in shapes]
    across = [
        None if shape is None else (*shape[:axis], -1, *shape[axis + 1 :]) for shape in shapes
    ]
    merged = reduce(merge_shapes, across, None)
    sizes = list(merged or (-1,) * rank)
    sizes[axis] = -1 if -1 in along else sum(along)
    return [TensorFacts(tuple(sizes), _join_values(tensors) if rank == 1 else None)]


def _join_values(vectors: list[TensorFacts]) -> tuple[int | None, ...] | None:
    """Concatenate the values of vectors; a vector of known length without a value has unknowns."""
    joined: list[int | None] = []
    for vector in vectors:
        if vector.value is not None:
            joined.extend(vector.value)
        elif vector.shape is not None and len(vector.shape) == 1 and 0 <= vector.shape[0] <= 8:
            joined.extend([None] * vector.shape[0])
        else:
            return None
    return tuple(joined)


def pack(call: OpCall) -> list[TensorFacts]:
    """Stack the inputs along a new axis."""
    shape = reduce(merge_shapes, [known.shape for known in call.inputs], None)
    if shape is None or not call.has_all_inputs():
        return of_shape(None)
    axis = axis_of(call.integer("axis"), len(shape) + 1)
    if axis is None:
        return of_shape((-1,) * (len(shape) + 1))
    numbers = [known.value[0] if known.value else None for known in call.inputs]
    is_vector = not shape
    return [
        TensorFacts(
            (*shape[:axis], len(call.inputs), *shape[axis:]),
            tuple(numbers) if is_vector else None,
        )
    ]


def unpack(call: OpCall) -> list[TensorFacts]:
    """Remove the axis, for each output."""
    shape, value = call.shape(0), call.value(0)
    count = call.integer("num")
    if not shape or not 0 <= count <= call.output_count:
        return [UNKNOWN] * call.output_count
    axis = axis_of(call.integer("axis"), len(shape))
    if axis is None:
        return [TensorFacts((-1,) * (len(shape) - 1))] * count
    rest = (*shape[:axis], *shape[axis + 1 :])
    if not rest and value is not None and len(value) == count:
        return [TensorFacts((), (number,)) for number in value]
    return [TensorFacts(rest)] * count


def split(call: OpCall) -> list[TensorFacts]:
    """Divide input 1 along the axis in input 0 into equal parts, one for each output."""
    shape, count = call.shape(1), call.output_count
    axis = axis_of(call.number(0), len(shape)) if shape is not None else None
    if shape is None or count < 1:
        return [UNKNOWN] * count
    if axis is None:
        return [TensorFacts((-1,) * len(shape) if count > 1 else shape)] * count
    size = shape[axis] // count if shape[axis] >= 0 else -1
    return [TensorFacts((*shape[:axis], size, *shape[axis + 1 :]))] * count


def split_by_sizes(call: OpCall) -> list[TensorFacts]:
    """Divide input 0 along the axis in input 2 into parts of the sizes in input 1."""
    shape, sizes, count = call.shape(0), call.value(1), call.output_count
    axis = axis_of(call.number(2), len(shape)) if shape is not None else None
    if shape is None:
        return [UNKNOWN] * count
    if axis is None:
        return [TensorFacts((-1,) * len(shape))] * count
    stated = list(sizes) if sizes is not None and len(sizes) == count else [None] * count
    known = [-1 if size is None or size < 0 else size for size in stated]
    if known.count(-1) == 1 and shape[axis] >= 0:
        known[known.index(-1)] = shape[axis] - sum(size for size in known if size >= 0)
    return [TensorFacts((*shape[:axis], max(size, -1), *shape[axis + 1 :])) for size in known]
