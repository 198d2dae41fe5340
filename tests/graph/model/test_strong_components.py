"""Components of directed graphs, against what reaching each other means."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.model.strong_components import (
    components_of,
    strong_components,
    successors_of,
)
from scopeboard.graph.model.topological_levels import MAX_LEVELS
from tools.examples import examples

EDGES = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=40)


@given(EDGES)
@examples(300)
def test_components_are_nodes_that_reach_each_other(edges: list[tuple[int, int]]) -> None:
    source, target = np.array(edges, np.int64).reshape(-1, 2).T
    graph = nx.DiGraph(edges)
    graph.add_nodes_from(range(12))
    expected = [0] * 12
    for component in nx.strongly_connected_components(graph):
        for node in component:
            expected[node] = min(component)
    assert components_of(12, source, target).tolist() == expected
    assert strong_components(successors_of(12, source, target)) == expected


def test_a_path_of_any_length_has_components_of_one_node() -> None:
    nodes = np.arange(MAX_LEVELS + 100)
    found = components_of(nodes.size, nodes[:-1], nodes[1:])
    assert found.tolist() == nodes.tolist()


def test_a_cycle_behind_a_long_path_is_found() -> None:
    nodes = np.arange(MAX_LEVELS + 100)
    source, target = np.append(nodes[:-1], nodes[-1]), np.append(nodes[1:], nodes[-3])
    found = components_of(nodes.size, source, target).tolist()
    assert found == [*nodes[:-3].tolist(), *[int(nodes[-3])] * 3]


def test_nothing_has_no_components() -> None:
    empty = np.empty(0, np.int64)
    assert components_of(0, empty, empty).tolist() == []
