"""Consecutive siblings, and siblings side by side, beside a search of all paths."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.sibling_flow import SiblingFlow, sets_on_cycles

_COUNT = 8
_EDGES = st.lists(
    st.tuples(st.integers(0, _COUNT - 1), st.integers(0, _COUNT - 1)).filter(lambda e: e[0] != e[1])
)
_MEMBERS = st.sets(st.integers(0, _COUNT - 1), min_size=2, max_size=5)


def flow_of(edges: list[tuple[int, int]], count: int = _COUNT) -> SiblingFlow:
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    return SiblingFlow(np.arange(count), count, *ends)


def graph_of(edges: list[tuple[int, int]], count: int = _COUNT) -> "nx.DiGraph[int]":
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    return graph


def test_what_comes_back_is_not_consecutive() -> None:
    chain = flow_of([(0, 1), (1, 2), (2, 3)])
    assert chain.is_consecutive([1, 2])
    assert not chain.is_consecutive([0, 2])
    assert not chain.is_side_by_side([1, 2])
    assert chain.is_side_by_side([0, 7])


def test_a_loop_is_in_a_set_whole_or_not_at_all() -> None:
    loop = flow_of([(0, 1), (1, 2), (2, 1), (2, 3)])
    assert loop.is_consecutive([1, 2])
    assert not loop.is_consecutive([1, 3])
    assert not loop.is_consecutive([0, 3])  # through the loop
    assert not loop.is_side_by_side([2, 7])


def test_a_box_flows_as_the_siblings_that_it_stands_for() -> None:
    ends = np.array([[0, 1], [1, 2]]).T
    flow = SiblingFlow(np.array([0, 1, 0, 2]), 3, *ends)
    assert not flow.is_consecutive([0])
    assert flow.is_consecutive([0, 1])


@pytest.mark.parametrize(("length", "is_near"), [(100, True), (600, False)])
def test_a_set_with_much_between_its_levels_is_not_consecutive(length: int, is_near: bool) -> None:
    chains = [(each, each + 1) for each in range(2 * length) if each != length - 1]
    flow = flow_of(chains, 2 * length + 1)
    assert flow.is_consecutive([0, 2 * length]) == is_near


@given(_EDGES, _MEMBERS)
def test_consecutive_siblings_feed_themselves_through_no_other(
    edges: list[tuple[int, int]], members: set[int]
) -> None:
    graph, flow = graph_of(edges), flow_of(edges)
    others = [each for each in range(_COUNT) if each not in members]
    outside = graph.subgraph(others)
    reached = {
        other
        for member in members
        for start in graph.successors(member)
        if start not in members
        for other in (start, *nx.descendants(outside, start))
    }
    returns = any(member in graph.successors(other) for other in reached for member in members)
    assert flow.is_consecutive(sorted(members)) == (not returns)


@given(_EDGES, _MEMBERS)
def test_between_siblings_side_by_side_there_is_no_path(
    edges: list[tuple[int, int]], members: set[int]
) -> None:
    graph = graph_of(edges)
    joined = any(members & nx.descendants(graph, member) - {member} for member in members)
    on_loop = any(
        len(each) > 1 and each & members for each in nx.strongly_connected_components(graph)
    )
    assert flow_of(edges).is_side_by_side(sorted(members)) == (not joined and not on_loop)


@given(_EDGES)
def test_rows_on_cycles_are_those_of_strong_components(edges: list[tuple[int, int]]) -> None:
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    expected = [each for each in nx.strongly_connected_components(graph_of(edges)) if len(each) > 1]
    found = [set(rows) for rows in sets_on_cycles(_COUNT, *ends)]
    assert sorted(found, key=min) == sorted(expected, key=min)
