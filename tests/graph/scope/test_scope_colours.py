"""The colours of a scope: functions open in place, legends, bounds."""

import pytest

from graph.graphdefs import node, ops, real_graph
from scopeboard.errors import NotFoundError
from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.scope.colouring import Share, Shares
from scopeboard.graph.scope.scope_colours import ScopeColours, colour_scope
from scopeboard.wire.graph_pb2 import GraphDef


def by_name(colours: ScopeColours) -> dict[str, dict[str, int]]:
    return {
        name: {share.value: share.count for share in shares.shares}
        for name, shares in zip(colours.names, colours.shares, strict=True)
    }


def test_children_and_their_legend() -> None:
    graph = prepare_graph(ops("a/x Add", "a/y Mul", "b Add"))
    colours = colour_scope(graph, "", "op_type")
    assert by_name(colours) == {"a": {"Add": 1, "Mul": 1}, "b": {"Add": 1}}
    assert colours.values == [Share("Add", 0, 2), Share("Mul", 1, 1)]
    assert (colours.values_left, colours.children_left) == (0, 0)


def test_equal_scopes_share_a_structure() -> None:
    graph = prepare_graph(ops("a/x Add", "b/x Add", "c/x Mul"))
    colours = colour_scope(graph, "", "structure")
    assert by_name(colours) == {"a": {"0": 1}, "b": {"0": 1}, "c": {}}
    assert colours.values == [Share("0", 0, 2)]


def test_a_call_has_the_colours_of_the_bodies_it_opens_into() -> None:
    graph_def = GraphDef(node=[node("c", "If", ["x"]), node("x")])
    for key, types in {"then_branch": ["Add", "Mul"], "else_branch": ["Add"]}.items():
        graph_def.node[0].attr[key].func.name = key
        body = [node(f"n{number}", op) for number, op in enumerate(types)]
        graph_def.library.function.add(node_def=body).signature.name = key
    graph = prepare_graph(graph_def.SerializeToString())
    assert by_name(colour_scope(graph, "", "op_type"))["c"] == {"Add": 2, "Mul": 1}
    inside = colour_scope(graph, "c", "op_type")
    assert by_name(inside) == {
        "c/then_branch": {"Add": 1, "Mul": 1},
        "c/else_branch": {"Add": 1},
    }


def test_ops_of_a_real_loop_keep_their_shown_names() -> None:
    graph = prepare_graph(real_graph("traced_while"))
    colours = colour_scope(graph, "enc/while/body", "dtype")
    assert all(name.startswith("enc/while/body/") for name in colours.names)
    assert all(sum(s.count for s in shares.shares) >= 1 for shares in colours.shares)


def test_an_unknown_scope_raises_and_an_empty_graph_has_no_colours() -> None:
    with pytest.raises(NotFoundError):
        colour_scope(prepare_graph(b""), "a", "device")
    assert colour_scope(prepare_graph(b""), "", "device").shares == []


def test_a_scope_without_shared_values_has_empty_shares() -> None:
    graph = prepare_graph(ops("a Add", "b Mul"))
    assert colour_scope(graph, "", "structure").shares == [Shares([], 0, 0)] * 2
