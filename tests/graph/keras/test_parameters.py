"""The weights of Keras's layers, compared with the counts of Keras itself for the same models."""

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import DATA
from scopeboard.graph.costs.parameters import count_parameters
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.keras.build import class_of
from scopeboard.graph.keras.shapes import find_output_shape
from scopeboard.graph.keras.weights import Weights, count_weights
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.model.shapes import MAX_COUNT, Shape
from scopeboard.graph.query.node_attributes import list_attributes
from scopeboard.graph.source.keras import keras_graph

from ..memory_bytes import MemoryBytes

RECORDED = DATA / "keras"
TRUTH: dict[str, list[int]] = json.loads((RECORDED / "truth.json").read_text())

Json = dict[str, Any]


def recorded(name: str) -> Json:
    model: Json = json.loads(gzip.decompress((RECORDED / f"{name}.json.gz").read_bytes()))
    return model


def graph_of(model: Json) -> OpGraph:
    return parse(keras_graph(json.dumps(model).encode()), flavour="keras").graph


def counts(model: Json) -> tuple[list[int], list[str]]:
    """Return the trainable and other weights of a model, and its layers of unknown weights."""
    graph = graph_of(model)
    parameters = count_parameters(graph)
    columns = (parameters.trainable, parameters.non_trainable)
    unknown = [graph.names[op] for op in range(len(graph)) if parameters.trainable[op] < 0]
    return [int(column[column > 0].sum()) for column in columns], unknown


@pytest.mark.parametrize("name", [name for name in TRUTH if name != "custom"])
def test_a_model_has_the_weights_of_keras_own_count(name: str) -> None:
    assert counts(recorded(name)) == (TRUTH[name], [])


def test_a_layer_of_unknown_class_makes_the_count_a_lower_bound() -> None:
    assert counts(recorded("custom")) == ([8, 0], ["own"])


def without_shapes(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return a configuration with only the shapes of inputs, as old versions write it."""
    if isinstance(value, list):
        return [without_shapes(each) for each in value]
    if isinstance(value, dict):
        rest = {key: without_shapes(each) for key, each in value.items() if key != "build_config"}
        if rest.get("class_name") == "__keras_tensor__":
            del rest["config"]["shape"]
        return rest
    return value


@pytest.mark.parametrize("name", list(TRUTH))
def test_missing_shapes_follow_from_the_previous_layers(name: str) -> None:
    weights, unknown = counts(without_shapes(recorded(name)))
    if name in {"convlstm", "custom", "keras2_attention", "norms", "rnn_cells", "transformer"}:
        assert unknown
        assert all(ours <= truth for ours, truth in zip(weights, TRUTH[name], strict=True))
    else:
        assert (weights, unknown) == (TRUTH[name], [])


def test_the_card_does_not_list_weights_as_an_attribute() -> None:
    data = keras_graph(json.dumps(recorded("cnn")).encode())
    graph = parse(data, flavour="keras").graph
    names = {attribute.name for attribute in list_attributes(graph, 1, MemoryBytes(data))}
    assert "filters" in names
    assert not {name for name in names if "weights" in name}


def wrapped(class_name: str, **config: Any) -> Json:  # noqa: ANN401 - JSON
    return {"layer": {"module": "keras.layers", "class_name": class_name, "config": config}}


@pytest.mark.parametrize(
    ("class_name", "config", "shape", "expected"),
    [
        ("Dense", {"units": 3}, (-1, 4), Weights(15)),
        ("Dense", {"units": 3, "use_bias": False}, (-1, 7, 4), Weights(12)),
        ("Dense", {"units": 3, "trainable": False}, (-1, 4), Weights(0, 15)),
        ("Dense", {"units": 3}, (-1, -1), None),
        ("Dense", {"units": 3}, None, None),
        ("Dense", {}, (-1, 4), None),
        ("Conv2D", {"filters": 6, "kernel_size": [3, 2], "groups": 2}, (-1, 9, 9, 4), Weights(78)),
        ("Conv2D", {"filters": 2, "kernel_size": 3, "data_format": "channels_first"},
         (-1, 4, 9, 8), Weights(74)),
        ("BatchNormalization", {"axis": [1], "scale": False}, (-1, 4, 9), Weights(4, 8)),
        ("BatchNormalization", {"axis": -1, "renorm": True}, (-1, 4), None),
        ("GRU", {"units": 2, "reset_after": True}, (-1, 5, 3), Weights(42)),
        ("GRU", {"units": 2}, (-1, 5, 3), Weights(36)),
        ("CuDNNLSTM", {"units": 2}, (-1, 5, 3), Weights(56)),
        ("EinsumDense", {"equation": "ab...,bc->ac...", "output_shape": [6, 9], "bias_axes": "c"},
         (-1, 4, 9), Weights(30)),
        ("Dense", {"units": 3, "quantization_config": {"a": 1}}, (-1, 4), None),
        ("Activation", {}, None, Weights(0)),
        ("Unheard", {}, (-1, 4), None),
        ("PReLU", {"shared_axes": [1, 2]}, (-1, 4, 4, 3), Weights(3)),
        ("PReLU", {"shared_axes": [1, 2]}, None, None),
        ("LayerNormalization", {}, (-1, 8), Weights(16)),
        ("LayerNormalization", {"rms_scaling": True}, (-1, 8), Weights(8)),
        ("SpectralNormalization", wrapped("Conv2D", filters=5, kernel_size=3),
         (-1, 4, 4, 2), Weights(95, 5)),
        ("SpectralNormalization", wrapped("Conv2DTranspose", filters=5, kernel_size=3),
         (-1, 4, 4, 2), Weights(95, 2)),
        ("SpectralNormalization", wrapped("LSTM", units=5), (-1, 4, 2), None),
    ],
)  # fmt: skip
def test_layers_by_hand(
    class_name: str, config: Json, shape: Shape, expected: Weights | None
) -> None:
    assert count_weights(class_name, config, [shape]) == expected


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        ({"class_name": "Dense"}, "Dense"),
        ({"class_name": "Dense", "module": "keras.layers", "registered_name": None}, "Dense"),
        ({"class_name": "Dense", "module": None, "registered_name": "mine>Dense"}, ""),
        ({"class_name": "Attention", "module": "my.layers"}, ""),
        ({"class_name": "Mean", "module": "keras.src.ops.numpy"}, "Lambda"),
        ({"class_name": "Add", "module": "keras.src.ops.numpy"}, "Add"),
    ],
)
def test_a_custom_class_is_not_the_one_of_the_same_name_in_keras(
    layer: Json, expected: str
) -> None:
    assert class_of(layer) == expected


@pytest.mark.parametrize(
    ("class_name", "config", "shape", "expected"),
    [
        ("Conv2D", {"filters": 6, "kernel_size": [3, 3], "strides": [2, 2], "padding": "valid"},
         (-1, 9, 10, 3), (-1, 4, 4, 6)),
        ("Conv1D", {"filters": 6, "kernel_size": [3], "strides": [1], "dilation_rate": [2],
                    "padding": "same"}, (-1, 9, 3), (-1, 9, 6)),
        ("Conv2DTranspose", {"filters": 6, "kernel_size": [3, 3], "strides": [2, 2]},
         (-1, 4, -1, 3), (-1, 9, -1, 6)),
        ("MaxPooling2D", {"pool_size": [2, 2], "strides": None}, (-1, 9, 8, 3), (-1, 4, 4, 3)),
        ("ZeroPadding2D", {"padding": [[1, 2], [0, 3]]}, (-1, 4, 4, 3), (-1, 7, 7, 3)),
        ("Cropping1D", {"cropping": [1, 2]}, (-1, 9, 3), (-1, 6, 3)),
        ("Reshape", {"target_shape": [-1, 4]}, (-1, 8, 3), (-1, 6, 4)),
        ("Flatten", {}, (-1, 8, 3), (-1, 24)),
        ("Flatten", {}, (-1, -1, 3), (-1, -1)),
        ("Permute", {"dims": [2, 1]}, (-1, 8, 3), (-1, 3, 8)),
        ("Own", {}, (-1, 8), None),
    ],
)  # fmt: skip
def test_output_shapes_by_hand(
    class_name: str, config: Json, shape: Shape, expected: Shape
) -> None:
    assert find_output_shape(class_name, config, [shape]) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "abc,cd->abd"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["class_name", "config", "units"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = (
    "units filters kernel_size groups axis layer cell cells equation output_shape input_dim "
    "output_dim num_heads key_dim strides padding pool_size target_shape dims size n"
)
CLASSES = (
    "Dense Conv2D Conv1DTranspose EinsumDense Bidirectional TimeDistributed RNN LSTM Reshape "
    "BatchNormalization PReLU MultiHeadAttention Permute ZeroPadding2D SpectralNormalization "
    "MaxPooling2D Concatenate Flatten Embedding"
)
SHAPES = st.none() | st.lists(st.integers(-1, 9), max_size=4).map(tuple)


@given(
    st.sampled_from(CLASSES.split()),
    st.dictionaries(st.sampled_from(KEYS.split()), JSON, max_size=6),
    st.lists(SHAPES, max_size=3),
)
def test_any_configuration_is_counted_or_unknown(
    class_name: str, config: Json, shapes: list[Shape]
) -> None:
    weights = count_weights(class_name, config, shapes)
    assert weights is None or all(0 <= count <= MAX_COUNT for count in weights)
    find_output_shape(class_name, config, shapes)
