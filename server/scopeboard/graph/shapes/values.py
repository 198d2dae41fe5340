"""Shapes and values of arithmetic on shapes, of sources, and of variables.

`Shape`, `Pack`, `Prod`, `Range`… of known operands are known numbers, and the tensors that are
reshaped or filled by them have known sizes. Source: the documentation of the ops.
"""

from collections.abc import Callable
from math import ceil

from scopeboard.graph.model.shapes import Shape, read_shape
from scopeboard.graph.shapes.elementwise import broadcast, reduction
from scopeboard.graph.shapes.facts import (
    MAX_VALUE,
    SCALAR,
    OpCall,
    Rule,
    TensorFacts,
    Value,
    elements,
    merge_shapes,
    of_shape,
    shape_from_value,
)
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_INT32, DT_INT64

_LARGEST = 1 << 62  # numbers that would overflow in TensorFlow stay unknown


def constant(call: OpCall) -> list[TensorFacts]:
    """Return the shape of a constant, and its value when it is small and of whole numbers."""
    if "value" not in call.attributes:
        return of_shape(None)
    tensor = call.attributes["value"].tensor
    shape = read_shape(tensor.tensor_shape)
    return [TensorFacts(shape, read_value(tensor, shape))]


def read_value(tensor: TensorProto, shape: Shape) -> Value:
    """Read the elements of a small tensor of int32 or int64.

    They are in `tensor_content`, or in a list whose last entry is repeated.
    """
    count = elements(shape)
    if count is None or count > MAX_VALUE or tensor.dtype not in {DT_INT32, DT_INT64}:
        return None
    width = 4 if tensor.dtype == DT_INT32 else 8
    content = tensor.tensor_content
    if content:
        if len(content) != count * width:
            return None
        starts = range(0, len(content), width)
        return tuple(int.from_bytes(content[i : i + width], "little", signed=True) for i in starts)
    listed = list(tensor.int_val if tensor.dtype == DT_INT32 else tensor.int64_val)
    if len(listed) > count or (count and not listed):
        return None
    return tuple(listed + listed[-1:] * (count - len(listed)))


def shape_of(call: OpCall) -> list[TensorFacts]:
    """Return the shape of each input, or of a handle's variable, as a vector and its value."""
    shapes = [known.shape for known in call.inputs]
    if call.op_type == "VariableShape":
        shapes = [call.input(0).variable]
    return [
        TensorFacts((-1,))
        if shape is None
        else TensorFacts((len(shape),), tuple(None if size < 0 else size for size in shape))
        for shape in shapes
    ]


def rank(call: OpCall) -> list[TensorFacts]:
    """Return the number of dimensions."""
    shape = call.shape(0)
    return [TensorFacts((), None if shape is None else (len(shape),))]


def size(call: OpCall) -> list[TensorFacts]:
    """Return the number of elements."""
    total = elements(call.shape(0))
    return [TensorFacts((), None if total is None else (total,))]


def product(call: OpCall) -> list[TensorFacts]:
    """Reduce like other reductions; a known vector also to a known number."""
    facts, value = reduction(call)[0], call.value(0)
    shape = call.shape(0)
    if value is None or None in value or shape is None or len(shape) > 1 or facts.shape is None:
        return [facts]
    total = 1
    for number in value:
        total *= number or 0
    is_one = elements(facts.shape) == 1 and total < _LARGEST
    return [TensorFacts(facts.shape, (total,) if is_one else None)]


def arithmetic(function: Callable[[int, int], int | None]) -> Rule:
    """Return the rule of an op of two operands that computes whole numbers element by element."""

    def rule(call: OpCall) -> list[TensorFacts]:
        shape = broadcast(call)[0].shape
        left, right = call.value(0), call.value(1)
        count = elements(shape)
        if left is None or right is None or count is None or shape is None or len(shape) > 1:
            return of_shape(shape)
        if not {len(left), len(right)} <= {1, count}:
            return of_shape(shape)
        results: list[int | None] = []
        for i in range(count):
            a, b = (left[i % len(left)], right[i % len(right)]) if left and right else (None, None)
            result = None if a is None or b is None else function(a, b)
            is_exact = result is not None and -_LARGEST < result < _LARGEST
            results.append(result if is_exact else None)
        return [TensorFacts(shape, tuple(results))]

    return rule


def floor_divide(left: int, right: int) -> int | None:
    """Return the quotient rounded down, None for a division by zero."""
    return left // right if right else None


def truncate_divide(left: int, right: int) -> int | None:
    """Return the quotient rounded towards zero, None for a division by zero."""
    if not right:
        return None
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def floor_modulo(left: int, right: int) -> int | None:
    """Return the remainder of a division rounded down, None for one by zero."""
    return left % right if right else None


def fill(call: OpCall) -> list[TensorFacts]:
    """Return a tensor with the sizes in input 0 and the elements of input 1."""
    shape, number = shape_from_value(call, 0), call.number(1)
    count = elements(shape)
    is_small = count is not None and count <= MAX_VALUE and number is not None
    return [TensorFacts(shape, (number,) * (count or 0) if is_small else None)]


def number_range(call: OpCall) -> list[TensorFacts]:
    """Return the numbers from input 0 up to input 1, in steps of input 2."""
    start, limit, step = (call.number(slot) for slot in range(3))
    if start is None or limit is None or not step:
        return of_shape((-1,))
    count = max(ceil((limit - start) / step), 0) if abs(limit - start) < 1 << 50 else -1
    is_small = 0 <= count <= MAX_VALUE
    numbers = tuple(start + i * step for i in range(count)) if is_small else None
    return [TensorFacts((count,), numbers)]


def count_in(slot: int) -> Rule:
    """Return the rule of a vector whose length is an input."""

    def rule(call: OpCall) -> list[TensorFacts]:
        number = call.number(slot)
        return of_shape((-1 if number is None or number < 0 else number,))

    return rule


def stitch(call: OpCall) -> list[TensorFacts]:
    """Merge tensors: the first half of the inputs are the row indices of the second half."""
    half = len(call.inputs) // 2
    pairs = list(zip(call.inputs[:half], call.inputs[half:], strict=False))
    tail: Shape = None
    for index, data in pairs:
        if data.shape is not None and index.shape is not None:
            tail = merge_shapes(tail, data.shape[len(index.shape) :])
    if tail is None:
        return of_shape(None)
    indices = [(None,) if index.value is None else index.value for index, _ in pairs]
    listed = [row for each in indices for row in each]
    rows = [row for row in listed if row is not None and row >= 0]
    count = max(rows, default=-1) + 1 if len(rows) == len(listed) else -1
    if tail or not 0 <= count <= MAX_VALUE:
        return of_shape((count, *tail))
    stitched: list[int | None] = [None] * count
    for each, (_, data) in zip(indices, pairs, strict=True):
        for row, number in zip(each, data.value or (None,) * len(each), strict=False):
            stitched[row or 0] = number
    return [TensorFacts((count,), tuple(stitched))]


def broadcast_axes(call: OpCall) -> list[TensorFacts]:
    """Return the axes that the gradients of two broadcast operands are summed over.

    These are the axes of size 1, in both operands too; none when the shapes are equal.
    """
    left, right = call.value(0), call.value(1)
    if left is None or right is None or None in left or None in right:
        return [TensorFacts((-1,))] * 2
    if left == right:
        return [TensorFacts((0,), ())] * 2
    rank_of_both = max(len(left), len(right))
    sizes = [(1,) * (rank_of_both - len(value)) + value for value in (left, right)]
    axes = [tuple(axis for axis, n in enumerate(each) if n == 1) for each in sizes]
    return [TensorFacts((len(each),), each) for each in axes]


def variable(call: OpCall) -> list[TensorFacts]:
    """Return the variable's shape; for `Variable`, an empty one means an unknown one."""
    shape = call.shape_attribute("shape")
    return of_shape(None if call.op_type == "Variable" and not shape else shape)


def handle(call: OpCall) -> list[TensorFacts]:
    """Return a scalar: the handle of a variable of this shape."""
    return [TensorFacts((), None, (call.shape_attribute("shape"),))]


def read(call: OpCall) -> list[TensorFacts]:
    """Return the shape of a handle's variable."""
    return of_shape(call.input(0).variable)


def assign(call: OpCall) -> list[TensorFacts]:
    """Return the value's shape, which is the variable's unless `validate_shape` is off."""
    if not call.flag("validate_shape", default=True):
        return of_shape(call.shape(1))
    return of_shape(merge_shapes(call.shape(0), call.shape(1)))


def placeholder(call: OpCall) -> list[TensorFacts]:
    """Return the stated shape, which older writers leave empty for an unknown one."""
    shape = call.shape_attribute("shape")
    return of_shape(shape if shape or call.op_type != "Placeholder" else None)


def listed_shapes(key: str) -> Rule:
    """Return the rule of an op with an attribute that lists its output shapes."""

    def rule(call: OpCall) -> list[TensorFacts]:
        shapes = call.attributes[key].list.shape if key in call.attributes else []
        return [TensorFacts(read_shape(proto)) for proto in shapes]

    return rule


def scalar_handle(_call: OpCall) -> list[TensorFacts]:
    """Return a scalar: a handle of a resource other than a variable."""
    return [SCALAR]
