"""Graphs of extreme shape are answered; anything quadratic would not come to an end here."""

from graph.graphdefs import ops
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.scope.build import build_scope

UNGROUPED = Grouping(threshold=0)


def test_a_chain_of_100_000_children() -> None:
    chain = ops("op0 Add", *(f"op{n} Add op{n - 1}" for n in range(1, 100_000)))
    graph = prepare_graph(chain, UNGROUPED)
    scope = build_scope(graph, "")
    assert len(scope.nodes) == 100_000
    assert len(scope.edges) == 99_999


def test_a_hub_of_100_000_edges() -> None:
    spokes = [f"s{n % 10}/op{n} Add hub ^hub" for n in range(100_000)]
    graph = prepare_graph(ops("hub Add", *spokes), UNGROUPED)
    scope = build_scope(graph, "")
    assert len(scope.nodes) == 11
    assert {(e.kind, e.tensors) for e in scope.edges} == {("data", 10_000), ("control", 10_000)}


def test_a_constant_beside_20_000_hosts() -> None:
    hosts = [f"s/op{n} Add c" for n in range(20_000)]
    data = ops("g NoOp", "c Const ^g", *hosts)
    scope = build_scope(prepare_graph(data, UNGROUPED), "s")
    assert sum(len(n.annotations) for n in scope.nodes) == 20_000
    assert sum(b.tensors for b in scope.bridges) == 20_000


def test_5_000_levels() -> None:
    path = "/".join(["s"] * 5000)
    graph = prepare_graph(ops(f"{path}/a Add", f"{path}/b Add {path}/a", f"top Add {path}/b"))
    assert [n.label for n in build_scope(graph, path).nodes] == ["a", "b"]
    assert [b.neighbour for b in build_scope(graph, path).bridges] == ["top"]
    assert [e.source for e in build_scope(graph, "").edges] == ["s"]


def test_2_000_levels_with_an_op_and_an_edge_at_each() -> None:
    names = ["/".join(["s"] * depth + ["op"]) for depth in range(2000)]
    lines = [f"{name} Add {names[0]}" for name in names]
    graph = prepare_graph(ops(*lines))
    middle = build_scope(graph, "/".join(["s"] * 1000))
    assert [n.count for n in middle.nodes] == [1, 999]
    assert sum(b.tensors for b in middle.bridges) == 1000
    assert {b.neighbour for b in middle.bridges} == {"op"}


def test_one_cycle_through_100_000_ops() -> None:
    lines = [
        f"s{n % 500}/op{n} Add op s{(n + 1) % 500}/op{(n + 1) % 100_000}" for n in range(100_000)
    ]
    scope = build_scope(prepare_graph(ops(*lines)), "")
    assert len(scope.nodes) == len(scope.edges) == 500


def test_a_dense_scope_of_1_000_children() -> None:
    inputs = [" ".join(f"op{m}" for m in range(max(0, n - 200), n)) for n in range(1000)]
    data = ops(*(f"op{n} Add {inputs[n]}" for n in range(1000)))
    scope = build_scope(prepare_graph(data, UNGROUPED), "")
    assert len(scope.edges) == sum(min(n, 200) for n in range(1000))


def test_20_000_ops_whose_strict_names_are_taken() -> None:
    lines = [
        line for n in range(20_000) for line in (f"s{n} Add", f"s{n}/x Add", f"s{n}/(s{n}) Mul")
    ]
    tree = prepare_graph(ops(*lines)).tree
    assert tree.op_path(0) == "s0/(s0)#2"
    assert len({tree.path(row) for row in range(tree.op.size)}) == tree.op.size == 80_001


def test_100_000_numbered_ops_are_one_series_node() -> None:
    graph = prepare_graph(ops(*(f"s/n{n} Add" for n in range(100_000))))
    assert [(n.name, n.kind, n.count) for n in build_scope(graph, "s").nodes] == [
        ("s/n[0-99999]", "series", 100_000)
    ]
