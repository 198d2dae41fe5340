"""A Keras model's JSON as a GraphDef: layers as ops, nested models as name scopes.

Functional and Sequential models of Keras 2 and 3 are supported, and models nested in models. There
are three formats of the inputs of a layer:

* Keras 3: `{"class_name": "__keras_tensor__", "config": {"keras_history": [layer, node, tensor]}}`
  anywhere in the `args` and `kwargs` of a node, with shape and dtype;
* Keras 2: `[layer, node, tensor, {kwargs}]`, in one or more lists;
* Sequential: none, each layer follows the one before.

A shared layer has a node for each call. It becomes one op: the outputs of its nodes are its
outputs, in order. A nested model is wired from the callers' tensors to its own input layers, and
from its output layers to the users of its outputs.

The conversion is deterministic, so that offsets in the GraphDef stay valid.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.keras.build import class_of
from scopeboard.graph.keras.layers import Layer, Model, Tensor
from scopeboard.graph.keras.parameters import count_layers, write_weights
from scopeboard.graph.source.keras_attributes import add_attributes, dtype_number
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.types_pb2 import DT_INVALID

MAX_JSON_BYTES: Final = 16 << 20  # parsed, it takes many times this size in memory
_MAX_DEPTH: Final = 64
_MAX_LAYERS: Final = 200_000
_NO_CONFIG: Final = "The Keras model lists no layers: a subclassed model has no configuration."


def refuse_large(size: int) -> None:
    """Raise if a model has more than `MAX_JSON_BYTES`.

    Raises:
        DamagedDataError: it has more.
    """
    if size > MAX_JSON_BYTES:
        raise DamagedDataError(f"The Keras model has more than {MAX_JSON_BYTES >> 20} MB of JSON.")


def keras_graph(data: bytes, check: CancelCheck = never_cancelled) -> bytes:
    """Return the GraphDef of a model's JSON. `check` is called for each layer.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: it is no model, or one without a configuration of its layers.
    """
    refuse_large(len(data))
    try:
        model = _read_model(json.loads(data), 0, check)
        count_layers(model)
        graph = _Writer(model, check).graph
    except DamagedDataError:
        raise
    except (ValueError, RecursionError) as error:
        raise DamagedDataError(f"The Keras model is not valid JSON: {error}.") from error
    except (AttributeError, KeyError, TypeError, IndexError) as error:
        raise DamagedDataError("The Keras model has an unexpected structure.") from error
    return graph.SerializeToString(deterministic=True)


def _read_model(document: dict[str, Any], depth: int, check: CancelCheck) -> Model:
    if depth > _MAX_DEPTH:
        raise DamagedDataError(f"The Keras model nests models more than {_MAX_DEPTH} deep.")
    config = document.get("config") if isinstance(document, dict) else None
    layers = config if isinstance(config, list) else (config or {}).get("layers")
    if not isinstance(layers, list):
        raise DamagedDataError(_NO_CONFIG)
    if len(layers) > _MAX_LAYERS:
        raise DamagedDataError(f"The Keras model has more than {_MAX_LAYERS} layers.")
    settings = config if isinstance(config, dict) else {}
    model, is_sequential = Model(), document.get("class_name") == "Sequential"
    model.is_trainable = settings.get("trainable") is not False
    model.batch_shape = _input_shape(document) or _shape(settings.get("build_input_shape"))
    names = {_name_of(each) for each in layers}
    before = ""
    for each in layers:
        check()
        name = _name_of(each)
        calls = each.get("inbound_nodes", [])
        inputs = list(_tensors_in(calls, names, 0))
        first = list(_tensors_in(calls[:1], names, 0)) if isinstance(calls, list) else inputs
        if is_sequential and before:
            first = inputs = [Tensor(before, 0, 0, _input_shape(each))]
        model.layers[name] = _read_layer(each, name, inputs, depth, check)
        model.layers[name].first_call = first
        before = name
    if is_sequential:
        model.entries = [_name_of(layers[0])]  # an empty one raises: Keras writes none
        model.exits = [Tensor(before, 0, 0)] if before else []
    else:
        inputs = list(_tensors_in(settings.get("input_layers", []), names, 0))
        model.entries = [tensor.layer for tensor in inputs]
        model.exits = list(_tensors_in(settings.get("output_layers", []), names, 0))
    _note_outputs(model)
    return model


def _read_layer(
    document: dict[str, Any], name: str, inputs: list[Tensor], depth: int, check: CancelCheck
) -> Layer | Model:
    config = document.get("config")
    if isinstance(config, list) or (isinstance(config, dict) and "layers" in config):
        inner = _read_model(document, depth + 1, check)
        inner.calls = inputs
        return inner
    config = config if isinstance(config, dict) else {}
    layer = Layer(name, config, str(document.get("class_name", "")), inputs)
    layer.built_for = _built_for(document, config)
    layer.built_in = class_of(document)
    shared = document.get("shared_object_id", config.get("shared_object_id"))
    layer.shared_id = shared if isinstance(shared, int) else None
    key = next((key for key in ("batch_shape", "batch_input_shape") if key in config), "")
    if "sparse" in config and key:  # an input layer: only these have both
        shape = _shape(config[key])
        if shape is not None:
            dtype = dtype_number(config.get("dtype"))
            layer.outputs[0, 0] = Tensor(name, 0, 0, shape, dtype)
    return layer


def _name_of(document: dict[str, Any]) -> str:
    config = document.get("config")
    inner = config.get("name") if isinstance(config, dict) else None
    return str(document.get("name") or inner or document.get("class_name", ""))


def _tensors_in(value: object, names: set[str], depth: int) -> Iterator[Tensor]:
    """Yield the tensors in a value of the configuration, in order.

    Keras 2 writes one as `[layer, node, tensor]`, perhaps with a dict of arguments behind it.
    """
    if depth > _MAX_DEPTH:
        raise DamagedDataError(f"The Keras model nests arguments more than {_MAX_DEPTH} deep.")
    inner: Iterable[object] = ()
    if isinstance(value, dict):
        config = value.get("config")
        if value.get("class_name") == "__keras_tensor__" and isinstance(config, dict):
            layer, node, output = config["keras_history"][:3]
            shape, dtype = _shape(config.get("shape")), dtype_number(config.get("dtype"))
            yield Tensor(str(layer), int(node), int(output), shape, dtype)
        else:
            inner = value.values()
    elif isinstance(value, list):
        match value:
            case [str(layer), int(node), int(output)] if layer in names:
                yield Tensor(layer, node, output)
            case [str(layer), int(node), int(output), dict(arguments)] if layer in names:
                yield Tensor(layer, node, output)
                inner = (arguments,)
            case _:
                inner = value
    for each in inner:
        yield from _tensors_in(each, names, depth + 1)


def _shape(value: object) -> tuple[int, ...] | None:
    """Return a shape, None for other values; null is an unknown dimension."""
    if not isinstance(value, list) or not all(dim is None or isinstance(dim, int) for dim in value):
        return None
    return tuple(-1 if dim is None else dim for dim in value)


def _input_shape(document: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the input shape with which a layer or model was built, None without a single one."""
    build = document.get("build_config")
    return _shape(build.get("input_shape")) if isinstance(build, dict) else None


def _built_for(document: dict[str, Any], config: dict[str, Any]) -> list[tuple[int, ...] | None]:
    """Return the input shapes with which a layer was built, empty if they are unknown."""
    build = document.get("build_config")
    build = build if isinstance(build, dict) else {}
    named = build.get("shapes_dict")
    named = named if isinstance(named, dict) else config
    shapes = [_shape(named.get(f"{name}_shape")) for name in ("query", "value", "key")]
    if shapes[0] is not None:
        return shapes
    for value in (build.get("input_shape"), config.get("batch_input_shape")):
        if isinstance(value, list) and value and isinstance(value[0], list):
            return [_shape(each) for each in value]
        if (shape := _shape(value)) is not None:
            return [shape]
    return []


def _note_outputs(model: Model) -> None:
    """Add to each layer the outputs that other layers use, with their shapes if known."""
    used = list(model.exits)
    for layer in model.layers.values():
        used += layer.inputs if isinstance(layer, Layer) else layer.calls
    for tensor in used:
        source = model.layers.get(tensor.layer)
        if isinstance(source, Layer):
            known = source.outputs.get((tensor.node, tensor.port))
            if known is None or known.shape is None:
                source.outputs[tensor.node, tensor.port] = tensor


class _Writer:
    """Writes the layers of a model, and of nested models, as nodes of one GraphDef."""

    def __init__(self, model: Model, check: CancelCheck) -> None:
        self.graph = GraphDef()
        self._check = check
        self._write(model, "", {})

    def _write(self, model: Model, prefix: str, passed: dict[str, list[str]]) -> None:
        """Write a model; `passed` has the tensors that callers pass to its input layers."""
        for name, layer in model.layers.items():
            self._check()
            tensors = layer.inputs if isinstance(layer, Layer) else layer.calls
            inputs = list(filter(None, (self._input(model, each, prefix) for each in tensors)))
            if isinstance(layer, Model):
                to_entries: dict[str, list[str]] = {entry: [] for entry in layer.entries}
                for number, text in enumerate(inputs if layer.entries else ()):
                    to_entries[layer.entries[number % len(layer.entries)]].append(text)
                self._write(layer, f"{prefix}{name}/", to_entries)
                continue
            node = self.graph.node.add(name=prefix + layer.name, op=layer.class_name)
            node.input.extend([*passed.get(name, []), *inputs])
            outputs = [layer.outputs[key] for key in sorted(layer.outputs)]
            dtypes = (tensor.dtype for tensor in layer.outputs.values() if tensor.dtype)
            add_attributes(node, layer.config, next(dtypes, DT_INVALID))
            for tensor in outputs if any(each.shape is not None for each in outputs) else ():
                proto = node.attr["_output_shapes"].list.shape.add()
                proto.unknown_rank = tensor.shape is None
                for dim in tensor.shape or ():
                    proto.dim.add(size=dim)
            write_weights(node, layer)

    def _input(self, model: Model, tensor: Tensor, prefix: str) -> str:
        """Return a tensor as an input of a node; that of a nested model is of its output layer."""
        layer = model.layers.get(tensor.layer)
        if isinstance(layer, Model):
            if not 0 <= tensor.port < len(layer.exits):
                return ""
            return self._input(layer, layer.exits[tensor.port], f"{prefix}{tensor.layer}/")
        if layer is None:
            return ""
        outputs = sorted({*layer.outputs, (tensor.node, tensor.port)})
        return f"{prefix}{tensor.layer}:{outputs.index((tensor.node, tensor.port))}"
