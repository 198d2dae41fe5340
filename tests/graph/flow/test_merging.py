"""Neighbours in a flow are merged into boxes that do not feed each other."""

from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.flow.merging import FlowBox, merge_flow

Pairs = list[tuple[int, int]]


def merged(weight: list[float], pairs: Pairs, most: int, readable: int = 40) -> list[FlowBox]:
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return merge_flow(weight, ends[:, 0], ends[:, 1], most, readable)


def nodes_of(boxes: list[FlowBox]) -> list[list[int]]:
    return [sorted(box.all_nodes()) for box in boxes]


@st.composite
def flows(draw: st.DrawFn) -> tuple[int, Pairs]:
    """Return the number of nodes and edges, most of which lead to later nodes."""
    count = draw(st.integers(2, 40))
    ends = st.integers(0, count - 1)
    pairs = draw(st.lists(st.tuples(ends, ends), min_size=1, max_size=80))
    return count, [
        pair if draw(st.integers(0, 20)) == 0 else (min(pair), max(pair))
        for pair in pairs
        if pair[0] != pair[1]
    ]


def quotient(count: int, pairs: Pairs, boxes: list[list[int]]) -> nx.DiGraph:
    home = list(range(count))
    for box in boxes:
        for node in box:
            home[node] = box[0]
    graph = nx.DiGraph()
    graph.add_nodes_from(home)
    graph.add_edges_from((home[a], home[b]) for a, b in pairs if home[a] != home[b])
    return graph


def levels(box: FlowBox) -> list[FlowBox]:
    return [box, *(inner for each in box.boxes for inner in levels(each))]


@given(flows(), st.integers(1, 10))
def test_no_box_feeds_itself_through_others(flow: tuple[int, Pairs], most: int) -> None:
    count, pairs = flow
    boxes = nodes_of(merged([1.0] * count, pairs, most))
    assert all(len(box) > 1 for box in boxes)
    nodes = [node for box in boxes for node in box]
    assert len(set(nodes)) == len(nodes)
    found = quotient(count, pairs, boxes)
    before = nx.condensation(quotient(count, pairs, []))
    inside = {frozenset(data["members"]) for _, data in before.nodes(data=True)}
    for cycle in nx.strongly_connected_components(found):  # only what was one before
        assert len(cycle) == 1 or frozenset(cycle) in inside


@given(flows(), st.integers(1, 6))
def test_every_box_is_connected_and_readable(flow: tuple[int, Pairs], readable: int) -> None:
    count, pairs = flow
    graph = nx.Graph(pairs)
    for box in merged([1.0] * count, pairs, 1, readable + 1):
        assert nx.is_connected(graph.subgraph(box.all_nodes()))
        for level in levels(box):
            nodes = level.all_nodes()
            assert len(nodes) == len(set(nodes)) > 1
            loops = list(nx.strongly_connected_components(nx.DiGraph(pairs)))
            is_in_loop = any(len(loop & set(level.nodes)) > 1 for loop in loops)
            parts = len(level.nodes) + len(level.boxes)
            assert is_in_loop or parts <= readable + 1


@given(flows(), st.integers(2, 10), st.randoms(use_true_random=False))
def test_the_order_of_edges_decides_nothing(
    flow: tuple[int, Pairs], most: int, random: Random
) -> None:
    count, pairs = flow
    weight = [float(random.randint(1, 5)) for _ in range(count)]
    shuffled = random.sample(pairs, len(pairs))
    assert nodes_of(merged(weight, pairs, most)) == nodes_of(merged(weight, shuffled, most))


def test_a_chain_becomes_as_many_boxes_as_are_enough() -> None:
    boxes = merged([1.0] * 64, [(node, node + 1) for node in range(63)], 16)
    assert nodes_of(boxes) == [list(range(4 * box, 4 * box + 4)) for box in range(16)]


def test_nothing_is_merged_where_few_are_left() -> None:
    assert merged([1.0] * 3, [(0, 1), (1, 2)], 3) == []


def test_what_is_heavy_stays_alone() -> None:
    weight = [1.0] * 9
    weight[4] = 20.0
    boxes = merged(weight, [(node, node + 1) for node in range(8)], 3)
    assert nodes_of(boxes) == [[0, 1, 2, 3], [5, 6, 7, 8]]


def test_what_feeds_everything_belongs_to_nothing() -> None:
    chain = [(node, node + 1) for node in range(1, 9)]
    boxes = merged([1.0] * 10, [*chain, *((0, node) for node in range(1, 10))], 4)
    assert 0 not in {node for box in nodes_of(boxes) for node in box}


def test_a_cycle_is_one_box_unless_it_is_nearly_all() -> None:
    small = [(0, 1), (1, 2), (2, 1), (2, 3), (3, 4), (4, 5)]
    assert [1, 2] in nodes_of(merged([1.0] * 6, small, 5))
    large = [(node, (node + 1) % 6) for node in range(6)]
    assert merged([1.0] * 7, [*large, (5, 6)], 2) == []


@pytest.mark.parametrize("count", [41, 200])
def test_very_many_nodes_have_inner_boxes(count: int) -> None:
    (box,) = merged([1.0] * count, [(node, node + 1) for node in range(count - 1)], 1)
    assert box.boxes
    assert sorted(box.all_nodes()) == list(range(count))
    assert all(len(each.nodes) + len(each.boxes) <= 40 for each in levels(box))
