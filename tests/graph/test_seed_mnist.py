"""What the graph of a real TensorFlow program, a two-layer network of 292 ops, must show."""

import pytest

from graph.graphdefs import real_graph, summarize
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.answer import Edge, Scope
from scopeboard.graph.scope.build import build_scope

SCOPES = [
    "input", "layer1", "layer2", "moving_average", "loss_function", "train_step", "input_reshape",
    "Variable",
]  # fmt: skip
OPS = ["ArgMax", "ArgMax_1", "Cast", "Equal", "Mean"]


@pytest.fixture(scope="module")
def graph() -> PreparedGraph:
    return prepare_graph(real_graph("seed_mnist"))


@pytest.fixture(scope="module")
def top(graph: PreparedGraph) -> Scope:
    return build_scope(graph, "")


def edges(scope: Scope, source: str, target: str) -> list[Edge]:
    return [edge for edge in scope.edges if (edge.source, edge.target) == (source, target)]


def test_it_has_292_ops_and_408_base_edges() -> None:
    summary = summarize(real_graph("seed_mnist"))
    assert (summary.nodes, summary.edges) == (292, 408)
    assert (summary.duplicate_names, summary.ghost_inputs) == (0, 0)


def test_the_top_level_has_its_scopes_and_single_ops(top: Scope) -> None:
    assert sorted(n.name for n in top.nodes if n.kind == "metanode") == sorted(SCOPES)
    assert sorted(n.name for n in top.nodes if n.kind == "op") == OPS
    assert [n.op for n in top.nodes if n.name in OPS] == [
        "ArgMax",
        "ArgMax",
        "Equal",
        "Cast",
        "Mean",
    ]


def test_the_single_constant_and_the_summary_stand_beside_the_mean(top: Scope) -> None:
    (mean,) = [n for n in top.nodes if n.name == "Mean"]
    assert [(a.name, a.kind, a.shape) for a in mean.annotations] == [
        ("Const", "constant", "1"),
        ("accuracy", "summary", "scalar"),
    ]


def test_counts_are_of_all_ops(top: Scope) -> None:
    counts = {n.name: n.count for n in top.nodes}
    assert counts["layer1"] == 58
    assert counts["train_step"] == 84


@pytest.mark.parametrize(
    ("source", "target", "tensors", "label"),
    [
        ("input", "layer1", 1, "?×784"),
        ("layer1", "layer2", 1, "?×500"),
        ("layer2", "train_step", 6, "6 tensors"),
        ("layer1", "train_step", 8, "8 tensors"),
        ("loss_function", "train_step", 4, "4 tensors"),
        ("layer1", "moving_average", 13, "13 tensors"),
        ("layer2", "moving_average", 13, "13 tensors"),
        ("moving_average", "layer1", 2, "2 tensors"),
        ("moving_average", "layer2", 2, "2 tensors"),
    ],
)
def test_tensors_flow_between_scopes(
    top: Scope, source: str, target: str, tensors: int, label: str
) -> None:
    (edge,) = edges(top, source, target)
    assert (edge.kind, edge.tensors, edge.label) == ("data", tensors, label)


def test_the_moving_average_only_holds_the_train_step_back(top: Scope) -> None:
    (edge,) = edges(top, "moving_average", "train_step")
    assert (edge.kind, edge.tensors) == ("control", 1)
    assert (edge.label, edge.elements, edge.bytes) == (None, None, None)


def test_six_small_tensors_are_less_than_thirteen_large_ones(top: Scope) -> None:
    (small,) = edges(top, "layer2", "train_step")
    (large,) = edges(top, "layer1", "moving_average")
    assert (small.elements, large.elements) == (15_021, 2_747_000)
    assert (small.bytes, large.bytes) == (60_084, 10_988_000)


def test_nodes_read_along_the_data(top: Scope) -> None:
    assert [n.name for n in top.nodes] == [
        "input", "input_reshape", "Variable", "layer1", "layer2", "moving_average",
        "loss_function", "train_step", "ArgMax", "ArgMax_1", "Equal", "Cast", "Mean",
    ]  # fmt: skip


def test_opening_layer1_shows_its_inside_and_its_bridges(graph: PreparedGraph) -> None:
    scope = build_scope(graph, "layer1")
    assert [n.label for n in scope.nodes] == [
        "weights", "L2Loss", "mul", "biases", "summaries", "MatMul", "add", "Relu",
    ]  # fmt: skip
    (incoming,) = [b for b in scope.bridges if b.neighbour == "input"]
    assert (incoming.node, incoming.direction, incoming.label) == ("layer1/MatMul", "in", "?×784")
    outgoing = [b for b in scope.bridges if (b.neighbour, b.direction) == ("train_step", "out")]
    assert sum(b.tensors for b in outgoing) == 8


def test_a_variable_that_is_a_scope_stands_inside_it(graph: PreparedGraph) -> None:
    scope = build_scope(graph, "layer1/weights")
    assert ("layer1/weights/(weights)", "VariableV2") in [(n.name, n.op) for n in scope.nodes]
    (edge,) = edges(scope, "layer1/weights/(weights)", "layer1/weights/Assign")
    assert edge.kind == "reference"
