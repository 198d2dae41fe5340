"""Parts between places that one value crosses: blocks apart from each other, chains, phases."""

import numpy as np

from graph.flow.test_blocks import Drawing, blocks
from scopeboard.graph.flow.segments import find_segments


def residual(graph: Drawing, x: int, *labels: int) -> int:
    """A chain beside which its input goes on to a sum, and a node of its own after that."""
    y = x
    for label in labels:
        y = graph.node(label, y)
    return graph.node(8, graph.node(7, y, x))


def parts(graph: Drawing, smallest: int = 4) -> list[list[tuple[int, int]]]:
    source, target = np.array(graph.edges, dtype=np.int64).reshape(-1, 2).T
    return find_segments(np.array(graph.labels, dtype=np.int64), source, target, smallest)


def stages() -> Drawing:
    """Four stages of residual blocks; the first of each is wider."""
    graph = Drawing()
    x = graph.node(0)
    for count in (2, 3, 5, 2):
        x = residual(graph, x, 1, 2, 3, 4, 5)
        for _ in range(count):
            x = residual(graph, x, 1, 2, 3)
    return graph


def test_wider_blocks_divide_no_row() -> None:
    """A block of its own kind at the beginning of each stage is a block, too."""
    found = sorted(parts(stages()), key=len)
    assert [(len(same), same[0][1] - same[0][0]) for same in found] == [(4, 7), (12, 5)]
    graph = stages()
    rows = blocks((graph.labels, graph.edges))
    assert sorted(len(row) for row in rows) == [4, 12]


def test_a_block_ends_with_what_always_follows_it() -> None:
    graph = stages()
    last = {graph.labels[part[1] - 1] for same in parts(graph) for part in same}
    assert last == {8}


def test_a_chain_between_residual_blocks_is_a_block_where_it_repeats() -> None:
    graph = Drawing()
    x = graph.node(0)
    for count in (2, 1, 3, 1):
        for _ in range(count):
            x = graph.node(7, residual(graph, x, 1, 2, 3, 4, 5), x)
        for label in (1, 2, 3, 4, 5):
            x = graph.node(label, x)
    sizes = sorted((len(same), same[0][1] - same[0][0]) for same in parts(graph))
    assert (3, 5) in sizes


def test_a_value_that_is_read_everywhere_is_no_flow() -> None:
    graph = Drawing()
    mask = graph.node(9)
    x = graph.node(0)
    for _ in range(10):
        x = graph.node(6, residual(graph, x, 1, 2, 3), mask)
    (same,) = parts(graph)
    assert len(same) >= 9


def test_what_is_like_nothing_else_is_in_no_part() -> None:
    graph = Drawing()
    x = graph.node(0)
    for _ in range(4):
        x = residual(graph, x, 1, -1, 3)
    assert parts(graph) == []


def test_a_graph_without_edges_has_none() -> None:
    graph = Drawing()
    for _ in range(20):
        graph.node(1)
    assert parts(graph) == []
    assert parts(Drawing()) == []
