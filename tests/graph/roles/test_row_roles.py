"""The role of a row: that of the ops inside."""

import numpy as np

from graph.graphdefs import ops, real_graph
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.roles.op_roles import EVIDENCE, ROLES
from scopeboard.graph.roles.row_roles import RoleIndex


def role(graph: PreparedGraph, name: str) -> tuple[str, int, str]:
    """Return the role of a scope, the number of its ops and their evidence."""
    row = graph.tree.find_scope(name)
    assert row is not None
    index = RoleIndex(graph.op_roles(), graph.op_weights(), graph.tree)
    found = index.of_rows(np.array([row]))
    return ROLES[found.role[0]], int(found.count[0]), EVIDENCE[found.evidence[0]]


def test_scopes_of_a_real_program() -> None:
    graph = prepare_graph(real_graph("seed_mnist"))
    assert role(graph, "layer1")[0] == role(graph, "loss_function")[0] == "model"
    assert role(graph, "train_step/gradients") == ("gradient", 57, "derivative")
    assert role(graph, "train_step/GradientDescent")[0] == "optimizer"
    assert role(graph, "moving_average")[0] == "average"


def test_a_scope_with_a_weight_is_a_part_of_the_model() -> None:
    variable = ("w VariableV2", "z Const", "a/init Assign w z", "a/y Relu w")
    graph = prepare_graph(ops(*variable))
    assert role(graph, "a")[0] == "model"
    assert role(prepare_graph(ops(*variable[:-1], "a/also Assign w z")), "a")[0] == "initializer"
