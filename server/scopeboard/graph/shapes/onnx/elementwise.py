"""Rules of ONNX's ops that work element by element, reduce, normalise, or change dtypes.

Source of each rule: the definition of the op in ONNX's documentation (`docs/Operators.md`).
"""

from collections.abc import Callable

from scopeboard.graph.model.shapes import Shape
from scopeboard.graph.shapes.facts import MAX_VALUE, OpCall, Rule, TensorFacts, Value
from scopeboard.graph.shapes.onnx.sizes import (
    axes_of,
    broadcast,
    dtype_attribute,
    known_axis,
    output,
    plain,
)
from scopeboard.wire.types_pb2 import (
    DT_BOOL,
    DT_FLOAT,
    DT_INT32,
    DT_INT64,
    DT_UINT8,
)

_LARGEST = 1 << 61


def same_as_first(call: OpCall) -> list[TensorFacts]:
    """Return shape and dtype of input 0 for each output."""
    return [output(call, call.shape(0))] * max(call.output_count, 1)


def pass_through(call: OpCall) -> list[TensorFacts]:
    """Return input 0, its value included."""
    return [call.input(0)]


def cast(call: OpCall) -> list[TensorFacts]:
    """Return input 0 in another dtype, which an attribute or input 1 has; integers keep a value."""
    known = call.input(0)
    dtype = call.input(1).dtype if call.op_type == "CastLike" else dtype_attribute(call, "to")
    value = known.value if dtype in {DT_INT32, DT_INT64} else None
    return [TensorFacts(known.shape, value, (), dtype)]


def predicate(call: OpCall) -> list[TensorFacts]:
    """Return a flag for each element of input 0."""
    return [output(call, call.shape(0), dtype=DT_BOOL)]


def broadcast_all(call: OpCall) -> list[TensorFacts]:
    """Return the shape that all inputs are broadcast to."""
    return [output(call, broadcast([known.shape for known in call.inputs]))]


def comparison(call: OpCall) -> list[TensorFacts]:
    """Compare element by element; known numbers give known flags, 1 and 0."""
    facts = computed(lambda left, right: int(left == right))(call)[0]
    value = facts.value if call.op_type == "Equal" else None
    return [TensorFacts(facts.shape, value, (), DT_BOOL)]


def computed(function: Callable[[int, int], int | None]) -> Rule:
    """Return the rule of an op of two operands that computes whole numbers element by element."""

    def rule(call: OpCall) -> list[TensorFacts]:
        shape = broadcast([known.shape for known in call.inputs])
        return [output(call, shape, _compute(call, shape, function))]

    return rule


def _compute(call: OpCall, shape: Shape, function: Callable[[int, int], int | None]) -> Value:
    left, right = plain(call.value(0)), plain(call.value(1))
    if left is None or right is None or shape is None or len(shape) > 1 or len(call.inputs) != 2:
        return None
    size = shape[0] if shape else 1
    if not 0 <= size <= MAX_VALUE or not {len(left), len(right)} <= {1, size}:
        return None
    results = [function(left[i % len(left)], right[i % len(right)]) for i in range(size)]
    return tuple(
        number if number is not None and -_LARGEST < number < _LARGEST else None
        for number in results
    )


def divide(left: int, right: int) -> int | None:
    """Return the quotient rounded towards zero, None for a division by zero."""
    if not right:
        return None
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def modulo(left: int, right: int) -> int | None:
    """Return the remainder with the sign of the divisor, None for a division by zero."""
    return left % right if right else None


def where(call: OpCall) -> list[TensorFacts]:
    """Choose from inputs 1 and 2; a known condition chooses known numbers."""
    shape = broadcast([known.shape for known in call.inputs])
    flags, left, right = (call.value(slot) for slot in range(3))
    value: Value = None
    if flags and left and right and shape is not None and len(shape) <= 1:
        size = shape[0] if shape else 1
        if {len(flags), len(left), len(right)} <= {1, size}:
            value = tuple(
                None
                if flags[i % len(flags)] is None
                else (left[i % len(left)] if flags[i % len(flags)] else right[i % len(right)])
                for i in range(size)
            )
    return [output(call, shape, value, call.input(1).dtype)]


def reduction(call: OpCall) -> list[TensorFacts]:
    """Drop the axes of the attribute or of input 1, or keep them as 1; all axes without any."""
    shape, axes = call.shape(0), axes_of(call, 1)
    keeps = call.integer("keepdims", 1) != 0
    if axes == [] and call.integer("noop_with_empty_axes"):
        return [call.input(0)]
    if shape is None:
        return [output(call, () if axes == [] and not keeps else None)]
    if axes is None:
        return [output(call, (-1,) * len(shape) if keeps else None)]
    dropped = {known_axis(axis, len(shape)) for axis in axes} or set(range(len(shape)))
    if None in dropped:
        return [output(call, None)]
    sizes = tuple(1 if axis in dropped else size for axis, size in enumerate(shape))
    rest = tuple(size for axis, size in enumerate(shape) if axis not in dropped)
    value = plain(call.value(0))
    product: Value = None
    if call.op_type == "ReduceProd" and value is not None and len(shape) == 1:
        total = 1
        for number in value:
            total = min(total * number, _LARGEST)
        product = (total,) if abs(total) < _LARGEST else None
    return [output(call, sizes if keeps else rest, product)]


def arg_reduction(call: OpCall) -> list[TensorFacts]:
    """Return the index of the largest or smallest element along an axis, the first by default."""
    shape = call.shape(0)
    axis = known_axis(call.integer("axis"), len(shape)) if shape else None
    if shape is None or axis is None:
        return [output(call, None, dtype=DT_INT64)]
    reduced = (1,) if call.integer("keepdims", 1) else ()
    return [output(call, (*shape[:axis], *reduced, *shape[axis + 1 :]), dtype=DT_INT64)]


def dropout(call: OpCall) -> list[TensorFacts]:
    """Return input 0, and the mask."""
    return [output(call, call.shape(0)), output(call, call.shape(0), dtype=DT_BOOL)]


def batch_norm(call: OpCall) -> list[TensorFacts]:
    """Return x, and for each statistic a vector of channels."""
    statistic = TensorFacts(call.shape(3) or call.shape(1), None, (), call.input(3).dtype)
    return [output(call, call.shape(0)), *[statistic] * 4]


def layer_norm(call: OpCall) -> list[TensorFacts]:
    """Return x, and mean and inverse deviation of what each row over the last axes has."""
    shape = call.shape(0)
    axis = known_axis(call.integer("axis", -1), len(shape)) if shape is not None else None
    statistic: Shape = None
    if shape is not None and axis is not None:
        statistic = (*shape[:axis], *(1,) * (len(shape) - axis))
    return [output(call, shape), *[output(call, statistic, dtype=DT_FLOAT)] * 2]


def skip_layer_norm(call: OpCall) -> list[TensorFacts]:
    """Return x, two statistics, and the sum of x and the skip."""
    known = output(call, call.shape(0))
    return [known, TensorFacts(), TensorFacts(), known]


def quantize(call: OpCall) -> list[TensorFacts]:
    """Return x in the dtype of the zero point, by default uint8."""
    dtype = dtype_attribute(call, "output_dtype") or call.input(2).dtype or DT_UINT8
    return [output(call, call.shape(0), dtype=dtype)]


def dequantize(call: OpCall) -> list[TensorFacts]:
    """Return x in the dtype of the scale."""
    return [output(call, call.shape(0), dtype=call.input(1).dtype)]


def dynamic_quantize(call: OpCall) -> list[TensorFacts]:
    """Return x in uint8, its scale and its zero point."""
    shapes = (call.shape(0), (), ())
    dtypes = (DT_UINT8, DT_FLOAT, DT_UINT8)
    return [TensorFacts(s, None, (), d) for s, d in zip(shapes, dtypes, strict=True)]


def like(call: OpCall) -> list[TensorFacts]:
    """Return the shape of input 0, and the dtype of an attribute or of input 0."""
    dtype = dtype_attribute(call, "dtype", call.input(0).dtype)
    return [output(call, call.shape(0), dtype=dtype)]


def top_k(call: OpCall) -> list[TensorFacts]:
    """Return values and indices: the axis becomes k."""
    shape, k = call.shape(0), plain(call.value(1))
    if "k" in call.attributes:
        k = [call.integer("k")]
    axis = known_axis(call.integer("axis", -1), len(shape)) if shape else None
    sizes: Shape = None
    if shape is not None and axis is not None:
        sizes = (*shape[:axis], k[0] if k and k[0] >= 0 else -1, *shape[axis + 1 :])
    return [output(call, sizes), output(call, sizes, dtype=DT_INT64)]


def non_zero(call: OpCall) -> list[TensorFacts]:
    """Return the coordinates of elements that are not zero: an unknown number of columns."""
    shape = call.shape(0)
    return [output(call, (-1 if shape is None else len(shape), -1), dtype=DT_INT64)]


def unique(call: OpCall) -> list[TensorFacts]:
    """Return distinct values, the first index and the inverse index of each, and their counts."""
    shape = call.shape(0)
    values: Shape = (-1,)
    if "axis" in call.attributes:
        axis = known_axis(call.integer("axis"), len(shape)) if shape else None
        values = None
        if shape is not None and axis is not None:
            values = (*shape[:axis], -1, *shape[axis + 1 :])
    return [output(call, values), *[output(call, (-1,), dtype=DT_INT64)] * 3]
