"""Levels and components, against networkx."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.model.topological_levels import MAX_LEVELS, NO_LEVEL, topological_levels
from scopeboard.graph.model.weak_components import weak_components

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25)


@given(EDGES)
def test_levels_are_longest_paths_and_none_after_cycles(edges: list[tuple[int, int]]) -> None:
    flow: nx.MultiDiGraph[int] = nx.MultiDiGraph(edges)
    flow.add_nodes_from(range(10))
    source, target = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    levels = topological_levels(10, source, target)
    cyclic = {n for part in nx.strongly_connected_components(flow) if len(part) > 1 for n in part}
    cyclic |= {a for a, b in edges if a == b}
    behind = {n for c in cyclic for n in nx.descendants(flow, c)} | cyclic
    assert {n for n in range(10) if levels[n] == NO_LEVEL} == behind
    for a, b in edges:
        assert b in behind or levels[a] < levels[b]
    assert all(levels[n] == 0 for n in range(10) if flow.in_degree(n) == 0)


def test_a_very_long_chain_ends_at_a_bound() -> None:
    chain = np.arange(MAX_LEVELS + 10)
    levels = topological_levels(chain.size, chain[:-1], chain[1:])
    assert levels[MAX_LEVELS - 1] == MAX_LEVELS - 1
    assert (levels[MAX_LEVELS + 1 :] == NO_LEVEL).all()


@given(EDGES)
def test_components_equal_the_ones_of_networkx(edges: list[tuple[int, int]]) -> None:
    whole: nx.Graph[int] = nx.Graph(edges)
    whole.add_nodes_from(range(10))
    source, target = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    expected = {n: min(part) for part in nx.connected_components(whole) for n in part}
    assert weak_components(10, source, target).tolist() == [expected[n] for n in range(10)]
