"""Stacks: scopes of equal structure with numbered names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node, ops
from scopeboard.graph.hierarchy.grouping import NO_GROUPING, Grouping
from scopeboard.graph.hierarchy.metaedges import inner_metaedges
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.search import search
from scopeboard.graph.scope.build import build_scope


def tops(graph: PreparedGraph, name: str = "") -> list[str]:
    row = graph.tree.find_scope(name)
    assert row is not None
    return [graph.tree.path(child) for child in graph.tree.children_of(row).tolist()]


def cell(name: str, source: str = "x") -> list[str]:
    return [f"{name}/mul MatMul {source}", f"{name}/add Add {name}/mul"]


def side_by_side(*names: str) -> list[str]:
    return ["x Placeholder", *(line for name in names for line in cell(name))]


def in_a_row(count: int) -> list[str]:
    lines = ["x Placeholder", *cell("cell")]
    for number in range(1, count):
        before = "cell" if number == 1 else f"cell_{number - 1}"
        lines += cell(f"cell_{number}", f"{before}/add")
    return lines


def test_equal_scopes_side_by_side_are_a_stack() -> None:
    graph = prepare_graph(ops(*side_by_side("cell", *(f"cell_{n}" for n in range(1, 6)))))
    assert tops(graph) == ["x", "cell[0-5]"]
    assert tops(graph, "cell[0-5]") == ["cell", *(f"cell_{n}" for n in range(1, 6))]
    (_, stack) = build_scope(graph, "").nodes
    assert (stack.kind, stack.label, stack.count, stack.op) == ("stack", "cell ×6", 12, "")
    assert stack.expandable


@pytest.mark.parametrize(
    ("names", "stacks"),
    [
        (["a_1", "A_2", "a_4", "a_9", "a_12"], ["a[1-12]"]),  # case and gaps do not matter
        (["a_1", "a_2", "a_3", "a_4"], []),  # too few
        (["1", "2", "3", "4", "5"], ["[1-5]"]),
        (["a", "b", "c", "d", "e"], []),
        (["a1b1", "a1b2", "a1b3", "a1b4", "a1b5"], []),  # as for series
    ],
)
def test_names_are_equal_up_to_a_number(names: list[str], stacks: list[str]) -> None:
    graph = prepare_graph(ops(*side_by_side(*names)))
    assert [name for name in tops(graph) if "[" in name] == stacks


def test_scopes_of_another_structure_are_no_members() -> None:
    lines = side_by_side(*(f"a_{number}" for number in range(6)))
    graph = prepare_graph(ops(*lines, "a_6/mul MatMul x"))
    assert tops(graph) == ["x", "a[0-5]", "a_6"]


def test_a_short_sequence_stays_in_sight_and_a_long_one_does_not() -> None:
    assert len(tops(prepare_graph(ops(*in_a_row(12))))) == 13
    assert tops(prepare_graph(ops(*in_a_row(26)))) == ["x", "cell[0-25]"]


def test_a_stack_that_would_fill_its_scope_is_not_made() -> None:
    names = [f"s/a_{number}" for number in range(6)]
    assert tops(prepare_graph(ops(*side_by_side(*names))), "s") == names


def test_a_sequence_through_other_nodes_stays_in_sight() -> None:
    lines = ["x Placeholder", *cell("a_0")]
    for number in range(1, 7):
        lines += [f"pool{number}x MaxPool a_{number - 1}/add"]
        lines += cell(f"a_{number}", f"pool{number}x")
    assert "a_3" in tops(prepare_graph(ops(*lines)))


def test_a_viewer_groups_and_ungroups_stacks() -> None:
    graph = prepare_graph(ops(*in_a_row(6)))
    assert tops(graph.grouped(Grouping(grouped=frozenset({"cell[0-5]"})))) == ["x", "cell[0-5]"]
    graph = prepare_graph(ops(*side_by_side(*(f"a_{n}" for n in range(6)))))
    ungrouped = graph.grouped(Grouping(ungrouped=frozenset({"a[0-5]"})))
    assert tops(ungrouped) == tops(graph.grouped(NO_GROUPING))
    assert tops(ungrouped.grouped(Grouping())) == tops(graph)
    assert tops(graph.grouped(Grouping(rule="tensorboard"))) == tops(ungrouped)


def test_a_stack_and_a_series_of_one_name_get_numbers() -> None:
    lines = side_by_side(*(f"a_{number}" for number in range(6)))
    graph = prepare_graph(ops(*lines, *(f"a{number} Relu" for number in range(6))))
    assert {"a[0-5]", "a[0-5]#2"} <= set(tops(graph))


def test_members_are_found_with_the_stack_around_them() -> None:
    graph = prepare_graph(ops(*side_by_side(*(f"a_{n}" for n in range(6)))))
    (match,) = [each for each in search(graph, "add").matches if each.name == "a_3/add"]
    assert match.scopes == ["a[0-5]", "a_3"]
    assert "a[0-5]" in [each.name for each in search(graph, "a[0-5").matches]


@given(st.data())
def test_names_and_edges_stay_and_intervals_nest(data: st.DataObject) -> None:
    paths = [f"{s}{n}/{i}" for s in ("a_", "b", "a_1/c_") for n in range(4) for i in ("p", "q")]
    chosen = data.draw(st.lists(st.sampled_from(paths), unique=True, min_size=1))
    kinds = st.sampled_from(["Add", "Mul"])
    nodes = [
        node(
            name,
            data.draw(kinds),
            data.draw(st.lists(st.sampled_from(chosen), max_size=2, unique=True)),
        )
        for name in chosen
    ]
    graph = prepare_graph(graph_bytes(*nodes), Grouping(threshold=2))
    plain, tree = graph.grouped(NO_GROUPING), graph.tree
    assert sorted(tree.op[tree.first_op :].tolist()) == list(range(len(chosen)))
    for row in range(tree.first_op):
        inside = tree.children_of(row)
        assert tree.size[row] == tree.size[inside].sum()
        ends = tree.start[inside] + tree.size[inside]
        np.testing.assert_array_equal(tree.start[inside][1:], ends[:-1])
        np.testing.assert_array_equal(tree.depth[inside], tree.depth[row] + 1)
        assert tree.find_scope(tree.path(row)) == row
    assert [tree.path(row) for row in range(tree.first_group)] == [
        plain.tree.path(row) for row in range(plain.tree.first_group)
    ]
    assert _edges(graph) == _edges(plain)
    every = Grouping(threshold=2, ungrouped=frozenset(tree.group_paths))
    assert set(tree.group_paths).isdisjoint(graph.grouped(every).tree.group_paths)


def _edges(graph: PreparedGraph) -> int:
    """Return the number of edges that the metaedges of all scopes have together."""
    rows = range(graph.tree.first_op)
    return sum(int(inner_metaedges(graph.edges, graph.tree, row).count.sum()) for row in rows)
