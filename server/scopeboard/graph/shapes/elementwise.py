"""Shapes of ops that work element by element, reduce, or normalise.

Source of each rule: the shape functions of TensorFlow's op definitions (`common_shape_fns`), whose
results `tests/data/graph/shape_rules.pb` records. An input of unknown shape makes only those
outputs unknown that depend on it.
"""

from collections.abc import Sequence
from functools import reduce

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import (
    SCALAR,
    OpCall,
    TensorFacts,
    axis_of,
    common_shape,
    merge_shapes,
    of_shape,
)
from scopeboard.wire.types_pb2 import DT_INT32, DT_INT64


def same_as_first(call: OpCall) -> list[TensorFacts]:
    """Return the shape of input 0: functions of one element, and normalisations."""
    return of_shape(call.shape(0))


def pass_through(call: OpCall) -> list[TensorFacts]:
    """Return the facts of input 0 for each output: the op does not change it."""
    return [call.input(0)] * max(call.output_count, 1)


def pass_each_through(call: OpCall) -> list[TensorFacts]:
    """Return the facts of each input for the output of the same index."""
    return list(call.inputs)


def merge(call: OpCall) -> list[TensorFacts]:
    """Return the dimensions common to all inputs of a `Merge`, and a scalar: the index."""
    if not call.has_all_inputs():
        return [TensorFacts(None), SCALAR]
    return [TensorFacts(common_shape([known.shape for known in call.inputs])), SCALAR]


def merge_all(call: OpCall) -> list[TensorFacts]:
    """Return the shape that all inputs share, merged."""
    shapes = [known.shape for known in call.inputs]
    return of_shape(reduce(merge_shapes, shapes, None))


def merge_first_two(call: OpCall) -> list[TensorFacts]:
    """Return the shape that inputs 0 and 1 share, merged."""
    return of_shape(merge_shapes(call.shape(0), call.shape(1)))


def merge_last_two(call: OpCall) -> list[TensorFacts]:
    """Return the shape that inputs 1 and 2 share, merged: the alternatives of `Select`."""
    return of_shape(merge_shapes(call.shape(1), call.shape(2)))


def broadcast(call: OpCall) -> list[TensorFacts]:
    """Return the shape that all inputs are broadcast to."""
    if len(call.inputs) < 2:
        return of_shape(None)  # the missing input names no op
    return of_shape(broadcast_shapes([known.shape for known in call.inputs]))


def equality(call: OpCall) -> list[TensorFacts]:
    """Return the broadcast shape; unknown if incompatible shapes would return a scalar."""
    if not call.flag("incompatible_shape_error", default=True):
        return of_shape(None)
    return broadcast(call)


def broadcast_shapes(shapes: Sequence[Shape]) -> Shape:
    """Broadcast shapes as NumPy does.

    An unknown dimension beside one above 1 must be that or 1, so the result is certain; beside a 1,
    or another unknown one, it stays unknown.
    """
    if not shapes or any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    rank = max(len(shape) for shape in known)
    padded = [(1,) * (rank - len(shape)) + shape for shape in known]
    result = []
    for sizes in zip(*padded, strict=True):
        fixed = {size for size in sizes if size not in {-1, 1}}
        if not fixed:
            result.append(-1 if -1 in sizes else 1)
        elif len(fixed) == 1 and (max(fixed) > 1 or -1 not in sizes):
            result.append(max(fixed))
        else:
            result.append(-1)
    return tuple(result)


def reduction(call: OpCall) -> list[TensorFacts]:
    """Drop the axes in input 1, or keep them as 1 with `keep_dims`."""
    shape, value = call.shape(0), call.value(1)
    keeps = call.flag("keep_dims")
    if shape is None:
        is_all = not keeps and call.op_type == "L2Loss"
        return [SCALAR] if is_all else of_shape(None)
    axes = None if value is None else {axis_of(axis, len(shape)) for axis in value}
    if axes is None or None in axes:
        return of_shape((-1,) * len(shape) if keeps else None)
    if keeps:
        return of_shape(tuple(1 if axis in axes else size for axis, size in enumerate(shape)))
    return of_shape(tuple(size for axis, size in enumerate(shape) if axis not in axes))


def arg_reduction(call: OpCall) -> list[TensorFacts]:
    """Drop the axis in input 1: the index of the largest or smallest element."""
    shape = call.shape(0)
    axis = axis_of(call.number(1), len(shape)) if shape else None
    if shape is None:
        return of_shape(None)
    if axis is None:
        return of_shape((-1,) * max(len(shape) - 1, 0))
    return of_shape(shape[:axis] + shape[axis + 1 :])


def scalar(_call: OpCall) -> list[TensorFacts]:
    """Return a scalar: losses over all elements, ranks, summaries, file names."""
    return [SCALAR]


def scalars(call: OpCall) -> list[TensorFacts]:
    """Return a scalar for each output."""
    return [SCALAR] * call.output_count


def bias_gradient(call: OpCall) -> list[TensorFacts]:
    """Return a vector of the channels: the last dimension, or the one after N."""
    shape = call.shape(0)
    if not shape:
        return of_shape((-1,))
    is_first = call.text("data_format", "NHWC").startswith("NC")
    return of_shape((shape[1] if is_first and len(shape) > 1 else shape[-1],))


def batch_norm(call: OpCall) -> list[TensorFacts]:
    """Return x, and for each statistic a vector of channels; the last reserve is the device's."""
    output, statistic = _normalized(call, call.shape(0), vectors=(1, 2))
    return [output, *[statistic] * 4]


def batch_norm_gradient(call: OpCall) -> list[TensorFacts]:
    """Return x, two vectors of channels, and two empty reserves."""
    x = merge_shapes(call.shape(0), call.shape(1))
    gradient, vector = _normalized(call, x, vectors=(2, 3, 4))
    return [gradient, vector, vector, TensorFacts((0,)), TensorFacts((0,))]


def _normalized(call: OpCall, x: Shape, vectors: tuple[int, ...]) -> list[TensorFacts]:
    """Return x with its number of channels, and a vector of that length.

    Without x, the first known vector in these slots has the number.
    """
    channels, axis = -1, -1
    if x:
        is_first = call.text("data_format", "NHWC").startswith("NC")
        axis = 1 if is_first else len(x) - 1
        channels = x[axis] if axis < len(x) else x[-1]
    for slot in vectors:
        vector = call.shape(slot)
        if channels < 0 and vector is not None and len(vector) == 1:
            channels = vector[0]
    if x:
        x = tuple(channels if index == axis else size for index, size in enumerate(x))
    return [TensorFacts(x), TensorFacts((channels,))]


def cross_entropy(call: OpCall) -> list[TensorFacts]:
    """Return a loss for each row, and the gradient of the logits."""
    logits, labels = call.shape(0), call.shape(1)
    if call.op_type.startswith("Sparse"):
        loss = merge_shapes(labels, logits[:-1] if logits else None)
        return [TensorFacts(loss if loss is not None else (-1,)), TensorFacts(logits)]
    both = broadcast_shapes([logits, labels])
    if both is None or len(both) != 2:
        return [TensorFacts((-1,)), TensorFacts((-1, -1))]
    return [TensorFacts(both[:1]), TensorFacts(both)]


def top_k(call: OpCall) -> list[TensorFacts]:
    """Return values and indices: the last dimension becomes k."""
    shape = call.shape(0)
    k = call.integer("k", -1) if "k" in call.attributes else call.number(1)
    if not shape:
        return [TensorFacts(None)] * 2
    return [TensorFacts((*shape[:-1], -1 if k is None or k < 0 else k))] * 2


def where(call: OpCall) -> list[TensorFacts]:
    """Return the coordinates of each true element: an unknown number of rows."""
    shape = call.shape(0)
    return of_shape((-1, -1 if shape is None else len(shape)))


def one_row_each(call: OpCall) -> list[TensorFacts]:
    """Return a vector with an element for each row of input 0."""
    shape = call.shape(0)
    return of_shape((shape[0] if shape else -1,))


def unique(call: OpCall) -> list[TensorFacts]:
    """Return an unknown number of distinct values, and an index for each element."""
    return [TensorFacts((-1,)), TensorFacts(call.shape(0)), TensorFacts((-1,))]


def cast(call: OpCall) -> list[TensorFacts]:
    """Return input 0; casts between integer types preserve the value."""
    known = call.input(0)
    is_whole = "DstT" in call.attributes and call.attributes["DstT"].type in {DT_INT32, DT_INT64}
    return [TensorFacts(known.shape, known.value if is_whole else None)]
