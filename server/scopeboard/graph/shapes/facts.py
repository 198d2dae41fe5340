"""Facts about tensors, and the interface of inference rules.

Shapes are tuples with -1 for an unknown dimension (or the number of its name, see `Tensors`), None
for an unknown rank. Small tensors of whole
numbers (sizes, axes, permutations) also have a *value*: their elements in row-major order, None for
an unknown one. Much of a graph is arithmetic on shapes: without values, little after a `Reshape`
would be certain.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from scopeboard.graph.model.shapes import Shape, has_unknown, read_shape
from scopeboard.wire.graph_pb2 import AttrValue

Value = tuple[int | None, ...] | None

MAX_VALUE: Final = 64  # elements; shapes have fewer dimensions


class TensorFacts(NamedTuple):
    """The certain properties of one tensor.

    `contents` has the shapes of a handle's contents: one variable, or the components of a queue.
    `dtype` is that of an ONNX model, whose files need not state it; other graphs leave it 0.
    """

    shape: Shape = None
    value: Value = None
    contents: tuple[Shape, ...] = ()
    dtype: int = 0

    @property
    def variable(self) -> Shape:
        """Return the shape of the variable of a handle."""
        return self.contents[0] if len(self.contents) == 1 else None


UNKNOWN: Final = TensorFacts()
SCALAR: Final = TensorFacts(())


class OpCall(NamedTuple):
    """The arguments of a rule: an op with its `inputs` by slot, `output_count` by its signature."""

    op_type: str
    attributes: Mapping[str, AttrValue]
    inputs: Sequence[TensorFacts]
    output_count: int

    def input(self, slot: int) -> TensorFacts:
        """Return the facts of an input; negative slots count from the end."""
        return self.inputs[slot] if -len(self.inputs) <= slot < len(self.inputs) else UNKNOWN

    def shape(self, slot: int) -> Shape:
        """Return the shape of an input."""
        return self.input(slot).shape

    def value(self, slot: int) -> Value:
        """Return the value of an input."""
        return self.input(slot).value

    def has_all_inputs(self, besides: int = 0) -> bool:
        """Return whether the number of inputs is the attribute `N` plus `besides`."""
        return self.integer("N", len(self.inputs) - besides) == len(self.inputs) - besides

    def number(self, slot: int) -> int | None:
        """Return the value of an input that is one number."""
        value = self.value(slot)
        return value[0] if value is not None and len(value) == 1 else None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Return an attribute that is a flag."""
        return self.attributes[key].b if key in self.attributes else default

    def integer(self, key: str, default: int = 0) -> int:
        """Return an attribute that is a number."""
        return int(self.attributes[key].i) if key in self.attributes else default

    def integers(self, key: str) -> list[int]:
        """Return an attribute that is a list of numbers, empty when it is missing."""
        return list(self.attributes[key].list.i) if key in self.attributes else []

    def text(self, key: str, default: str = "") -> str:
        """Return an attribute that is a text."""
        if key not in self.attributes:
            return default
        return self.attributes[key].s.decode("utf-8", "replace")

    def shape_attribute(self, key: str) -> Shape:
        """Return an attribute that is a shape."""
        return read_shape(self.attributes[key].shape) if key in self.attributes else None


Rule = Callable[[OpCall], Sequence[TensorFacts]]
"""Returns the facts of an op's outputs, by port; missing ones are unknown."""


def of_shape(shape: Shape) -> list[TensorFacts]:
    """Return one output of this shape."""
    return [TensorFacts(shape)]


def merge_shapes(left: Shape, right: Shape) -> Shape:
    """Return the combination of two shapes of one tensor; the first if they contradict."""
    if left is None or right is None:
        return right if left is None else left
    if len(left) != len(right):
        return left
    return tuple(a if a >= 0 or (b < 0 and a < -1) else b for a, b in zip(left, right, strict=True))


def common_shape(shapes: Sequence[Shape]) -> Shape:
    """Return the dimensions common to several possible shapes of a tensor."""
    if not shapes or any(shape is None for shape in shapes):
        return None
    known = [shape for shape in shapes if shape is not None]
    if len({len(shape) for shape in known}) > 1:
        return None
    return tuple(sizes[0] if len(set(sizes)) == 1 else -1 for sizes in zip(*known, strict=True))


def shape_from_value(call: OpCall, slot: int) -> Shape:
    """Return the shape that an input's value defines; just the rank if the value is unknown."""
    value = call.value(slot)
    if value is not None:
        return tuple(-1 if size is None or size < 0 else size for size in value)
    shape = call.shape(slot)
    if shape is not None and len(shape) == 1 and 0 <= shape[0] <= MAX_VALUE:
        return (-1,) * shape[0]
    return None


def elements(shape: Shape) -> int | None:
    """Return the number of elements, None when it is unknown."""
    if shape is None or has_unknown(shape):
        return None
    total = 1
    for size in shape:
        total *= size
    return total


def axis_of(axis: int | None, rank: int) -> int | None:
    """Return an axis counted from the front, None when it is unknown or out of range."""
    if axis is None or not -rank <= axis < rank:
        return None
    return axis % rank
