"""The layers of a Keras model as values, read from its configuration."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scopeboard.graph.keras.weights import Weights
from scopeboard.graph.model.shapes import Shape
from scopeboard.wire.types_pb2 import DT_INVALID, DataType


class Tensor(NamedTuple):
    """An output of a layer, as `keras_history` names it, with its shape and dtype if known."""

    layer: str
    node: int
    port: int
    shape: tuple[int, ...] | None = None
    dtype: DataType = DT_INVALID


@dataclass(slots=True)
class Layer:
    """A layer: its inputs, and its outputs by (node, port) as in `keras_history`.

    `first_call` are the inputs of the call that builds the layer, `built_for` their shapes where
    the configuration has them. `built_in` is the class of a layer of Keras itself. Layers with the
    same `shared_id` are one. `parameters` sets `weights`, None where they are unknown.
    """

    name: str
    config: dict[str, Any]
    class_name: str
    inputs: list[Tensor] = field(default_factory=list)
    outputs: dict[tuple[int, int], Tensor] = field(default_factory=dict)
    first_call: list[Tensor] = field(default_factory=list)
    built_for: list[Shape] = field(default_factory=list)
    built_in: str = ""
    shared_id: int | None = None
    weights: Weights | None = None


@dataclass(slots=True)
class Model:
    """A model: layers by their own names, and its input and output tensors.

    `first_call` is as in `Layer`. `batch_shape` is the input shape of a Sequential model.
    """

    layers: dict[str, "Layer | Model"] = field(default_factory=dict)
    calls: list[Tensor] = field(default_factory=list)  # the arguments of all its calls
    entries: list[str] = field(default_factory=list)
    exits: list[Tensor] = field(default_factory=list)
    first_call: list[Tensor] = field(default_factory=list)
    batch_shape: Shape = None
    is_trainable: bool = True
