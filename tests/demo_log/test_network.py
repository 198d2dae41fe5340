"""The GraphDef: what a reader of the graph is promised to see."""

import numpy as np
import pytest

from programs.demo_log.graphdef import graph_def
from programs.demo_log.hyper_parameters import HyperParameters
from programs.demo_log.kernels import KERNELS
from programs.demo_log.network import build_network
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DataType


@pytest.fixture(scope="module")
def graph() -> GraphDef:
    return graph_def(build_network(HyperParameters(0.1)).graph)


@pytest.fixture(scope="module")
def nodes(graph: GraphDef) -> dict[str, NodeDef]:
    return {node.name: node for node in graph.node}


def test_top_level(graph: GraphDef) -> None:
    assert {node.name.split("/")[0] for node in graph.node} == {
        *("input", "layer1", "layer2", "loss_function", "accuracy"),
        *("moving_average", "train_step", "global_step", "init", "MergeSummary"),
    }


def test_names_are_unique_and_inputs_are_declared_before_use(graph: GraphDef) -> None:
    seen: set[str] = set()
    for node in graph.node:
        assert {source(name) for name in node.input} <= seen
        assert node.name not in seen
        seen.add(node.name)


def test_every_op_has_a_kernel_or_is_fed(graph: GraphDef) -> None:
    assert {node.op for node in graph.node} <= KERNELS.keys() | {"Placeholder"}


def test_shapes(nodes: dict[str, NodeDef]) -> None:
    assert shapes(nodes["input/images"]) == [[-1, 784]]
    assert shapes(nodes["layer1/weights"]) == [[784, 128]]
    assert shapes(nodes["layer1/Relu"]) == [[-1, 128]]
    assert shapes(nodes["layer2/Softmax"]) == [[-1, 10]]
    assert shapes(nodes["loss_function/cross_entropy"]) == [[-1], [-1, 10]]
    assert shapes(nodes["loss_function/total"]) == [[]]
    assert shapes(nodes["train_step/gate"]) == []


def test_dtypes(nodes: dict[str, NodeDef]) -> None:
    assert nodes["input/images"].attr["dtype"].type == DataType.DT_FLOAT
    assert nodes["global_step"].attr["dtype"].type == DataType.DT_INT64
    assert nodes["layer1/MatMul"].attr["T"].type == DataType.DT_FLOAT
    cast = nodes["accuracy/Cast"].attr
    assert (cast["SrcT"].type, cast["DstT"].type) == (DataType.DT_BOOL, DataType.DT_FLOAT)
    tag = nodes["layer1/summaries/weights_tag"].attr
    assert tag["dtype"].type == DataType.DT_STRING
    assert tag["value"].tensor.string_val == [b"layer1/weights"]


def test_a_constant_holds_its_value(nodes: dict[str, NodeDef]) -> None:
    tensor = nodes["train_step/learning_rate/initial"].attr["value"].tensor
    assert np.frombuffer(tensor.tensor_content, "<f4").tolist() == [np.float32(0.1)]


def test_one_dashed_edge_from_moving_average_to_train_step(graph: GraphDef) -> None:
    edges = [
        (name, node.name)
        for node in graph.node
        for name in node.input
        if node.name.startswith("train_step/") and source(name).startswith("moving_average/")
    ]
    assert edges == [("^moving_average/update", "train_step/gate")]


def test_data_edges_between_scopes(graph: GraphDef) -> None:
    edges = {
        (source(name).split("/")[0], node.name.split("/")[0])
        for node in graph.node
        for name in node.input
        if not name.startswith("^")
    }
    assert {
        *(("input", "layer1"), ("layer1", "layer2"), ("layer2", "loss_function")),
        *(("layer2", "accuracy"), ("input", "loss_function"), ("layer1", "moving_average")),
        *(("loss_function", "train_step"), ("layer1", "train_step")),
        *(("global_step", "train_step"), ("global_step", "moving_average")),
    } <= edges


def test_no_variable_moves_before_all_is_computed_from_it(nodes: dict[str, NodeDef]) -> None:
    gate = nodes["train_step/gate"]
    updates = [node for node in nodes.values() if node.op == "ApplyGradientDescent"]
    assert len(updates) == 4
    for update in updates:
        assert "^train_step/gate" in update.input
        assert f"^{update.input[2]}" in gate.input
    assert {"^loss_function/total", "^moving_average/update"} <= set(gate.input)


def test_high_degrees(graph: GraphDef, nodes: dict[str, NodeDef]) -> None:
    assert len(nodes["init"].input) == 9
    assert len(nodes["MergeSummary"].input) == 11
    assert consumers(graph, "layer1/weights/read") >= {
        "layer1/MatMul",
        "layer1/regularizer/L2Loss",
        "layer1/filters/transpose",
        "layer1/summaries/weights",
        "moving_average/AssignMovingAvg/layer1/weights/sub",
        "train_step/gradients/layer1/regularizer/L2Loss_grad/Mul",
    }
    assert len(consumers(graph, "train_step/learning_rate/mul")) == 5
    assert len(consumers(graph, "moving_average/decay/sub")) == 4


def test_gradients_are_named_after_the_ops_they_belong_to(nodes: dict[str, NodeDef]) -> None:
    gradients = [
        name for name in nodes if name.startswith("train_step/gradients/") and "_grad/" in name
    ]
    assert gradients
    for name in gradients:
        forward = name.removeprefix("train_step/gradients/").rsplit("_grad/", 1)[0]
        assert forward in nodes


def source(name: str) -> str:
    return name.removeprefix("^").split(":")[0]


def shapes(node: NodeDef) -> list[list[int]]:
    found = node.attr["_output_shapes"].list.shape
    return [[dimension.size for dimension in shape.dim] for shape in found]


def consumers(graph: GraphDef, name: str) -> set[str]:
    return {node.name for node in graph.node if name in node.input}
