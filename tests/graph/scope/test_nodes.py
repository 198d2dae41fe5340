"""Nodes of a scope: the labels of PyTorch modules."""

import numpy as np
import pytest

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.tree import RowKind
from scopeboard.graph.model.op_graph import Flavour
from scopeboard.graph.prepared.prepared_graph import prepare_graph, prepare_ops
from scopeboard.graph.scope.build import build_scope
from scopeboard.graph.scope.nodes import readable_label


@pytest.mark.parametrize(
    ("label", "kind", "flavour", "readable"),
    [
        ("Sequential[features]", "scope", "torch", "features: Sequential"),
        ("Conv2d[0]", "scope", "torch", "0: Conv2d"),
        ("Net", "scope", "torch", "Net"),
        ("Net[]", "scope", "torch", "Net[]"),
        ("[x]", "scope", "torch", "[x]"),
        ("a[b][c]", "scope", "torch", "a[b][c]"),
        ("input[0-5]", "series", "torch", "input[0-5]"),
        ("x[0]", "op", "torch", "x[0]"),
        ("x[0]", "scope", "tensorflow", "x[0]"),
    ],
)
def test_the_label_of_a_module_begins_with_its_attribute(
    label: str, kind: RowKind, flavour: Flavour, readable: str
) -> None:
    assert readable_label(label, kind, flavour) == readable


@pytest.mark.parametrize(
    ("label", "kind", "flavour", "op", "readable"),
    [
        ("3174", "op", "torch", "aten::softmax", "softmax"),
        ("input.9", "op", "torch", "aten::linear", "linear"),
        ("[0-5]", "series", "torch", "aten::add", "add"),
        ("x", "op", "torch", "IO Node", "x"),
        ("conv2d_7", "op", "torch_export", "aten::conv2d", "conv2d"),
        ("weight", "op", "torch_export", "nn.Parameter", "weight"),
        ("12", "op", "tensorflow", "onnx::Conv", "Conv"),
        ("12", "op", "tensorflow", "Conv", "Conv"),
        ("12", "op", "tensorflow", "", "12"),
        ("conv_1", "op", "tensorflow", "Conv2D", "conv_1"),
    ],
)
def test_an_op_named_by_a_number_or_its_result_is_labelled_by_its_type(
    label: str, kind: RowKind, flavour: Flavour, op: str, readable: str
) -> None:
    assert readable_label(label, kind, flavour, op) == readable


def test_the_modules_of_a_real_trace() -> None:
    graph = prepare_ops(parse_graph(real_graph("torch_cnn")))
    tree, flavour = graph.tree, graph.annotated.ops.flavour
    scope = tree.find_scope("Net/Sequential[blocks]/Block[0]")
    assert scope is not None
    rows = [scope, *tree.children_of(scope)[np.array([0, 1])].tolist()]
    labels = [readable_label(tree.label(row), tree.kind(row), flavour) for row in rows]
    assert labels == ["0: Block", "c1: Conv2d", "b1: BatchNorm2d"]
    assert tree.path(scope) == "Net/Sequential[blocks]/Block[0]"


def test_a_line_to_a_group_outside_ends_at_its_label() -> None:
    sums = [node(name, "ApplyAdam", ["net/w"]) for name in "abcdefghi"]
    ops = [
        node("net/w", "VariableV2"),
        node("net/y", "Relu", ["net/w"]),
        node("z", "Neg", ["net/y"]),
    ]
    graph = prepare_graph(graph_bytes(*ops, *sums))
    outside = {each.neighbour: each.neighbour_label for each in build_scope(graph, "net").bridges}
    assert outside == {"(optimizer ops)": "9 optimizer ops", "z": None}
