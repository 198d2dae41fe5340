"""The list of changes has each edit once, where it is drawn, with costs on both sides."""

import random

import pytest

from graph.graphdefs import graph_bytes, node, real_graph
from programs.bench.graph_edits import EDITS
from scopeboard.errors import QueryError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.prepared.united import unite_graphs
from scopeboard.graph.query.differences import difference_of, list_changes
from scopeboard.graph.query.node_lookup import find_subject
from scopeboard.graph.scope.build import build_scope
from scopeboard.wire.graph_pb2 import GraphDef

MNIST = GraphDef(node=GraphDef.FromString(real_graph("seed_mnist")).node)


def united(one: bytes, other: bytes) -> PreparedGraph:
    return unite_graphs(prepare_graph(one), prepare_graph(other))


def test_lists_each_edit_where_it_is_drawn() -> None:
    chance, after = random.Random(3), MNIST  # noqa: S311
    for edit in EDITS[:3]:
        after = edit(after, chance).graph
    graph = united(MNIST.SerializeToString(), after.SerializeToString())
    found = list_changes(graph)
    count = found.count
    assert count is not None
    assert found.total == len(found.changes) == count.added + count.removed + count.changed
    for each in found.changes:
        scope = build_scope(graph, each.scope)
        assert each.node in {child.name for child in scope.nodes}
        assert (each.status == "added") == (each.before is None)
        assert (each.status == "removed") == (each.after is None)
        assert bool(each.fields) == (each.status == "changed")
    assert (found.before_ops, found.after_ops) == (len(MNIST.node), len(after.node))


def chain(scope: str) -> bytes:
    inside = [node(f"{scope}/{b}", "Relu", [f"{scope}/{a}"]) for a, b in ("xy", "yz")]
    first = node(f"{scope}/x", "Placeholder", [], [[3]])
    return graph_bytes(first, *inside, node("out", "Neg", [f"{scope}/z"]))


def test_a_moved_scope_is_one_move() -> None:
    graph = united(chain("old"), chain("new"))
    found = list_changes(graph)
    assert not found.changes
    (move,) = found.moves
    assert (move.origin, move.name, move.ops, move.node, move.scopes) == (
        "old",
        "new",
        3,
        "new",
        [],
    )
    difference = difference_of(graph, find_subject(graph, "new/y"))
    assert difference is not None
    assert difference.before_name == "old/y"
    assert difference.change is not None
    assert difference.change.status == "moved"


def test_a_card_has_both_sides() -> None:
    before = graph_bytes(node("in", "Placeholder", [], [[2]]), node("s/x", "Exp", ["in"], [[2]]))
    after = graph_bytes(node("in", "Placeholder", [], [[3]]), node("s/x", "Exp", ["in"], [[3]]))
    graph = united(before, after)
    difference = difference_of(graph, find_subject(graph, "s/x"))
    assert difference is not None
    assert [(each.what, each.before, each.after) for each in difference.details] == [
        ("output 0", "2 float32", "3 float32")
    ]
    assert difference.before is not None
    assert difference.before.activation_bytes == 8


def test_one_graph_has_no_changes() -> None:
    graph = prepare_graph(MNIST.SerializeToString())
    with pytest.raises(QueryError, match="BEFORE~AFTER"):
        list_changes(graph)
    assert difference_of(graph, find_subject(graph, "layer1")) is None
    itself = united(MNIST.SerializeToString(), MNIST.SerializeToString())
    found = list_changes(itself)
    assert (found.count, found.total, found.changes, found.moves) == (None, 0, [], [])
    assert found.before == found.after
