"""Which scopes of real programs are open at first."""

import pytest

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.build_many import build_scopes
from scopeboard.graph.scope.model_boxes import first_view_of


def wrapped(series: int = 0) -> PreparedGraph:
    """Return a graph of nine layers in two wrappers, with a saver beside it."""
    ops = [node("x", "Placeholder")]
    before = "x"
    for layer in range(9):
        ops.append(node(f"net/model/layer{layer}/relu", "Relu", before))
        before = f"net/model/layer{layer}/relu"
    ops += [node(f"net/model/add_{number}", "Neg", before) for number in range(series)]
    ops.append(node("save/write", "SaveV2", before))
    return prepare_graph(graph_bytes(*ops))


def test_the_wrappers_around_the_model_are_open() -> None:
    assert first_view_of(wrapped()) == ("net", "net/model")


def test_a_graph_that_shows_its_model_opens_nothing() -> None:
    assert first_view_of(prepare_graph(real_graph("seed_mnist"))) == ()


@pytest.mark.parametrize("grouping", [Grouping(0), Grouping(2)])
def test_the_same_in_every_grouping(grouping: Grouping) -> None:
    graph = wrapped(series=12)
    assert first_view_of(graph.grouped(grouping)) == first_view_of(graph)


def test_only_the_top_level_tells_it() -> None:
    graph = wrapped()
    assert build_scope(graph, "").first_view == ["net", "net/model"]
    assert build_scope(graph, "net").first_view == []


def test_it_comes_with_the_top_level() -> None:
    answer = build_scopes(wrapped(), [""], ScopeOptions(), 10_000, with_first_view=True)
    assert [scope.name for scope in answer.scopes] == ["", "net", "net/model"]
    small = build_scopes(wrapped(), [""], ScopeOptions(), 1, with_first_view=True)
    assert [scope.name for scope in small.scopes] == [""]
    assert small.left == []
