"""Shapes of a graph's sources, queues and decoded files, and of blocks of images.

Source of each rule: the shape functions of TensorFlow's op definitions (see the elementwise rules).
"""

from scopeboard.graph.model.shapes import read_shape
from scopeboard.graph.shapes.facts import UNKNOWN, OpCall, TensorFacts, of_shape


def queue(call: OpCall) -> list[TensorFacts]:
    """Return a scalar: the handle of a queue with components of these shapes, if stated."""
    shapes = call.attributes["shapes"].list.shape if "shapes" in call.attributes else []
    return [TensorFacts((), None, tuple(read_shape(proto) for proto in shapes))]


def dequeue(call: OpCall) -> list[TensorFacts]:
    """Return the shapes of the components, each after the number of elements in input 1, if any."""
    shapes = call.input(0).contents
    if len(shapes) != call.output_count:
        return [UNKNOWN] * call.output_count
    if "Many" not in call.op_type:
        return [TensorFacts(shape) for shape in shapes]
    number = call.number(1)
    count = -1 if number is None or number < 0 else number
    return [TensorFacts(None if shape is None else (count, *shape)) for shape in shapes]


def decoded_image(call: OpCall) -> list[TensorFacts]:
    """Return [height, width, channels], of an animation [frames, height, width, 3]."""
    if call.op_type == "DecodeGif":
        return of_shape((-1, -1, -1, 3))
    return of_shape((-1, -1, call.integer("channels") or -1))


def decoded_bytes(call: OpCall) -> list[TensorFacts]:
    """Return a vector of unknown length for each string of input 0."""
    shape = call.shape(0)
    return of_shape(None if shape is None else (*shape, -1))


def concat_offsets(call: OpCall) -> list[TensorFacts]:
    """Return an offset for each of the shapes in inputs 1 and following."""
    return [TensorFacts(known.shape) for known in call.inputs[1:]]


def space_to_batch(call: OpCall) -> list[TensorFacts]:
    """Divide padded space into blocks, which become additional images of the batch, or undo it.

    Input 1 has the sizes of a block, input 2 the padding or cropping, before and after.
    """
    shape, block, borders = call.shape(0), call.value(1) or (), call.value(2) or ()
    block_sizes = [size for size in block if size is not None and size >= 1]
    around = [size for size in borders if size is not None]
    is_valid = call.value(1) is not None and call.value(2) is not None
    is_valid &= len(block_sizes) == len(block) and len(around) == len(borders) == 2 * len(block)
    if shape is None or not is_valid or len(block) >= len(shape):
        return of_shape(None)
    sizes = list(shape)
    for axis, size in enumerate(block_sizes, start=1):
        border = around[2 * axis - 2] + around[2 * axis - 1]
        if call.op_type == "SpaceToBatchND":
            sizes[axis] = -1 if shape[axis] < 0 else (shape[axis] + border) // size
            sizes[0] = -1 if sizes[0] < 0 else sizes[0] * size
        else:
            sizes[axis] = -1 if shape[axis] < 0 else shape[axis] * size - border
            sizes[0] = -1 if sizes[0] < 0 else sizes[0] // size
    return of_shape(tuple(sizes))
