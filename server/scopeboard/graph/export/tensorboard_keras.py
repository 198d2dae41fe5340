"""A Keras model's JSON as the GraphDef that TensorBoard makes of it.

Layers are nodes without an op, below the names of the models that hold them, each with its class
and dtype. A model that is called stands for its output layers, and passes its inputs on. Where
TensorBoard loses edges (what Keras 2 writes, models of several inputs), they are kept.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from scopeboard.errors import DamagedDataError
from scopeboard.graph.export.tensorboard_pbtxt import AttributeLimit, leave_out
from scopeboard.graph.source.byte_source import GraphBytes
from scopeboard.graph.source.keras import refuse_large
from scopeboard.graph.source.keras_attributes import dtype_number
from scopeboard.wire.graph_pb2 import GraphDef

_HISTORY: Final = 3  # layer, node and tensor of where an input comes from


def keras_text(source: GraphBytes, limit: AttributeLimit | None) -> Iterator[str]:
    """Return the text of a model's graph.

    Raises:
        DamagedDataError: it is no model, or too large.
        NotFoundError: it cannot be read now.
    """
    refuse_large(source.size())
    try:
        graph = _Layers(json.loads(source.read())).graph
    except (AttributeError, KeyError, TypeError, IndexError, ValueError, RecursionError) as error:
        raise DamagedDataError("The Keras model is not written as Keras writes one.") from error
    if limit:
        leave_out(graph, limit)
    return iter([str(graph)])


class _Layers:
    """Layers become nodes in the order in which they stand."""

    def __init__(self, model: dict[str, Any]) -> None:
        self.graph = GraphDef()
        self._fed_by: dict[str, str] = {}  # input layers of models within, by name
        self._outputs: dict[str, list[str]] = {}  # of models, by name
        self._before = ""  # what a layer that names no inputs follows
        self._add(model, "")

    def _add(self, layer: dict[str, Any], scope: str) -> None:
        config = layer["config"]
        name = _join(scope, config.get("name"))
        if config.get("layers") is None:
            self._add_node(layer, name, scope)
            return
        self._enter(layer, name, scope)
        for inner in config["layers"]:
            self._add(inner, name)

    def _enter(self, model: dict[str, Any], name: str, scope: str) -> None:
        """Note what feeds a model's input layers, and which layers its outputs are."""
        config = model["config"]
        inputs = _names(config.get("input_layers") or [])
        outputs = _names(config.get("output_layers") or [])
        callers = [_join(scope, caller) for caller, _ in _sources(model)]
        if inputs and outputs:
            feeders = callers or [self._before] * bool(self._before)
            feeds = zip(inputs, feeders, strict=False)
            self._fed_by.update({_join(name, entry): feeder for entry, feeder in feeds})
        elif callers:
            self._before = callers[0]
        last = [config["layers"][-1]["config"].get("name")]
        self._outputs[name] = [_join(name, each) for each in (inputs and outputs) or last]

    def _add_node(self, layer: dict[str, Any], name: str, scope: str) -> None:
        node = self.graph.node.add(name=name)
        if layer.get("class_name") is not None:
            node.attr["keras_class"].s = str(layer["class_name"]).encode()
        if dtype := dtype_number(layer["config"].get("dtype")):
            node.attr["dtype"].type = dtype
        if layer.get("inbound_nodes") is not None:
            for source, place in _sources(layer):
                outputs = self._outputs.get(_join(scope, source), [_join(scope, source)])
                node.input.append(outputs[min(place, len(outputs) - 1)])
        elif self._before:
            node.input.append(self._before)
        if name in self._fed_by:
            node.input.append(self._fed_by[name])
        self._before = name


def _join(scope: str, name: object) -> str:
    return f"{scope}/{name}" if scope else str(name)


def _names(layers: list[Any]) -> list[str]:
    """Return the layers of `[name, 0, 0]`, or of several such."""
    if not layers:
        return []
    return [each[0] for each in (layers if isinstance(layers[0], list) else [layers])]


def _sources(layer: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the layers, and which of their outputs, that a layer is called with."""
    for call in layer.get("inbound_nodes") or []:
        yield from _histories(call.get("args", []) if isinstance(call, dict) else call)


def _histories(said: Any) -> Iterator[tuple[str, int]]:  # noqa: ANN401 - JSON
    """Yield them as Keras 3 (in the configuration of a tensor) or Keras 2 (as lists) names them."""
    if isinstance(said, dict):
        said = (said.get("config") or {}).get("keras_history", [])
    elif not isinstance(said, list):
        return
    is_history = len(said) >= _HISTORY and isinstance(said[0], str) and isinstance(said[2], int)
    if is_history:
        yield said[0], said[2]
        return
    for each in said:
        yield from _histories(each)
