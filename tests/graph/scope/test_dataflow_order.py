"""Children of a scope in dataflow order."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.scope.dataflow_order import MAX_ORDERED, dataflow_order


def order(count: int, *edges: tuple[int, int]) -> list[int]:
    source = np.array([source for source, _ in edges], dtype=np.int64)
    target = np.array([target for _, target in edges], dtype=np.int64)
    places: list[int] = dataflow_order(count, source, target).tolist()
    return places


def test_sources_come_first() -> None:
    assert order(4, (3, 1), (1, 0), (0, 2)) == [3, 1, 0, 2]


def test_ties_are_broken_by_appearance() -> None:
    assert order(5, (4, 0), (3, 1)) == [2, 3, 1, 4, 0]


def test_a_cycle_stands_together_in_order_of_appearance() -> None:
    assert order(5, (4, 2), (2, 0), (0, 2), (0, 1), (3, 3)) == [3, 4, 0, 2, 1]


def test_without_edges_nothing_moves() -> None:
    assert order(3) == [0, 1, 2]
    assert order(0) == []


def test_a_very_large_scope_keeps_the_order_of_appearance() -> None:
    assert order(MAX_ORDERED, (1, 0)) == list(range(MAX_ORDERED))


def reachable(edges: list[tuple[int, int]], start: int) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        place = todo.pop()
        for source, target in edges:
            if source == place and target not in found:
                found.add(target)
                todo.append(target)
    return found


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_an_edge_points_back_only_on_a_cycle(edges: list[tuple[int, int]]) -> None:
    places = order(8, *edges)
    assert sorted(places) == list(range(8))
    rank = {place: at for at, place in enumerate(places)}
    for source, target in edges:
        assert rank[source] <= rank[target] or source in reachable(edges, target)


def order_of_networkx(count: int, edges: list[tuple[int, int]]) -> list[int]:
    """Return the order as networkx works it out."""
    flow: nx.DiGraph[int] = nx.DiGraph()
    flow.add_nodes_from(range(count))
    flow.add_edges_from(edges)
    cycles = nx.condensation(flow)
    members = {cycle: sorted(cycles.nodes[cycle]["members"]) for cycle in cycles}
    in_order = nx.lexicographical_topological_sort(cycles, key=lambda cycle: members[cycle][0])
    return [place for cycle in in_order for place in members[cycle]]


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
