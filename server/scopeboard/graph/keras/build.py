"""The arguments with which Keras builds a layer, and the sizes that follow from them."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final, NamedTuple

from scopeboard.graph.model.shapes import Shape

Config = Mapping[str, Any]
_OPERATORS: Final = frozenset({"Add", "Subtract", "Multiply"})
_MODULES: Final = ("keras", "tf_keras", "tensorflow")


class Build(NamedTuple):
    """The arguments of `Layer.build`: class, configuration, and input shapes (-1: unknown).

    The properties are the sizes that `_VARIABLES` names. `depth` counts the enclosing layers.
    """

    class_name: str
    config: Config
    inputs: Sequence[Shape]
    depth: int = 0

    def input_size(self, axis: int = -1, index: int = 0) -> int:
        """Return a dimension of an input.

        Raises:
            ValueError: it is unknown.
        """
        shape = self.inputs[index] if index < len(self.inputs) else None
        if shape is None or not -len(shape) <= axis < len(shape) or shape[axis] < 0:
            raise ValueError
        return shape[axis]

    def numbers(self, key: str, count: int, default: int | None = None) -> list[int]:
        """Return whole numbers of the configuration; a single one is repeated `count` times."""
        value: Any = self.config.get(key)
        if value is None:
            value = default
        return [int(each) for each in value] if isinstance(value, list) else [int(value)] * count

    def count(self, variable: str) -> int:
        """Return the number of elements of a variable, from the names of its dimensions."""
        elements = 1
        for name in variable.split():
            if name.isdigit():
                elements *= int(name)
            elif isinstance(getattr(Build, name, None), property):
                elements *= int(getattr(self, name))
            else:
                elements *= int(self.config[name])
        return elements

    @property
    def last(self) -> int:
        """The last dimension of the input."""
        return self.input_size()

    @property
    def channels(self) -> int:
        """The number of channels of the input."""
        return self.input_size(1 if self.config.get("data_format") == "channels_first" else -1)

    @property
    def group_channels(self) -> int:
        """The number of input channels that each filter of a grouped convolution covers."""
        return self.channels // int(self.config.get("groups") or 1)

    @property
    def window(self) -> int:
        """The number of elements of a convolution's window."""
        dimensions = next(int(digit) for digit in self.class_name if digit.isdigit())
        return prod(self.numbers("kernel_size", dimensions))

    @property
    def axes(self) -> int:
        """The product of the dimensions that `axis` names, by default the last."""
        axis = self.config.get("axis", -1)
        names = axis if isinstance(axis, list) else [-1 if axis is None else axis]
        return prod(self.input_size(int(each)) for each in names)

    @property
    def unshared_axes(self) -> int:
        """The product of all dimensions except the first and the `shared_axes`."""
        shared, shape = self.config.get("shared_axes") or [], self.inputs[0]
        if shape is None:
            raise ValueError
        return prod(self.input_size(axis) for axis in range(1, len(shape)) if axis not in shared)

    @property
    def biases(self) -> int:
        """The number of biases of each unit of a GRU."""
        return 2 if self.config.get("reset_after") else 1

    @property
    def value(self) -> int:
        """The last dimension of an attention's second input."""
        return self.input_size(index=1)

    @property
    def key(self) -> int:
        """The last dimension of an attention's third input, which defaults to the second."""
        has_key = len(self.inputs) > 2 and self.inputs[2] is not None
        return self.input_size(index=2) if has_key else self.value

    @property
    def head_value(self) -> int:
        """The size of the values of one attention head."""
        return int(self.config.get("value_dim") or self.config["key_dim"])

    @property
    def attended(self) -> int:
        """The size of an attention's output, by default the size of its query."""
        output = self.config.get("output_shape")
        if output is None:
            return self.last
        return prod(output if isinstance(output, list) else [output])


def class_of(layer: Config) -> str:
    """Return the class of one of Keras's own layers, and an empty text for a custom one.

    A plain function (`keras.src.ops`) counts as `Lambda`, an operator as the layer of its name.

    Args:
        layer: its configuration in a model: class and, since Keras 2.13, the module of that.
    """
    module, name = layer.get("module", "keras"), layer.get("registered_name")
    is_own = not isinstance(module, str) or not module.startswith(_MODULES)
    is_own |= isinstance(name, str) and ">" in name and not name.startswith("Keras>")
    if is_own:
        return ""
    class_name = str(layer.get("class_name", ""))
    is_function = isinstance(module, str) and ".ops" in module
    return "Lambda" if is_function and class_name not in _OPERATORS else class_name
