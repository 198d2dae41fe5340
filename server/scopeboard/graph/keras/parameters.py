"""The weights of all layers of a Keras model: shapes propagated from layer to layer, then counted.

A layer is built for its first call. The configuration may state the shapes of its inputs; otherwise
they follow from its input tensors, or from the output shapes of the previous layers.

The counts become an attribute of the layer's node in the GraphDef, like all properties of an op.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from scopeboard.graph.keras.layers import Layer, Model, Tensor
from scopeboard.graph.keras.shapes import find_output_shape
from scopeboard.graph.keras.weights import Weights, count_weights
from scopeboard.graph.model.shapes import Shape
from scopeboard.wire.graph_pb2 import AttrValue, NodeDef

WEIGHTS_ATTRIBUTE: Final = "_weights"
"""Holds the numbers of trainable and non-trainable weights of a layer; empty where unknown."""


def count_layers(model: Model) -> None:
    """Set the weights of every layer of a model, including the layers of models inside it."""
    _Counter().walk(model, [], is_trainable=True)


def write_weights(node: NodeDef, layer: Layer) -> None:
    """Write the weights of a layer as an attribute of its node."""
    node.attr[WEIGHTS_ATTRIBUTE].list.SetInParent()
    if layer.weights is not None:
        node.attr[WEIGHTS_ATTRIBUTE].list.i.extend(layer.weights)


def read_weights(attributes: Mapping[str, AttrValue]) -> Weights | None:
    """Return the weights of a layer from the attributes of its node, None where unknown."""
    numbers = attributes[WEIGHTS_ATTRIBUTE].list.i if WEIGHTS_ATTRIBUTE in attributes else []
    return Weights(*numbers) if len(numbers) == len(Weights._fields) else None


class _Counter:
    """Counts the layers of models; a shared layer counts at its first occurrence."""

    def __init__(self) -> None:
        self._shared: set[int] = set()

    def walk(self, model: Model, inputs: Sequence[Shape], *, is_trainable: bool) -> list[Shape]:
        """Count the layers of a model in their order, and return the shapes of its outputs.

        Args:
            model: the model.
            inputs: the shapes of its inputs.
            is_trainable: whether the enclosing models are trainable.
        """
        is_trainable = is_trainable and model.is_trainable
        entries = dict(zip(model.entries, inputs or [model.batch_shape], strict=False))
        outputs: dict[str, list[Shape]] = {}

        def shape_of(tensor: Tensor) -> Shape:
            if tensor.shape is not None:
                return tensor.shape
            shapes = outputs.get(tensor.layer, [])
            return shapes[tensor.port] if 0 <= tensor.port < len(shapes) else None

        for name, layer in model.layers.items():
            shapes = [shape_of(tensor) for tensor in layer.first_call] or [entries.get(name)]
            if isinstance(layer, Model):
                outputs[name] = self.walk(layer, shapes, is_trainable=is_trainable)
            else:
                outputs[name] = [self._count(layer, shapes, is_trainable=is_trainable)]
        return [shape_of(tensor) for tensor in model.exits]

    def _count(self, layer: Layer, inputs: list[Shape], *, is_trainable: bool) -> Shape:
        """Set the weights of a layer, and return the shape of its output."""
        built_for = layer.built_for or inputs
        if layer.shared_id in self._shared:
            layer.weights = Weights(0)
        else:
            weights = count_weights(layer.built_in, layer.config, built_for)
            layer.weights = weights if is_trainable or weights is None else weights.frozen()
        if layer.shared_id is not None:
            self._shared.add(layer.shared_id)

        output = layer.outputs.get((0, 0))
        if output is not None and output.shape is not None:
            return output.shape
        if layer.class_name == "InputLayer":
            return inputs[0] if inputs else None
        return find_output_shape(layer.built_in, layer.config, built_for)
