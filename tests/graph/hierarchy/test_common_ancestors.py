"""Lowest common ancestors, compared with walks of lists."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.common_ancestors import climb_to_siblings


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Draw the parents of the rows of a tree, root first."""
    return [0, *(draw(st.integers(0, row)) for row in range(draw(st.integers(1, 25))))]


def line(parent: list[int], row: int) -> list[int]:
    rows = [row]
    while rows[-1]:
        rows.append(parent[rows[-1]])
    return rows[::-1]


@given(trees(), st.data())
def test_pairs_meet_in_the_lowest_scope_that_holds_both(
    parent: list[int], data: st.DataObject
) -> None:
    leaves = sorted(set(range(len(parent))) - set(parent[1:]) - {0})
    depth = np.array([len(line(parent, row)) - 1 for row in range(len(parent))])
    left = data.draw(st.lists(st.sampled_from(leaves), min_size=1, max_size=5))
    right = data.draw(st.lists(st.sampled_from(leaves), min_size=len(left), max_size=len(left)))
    climbed = climb_to_siblings(np.array(parent), depth, np.array(left), np.array(right))
    columns = (column.tolist() for column in climbed)
    for a, b, up_a, up_b in zip(left, right, *columns, strict=True):
        to_a, to_b = line(parent, a), line(parent, b)
        expected = next(((x, y) for x, y in zip(to_a, to_b, strict=False) if x != y), (a, b))
        assert (up_a, up_b) == expected
