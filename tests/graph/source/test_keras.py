"""Keras models as graphs: layers, calls, nested models, shapes, dtypes, both formats."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import DATA
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.source.keras import keras_graph
from scopeboard.wire.graph_pb2 import NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT, DT_HALF, DT_INT32

Json = dict[str, Any]
Value = Any


def graph_of(model: Json) -> OpGraph:
    parsed = parse(keras_graph(json.dumps(model).encode()))
    assert parsed.faults.ghost_inputs == 0
    return parsed.graph


def edges(graph: OpGraph) -> list[tuple[str, int, str]]:
    columns = (graph.edges.source, graph.edges.port, graph.edges.target)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [(graph.names[source], port, graph.names[target]) for source, port, target in rows]


def history(layer: str, node: int = 0, port: int = 0, shape: Value = None) -> Json:
    config = {"shape": shape, "dtype": "float32", "keras_history": [layer, node, port]}
    return {"class_name": "__keras_tensor__", "config": config}


def layer(name: str, *calls: Value, kind: str = "Dense", **config: Value) -> Json:
    """Return a layer of Keras 3; each call lists its input tensors."""
    nodes = [{"args": [call if len(call) > 1 else call[0]], "kwargs": {}} for call in calls]
    return {"class_name": kind, "name": name, "config": {"name": name, **config},
            "inbound_nodes": nodes}  # fmt: skip


def entry(name: str, *shape: int | None) -> Json:
    return layer(name, kind="InputLayer", batch_shape=[None, *shape], sparse=False, dtype="float32")


def functional(name: str, inputs: list[str], outputs: list[str], *layers: Json) -> Json:
    config = {
        "name": name,
        "layers": list(layers),
        "input_layers": [[each, 0, 0] for each in inputs],
        "output_layers": [[each, 0, 0] for each in outputs],
    }
    return {"class_name": "Functional", "name": name, "config": config}


def test_a_functional_model() -> None:
    both = [history("a", shape=[None, 4]), history("b", shape=[None, 4])]
    graph = graph_of(
        functional(
            "m", ["x"], ["sum"],
            entry("x", 8),
            layer("a", [history("x", shape=[None, 8])], units=4, use_bias=True, activation="relu"),
            layer("b", [history("x", shape=[None, 8])]),
            layer("sum", both, kind="Add"),
        )
    )  # fmt: skip
    assert graph.names == ["x", "a", "b", "sum"]
    assert [graph.op_types[code] for code in graph.op_type] == [
        "InputLayer",
        "Dense",
        "Dense",
        "Add",
    ]
    assert edges(graph) == [("x", 0, "a"), ("x", 0, "b"), ("a", 0, "sum"), ("b", 0, "sum")]
    assert [graph.tensors.find_label(row) for row in graph.edges.tensor] == [
        "?×8", "?×8", "?×4", "?×4"
    ]  # fmt: skip
    attr = NodeDef.FromString(graph.attribute_sets[graph.attributes[1]]).attr
    assert (attr["units"].i, attr["use_bias"].b, attr["activation"].s) == (4, True, b"relu")


@pytest.mark.parametrize(
    ("dtype", "number"),
    [
        ("float32", DT_FLOAT),
        ("int32", DT_INT32),
        ({"class_name": "DTypePolicy", "config": {"name": "mixed_float16"}}, DT_HALF),
        ({"class_name": "QuantizedDTypePolicy", "config": {"name": "int8_from_float32"}}, DT_FLOAT),
        ("no such type", 0),
        (None, 0),
    ],
)
def test_dtypes_and_policies(dtype: Value, number: int) -> None:
    graph = graph_of(functional("m", [], [], layer("a", dtype=dtype)))
    attr = NodeDef.FromString(graph.attribute_sets[0]).attr
    assert (attr["dtype"].type if "dtype" in attr else 0) == number


def test_a_shared_layer_is_one_op_with_an_output_for_each_call() -> None:
    shared = layer("s", [history("x", shape=[None, 8])], [history("y", shape=[None, 9])])
    both = layer("both", [history("s", 0, shape=[None, 1]), history("s", 1, shape=[None, 2])])
    graph = graph_of(
        functional("m", ["x", "y"], ["both"], entry("x", 8), entry("y", 9), shared, both)
    )
    assert edges(graph)[2:] == [("s", 0, "both"), ("s", 1, "both")]
    assert [graph.tensors.find_label(row) for row in graph.edges.tensor[2:]] == ["?×1", "?×2"]


def test_tensors_in_keyword_arguments_count_too() -> None:
    attention = layer("att", [history("q")], kind="Attention")
    attention["inbound_nodes"][0]["kwargs"] = {"value": history("v"), "mask": None}
    graph = graph_of(functional("m", ["q", "v"], ["att"], entry("q"), entry("v"), attention))
    assert edges(graph) == [("q", 0, "att"), ("v", 0, "att")]


def test_a_nested_model_is_a_scope() -> None:
    inner = functional("enc", ["in"], ["out"], entry("in", 8), layer("out", [history("in")]))
    inner["inbound_nodes"] = [{"args": [history("x")], "kwargs": {}}]
    graph = graph_of(
        functional("m", ["x"], ["top"], entry("x", 8), inner, layer("top", [history("enc")]))
    )
    assert graph.names == ["x", "enc/in", "enc/out", "top"]
    assert edges(graph) == [("x", 0, "enc/in"), ("enc/in", 0, "enc/out"), ("enc/out", 0, "top")]


def test_a_sequential_model_nested_in_a_functional_one() -> None:
    inner = sequential(layer("one"), layer("two"))
    inner["name"] = inner["config"]["name"] = "seq"
    inner["inbound_nodes"] = [[["x", 0, 0, {}]]]
    graph = graph_of(
        functional("m", ["x"], ["top"], entry("x"), inner, layer("top", [history("seq")]))
    )
    assert edges(graph) == [("x", 0, "seq/one"), ("seq/one", 0, "seq/two"), ("seq/two", 0, "top")]


def sequential(*layers: Json) -> Json:
    return {"class_name": "Sequential", "config": {"name": "seq", "layers": list(layers)}}


def test_a_sequential_model_is_a_chain() -> None:
    built = layer("b")
    built["build_config"] = {"input_shape": [None, 5]}
    graph = graph_of(sequential(entry("x", 8), layer("a"), built))
    assert edges(graph) == [("x", 0, "a"), ("a", 0, "b")]
    assert [graph.tensors.find_label(row) for row in graph.edges.tensor] == ["?×8", "?×5"]


def test_an_old_sequential_model_has_a_list_for_a_configuration() -> None:
    model = {"class_name": "Sequential", "config": [layer("a"), layer("b")]}
    assert edges(graph_of(model)) == [("a", 0, "b")]


@pytest.mark.parametrize(
    "inbound",
    [
        [[["a", 0, 0, {}], ["b", 0, 0, {}]]],
        [[["a", 0, 0, {"other": ["b", 0, 0]}]]],
        [[["a", 0, 0, {}]], [["b", 0, 0, {}]]],
        [["a", 0, 0, {}], ["b", 0, 0, {}]],
        [[["a", 0, 0, {"scale": ["_CONSTANT_VALUE", -1, 2.0]}], ["b", 0, 0, {}]]],
    ],
)
def test_inbound_nodes_of_keras_2(inbound: Value) -> None:
    taker = layer("c")
    taker["inbound_nodes"] = inbound
    graph = graph_of(functional("m", ["a", "b"], ["c"], entry("a"), entry("b"), taker))
    assert edges(graph) == [("a", 0, "c"), ("b", 0, "c")]


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (b"{}", "lists no layers"),
        (b'{"class_name": "Own", "config": {"name": "own"}}', "lists no layers"),
        (b'{"class_name": "Functional", "config": null}', "lists no layers"),
        (b"[]", "lists no layers"),
        (b"not json", "not valid JSON"),
        (b"\xff\xfe{}", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b'{"config": {"layers": [3]}}', "unexpected structure"),
    ],
)
def test_other_json_raises_a_sentence(model: bytes, message: str) -> None:
    with pytest.raises(DamagedDataError, match=message):
        keras_graph(model)


def test_models_in_models_have_a_bound() -> None:
    model = layer("last")
    for _ in range(200):
        model = functional("m", [], [], model)
    with pytest.raises(DamagedDataError, match="more than 64"):
        keras_graph(json.dumps(model).encode())


_VALUES = st.recursive(
    st.none() | st.integers() | st.sampled_from(["a", "b", "x", "Dense", "__keras_tensor__"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["class_name", "config", "name", "layers", "inbound_nodes", "keras_history",
                         "args", "input_layers", "output_layers", "dtype", "batch_shape"]),
        inner,
        max_size=5,
    ),
    max_leaves=25,
)  # fmt: skip


@given(_VALUES)
def test_any_json_is_a_graph_or_raises(model: Value) -> None:
    with suppress(DamagedDataError):
        parse(keras_graph(json.dumps(model).encode()))


def test_the_head_of_a_real_model() -> None:
    text = (DATA / "resnet50_head.json").read_text()
    parsed = parse(keras_graph(text.encode()))
    layers = json.loads(text)["config"]["layers"]
    takers = [each for each in layers if each["inbound_nodes"]]
    assert parsed.graph.names == [each["name"] for each in layers]
    assert len(parsed.graph.edges) == json.dumps(takers).count("__keras_tensor__")
    assert parsed.faults.ghost_inputs == 0
    labels = [parsed.graph.tensors.find_label(tensor) for tensor in parsed.graph.edges.tensor]
    shapes = re.findall(r'"shape": \[([^\]]*)\]', json.dumps(takers))
    assert sorted(filter(None, labels)) == sorted(
        shape.replace("null", "?").replace(", ", "×") for shape in shapes
    )
