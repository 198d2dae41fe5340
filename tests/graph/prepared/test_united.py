"""The union of two prepared graphs is a graph for all queries, with the costs of the second."""

from hypothesis import given

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.graph.diff.union import Status
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.prepared.united import unite_graphs
from scopeboard.graph.query.search import search
from scopeboard.graph.scope.answer import NodeChange
from scopeboard.graph.scope.build import build_scope
from scopeboard.wire.graph_pb2 import GraphDef


def united(one: bytes, other: bytes) -> PreparedGraph:
    return unite_graphs(prepare_graph(one), prepare_graph(other))


@given(any_graph(), any_graph())
@unhurried
def test_all_scopes_of_any_two_graphs_open(one: bytes, other: bytes) -> None:
    graph = united(one, other)
    comparison = graph.comparison
    assert comparison is not None
    names, seen = [""], 0
    for name in names:  # it grows during the loop
        scope = build_scope(graph, name)
        names += [each.name for each in scope.nodes if each.expandable]
        seen += len(scope.nodes)
    assert seen >= len({*graph.annotated.shown_at.tolist()})
    differs = bool(comparison.union.status.any())
    assert any(each.change for each in build_scope(graph, "").nodes) == differs
    assert search(graph, "*").total >= len(graph.annotated.ops)


def test_a_graph_and_itself_are_the_graph() -> None:
    data = real_graph("seed_mnist")
    graph, alone = united(data, data), prepare_graph(data)
    for name in ("", "layer1"):
        assert build_scope(graph, name) == build_scope(alone, name)
        ungrouped = build_scope(graph.grouped(NO_GROUPING), name)
        assert ungrouped == build_scope(alone.grouped(NO_GROUPING), name)


def test_costs_are_those_of_the_second_graph_and_removed_ops_have_none() -> None:
    before = GraphDef.FromString(real_graph("seed_mnist"))
    after = GraphDef(node=[each for each in before.node if not each.name.startswith("layer2")])
    alone = prepare_graph(after.SerializeToString())
    graph = united(before.SerializeToString(), after.SerializeToString())
    comparison = graph.comparison
    assert comparison is not None
    whole, own = build_scope(graph, "").costs, build_scope(alone, "").costs
    assert (whole.parameters, whole.flops) == (own.parameters, own.flops)
    gone = comparison.union.status == Status.REMOVED
    assert gone.any()
    assert not graph.op_costs().parameters[gone].any()
    assert comparison.before_costs.parameters[gone].any()


def test_counts_what_differs_inside_a_closed_scope() -> None:
    before = graph_bytes(
        node("in", "Placeholder", [], [[2]]),
        node("s/x", "Exp", ["in"]),
        node("s/y", "Relu", ["s/x"]),
        node("out", "Neg", ["s/y"]),
    )
    after = graph_bytes(
        node("in", "Placeholder", [], [[2]]),
        node("s/x", "Log", ["in"]),
        node("s/y", "Relu", ["s/x"]),
        node("s/new", "Sin", ["s/y"]),
        node("new/a", "Cos", ["s/new"]),
        node("out", "Neg", ["new/a"]),
    )
    top = build_scope(united(before, after), "")
    changes = {each.name: each.change for each in top.nodes}
    assert changes["in"] is None
    assert changes["s"] == NodeChange("changed", added=1, removed=0, changed=1, moved=0)
    assert changes["new"] == NodeChange("added", 1, 0, 0, 0)
    assert changes["out"] == NodeChange("changed", 0, 0, 1, 0)
    edges = {(each.source, each.target): each.change for each in top.edges}
    assert edges["in", "s"] is None
    assert edges["s", "out"] == "removed"
    assert edges["s", "new"] == "added"


def test_edges_and_constants_say_what_became_of_them() -> None:
    constant = node("c", "Const", [], [[1]])
    before = graph_bytes(
        node("a/x", "Placeholder"), constant, node("b/y", "Add", ["a/x", "a/x", "c"])
    )
    after = graph_bytes(
        node("a/x", "Placeholder"), node("d", "Const", [], [[7]]), node("b/y", "Add", ["a/x", "d"])
    )
    graph = united(before, after).grouped(NO_GROUPING)
    (edge,) = build_scope(graph, "").edges
    assert (edge.tensors, edge.change) == (2, "changed")
    (bridge,) = build_scope(graph, "b").bridges
    assert (bridge.tensors, bridge.change) == (2, "changed")
    (inside,) = build_scope(graph, "b").nodes
    constants = {(each.name, each.change) for each in inside.annotations}
    assert constants == {("c", "removed"), ("d", "added")}
