"""Shapes of ops that work element by element, reduce, or normalise.

Source of each rule: the shape functions of TensorFlow's op definitions (`common_shape_fns`), which
`tests/data/graph/shape_rules.pb` compares these with. An input whose shape is unknown makes unknown
what depends on it, and nothing else.
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
    """Return all that is known of input 0, for each output: the op changes nothing in it."""
    return [call.input(0)] * max(call.output_count, 1)


def pass_each_through(call: OpCall) -> list[TensorFacts]:
    """Return all that is known of each input, for the output in its place."""
    return list(call.inputs)


def merge(call: OpCall) -> list[TensorFacts]:
    """Return where all inputs of a `Merge` agree, as any may be the one; and its number."""
    if not call.has_all_inputs():
        return [TensorFacts(None), SCALAR]
    return [TensorFacts(common_shape([known.shape for known in call.inputs])), SCALAR]


def merge_all(call: OpCall) -> list[TensorFacts]:
    """Return what all inputs say of the one shape that they have in common."""
    shapes = [known.shape for known in call.inputs]
    return of_shape(reduce(merge_shapes, shapes, None))


def merge_first_two(call: OpCall) -> list[TensorFacts]:
    """Return what inputs 0 and 1 say of the one shape that they have in common."""
    return of_shape(merge_shapes(call.shape(0), call.shape(1)))


def merge_last_two(call: OpCall) -> list[TensorFacts]:
    """Return what inputs 1 and 2 say: those that `Select` chooses from, and its condition not."""
    return of_shape(merge_shapes(call.shape(1), call.shape(2)))


def broadcast(call: OpCall) -> list[TensorFacts]:
    """Return the shape that all inputs are broadcast to."""
    if len(call.inputs) < 2:
        return of_shape(None)  # the other names no op
    return of_shape(broadcast_shapes([known.shape for known in call.inputs]))


def equality(call: OpCall) -> list[TensorFacts]:
    """Return the broadcast shape; nothing where shapes that do not fit give one answer for all."""
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
    return tuple(_broadcast_dimension(sizes) for sizes in zip(*padded, strict=True))


def _broadcast_dimension(sizes: tuple[int, ...]) -> int:
    fixed = [size for size in sizes if size not in {-1, 1}]
    if fixed:
        return fixed[0] if len(set(fixed)) == 1 and (fixed[0] > 1 or -1 not in sizes) else -1
    return -1 if -1 in sizes else 1


def reduction(call: OpCall) -> list[TensorFacts]:
    """Drop the axes in input 1, or keep them as 1 with `keep_dims`."""
    shape, axes = call.shape(0), _axes(call)
    keeps = call.flag("keep_dims")
    if shape is None:
        is_all = not keeps and call.op_type == "L2Loss"
        return [SCALAR] if is_all else of_shape(None)
    if axes is None:
        return of_shape((-1,) * len(shape) if keeps else None)
    if keeps:
        return of_shape(tuple(1 if axis in axes else size for axis, size in enumerate(shape)))
    return of_shape(tuple(size for axis, size in enumerate(shape) if axis not in axes))


def _axes(call: OpCall) -> set[int] | None:
    """Return the axes that are reduced, None when they are unknown."""
    shape, value = call.shape(0), call.value(1)
    if shape is None or value is None:
        return None
    axes = [axis_of(axis, len(shape)) for axis in value]
    return None if None in axes else {axis for axis in axes if axis is not None}


def arg_reduction(call: OpCall) -> list[TensorFacts]:
    """Drop the one axis in input 1: the place of the largest or smallest."""
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
    """Return a vector as long as there are channels: the last dimension, or the one after N."""
    shape = call.shape(0)
    if not shape:
        return of_shape((-1,))
    is_first = call.text("data_format", "NHWC").startswith("NC")
    return of_shape((shape[1] if is_first and len(shape) > 1 else shape[-1],))


def batch_norm(call: OpCall) -> list[TensorFacts]:
    """Return x, and for each statistic a vector of channels; the last reserve is the device's."""
    x, channels = call.shape(0), _channels(call)
    named = of_shape((channels,)) * 4
    return [TensorFacts(_with_channels(call, x, channels)), *named]


def batch_norm_gradient(call: OpCall) -> list[TensorFacts]:
    """Return x, two vectors of channels, and two empty reserves."""
    x = merge_shapes(call.shape(0), call.shape(1))
    channels = _channel_of(call, x)
    for slot in (2, 3, 4):
        scale = call.shape(slot)
        if channels < 0 and scale is not None and len(scale) == 1:
            channels = scale[0]
    vector = TensorFacts((channels,))
    return [
        TensorFacts(_with_channels(call, x, channels)),
        vector,
        vector,
        TensorFacts((0,)),
        TensorFacts((0,)),
    ]


def _channels(call: OpCall) -> int:
    """Return the number of channels, which x tells, or the scale, or the offset."""
    found = _channel_of(call, call.shape(0))
    for slot in (1, 2):
        vector = call.shape(slot)
        if found < 0 and vector is not None and len(vector) == 1:
            found = vector[0]
    return found


def _channel_of(call: OpCall, x: Shape) -> int:
    if not x:
        return -1
    return x[1] if call.text("data_format", "NHWC").startswith("NC") and len(x) > 1 else x[-1]


def _with_channels(call: OpCall, x: Shape, channels: int) -> Shape:
    if not x:
        return x
    place = 1 if call.text("data_format", "NHWC").startswith("NC") else len(x) - 1
    return tuple(channels if axis == place else size for axis, size in enumerate(x))


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
    """Return values and places: the last dimension becomes k."""
    shape = call.shape(0)
    k = call.integer("k", -1) if "k" in call.attributes else call.number(1)
    if not shape:
        return [TensorFacts(None)] * 2
    return [TensorFacts((*shape[:-1], -1 if k is None or k < 0 else k))] * 2


def where(call: OpCall) -> list[TensorFacts]:
    """Return a row for each true element, with its coordinates: how many is not known."""
    shape = call.shape(0)
    return of_shape((-1, -1 if shape is None else len(shape)))


def one_row_each(call: OpCall) -> list[TensorFacts]:
    """Return a vector with an element for each row of input 0."""
    shape = call.shape(0)
    return of_shape((shape[0] if shape else -1,))


def unique(call: OpCall) -> list[TensorFacts]:
    """Return as many distinct values as there are, and a place for each element."""
    return [TensorFacts((-1,)), TensorFacts(call.shape(0)), TensorFacts((-1,))]


def cast(call: OpCall) -> list[TensorFacts]:
    """Return input 0; a whole number stays the same in another type of whole numbers."""
    known = call.input(0)
    is_whole = "DstT" in call.attributes and call.attributes["DstT"].type in {DT_INT32, DT_INT64}
    return [TensorFacts(known.shape, known.value if is_whole else None)]
