"""A scope's columns: the dataflow order of its children, and the view that its pages share."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import ops
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.scope import build as building
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.rules import parse_choices
from scopeboard.graph.scope.view import MAX_ORDERED, ScopeView, dataflow_order, view_scope


def order(count: int, *edges: tuple[int, int]) -> list[int]:
    source = np.array([source for source, _ in edges], dtype=np.int64)
    target = np.array([target for _, target in edges], dtype=np.int64)
    children: list[int] = dataflow_order(count, source, target).tolist()
    return children


def test_sources_come_first() -> None:
    assert order(4, (3, 1), (1, 0), (0, 2)) == [3, 1, 0, 2]


def test_order_of_appearance_breaks_ties() -> None:
    assert order(5, (4, 0), (3, 1)) == [2, 3, 1, 4, 0]


def test_a_cycle_stands_together_in_order_of_appearance() -> None:
    assert order(5, (4, 2), (2, 0), (0, 2), (0, 1), (3, 3)) == [3, 4, 0, 2, 1]


def test_without_edges_the_order_of_appearance_stays() -> None:
    assert order(3) == [0, 1, 2]
    assert order(0) == []


def test_a_very_large_scope_keeps_the_order_of_appearance() -> None:
    assert order(MAX_ORDERED, (1, 0)) == list(range(MAX_ORDERED))


def reachable(edges: list[tuple[int, int]], start: int) -> set[int]:
    reached, todo = {start}, [start]
    while todo:
        child = todo.pop()
        for source, target in edges:
            if source == child and target not in reached:
                reached.add(target)
                todo.append(target)
    return reached


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_an_edge_points_back_only_on_a_cycle(edges: list[tuple[int, int]]) -> None:
    children = order(8, *edges)
    assert sorted(children) == list(range(8))
    rank = {child: number for number, child in enumerate(children)}
    for source, target in edges:
        assert rank[source] <= rank[target] or source in reachable(edges, target)


def order_of_networkx(count: int, edges: list[tuple[int, int]]) -> list[int]:
    """Return the order that networkx computes."""
    flow: nx.DiGraph[int] = nx.DiGraph()
    flow.add_nodes_from(range(count))
    flow.add_edges_from(edges)
    cycles = nx.condensation(flow)
    members = {cycle: sorted(cycles.nodes[cycle]["members"]) for cycle in cycles}
    in_order = nx.lexicographical_topological_sort(cycles, key=lambda cycle: members[cycle][0])
    return [child for cycle in in_order for child in members[cycle]]


@given(
    st.integers(1, 30).flatmap(
        lambda count: st.tuples(
            st.just(count),
            st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=60),
        )
    )
)
def test_the_order_is_that_of_networkx(graph: tuple[int, list[tuple[int, int]]]) -> None:
    count, edges = graph
    assert order(count, *edges) == order_of_networkx(count, edges)


def test_one_cycle_through_40_000_children() -> None:
    count = 40_000
    assert order(count, *((n, (n - 1) % count) for n in range(count))) == list(range(count))


LETTERS = "abcdefg"
GRAPH = ops(*(f"s/{one} Add {f's/{LETTERS[n - 1]}' if n else ''}" for n, one in enumerate(LETTERS)))


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[ScopeView]:
    """Return the views that are computed from now on."""
    computed: list[ScopeView] = []

    def recorded(*args: object) -> ScopeView:
        computed.append(view_scope(*args))  # type: ignore[arg-type]
        return computed[-1]

    monkeypatch.setattr(building, "view_scope", recorded)
    return computed


def names(graph: PreparedGraph, offset: int, limit: int | None, *choices: str) -> list[str]:
    options = ScopeOptions(offset=offset, limit=limit, choices=parse_choices(choices))
    return [node.name for node in build_scope(graph, "s", options).nodes]


def test_pages_share_a_view_and_together_are_the_scope(views: list[ScopeView]) -> None:
    graph = prepare_graph(GRAPH)
    whole = names(graph, 0, None)
    assert len(views) == 1
    assert [*names(graph, 0, 3), *names(graph, 3, 3), *names(graph, 6, 3)] == whole
    assert len(views) == 2


def test_other_parameters_have_another_view(views: list[ScopeView]) -> None:
    graph = prepare_graph(GRAPH)
    names(graph, 0, 2)
    names(graph, 0, 2, "exclude:op:Add")
    assert names(graph, 2, 2) == ["s/c", "s/d"]
    assert len(views) == 2


def test_the_last_two_views_are_cached(views: list[ScopeView]) -> None:
    graph = prepare_graph(GRAPH)
    for rule in ("exclude:name:s/a", "exclude:name:s/b", "exclude:name:s/c", "exclude:name:s/b"):
        names(graph, 0, 2, rule)
    assert len(views) == 3
    names(graph, 0, 2, "exclude:name:s/a")
    assert len(views) == 4
