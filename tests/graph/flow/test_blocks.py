"""Equal blocks in a row: found whatever the order of nodes, and never feeding themselves."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.flow.blocks import find_blocks
from scopeboard.graph.flow.unlike import LEAST
from tools.examples import examples

Graph = tuple[list[int], list[tuple[int, int]]]


class Drawing:
    """A graph that is written node by node, each with a label and its inputs."""

    def __init__(self) -> None:
        self.labels: list[int] = []
        self.edges: list[tuple[int, int]] = []

    def node(self, label: int, *inputs: int) -> int:
        self.labels.append(label)
        self.edges += [(each, len(self.labels) - 1) for each in inputs]
        return len(self.labels) - 1

    def layer(self, x: int, mask: int) -> int:
        """A layer of a transformer: 15 nodes."""
        query, key, value = (self.node(5, x) for _ in range(3))
        scores = self.node(7, self.node(6, query, key), mask)
        mixed = self.node(5, self.node(6, self.node(8, scores), value))
        inner = self.node(9, self.node(7, mixed, x))
        outer = self.node(5, self.node(10, self.node(5, inner)))
        return self.node(9, self.node(7, outer, inner))


def transformer(layers: int, *, irregular: int = -1) -> Graph:
    """A mask, an embedding, layers, of which one may have a further node, and a head."""
    graph = Drawing()
    mask = graph.node(3, graph.node(2, graph.node(1)))
    x = graph.node(4, graph.node(0))
    for number in range(layers):
        x = graph.layer(x, mask)
        x = graph.node(12, x) if number == irregular else x
    graph.node(11, x)
    return graph.labels, graph.edges


def shuffled(graph: Graph, seed: int) -> Graph:
    labels, edges = graph
    place = list(range(len(labels)))
    Random(seed).shuffle(place)  # noqa: S311
    moved = sorted(range(len(labels)), key=place.__getitem__)
    return [labels[each] for each in moved], [(place[a], place[b]) for a, b in edges]


def blocks(graph: Graph) -> list[list[list[int]]]:
    labels, edges = graph
    source, target = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    found = find_blocks(np.array(labels, dtype=np.int64), source, target)
    return [[block.tolist() for block in row] for row in found]


def test_layers_are_blocks_from_the_first_to_the_last() -> None:
    [row] = blocks(transformer(12))
    assert row == [list(range(5 + 15 * layer, 20 + 15 * layer)) for layer in range(12)]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_appearance_does_not_matter(seed: int) -> None:
    graph = transformer(6)
    [row] = blocks(shuffled(graph, seed))
    assert [len(block) for block in row] == [15] * 6


def test_what_is_irregular_parts_a_row() -> None:
    rows = blocks(transformer(7, irregular=2))
    assert [len(row) for row in rows] == [3, 4]


def test_equal_labels_with_other_wiring_are_no_blocks() -> None:
    graph = Drawing()
    last = graph.node(0)
    for number in range(8):
        first = graph.node(1, last)
        second = graph.node(2, first)
        third = graph.node(3, second if number < 4 else first)
        last = graph.node(4, second, third)
    rows = blocks((graph.labels, graph.edges))
    assert [len(row) for row in rows] == [4, 4]


def test_two_small_ones_are_a_coincidence() -> None:
    chain = [7, 1, 2, 3, 4, 1, 2, 3, 4, 8]
    assert blocks((chain, list(pairwise(range(10))))) == []


def test_a_row_is_cut_where_the_least_crosses() -> None:
    # Between a sum and what follows it one node is read from both sides; elsewhere two are.
    graph = Drawing()
    last = graph.node(0)
    for _ in range(5):
        branch = graph.node(3, graph.node(2, graph.node(1, last)))
        last = graph.node(4, branch, last)
    graph.node(9, last)
    [row] = blocks((graph.labels, graph.edges))
    assert row == [list(range(1 + 4 * each, 5 + 4 * each)) for each in range(5)]


def test_a_cycle_has_no_blocks() -> None:
    labels, edges = transformer(4)
    assert blocks((labels, [*edges, (len(labels) - 1, 0)])) == []


@st.composite
def repeating(draw: st.DrawFn) -> Graph:
    """Parts that may be equal, in a row, with edges between neighbours and from far."""
    graph = Drawing()
    last = graph.node(0)
    parts = draw(
        st.lists(st.lists(st.integers(1, 3), min_size=4, max_size=7), min_size=1, max_size=3)
    )
    for part in draw(st.lists(st.sampled_from(parts), max_size=10)):
        entry = last
        for label in part:
            last = graph.node(label, last, *([entry] if label == 3 and entry != last else []))
    return graph.labels, graph.edges


@given(repeating(), st.integers(0, 3))
@examples(60)
def test_blocks_are_apart_equal_and_never_feed_themselves(graph: Graph, seed: int) -> None:
    labels, edges = shuffled(graph, seed)
    rows = blocks((labels, edges))
    home = {
        node: (i, j) for i, row in enumerate(rows) for j, block in enumerate(row) for node in block
    }
    assert len(home) == sum(len(block) for row in rows for block in row)
    for row in rows:
        assert len(row) > 1 or len(row[0]) >= LEAST
        assert len({tuple(sorted(labels[node] for node in block)) for block in row}) == 1
        inner = [
            sum(home.get(a) == home.get(b) == (i, j) for a, b in edges)
            for i, each in enumerate(rows)
            if each is row
            for j in range(len(row))
        ]
        assert len(set(inner)) == 1
    units = {node: home.get(node, node) for node in range(len(labels))}
    after: dict[object, set[object]] = {}
    for a, b in edges:
        if units[a] != units[b]:
            after.setdefault(units[a], set()).add(units[b])
    done, waiting = set[object](), set(units.values())
    while waiting:  # whatever has all of its readers done is done; a cycle never is
        ready = {each for each in waiting if after.get(each, set()) <= done}
        assert ready
        done |= ready
        waiting -= ready
