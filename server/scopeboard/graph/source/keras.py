"""A Keras model's JSON as a GraphDef: layers as ops, nested models as name scopes.

Read are Functional and Sequential models of Keras 2 and 3, nested in one another. Where a layer
takes its inputs from is written in three ways:

* Keras 3: `{"class_name": "__keras_tensor__", "config": {"keras_history": [layer, node, tensor]}}`
  anywhere in the `args` and `kwargs` of a node, with shape and dtype;
* Keras 2: `[layer, node, tensor, {kwargs}]`, in one or more lists;
* Sequential: not at all, each layer follows the one before.

A layer that is called several times (a shared one) has a node for each call. It stays one op: the
outputs of its nodes are its outputs, in order. A nested model is wired from the callers' tensors to
its own input layers, and from its output layers to whoever takes its outputs.

The GraphDef is made in the same way each time, so that its bytes can be asked for again.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.keras.build import class_of
from scopeboard.graph.keras.layers import Layer, Model, Tensor
from scopeboard.graph.keras.parameters import count_layers, write_weights
from scopeboard.graph.source.keras_attributes import add_attributes, dtype_number
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_INVALID

MAX_JSON_BYTES: Final = 16 << 20  # in memory it takes many times as much
_MAX_DEPTH: Final = 64
_MAX_LAYERS: Final = 200_000
_NO_CONFIG: Final = (
    "The Keras model does not say which layers it has: a subclassed model has no configuration."
)


def refuse_large(size: int) -> None:
    """Refuse a model of more bytes than are read.

    Raises:
        DamagedDataError: it has more.
    """
    if size > MAX_JSON_BYTES:
        raise DamagedDataError(f"The Keras model has more than {MAX_JSON_BYTES >> 20} MB of JSON.")


def keras_graph(data: bytes, check: CancelCheck = never_cancelled) -> bytes:
    """Return the GraphDef of a model's JSON.

    `check` is called for each layer; what it raises ends the work.

    Raises:
        DamagedDataError: it is no model, or one that does not say its layers; the message is a
            sentence.
    """
    refuse_large(len(data))
    try:
        said = json.loads(data)
        model = _read_model(said, 0, check)
        count_layers(model)
        graph = _Writer(model, check).graph
    except DamagedDataError:
        raise
    except (ValueError, RecursionError) as error:
        raise DamagedDataError(f"The Keras model is no JSON that can be read: {error}.") from error
    except (AttributeError, KeyError, TypeError, IndexError) as error:
        raise DamagedDataError("The Keras model is not written as Keras writes one.") from error
    return graph.SerializeToString(deterministic=True)


def _read_model(said: dict[str, Any], depth: int, check: CancelCheck) -> Model:
    if depth > _MAX_DEPTH:
        raise DamagedDataError(f"The Keras model nests models more than {_MAX_DEPTH} deep.")
    config = said.get("config") if isinstance(said, dict) else None
    layers = config if isinstance(config, list) else (config or {}).get("layers")
    if not isinstance(layers, list):
        raise DamagedDataError(_NO_CONFIG)
    model, is_sequential = Model(), said.get("class_name") == "Sequential"
    model.is_trainable = not isinstance(config, dict) or config.get("trainable") is not False
    model.batch_shape = _input_shape(said, config)
    names = {_name_of(each) for each in layers}
    if len(layers) > _MAX_LAYERS:
        raise DamagedDataError(f"The Keras model has more than {_MAX_LAYERS} layers.")
    before = ""
    for each in layers:
        check()
        name = _name_of(each)
        calls = each.get("inbound_nodes", [])
        inputs = list(_tensors_in(calls, names, 0))
        first = list(_tensors_in(calls[:1], names, 0)) if isinstance(calls, list) else inputs
        if is_sequential and before:
            first = inputs = [Tensor(before, 0, 0, _first_shape(each))]
        model.layers[name] = _read_layer(each, name, inputs, depth, check)
        model.layers[name].first_call = first
        before = name
    if is_sequential:
        model.entries, model.exits = [_name_of(layers[0])] * bool(layers), []
        model.exits = [Tensor(before, 0, 0)] if before else []
    elif isinstance(config, dict):
        inputs = list(_tensors_in(config.get("input_layers", []), names, 0))
        model.entries = [tensor.layer for tensor in inputs]
        model.exits = list(_tensors_in(config.get("output_layers", []), names, 0))
    _note_outputs(model)
    return model


def _read_layer(
    said: dict[str, Any], name: str, inputs: list[Tensor], depth: int, check: CancelCheck
) -> Layer | Model:
    config = said.get("config")
    if isinstance(config, list) or (isinstance(config, dict) and "layers" in config):
        inner = _read_model(said, depth + 1, check)
        inner.calls = inputs
        return inner
    config = config if isinstance(config, dict) else {}
    layer = Layer(name, config, str(said.get("class_name", "")), inputs)
    layer.built_for = _built_for(said, config)
    layer.built_in = class_of(said)
    shared = said.get("shared_object_id", config.get("shared_object_id"))
    layer.shared_id = shared if isinstance(shared, int) else None
    if (shape := _batch_shape(config)) is not None:
        layer.outputs[0, 0] = Tensor(name, 0, 0, shape, dtype_number(config.get("dtype")))
    return layer


def _name_of(said: dict[str, Any]) -> str:
    config = said.get("config")
    inner = config.get("name") if isinstance(config, dict) else None
    return str(said.get("name") or inner or said.get("class_name", ""))


def _tensors_in(said: object, names: set[str], depth: int) -> Iterator[Tensor]:
    """Yield the tensors that a part of the configuration names, in the order in which it does."""
    if depth > _MAX_DEPTH:
        raise DamagedDataError(f"The Keras model nests arguments more than {_MAX_DEPTH} deep.")
    if isinstance(said, dict):
        config = said.get("config")
        if said.get("class_name") == "__keras_tensor__" and isinstance(config, dict):
            layer, node, place = config["keras_history"][:3]
            shape, dtype = _shape(config.get("shape")), dtype_number(config.get("dtype"))
            yield Tensor(str(layer), int(node), int(place), shape, dtype)
            return
        for value in said.values():
            yield from _tensors_in(value, names, depth + 1)
    elif isinstance(said, list):
        if _is_reference(said, names):
            yield Tensor(said[0], said[1], said[2])
            said = said[3:]
        for value in said:
            yield from _tensors_in(value, names, depth + 1)


def _is_reference(said: list[Any], names: set[str]) -> bool:
    """Return whether this is `[layer, node, tensor]`, as Keras 2 names a tensor."""
    return (
        len(said) in {3, 4}
        and isinstance(said[0], str)
        and said[0] in names
        and all(isinstance(number, int) for number in said[1:3])
        and (len(said) == 3 or isinstance(said[3], dict))
    )


def _shape(said: object) -> tuple[int, ...] | None:
    """Return a shape, None where it is none: JSON's null is an unknown dimension."""
    if not isinstance(said, list) or not all(dim is None or isinstance(dim, int) for dim in said):
        return None
    return tuple(-1 if dim is None else dim for dim in said)


def _batch_shape(config: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the shape of what an input layer puts out."""
    for key in ("batch_shape", "batch_input_shape"):
        if "sparse" in config and key in config:  # only input layers have both
            return _shape(config[key])
    return None


def _first_shape(said: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the shape that a layer was built for, if it is one."""
    build = said.get("build_config")
    return _shape(build.get("input_shape")) if isinstance(build, dict) else None


def _built_for(said: dict[str, Any], config: dict[str, Any]) -> list[tuple[int, ...] | None]:
    """Return the shapes that a layer was built for, as far as its configuration says them."""
    build = said.get("build_config")
    build = build if isinstance(build, dict) else {}
    named = build.get("shapes_dict")
    named = named if isinstance(named, dict) else config
    shapes = [_shape(named.get(f"{name}_shape")) for name in ("query", "value", "key")]
    if shapes[0] is not None:
        return shapes
    for given in (build.get("input_shape"), config.get("batch_input_shape")):
        if isinstance(given, list) and given and isinstance(given[0], list):
            return [_shape(each) for each in given]
        if (shape := _shape(given)) is not None:
            return [shape]
    return []


def _input_shape(said: dict[str, Any], config: object) -> tuple[int, ...] | None:
    """Return the shape that a Sequential model was built for."""
    build = config.get("build_input_shape") if isinstance(config, dict) else None
    return _first_shape(said) or _shape(build)


def _note_outputs(model: Model) -> None:
    """Note at each layer what those who take its outputs say of them."""
    takers = [layer.inputs if isinstance(layer, Layer) else layer.calls
              for layer in model.layers.values()]  # fmt: skip
    for tensor in [*model.exits, *(tensor for inputs in takers for tensor in inputs)]:
        layer = model.layers.get(tensor.layer)
        if isinstance(layer, Layer):
            known = layer.outputs.get((tensor.node, tensor.port))
            if known is None or known.shape is None:
                layer.outputs[tensor.node, tensor.port] = tensor


class _Writer:
    """Writes the layers of a model, and of those within, as nodes of one GraphDef."""

    def __init__(self, model: Model, check: CancelCheck) -> None:
        self.graph = GraphDef()
        self._check = check
        self._write(model, "", {})

    def _write(self, model: Model, prefix: str, given: dict[str, list[str]]) -> None:
        """Write a model; `given` are the inputs that callers pass to its input layers."""
        for name, layer in model.layers.items():
            self._check()
            if isinstance(layer, Layer):
                self._write_layer(model, layer, prefix, given.get(name, []))
                continue
            texts = [self._text(model, tensor, prefix) for tensor in layer.calls]
            passed: dict[str, list[str]] = {entry: [] for entry in layer.entries}
            for place, text in enumerate(filter(None, texts)):
                if layer.entries:
                    passed[layer.entries[place % len(layer.entries)]].append(text)
            self._write(layer, f"{prefix}{name}/", passed)

    def _write_layer(self, model: Model, layer: Layer, prefix: str, given: list[str]) -> None:
        node = self.graph.node.add(name=prefix + layer.name, op=layer.class_name)
        texts = [self._text(model, tensor, prefix) for tensor in layer.inputs]
        node.input.extend([*given, *filter(None, texts)])
        dtype = next(
            (tensor.dtype for tensor in layer.outputs.values() if tensor.dtype), DT_INVALID
        )
        add_attributes(node, layer.config, dtype)
        _add_shapes(node, layer)
        write_weights(node, layer)

    def _text(self, model: Model, tensor: Tensor, prefix: str) -> str:
        """Write a tensor as an input; one of a nested model's is its output layer's."""
        layer = model.layers.get(tensor.layer)
        if isinstance(layer, Model):
            if not 0 <= tensor.port < len(layer.exits):
                return ""
            return self._text(layer, layer.exits[tensor.port], f"{prefix}{tensor.layer}/")
        if layer is None:
            return ""
        places = sorted({*layer.outputs, (tensor.node, tensor.port)})
        return f"{prefix}{tensor.layer}:{places.index((tensor.node, tensor.port))}"


def _add_shapes(node: NodeDef, layer: Layer) -> None:
    """Say the shapes of a layer's outputs, if one of them is known."""
    outputs = [layer.outputs[key] for key in sorted(layer.outputs)]
    if all(tensor.shape is None for tensor in outputs):
        return
    for tensor in outputs:
        proto = node.attr["_output_shapes"].list.shape.add()
        proto.unknown_rank = tensor.shape is None
        for dim in tensor.shape or ():
            proto.dim.add(size=dim)
