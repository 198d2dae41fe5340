"""Shapes of a graph's sources, queues and decoded files, and of blocks of images.

Source of each rule: the shape functions of TensorFlow's op definitions (see the elementwise rules).
"""

from scopeboard.graph.model.shapes import Shape, read_shape
from scopeboard.graph.shapes.facts import UNKNOWN, OpCall, TensorFacts, of_shape


def queue(call: OpCall) -> list[TensorFacts]:
    """Return a scalar with the shapes of the queue's components behind it, if stated."""
    shapes = call.attributes["shapes"].list.shape if "shapes" in call.attributes else []
    return [TensorFacts((), None, tuple(read_shape(proto) for proto in shapes))]


def dequeue(call: OpCall) -> list[TensorFacts]:
    """Return the shapes of the components, each after the number of elements in input 1, if any."""
    shapes = call.input(0).behind
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
    """Divide padded space into blocks, which become additional images of the batch."""
    shape, block, pads = call.shape(0), _numbers(call, 1), _numbers(call, 2)
    if shape is None or block is None or pads is None or not _fits(shape, block, pads):
        return of_shape(None)
    sizes = list(shape)
    for axis, size in enumerate(block):
        padded = shape[axis + 1] + pads[2 * axis] + pads[2 * axis + 1]
        sizes[axis + 1] = -1 if shape[axis + 1] < 0 else padded // size
        sizes[0] = -1 if sizes[0] < 0 else sizes[0] * size
    return of_shape(tuple(sizes))


def batch_to_space(call: OpCall) -> list[TensorFacts]:
    """Reassemble the blocks, and crop the result."""
    shape, block, crops = call.shape(0), _numbers(call, 1), _numbers(call, 2)
    if shape is None or block is None or crops is None or not _fits(shape, block, crops):
        return of_shape(None)
    sizes = list(shape)
    for axis, size in enumerate(block):
        whole = shape[axis + 1] * size - crops[2 * axis] - crops[2 * axis + 1]
        sizes[axis + 1] = -1 if shape[axis + 1] < 0 else whole
        sizes[0] = -1 if sizes[0] < 0 else sizes[0] // size
    return of_shape(tuple(sizes))


def _numbers(call: OpCall, slot: int) -> list[int] | None:
    """Return the value of an input, None unless all of it is known."""
    value = call.value(slot)
    if value is None:
        return None
    numbers = [number for number in value if number is not None]
    return numbers if len(numbers) == len(value) else None


def _fits(shape: Shape, block: list[int], around: list[int]) -> bool:
    """Return whether block sizes, and two borders each, match existing dimensions."""
    rank = 0 if shape is None else len(shape)
    return len(block) < rank and len(around) == 2 * len(block) and min(block, default=1) >= 1
