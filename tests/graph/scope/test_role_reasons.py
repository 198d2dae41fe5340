"""The main graph of real programs, by the roles of their ops."""

import gzip

import pytest

from graph.graphdefs import DATA, real_graph
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.answer import Node, Reason, Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.extraction import ExtractOptions
from scopeboard.graph.scope.rules import parse_choices

PROGRAMS = sorted(path.name for path in (DATA / "parameters").glob("*.pb.gz"))


@pytest.fixture(scope="module")
def mnist() -> PreparedGraph:
    return prepare_graph(real_graph("seed_mnist"))


def main(scope: Scope) -> list[str]:
    return [node.label for node in scope.nodes if node.role == "main"]


def lines(scope: Scope) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in scope.edges if not edge.cut}


def reasons(scope: Scope) -> dict[str, Reason]:
    return {node.name: node.reason for node in scope.nodes if node.reason}


def lone(scope: Scope) -> list[str]:
    """Return the nodes of the main graph without any line."""
    ends = {end for pair in lines(scope) for end in pair}
    ends |= {bridge.node for bridge in scope.bridges if not bridge.cut}
    return [node.name for node in scope.nodes if node.role == "main" and node.name not in ends]


def program(name: str) -> PreparedGraph:
    return prepare_graph(gzip.decompress((DATA / "parameters" / name).read_bytes()))


def test_the_main_graph_is_input_model_loss_and_train() -> None:
    top = build_scope(program("lamb.pb.gz"), "")
    assert main(top) == [
        "x", "y", "d1", "Relu", "d2", "SparseSoftmaxCrossEntropyWithLogits", "Mean", "gradients",
    ]  # fmt: skip
    (way,) = [pair for pair in lines(top) if "gradients" in pair]
    assert way[1] == "gradients"
    assert {reason.what for reason in reasons(top).values()} >= {"optimizer", "slot", "average"}


def test_a_small_scope_keeps_all_lines_of_the_training_step(mnist: PreparedGraph) -> None:
    top = build_scope(mnist, "")
    assert main(top) == [
        "input", "layer1", "layer2", "moving_average", "loss_function", "train_step",
        "ArgMax", "ArgMax_1", "Equal", "Cast", "Mean",
    ]  # fmt: skip
    assert {("layer1", "train_step"), ("moving_average", "train_step")} <= lines(top)
    assert {name: reason.what for name, reason in reasons(top).items()} == {
        "input_reshape": "summary",
        "Variable": "control",
    }
    smaller = ScopeOptions(extract=ExtractOptions(min_nodes=5))
    top = build_scope(mnist, "", smaller)
    assert [pair for pair in lines(top) if "train_step" in pair] == [
        ("loss_function", "train_step")
    ]
    assert reasons(top)["moving_average"].what == "average"


def test_inside_bookkeeping_nothing_is_extracted_for_being_bookkeeping(
    mnist: PreparedGraph,
) -> None:
    inside = build_scope(mnist, "moving_average")
    assert not [node for node in inside.nodes if node.reason and node.reason.kind == "role"]
    assert main(inside)


def test_bookkeeping_inside_a_layer_stands_beside_it(mnist: PreparedGraph) -> None:
    layer = build_scope(mnist, "layer1")
    assert {"weights", "biases", "MatMul", "add", "Relu"} <= set(main(layer))
    (summaries,) = [node for node in layer.nodes if node.label == "summaries"]
    assert summaries.reason is not None
    assert summaries.reason.what == "summary"


def test_tensorboards_rule_is_a_choice(mnist: PreparedGraph) -> None:
    options = ScopeOptions(extract=ExtractOptions(rule="tensorboard"))
    top = build_scope(mnist, "", options)
    assert {"Variable", "input_reshape"} <= set(main(top))
    assert not reasons(top)


def test_what_a_viewer_includes_keeps_its_lines(mnist: PreparedGraph) -> None:
    rules = parse_choices(["include:name:moving_average", "include:name:train_step"])
    options = ScopeOptions(extract=ExtractOptions(min_nodes=5), choices=rules)
    top = build_scope(mnist, "", options)
    assert "moving_average" in main(top)
    assert {("layer1", "moving_average"), ("layer1", "train_step")} <= lines(top)


def most_parameters(scope: Scope) -> Node:
    return max(scope.nodes, key=lambda node: node.costs.parameters or 0)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_model_is_in_the_main_graph_and_no_box_is_alone(name: str) -> None:
    top = build_scope(program(name), "")
    assert most_parameters(top).role == "main"
    assert len(main(top)) == 1 or not lone(top)
