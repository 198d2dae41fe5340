"""Several scopes in one answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.errors import CancelledError
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.build_many import build_scopes

PLAIN = ScopeOptions()


def scope_names(graph: PreparedGraph) -> list[str]:
    tree = graph.tree
    return [tree.path(row) for row in range(tree.op.size) if tree.op[row] < 0]


@unhurried
@given(any_graph(), st.data())
def test_each_is_as_by_itself_and_asking_on_brings_all(data: bytes, draw: st.DataObject) -> None:
    graph = prepare_graph(data)
    names = draw.draw(st.lists(st.sampled_from(scope_names(graph)), max_size=8))
    room = draw.draw(st.integers(0, 40))
    found, asked = [], names
    while asked:
        answer = build_scopes(graph, asked, PLAIN, room)
        assert len(answer.left) < len(asked)
        found += answer.scopes
        asked = answer.left
    assert found == [build_scope(graph, name) for name in dict.fromkeys(names)]


def test_what_is_not_there_is_told_and_hides_nothing() -> None:
    graph = prepare_graph(graph_bytes(node("s/a"), node("t/a")))
    answer = build_scopes(graph, ["no", "s", "s/a", "t"], PLAIN, 100)
    assert [scope.name for scope in answer.scopes] == ["s", "t"]
    assert answer.missing == ["no", "s/a"]
    assert answer.left == []


def test_a_real_graph_comes_in_answers_of_a_bounded_size() -> None:
    graph = prepare_graph(real_graph("seed_mnist"))
    asked, answers = scope_names(graph), []
    while asked:
        answers.append(build_scopes(graph, asked, PLAIN, 60))
        asked = answers[-1].left
    assert len(answers) > 3
    for answer in answers:
        sizes = [len(s.nodes) + len(s.edges) + len(s.bridges) for s in answer.scopes]
        assert len(sizes) == 1 or sum(sizes) <= 60


def test_it_ends_when_nobody_waits() -> None:
    graph = prepare_graph(graph_bytes(node("s/a")))

    def gone() -> None:
        raise CancelledError("Nobody waits.")

    with pytest.raises(CancelledError):
        build_scopes(graph, ["s"], PLAIN, 100, gone)
