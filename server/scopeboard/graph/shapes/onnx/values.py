"""Rules of ONNX's sources and of arithmetic on shapes.

Source of each rule: the definition of the op in ONNX's documentation (`docs/Operators.md`).
"""

from math import ceil

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import MAX_VALUE, OpCall, TensorFacts, Value, elements
from scopeboard.graph.shapes.onnx.sizes import (
    dtype_attribute,
    output,
    plain,
    sizes_in,
    value_of_size,
)
from scopeboard.graph.shapes.values import read_value
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_INT64

_MAX_RANGE = 1 << 50


def constant(call: OpCall) -> list[TensorFacts]:
    """Return the value of a constant or weight; the graph states its type."""
    if "value" in call.attributes:
        tensor = call.attributes["value"].tensor
        shape = tuple(dim.size for dim in tensor.tensor_shape.dim)
        return [TensorFacts(None, read_value(tensor, shape))]
    if "value_int" in call.attributes:
        return [TensorFacts((), (call.integer("value_int"),), (), DT_INT64)]
    numbers = call.integers("value_ints")
    return [TensorFacts(None, tuple(numbers) if len(numbers) <= MAX_VALUE else None)]


def shape_of(call: OpCall) -> list[TensorFacts]:
    """Return the sizes of input 0 from `start` to `end` as a vector."""
    shape = call.shape(0)
    if shape is None:
        return [TensorFacts((-1,), None, (), DT_INT64)]
    end = call.integer("end", len(shape))
    sizes = shape[slice(call.integer("start"), end)]
    return [TensorFacts((len(sizes),), tuple(map(value_of_size, sizes)), (), DT_INT64)]


def size(call: OpCall) -> list[TensorFacts]:
    """Return the number of elements."""
    total = elements(call.shape(0))
    return [TensorFacts((), None if total is None else (total,), (), DT_INT64)]


def constant_of_shape(call: OpCall) -> list[TensorFacts]:
    """Return a tensor of the sizes in input 0, filled with one number, by default 0."""
    shape, dtype, number = sizes_in(call, 0), int(DT_FLOAT), None
    if "value" in call.attributes:
        tensor = call.attributes["value"].tensor
        dtype = int(tensor.dtype)
        filled = read_value(tensor, (1,))
        number = filled[0] if filled else None
    count = elements(shape)
    value: Value = None
    if number is not None and count is not None and count <= MAX_VALUE:
        value = (number,) * count
    return [TensorFacts(shape, value, (), dtype)]


def number_range(call: OpCall) -> list[TensorFacts]:
    """Return the numbers from input 0 up to input 1, in steps of input 2."""
    known = [plain(call.value(slot)) for slot in range(3)]
    if any(value is None or len(value) != 1 for value in known):
        return [output(call, (-1,))]
    start, limit, step = (value[0] for value in known if value)
    if not step or abs(limit - start) > _MAX_RANGE:
        return [output(call, (-1,))]
    count = max(ceil((limit - start) / step), 0)
    numbers = tuple(start + i * step for i in range(count)) if count <= MAX_VALUE else None
    return [output(call, (count,), numbers)]


def random(call: OpCall) -> list[TensorFacts]:
    """Return a tensor of the sizes in an attribute."""
    shape: Shape = tuple(call.integers("shape")) if "shape" in call.attributes else None
    return [TensorFacts(shape, None, (), dtype_attribute(call, "dtype", DT_FLOAT))]
