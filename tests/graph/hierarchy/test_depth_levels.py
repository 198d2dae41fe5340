"""Totals of subtrees and inherited values, compared with walks of lists."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees, inherit


@st.composite
def trees(draw: st.DrawFn) -> list[int]:
    """Draw the parents of the rows of a tree, root first."""
    return [0, *(draw(st.integers(0, row)) for row in range(draw(st.integers(0, 25))))]


def ancestors(parent: list[int], row: int) -> set[int]:
    return {row} if not row else {row} | ancestors(parent, parent[row])


def levels_of(parent: list[int], detached: int | None = None) -> list[np.ndarray]:
    depth = np.array([len(ancestors(parent, row)) - 1 for row in range(len(parent))])
    return depth_levels(depth, detached)


@given(trees(), st.data())
def test_a_subtree_combines_the_entries_of_all_its_rows(
    parent: list[int], data: st.DataObject
) -> None:
    column = np.array(
        data.draw(st.lists(st.integers(-9, 9), min_size=len(parent), max_size=len(parent)))
    )
    inside = [
        [row for row in range(len(parent)) if top in ancestors(parent, row)]
        for top in range(len(parent))
    ]
    rows, levels = np.array(parent), levels_of(parent)
    assert fold_subtrees(rows, levels, column).tolist() == [
        int(column[each].sum()) for each in inside
    ]
    most = fold_subtrees(rows, levels, column, np.maximum)
    assert most.tolist() == [int(column[each].max()) for each in inside]


@given(trees(), st.data())
def test_a_detached_row_is_not_in_the_total_of_its_parent(
    parent: list[int], data: st.DataObject
) -> None:
    detached = data.draw(st.integers(0, len(parent) - 1))
    totals = fold_subtrees(
        np.array(parent), levels_of(parent, detached), np.ones(len(parent), dtype=np.int64)
    )
    for top in range(len(parent)):
        inside = [row for row in range(len(parent)) if top in ancestors(parent, row)]
        if top != detached and detached in inside:
            inside = [row for row in inside if detached not in ancestors(parent, row)]
        assert totals[top] == len(inside)


@given(trees(), st.data())
def test_a_row_inherits_from_all_rows_above_it(parent: list[int], data: st.DataObject) -> None:
    column = np.array(
        data.draw(st.lists(st.integers(-9, 9), min_size=len(parent), max_size=len(parent)))
    )
    totals = inherit(np.array(parent), levels_of(parent), column)
    for row in range(len(parent)):
        assert totals[row] == column[sorted(ancestors(parent, row))].sum()
