"""Role groups: loose ops of one bookkeeping role, and the tree with groups in general."""

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, ops, real_graph
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, NO_GROUPING, Grouping
from scopeboard.graph.hierarchy.groups import GroupEvidence
from scopeboard.graph.hierarchy.metaedges import index_edges, inner_metaedges
from scopeboard.graph.hierarchy.name_scopes import ROOT, name_scopes
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree, group_tree
from scopeboard.graph.prepared.prepared_graph import prepare_graph
from scopeboard.graph.query.search import search
from scopeboard.graph.scope.build import build_scope
from scopeboard.wire.types_pb2 import DT_RESOURCE

ROLES = ("optimizer", "saver")


def tree_of(data: bytes, roles: dict[str, int], grouping: Grouping = DEFAULT_GROUPING) -> ScopeTree:
    """Build a tree, given the role of some ops by name."""
    graph = annotate(parse_graph(data))
    role = np.array([roles.get(name, -1) for name in graph.ops.names], dtype=np.int8)
    return with_evidence(graph, role, grouping)


def with_evidence(graph: AnnotatedGraph, role: np.ndarray, grouping: Grouping) -> ScopeTree:
    scopes = name_scopes(graph.ops.names, graph.is_node, graph.ops.main_count)
    structure = np.zeros(scopes.parent.size, dtype=np.uint64)
    return group_tree(
        graph, scopes, grouping, GroupEvidence(role, ROLES, structure, np.zeros_like(role))
    )


def children(tree: ScopeTree, name: str) -> list[str]:
    row = tree.find_scope(name)
    assert row is not None
    return [tree.path(child) for child in tree.children_of(row).tolist()]


TYPES = ("Mul", "Add", "Sub", "Neg", "Exp")
LOOSE = [f"s/{kind.lower()} {kind}" for kind in TYPES]
LOOSE_ROLES = dict.fromkeys([line.split()[0] for line in LOOSE], 0)


def test_loose_ops_of_one_role_are_one_group() -> None:
    tree = tree_of(ops(*LOOSE, "s/model MatMul", "t MatMul"), LOOSE_ROLES)
    assert children(tree, "s") == ["s/(optimizer ops)", "s/model"]
    assert children(tree, "s/(optimizer ops)") == list(LOOSE_ROLES)
    row = tree.find_scope("s/(optimizer ops)")
    assert row is not None
    assert (tree.kind(row), tree.size[row], tree.depth[row]) == ("role_group", 5, 2)


def test_the_variables_that_a_function_captures_are_one_group() -> None:
    handles = [node(f"dense_{name}_resource", "Placeholder") for name in "abcdef"]
    for handle in handles:
        handle.attr["dtype"].type = DT_RESOURCE
    reads = [node(f"read_{each.name}", "ReadVariableOp", [each.name]) for each in handles]
    graph = prepare_graph(graph_bytes(node("x", "Placeholder"), *handles, *reads))
    assert [each.label for each in build_scope(graph, "").nodes if each.kind == "role_group"] == [
        "6 variable ops"
    ]
    assert [each.name for each in build_scope(graph, "(variable ops)").nodes] == [
        each.name for each in handles
    ]
    assert "x" in {each.name for each in build_scope(graph, "").nodes}


def test_too_few_ops_stay_loose() -> None:
    roles = dict(list(LOOSE_ROLES.items())[:4])
    assert len(children(tree_of(ops(*LOOSE, "s/model MatMul"), roles), "s")) == 6


def test_a_scope_that_is_bookkeeping_itself_keeps_its_ops_in_sight() -> None:
    data = ops(*LOOSE, *(f"s/x/{name} Relu" for name in "abcdefgh"), "t MatMul")
    roles = LOOSE_ROLES | dict.fromkeys([f"s/x/{name}" for name in "abcdefgh"], 1)
    assert children(tree_of(data, roles), "s") == [*LOOSE_ROLES, "s/x"]


def test_a_group_that_would_fill_the_top_level_is_not_made() -> None:
    data = ops(*(line.removeprefix("s/") for line in LOOSE))
    roles = {name.removeprefix("s/"): 0 for name in LOOSE_ROLES}
    assert children(tree_of(data, roles), "") == list(roles)


def test_a_run_in_a_group_is_a_series_there() -> None:
    runs = [f"m_{number} Mul" for number in range(6)]
    tree = tree_of(ops(*runs, "a Add", "model MatMul"), {f"m_{n}": 0 for n in range(6)} | {"a": 0})
    assert children(tree, "") == ["(optimizer ops)", "model"]
    assert children(tree, "(optimizer ops)") == ["m_[0-5]", "a"]
    assert tree.find_op("m_3") is not None


def test_a_group_that_is_one_run_is_that_series() -> None:
    runs = [f"save_{number} SaveV2" for number in range(6)]
    tree = tree_of(ops(*runs, "model MatMul"), {f"save_{n}": 1 for n in range(6)})
    assert children(tree, "") == ["save_[0-5]", "model"]


def test_a_run_is_split_by_role() -> None:
    runs = [f"m_{number} Mul" for number in range(12)]
    data = ops(*runs, "a Add", "model MatMul")
    tree = tree_of(data, {f"m_{n}": 0 for n in range(6, 12)} | {"a": 0})
    assert children(tree, "") == ["m_[0-5]", "(optimizer ops)", "model"]
    assert children(tree, "(optimizer ops)") == ["m_[6-11]", "a"]


def test_a_viewer_groups_and_ungroups_them() -> None:
    data = ops(*LOOSE, "s/model MatMul")
    off = Grouping(ungrouped=frozenset({"s/(optimizer ops)"}))
    assert "s/(optimizer ops)" not in children(tree_of(data, LOOSE_ROLES, off), "s")
    two = {"s/mul": 0, "s/add": 0}
    on = Grouping(grouped=frozenset({"s/(optimizer ops)"}))
    assert children(tree_of(data, two, on), "s")[0] == "s/(optimizer ops)"


def test_the_rule_of_tensorboard_has_none() -> None:
    exact = Grouping(rule="tensorboard")
    data = ops(*LOOSE, "s/model MatMul", *(f"{'Mm'[n % 2]}_{n} Mul" for n in range(6)))
    assert children(tree_of(data, LOOSE_ROLES, exact), "s") == [*LOOSE_ROLES, "s/model"]
    assert "M_[0-5]" in children(tree_of(data, {}), "")
    assert "M_[0-5]" not in children(tree_of(data, {}, exact), "")


def test_a_name_in_use_gets_a_number() -> None:
    used = [node("s/(optimizer ops)", "MatMul"), node("s/b", "MatMul")]
    loose = [node(name, kind) for name, kind in zip(LOOSE_ROLES, TYPES, strict=True)]
    tree = tree_of(graph_bytes(*loose, *used), LOOSE_ROLES)
    assert tree.find_scope("s/(optimizer ops)#2") is not None


@given(any_graph(), st.randoms(use_true_random=False))
def test_groups_change_neither_names_nor_edges(data: bytes, random: Random) -> None:
    graph = annotate(parse_graph(data))
    role = np.array([random.randint(-1, 1) for _ in graph.ops.names], dtype=np.int8)
    plain = build_tree(graph, NO_GROUPING)
    tree = with_evidence(graph, role, Grouping(threshold=2))
    leaves = tree.op[tree.first_op :]
    np.testing.assert_array_equal(np.sort(leaves), np.flatnonzero(graph.is_node))
    for row in range(tree.first_op):
        inside = tree.children_of(row)
        ends = tree.start[inside] + tree.size[inside]
        assert tree.size[row] == tree.size[inside].sum()
        np.testing.assert_array_equal(tree.start[inside][1:], ends[:-1])
        np.testing.assert_array_equal(tree.depth[inside], tree.depth[row] + 1)
        assert tree.find_scope(tree.path(row)) == row
    for row in range(plain.first_group):
        assert tree.path(row) == plain.path(row)
        assert tree.count[row] == plain.count[row]
    every = frozenset(tree.group_paths)
    bare = with_evidence(graph, role, Grouping(threshold=2, ungrouped=every))
    if not bare.group_paths:  # without the outer group, another run may be found
        np.testing.assert_array_equal(bare.parent, plain.parent)
    assert _edges(graph, tree) == _edges(graph, plain)


def _edges(graph: AnnotatedGraph, tree: ScopeTree) -> int:
    """Return the number of edges that the metaedges of all scopes and groups have together."""
    index = index_edges(graph, tree)
    return sum(int(inner_metaedges(index, tree, row).count.sum()) for row in range(tree.first_op))


def test_the_group_of_a_real_graph_is_found_opens_and_reveals_its_members() -> None:
    graph = prepare_graph(real_graph("seed_mnist"))
    for row in range(graph.tree.first_group, graph.tree.first_op):
        path = graph.tree.path(row)
        scope = build_scope(graph, path)
        assert scope.total == graph.tree.children_of(row).size
        label = path.rpartition("/")[2]
        assert path in [match.name for match in search(graph, f'"{label}"').matches]
    assert build_scope(graph, "").total <= build_scope(graph.grouped(NO_GROUPING), "").total
    assert int(graph.tree.size[ROOT]) == int(graph.annotated.is_node.sum())
