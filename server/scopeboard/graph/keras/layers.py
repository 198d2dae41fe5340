"""The layers of a Keras model as values: what its configuration says of each."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scopeboard.graph.keras.weights import Weights
from scopeboard.graph.model.shapes import Shape
from scopeboard.wire.types_pb2 import DT_INVALID, DataType


class Tensor(NamedTuple):
    """An output of a layer, as `keras_history` names it, and what is known of it."""

    layer: str
    node: int
    place: int
    shape: tuple[int, ...] | None = None
    dtype: DataType = DT_INVALID


@dataclass(slots=True)
class Layer:
    """A layer: where its inputs come from, and what is known of its outputs by (node, place).

    `first_call` are the inputs of the call that it was built for, `built_for` their shapes where
    the configuration says them. `built_in` is its class if Keras itself has it. Layers of one
    `shared_id` are one. `weights` are counted by `keras_parameters`, None where they are unknown.
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
    """A model: layers by their own names, and which tensors lead in and out.

    `first_call` is that of `Layer`. `batch_shape` is what a Sequential model was built for.
    """

    layers: dict[str, "Layer | Model"] = field(default_factory=dict)
    calls: list[Tensor] = field(default_factory=list)  # what callers pass, of all calls
    entries: list[str] = field(default_factory=list)
    exits: list[Tensor] = field(default_factory=list)
    first_call: list[Tensor] = field(default_factory=list)
    batch_shape: Shape = None
    is_trainable: bool = True
