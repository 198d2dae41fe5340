"""Orders of nodes in which edges lead forward."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.flow.orders import flow_orders

Edges = list[tuple[int, int]]


def orders(labels: list[int], edges: Edges) -> list[list[int]]:
    source, target = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    return [order.tolist() for order in flow_orders(np.array(labels), source, target)]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[int], Edges]:
    count = draw(st.integers(1, 20))
    labels = draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    places = draw(st.permutations(range(count)))
    pairs = draw(st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))))
    return labels, sorted((places[a], places[b]) for a, b in pairs if a < b)


@given(graphs())
def test_each_order_has_all_nodes_and_every_edge_leads_forward(
    graph: tuple[list[int], Edges],
) -> None:
    labels, edges = graph
    found = orders(labels, edges)
    assert found
    for order in found:
        assert sorted(order) == list(range(len(labels)))
        assert all(order.index(start) < order.index(end) for start, end in edges)


def test_the_order_of_appearance_counts_where_edges_lead_forward() -> None:
    assert orders([0, 0, 0], [(0, 2), (1, 2)])[0] == [0, 1, 2]
    assert [0, 1, 2] not in orders([0, 0, 0], [(2, 0), (1, 0)])


def test_a_cycle_has_no_order() -> None:
    assert orders([0, 0], [(0, 1), (1, 0)]) == []
    assert orders([], []) == []


def test_a_node_follows_what_it_reads_and_what_all_read_comes_first() -> None:
    # 0 feeds every layer of the chain 2, 4, 6, 8; 1, 3, 5, 7 are what each reads beside it.
    chain = [(2, 4), (4, 6), (6, 8)]
    beside = [(1, 2), (3, 4), (5, 6), (7, 8)]
    edges = [*chain, *beside, *((0, each) for each in (2, 4, 6, 8))]
    *_, pulled = orders([0] * 9, edges)
    assert pulled == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    mirrored = [(8 - start, 8 - end) for start, end in edges]
    *_, pulled = orders([0] * 9, mirrored)
    assert pulled == [8, 7, 6, 5, 4, 3, 2, 1, 0]
