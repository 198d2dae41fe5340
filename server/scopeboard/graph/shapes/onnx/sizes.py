"""Sizes and values of ONNX's rules: dimensions with names take part in arithmetic on shapes.

A dimension is a number, -1, or below that the number of its name (see `Tensors`). As an element of
a value, an unknown dimension is None, and a name a number far below all that shapes can have.
"""

from collections.abc import Sequence
from math import prod
from typing import Final

from scopeboard.graph.model.shapes import FIRST_SYMBOL, Shape
from scopeboard.graph.shapes.facts import MAX_VALUE, OpCall, TensorFacts, Value

_NAMES: Final = -(1 << 62)
"""A value a little below this is the name of a dimension: the number of the name plus this."""
_LAST_NAME: Final = _NAMES - (1 << 40)  # the least integers stand for "from the beginning"


def value_of_size(size: int) -> int | None:
    """Return a dimension as an element of a value."""
    if size >= 0:
        return size
    return size + _NAMES if size <= FIRST_SYMBOL else None


def size_of_value(number: int | None) -> int:
    """Return an element of a value as a dimension."""
    if number is None:
        return -1
    return number - _NAMES if _is_name(number) else max(number, -1)


def _is_name(number: int) -> bool:
    return _LAST_NAME < number < _NAMES


def plain(value: Value) -> list[int] | None:
    """Return a value whose elements are all numbers, None for another."""
    if value is None or any(number is None or _is_name(number) for number in value):
        return None
    return [number for number in value if number is not None]


def same_size(left: int, right: int) -> int:
    """Return the size of an axis that has two descriptions, the first if they contradict."""
    return left if left >= 0 or (right < 0 and left <= FIRST_SYMBOL) else right


def broadcast(shapes: Sequence[Shape]) -> Shape:
    """Broadcast shapes as NumPy does; the name of a dimension stays beside a 1 and beside itself.

    An unknown dimension beside one above 1 must be that or 1, so the result is certain.
    """
    if any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    rank = max(map(len, known), default=0)
    padded = [(1,) * (rank - len(shape)) + shape for shape in known]
    return tuple(_broadcast_sizes(sizes) for sizes in zip(*padded, strict=True))


def _broadcast_sizes(sizes: Sequence[int]) -> int:
    fixed = {size for size in sizes if size != 1}
    if not fixed:
        return 1
    numbers = [size for size in fixed if size >= 0]
    if numbers:
        largest = max(numbers)
        return largest if largest > 1 or len(fixed) == 1 else -1
    return fixed.pop() if len(fixed) == 1 else -1


def count(sizes: Sequence[int]) -> int | None:
    """Return the product of sizes, None where one is unknown."""
    return None if any(size < 0 for size in sizes) else prod(sizes)


def known_axis(axis: int | None, rank: int) -> int | None:
    """Return an axis counted from the front, None when it is unknown or out of range."""
    return axis % rank if axis is not None and -rank <= axis < rank else None


def axes_of(call: OpCall, slot: int) -> list[int] | None:
    """Return the axes of an op, of an attribute or of an input; empty without any.

    None where they are an input of unknown value.
    """
    if "axes" in call.attributes:
        return call.integers("axes")
    if slot >= len(call.inputs):
        return []
    known = call.inputs[slot]
    if known == TensorFacts():
        return None
    return plain(known.value)


def sizes_in(call: OpCall, slot: int) -> Shape:
    """Return the shape that an input's value defines; just the rank if the value is unknown."""
    known = call.input(slot)
    if known.value is not None:
        return tuple(size_of_value(number) for number in known.value)
    if known.shape is not None and len(known.shape) == 1 and 0 <= known.shape[0] <= MAX_VALUE:
        return (-1,) * known.shape[0]
    return None


def dtype_attribute(call: OpCall, key: str, default: int = 0) -> int:
    """Return an attribute that is a dtype."""
    return int(call.attributes[key].type) or default if key in call.attributes else default


def output(
    call: OpCall, shape: Shape, value: Value = None, dtype: int | None = None
) -> TensorFacts:
    """Return an output of the dtype of input 0, or of another."""
    return TensorFacts(shape, value, (), call.input(0).dtype if dtype is None else dtype)
