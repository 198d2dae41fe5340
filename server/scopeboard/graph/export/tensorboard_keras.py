"""A Keras model's JSON as the GraphDef that TensorBoard makes of it.

Layers are nodes without an op, below the names of their models, each with its class and dtype. A
call of a model stands for its output layers, and passes its inputs on. Edges that TensorBoard loses
(in JSON of Keras 2, and at models of several inputs) are here.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from scopeboard.errors import DamagedDataError
from scopeboard.graph.export.graph_edits import AttributeLimit, remove_large_attributes
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.keras import refuse_large
from scopeboard.graph.source.keras_attributes import dtype_number
from scopeboard.wire.graph_pb2 import GraphDef

_HISTORY: Final = 3  # layer, node and tensor of an input


def keras_text(source: GraphBytes, limit: AttributeLimit | None) -> Iterator[str]:
    """Return the text of a model's graph.

    Raises:
        DamagedDataError: the bytes are no model, or the model is too large.
        NotFoundError: the bytes cannot be read now.
    """
    refuse_large(source.size())
    model = _ModelGraph()
    try:
        model.add(json.loads(source.read()))
    except (AttributeError, KeyError, TypeError, IndexError, ValueError, RecursionError) as error:
        raise DamagedDataError("The file is not a Keras model as JSON.") from error
    if limit:
        remove_large_attributes(model.graph, limit)
    return iter([str(model.graph)])


class _ModelGraph:
    """A GraphDef to which layers are added in the order of the configuration."""

    def __init__(self) -> None:
        self.graph = GraphDef()
        self._feeders: dict[str, str] = {}  # of input layers of inner models, by layer
        self._outputs: dict[str, list[str]] = {}  # output layers, by model
        self._previous = ""  # the input of a layer that names none

    def add(self, layer: dict[str, Any], prefix: str = "") -> None:
        """Add a layer as a node, or a model as all its layers; `prefix` precedes all names."""
        config = layer["config"]
        name = f"{prefix}{config.get('name')}"
        if config.get("layers") is not None:
            inner_prefix = f"{name}/" if name else ""
            self._outputs[name] = self._connect_model(layer, prefix, inner_prefix)
            for inner in config["layers"]:
                self.add(inner, inner_prefix)
            return
        node = self.graph.node.add(name=name)
        if layer.get("class_name") is not None:
            node.attr["keras_class"].s = str(layer["class_name"]).encode()
        if dtype := dtype_number(config.get("dtype")):
            node.attr["dtype"].type = dtype
        if layer.get("inbound_nodes") is not None:
            for source, output in _inputs(layer):
                outputs = self._outputs.get(prefix + source, [prefix + source])
                node.input.append(outputs[min(output, len(outputs) - 1)])
        elif self._previous:
            node.input.append(self._previous)
        if name in self._feeders:
            node.input.append(self._feeders[name])
        self._previous = name

    def _connect_model(self, model: dict[str, Any], prefix: str, inner_prefix: str) -> list[str]:
        """Set the feeders of a model's input layers, and return its output layers."""
        config = model["config"]
        ends = []
        for layers in (config.get("input_layers") or [], config.get("output_layers") or []):
            is_list = bool(layers) and isinstance(layers[0], list)  # otherwise it is one layer
            ends.append([layer[0] for layer in (layers if is_list else [layers] * bool(layers))])
        inputs, outputs = ends
        callers = [prefix + caller for caller, _ in _inputs(model)]
        if inputs and outputs:
            feeders = callers or [self._previous] * bool(self._previous)
            pairs = zip(inputs, feeders, strict=False)
            self._feeders.update({f"{inner_prefix}{entry}": feeder for entry, feeder in pairs})
        elif callers:
            self._previous = callers[0]
        last = [config["layers"][-1]["config"].get("name")]
        return [f"{inner_prefix}{each}" for each in (inputs and outputs) or last]


def _inputs(layer: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the layers that feed a layer, each with the number of its output.

    Keras 3 has them in the configuration of a tensor, Keras 2 in lists.
    """
    pending = list(layer.get("inbound_nodes") or [])[::-1]
    pending = [call.get("args", []) if isinstance(call, dict) else call for call in pending]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            value = (value.get("config") or {}).get("keras_history", [])
        elif not isinstance(value, list):
            continue
        if len(value) >= _HISTORY and isinstance(value[0], str) and isinstance(value[2], int):
            yield value[0], value[2]
        else:
            pending += list(value)[::-1]
