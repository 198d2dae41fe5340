"""Colourings: shares by category, and the list of ops for TPUs."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from graph.graphdefs import any_graph, graph_bytes, node, ops, real_graph, unhurried
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree
from scopeboard.graph.scope.colouring import (
    CATEGORY_BY,
    MAX_SHARES,
    CategoryBy,
    RanOn,
    Share,
    Shares,
    categorise,
    count_shares,
    structure_shares,
)
from scopeboard.graph.scope.tpu_ops import is_tpu_compatible
from scopeboard.graph.structure.structure import group_structures, structure_hashes


def prepared(data: bytes) -> tuple[AnnotatedGraph, ScopeTree]:
    graph = annotate(parse_graph(data))
    return graph, build_tree(graph)


def shares(data: bytes, by: CategoryBy, scope: str = "") -> dict[str, Shares]:
    """Return the shares of the children of a scope by name."""
    graph, tree = prepared(data)
    rows = tree.children_of(tree.find_scope(scope) or 0)
    found = count_shares(categorise(graph, tree, by), tree, rows)
    return {tree.path(int(row)): share for row, share in zip(rows, found, strict=True)}


def values(found: Shares) -> dict[str, int]:
    return {share.value: share.count for share in found.shares}


def test_a_scope_has_the_shares_of_all_ops_inside() -> None:
    data = ops("a/x/p Add", "a/x/q Add", "a/r Mul", "b Mul", "c/y Add")
    found = shares(data, "op_type")
    assert found["a"] == Shares([Share("Add", 0, 2), Share("Mul", 1, 1)], 0, 0)
    assert found["b"] == Shares([Share("Mul", 1, 1)], 0, 0)
    assert values(shares(data, "op_type", "a")["a/x"]) == {"Add": 2}


def test_a_value_keeps_its_rank_from_scope_to_scope() -> None:
    data = ops("a/p B", "a/q C", "a/r C", "b/s B", "b/t B")
    assert [share.rank for share in shares(data, "op_type")["a"].shares] == [1, 0]


def test_shares_above_the_bound_are_counted() -> None:
    data = ops(*(f"a/{i}{j}x Type{i}" for i in range(11) for j in range(i + 1)))
    found = shares(data, "op_type")["a"]
    assert [share.count for share in found.shares] == [11, 10, 9, 8, 7, 6, 5, 4]
    assert (len(found.shares), found.other_values, found.other_count) == (MAX_SHARES, 3, 6)


def test_devices_clusters_and_dtypes() -> None:
    here = node("a/x", device="/gpu:0", shapes=[[1]])
    there = node("a/y")
    there.attr["_XlaCluster"].s = b"cluster_1"
    data = graph_bytes(here, there)
    assert values(shares(data, "device")["a"]) == {"/gpu:0": 1, "": 1}
    assert values(shares(data, "xla_cluster")["a"]) == {"cluster_1": 1, "": 1}
    assert shares(graph_bytes(here), "dtype")["a"].shares == [Share("float32", 0, 1)]


def test_an_op_that_ran_has_the_device_on_which_it_ran() -> None:
    graph, tree = prepared(graph_bytes(*(node(name, device="/gpu:0") for name in ("x", "y", "z"))))
    place = {name: graph.ops.names.index(name) for name in ("x", "y", "z")}
    device = np.full(len(graph.ops), -1, dtype=np.int32)
    device[place["x"]], device[place["y"]] = 0, 1
    ran_on = RanOn(device, ["/cpu:0", "/gpu:0"])
    rows = tree.children_of(0)
    found = count_shares(categorise(graph, tree, "device", ran_on), tree, rows)
    told = {tree.path(int(row)): values(share) for row, share in zip(rows, found, strict=True)}
    assert told == {"x": {"/cpu:0": 1}, "y": {"/gpu:0": 1}, "z": {"/gpu:0": 1}}


def test_compatibility_with_a_tpu() -> None:
    data = ops("a/x MatMul", "a/y NotOfThisWorld")
    assert values(shares(data, "tpu_compatible")["a"]) == {"compatible": 1, "incompatible": 1}


@pytest.mark.parametrize(
    ("op_type", "device", "compatible"),
    [
        ("MatMul", "", True),
        ("QueueDequeueV2", "", False),
        ("QueueDequeueV2", "/device:CPU:0", True),
        ("QueueDequeueV2", "/job:worker", True),
        ("QueueDequeueV2", "/device:TPU:0", False),
        ("QueueDequeueV2", "/device:TPU_SYSTEM:0", True),
        ("", "/device:TPU:0", True),
    ],
)
def test_an_op_is_compatible_with_a_tpu(op_type: str, device: str, compatible: bool) -> None:
    assert is_tpu_compatible(op_type, device) == compatible


def test_a_structure_is_the_share_of_all_ops_inside() -> None:
    graph, tree = prepared(ops("a/x A", "a/y B", "b/x A", "b/y B", "c/z C", "d D"))
    structures = group_structures(tree, structure_hashes(graph, tree))
    found = structure_shares(structures, tree, tree.children_of(0))
    alike = Shares([Share("0", 0, 2)], 0, 0)
    assert found == [alike, alike, Shares([], 0, 0), Shares([], 0, 0)]
    pair = structure_shares(structures, tree, tree.children_of(0), np.array([0, 0, 1, 2]))
    assert pair == [Shares([], 0, 0)] * 3


def test_no_rows_have_no_shares() -> None:
    graph, tree = prepared(b"")
    assert count_shares(categorise(graph, tree, "op_type"), tree, tree.children_of(0)) == []


@pytest.mark.parametrize("by", CATEGORY_BY)
def test_shares_of_a_real_graph_add_up(by: CategoryBy) -> None:
    graph, tree = prepared(real_graph("seed_mnist"))
    categories = categorise(graph, tree, by)
    for row in range(tree.parent.size):
        found = count_shares(categories, tree, np.array([row]))[0]
        total = sum(share.count for share in found.shares) + found.other_count
        assert total == tree.size[row]


@unhurried
@given(any_graph())
def test_shares_agree_with_counts_op_by_op(data: bytes) -> None:
    graph, tree = prepared(data)
    expected: dict[int, Counter[str]] = {}
    for op in np.flatnonzero(graph.is_node).tolist():
        at = tree.position[op]
        for row in tree.children_of(0).tolist():
            if tree.start[row] <= at < tree.start[row] + tree.size[row]:
                expected.setdefault(row, Counter())[graph.ops.op_types[graph.ops.op_type[op]]] += 1
    rows = tree.children_of(0)
    found = count_shares(categorise(graph, tree, "op_type"), tree, rows)
    counted = {row: values(share) for row, share in zip(rows.tolist(), found, strict=True)}
    assert counted == {row: dict(counter) for row, counter in expected.items()}
