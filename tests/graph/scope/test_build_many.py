"""Several scopes in one answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.errors import CancelledError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.build_many import build_scopes

DEFAULTS = ScopeOptions()


def scope_names(graph: PreparedGraph) -> list[str]:
    tree = graph.tree
    return [tree.path(row) for row in range(tree.op.size) if tree.op[row] < 0]


@unhurried
@given(any_graph(), st.data())
def test_repeated_requests_return_every_scope_as_by_itself(
    data: bytes, draw: st.DataObject
) -> None:
    graph = prepare_graph(data)
    names = draw.draw(st.lists(st.sampled_from(scope_names(graph)), max_size=8))
    max_items = draw.draw(st.integers(0, 40))
    scopes, requested = [], names
    while requested:
        answer = build_scopes(graph, requested, DEFAULTS, max_items)
        assert len(answer.left) < len(requested)
        scopes += answer.scopes
        requested = answer.left
    assert scopes == [build_scope(graph, name) for name in dict.fromkeys(names)]


def test_missing_scopes_are_listed() -> None:
    graph = prepare_graph(graph_bytes(node("s/a"), node("t/a")))
    answer = build_scopes(graph, ["no", "s", "s/a", "t"], DEFAULTS, 100)
    assert [scope.name for scope in answer.scopes] == ["s", "t"]
    assert answer.missing == ["no", "s/a"]
    assert answer.left == []


def test_answers_of_a_real_graph_have_a_bounded_size() -> None:
    graph = prepare_graph(real_graph("seed_mnist"))
    requested, answers = scope_names(graph), []
    while requested:
        answers.append(build_scopes(graph, requested, DEFAULTS, 60))
        requested = answers[-1].left
    assert len(answers) > 3
    for answer in answers:
        sizes = [len(s.nodes) + len(s.edges) + len(s.bridges) for s in answer.scopes]
        assert len(sizes) == 1 or sum(sizes) <= 60


def test_a_cancelled_request_stops() -> None:
    graph = prepare_graph(graph_bytes(node("s/a")))

    def cancelled() -> None:
        raise CancelledError("cancelled")

    with pytest.raises(CancelledError):
        build_scopes(graph, ["s"], DEFAULTS, 100, cancelled)
