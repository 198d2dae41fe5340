"""Levels, components and meeting places, against networkx and plain walks."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.common_ancestors import lift_to_siblings, row_depths, scope_heights
from scopeboard.graph.model.topological_levels import MAX_LEVELS, NO_LEVEL, topological_levels
from scopeboard.graph.model.weak_components import weak_components

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25)


@given(EDGES)
def test_levels_are_longest_paths_and_none_behind_cycles(edges: list[tuple[int, int]]) -> None:
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
def test_components_are_those_of_networkx(edges: list[tuple[int, int]]) -> None:
    whole: nx.Graph[int] = nx.Graph(edges)
    whole.add_nodes_from(range(10))
    source, target = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    expected = {n: min(part) for part in nx.connected_components(whole) for n in part}
    assert weak_components(10, source, target).tolist() == [expected[n] for n in range(10)]


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Draw the parents of the rows of a tree, root first."""
    return [0, *(draw(st.integers(0, row)) for row in range(draw(st.integers(1, 25))))]


def line(parent: list[int], row: int) -> list[int]:
    found = [row]
    while found[-1]:
        found.append(parent[found[-1]])
    return found[::-1]


@given(trees(), st.data())
def test_pairs_meet_in_the_lowest_scope_that_holds_both(
    parent: list[int], data: st.DataObject
) -> None:
    rows = np.array(parent)
    leaves = sorted(set(range(len(parent))) - set(parent[1:]) - {0})
    depth = row_depths(rows)
    assert depth.tolist() == [len(line(parent, row)) - 1 for row in range(len(parent))]
    left = data.draw(st.lists(st.sampled_from(leaves), min_size=1, max_size=5))
    right = data.draw(st.lists(st.sampled_from(leaves), min_size=len(left), max_size=len(left)))
    lifted = lift_to_siblings(rows, depth, np.array(left), np.array(right))
    for a, b, up_a, up_b in zip(left, right, *(column.tolist() for column in lifted), strict=True):
        to_a, to_b = line(parent, a), line(parent, b)
        expected = next(((x, y) for x, y in zip(to_a, to_b, strict=False) if x != y), (a, b))
        assert (up_a, up_b) == expected


@given(trees())
def test_heights_are_those_of_the_highest_row_inside(parent: list[int]) -> None:
    scopes = set(parent)
    op = np.array([-1 if row in scopes else row for row in range(len(parent))])
    heights = scope_heights(np.array(parent), op)
    for row in range(len(parent)):
        inside = [heights[below] for below in range(1, len(parent)) if parent[below] == row]
        assert heights[row] == (max(inside) + 1 if inside else 0)
