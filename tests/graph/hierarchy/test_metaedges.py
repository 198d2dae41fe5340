"""Metaedges and bridges, compared with the oracle and by sums."""

from collections import Counter

import pytest
from hypothesis import given

from graph.folding_oracle import Kind
from graph.graphdefs import any_graph, graph_bytes, node, ops, ordinary_graph, real_graph, unhurried
from graph.oracle import Oracle
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.answer import Bridge, Edge, Scope
from scopeboard.graph.scope.build import build_scope


def edges(data: bytes, scope: str = "") -> list[Edge]:
    return build_scope(prepare_graph(data), scope).edges


def all_scopes(graph: PreparedGraph) -> list[Scope]:
    rows = [row for row in range(graph.tree.op.size) if graph.tree.op[row] < 0]
    return [build_scope(graph, graph.tree.path(row)) for row in rows]


def test_edges_between_two_scopes_are_one_metaedge_per_kind() -> None:
    data = ops("s/a Add", "s/b Add", "t/x Add s/a s/b s/a ^s/a", "t/y Add ^s/b")
    assert [(e.source, e.target, e.kind, e.tensors, e.label) for e in edges(data)] == [
        ("s", "t", "data", 3, "3 tensors"),
        ("s", "t", "control", 2, None),
    ]


def test_a_single_tensor_is_labelled_by_its_shape() -> None:
    data = graph_bytes(
        node("a", "Split", shapes=[[3], [-1, 4]]),
        node("b", "Strange", inputs=["a:1"]),
        node("c", inputs=["b"]),
    )
    assert [(e.label, e.elements, e.bytes) for e in edges(data)] == [
        ("?×4", 4, 16),
        (None, None, None),
    ]


def test_the_known_tensors_of_a_metaedge_add_up() -> None:
    data = graph_bytes(
        node("a", "Split", shapes=[[3], None, [2, 5]]), node("b", inputs=["a", "a:1", "a:2"])
    )
    (edge,) = edges(data)
    assert (edge.label, edge.elements, edge.bytes) == ("3 tensors", 13, 52)


def test_control_edges_carry_no_tensor() -> None:
    (edge,) = edges(graph_bytes(node("a", shapes=[[3]]), node("b", inputs=["^a"])))
    assert (edge.kind, edge.tensors, edge.label, edge.elements, edge.bytes) == (
        "control",
        1,
        None,
        None,
        None,
    )


def test_a_metaedge_is_a_reference_when_all_its_tensors_are() -> None:
    alone = ops("v VariableV2", "s/w Assign v")
    mixed = ops("v VariableV2", "s/w Assign v", "s/r Identity v")
    assert [(e.kind, e.tensors) for e in edges(alone)] == [("reference", 1)]
    assert [(e.kind, e.tensors) for e in edges(mixed)] == [("data", 2)]


def test_a_self_loop_is_an_edge_and_an_edge_inside_a_child_is_not() -> None:
    data = ops("a Add a", "s/x Add s/y", "s/y Add s/x")
    assert [(e.source, e.target) for e in edges(data)] == [("a", "a")]
    assert [(e.source, e.target) for e in edges(data, "s")] == [("s/x", "s/y"), ("s/y", "s/x")]


def test_bridges_end_at_children_of_the_lowest_common_scope() -> None:
    data = ops("far/p Add", "m/near/q Add", "m/s/x Add far/p m/near/q", "m/t Add m/s/x ^m/s/x")
    scope = build_scope(prepare_graph(data), "m/s")
    assert [(b.node, b.neighbour, b.direction, b.kind) for b in scope.bridges] == [
        ("m/s/x", "far", "in", "data"),
        ("m/s/x", "m/near", "in", "data"),
        ("m/s/x", "m/t", "out", "data"),
        ("m/s/x", "m/t", "out", "control"),
    ]


def kind_of(edge: Edge | Bridge) -> Kind:
    return "control" if edge.kind == "control" else "tensor"


def assert_agreement(data: bytes) -> None:
    """Compare every scope of a graph with the oracle's."""
    oracle = Oracle(data)
    for scope in all_scopes(prepare_graph(data)):
        counts = {(e.source, e.target, kind_of(e)): e.tensors for e in scope.edges}
        assert Counter(counts) == oracle.edges(scope.name)
        across = {(b.node, b.neighbour, b.direction, kind_of(b)): b.tensors for b in scope.bridges}
        assert Counter(across) == oracle.bridges(scope.name)


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn"])
def test_all_scopes_of_real_graphs_agree_with_the_oracle(name: str) -> None:
    assert_agreement(real_graph(name))


@unhurried
@given(ordinary_graph())
def test_all_scopes_of_drawn_graphs_agree_with_the_oracle(data: bytes) -> None:
    assert_agreement(data)


@unhurried
@given(any_graph())
def test_every_edge_is_drawn_in_exactly_one_scope(data: bytes) -> None:
    graph = prepare_graph(data)
    drawn = sum(edge.tensors for scope in all_scopes(graph) for edge in scope.edges)
    assert drawn == len(graph.annotated.edges)


@unhurried
@given(any_graph())
def test_edges_bridges_and_edges_below_are_all_that_touch_a_scope(data: bytes) -> None:
    graph = prepare_graph(data)
    tree, columns = graph.tree, graph.annotated.edges
    source, target = tree.position[columns.source], tree.position[columns.target]
    scopes = all_scopes(graph)
    for scope in scopes:
        row = tree.find_scope(scope.name) or 0
        first, last = tree.start[row], tree.start[row] + tree.size[row]
        touches = ((source >= first) & (source < last)) | ((target >= first) & (target < last))
        direct = sum(e.tensors for e in scope.edges) + sum(b.tensors for b in scope.bridges)
        prefix = f"{scope.name}/" if scope.name else ""
        below = [s for s in scopes if s.name.startswith(prefix) and s.name != scope.name]
        assert direct + sum(e.tensors for s in below for e in s.edges) == touches.sum()
