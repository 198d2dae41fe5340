"""The scope tree and its positions."""

import numpy as np
from hypothesis import given

from graph.graphdefs import any_graph, ops, ordinary_graph
from graph.oracle import Oracle
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree


def tree_of(data: bytes) -> ScopeTree:
    return build_tree(annotate(parse_graph(data)))


def labels(tree: ScopeTree, scope: str) -> list[str]:
    row = tree.find_scope(scope)
    assert row is not None
    return [tree.label(child) for child in tree.children_of(row)]


def test_children_are_in_order_of_appearance() -> None:
    tree = tree_of(ops("z/b Add", "a Add", "z/a Add", "m/x/y Add"))
    assert labels(tree, "") == ["z", "a", "m"]
    assert labels(tree, "z") == ["b", "a"]
    assert labels(tree, "m/x") == ["y"]


def test_counts_include_annotations_by_their_own_names() -> None:
    tree = tree_of(ops("s/a Add s/c t/c", "s/c Const", "t/c Const", "t/x Add"))
    assert {name: int(tree.count[tree.find_scope(name) or 0]) for name in ("", "s", "t")} == {
        "": 4,
        "s": 2,
        "t": 2,
    }


def test_an_op_with_only_annotations_below_its_name_stays_an_op() -> None:
    tree = tree_of(ops("ArgMax/dimension Const", "ArgMax ArgMax ArgMax/dimension"))
    assert labels(tree, "") == ["ArgMax"]
    assert tree.find_scope("ArgMax") is None
    assert tree.op_path(0) == "ArgMax/dimension"


def test_an_annotation_with_the_name_of_a_scope_is_named_like_an_op() -> None:
    tree = tree_of(ops("x Mean", "acc ScalarSummary x", "acc/y Add"))
    assert tree.op_path(1) == "acc/(acc)"


def test_an_empty_graph_is_a_root_without_children() -> None:
    tree = tree_of(b"")
    assert labels(tree, "") == []
    assert tree.find_scope("a") is None


def test_ops_are_not_scopes() -> None:
    assert tree_of(ops("a/b Add")).find_scope("a/b") is None


@given(any_graph())
def test_the_columns_are_consistent(data: bytes) -> None:
    graph = annotate(parse_graph(data))
    tree = build_tree(graph)
    is_op = tree.op >= 0
    assert sorted(tree.op[is_op]) == graph.is_node.nonzero()[0].tolist()
    assert tree.count[ROOT] == len(graph.ops)
    assert tree.size[ROOT] == graph.is_node.sum()
    np.testing.assert_array_equal(tree.position[tree.op[is_op]], tree.start[is_op])
    assert sorted(tree.start[is_op]) == list(range(int(tree.size[ROOT])))
    for row in np.flatnonzero(~is_op).tolist():
        children = tree.children_of(row)
        assert tree.size[row] == tree.size[children].sum()
        assert tree.count[row] >= tree.count[children].sum()
        ends = tree.start[children] + tree.size[children]
        np.testing.assert_array_equal(tree.start[children][1:], ends[:-1])
        assert tree.find_scope(tree.path(row)) == row
    paths = [tree.path(row) for row in range(tree.op.size)]
    assert len(set(paths)) == len(paths)


@given(ordinary_graph())
def test_paths_agree_with_the_oracle(data: bytes) -> None:
    tree, oracle = tree_of(data), Oracle(data)
    paths = {tree.path(row): int(tree.op[row]) for row in range(tree.op.size)}
    assert {path for path, op in paths.items() if op < 0} == oracle.scopes
    assert {path for path, op in paths.items() if op >= 0} == set(oracle.paths.values())
