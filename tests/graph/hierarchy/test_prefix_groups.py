"""Siblings whose names have a prefix in common: which of them are one node, and when."""

from itertools import pairwise
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import graph_bytes, node, ops
from graph.libraries import function, library
from scopeboard.graph.hierarchy.grouping import NO_GROUPING, Grouping, scope_of_request
from scopeboard.graph.hierarchy.metaedges import inner_metaedges
from scopeboard.graph.paths.paths import group_as_shown
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.search import search
from scopeboard.graph.scope.build import build_scope
from scopeboard.graph.scope.model_boxes import first_view_of
from scopeboard.wire.graph_pb2 import NodeDef
from tools.examples import examples

BLOCKS = {2: 3, 3: 4, 4: 6}
LAYERS = ("1_conv", "1_bn", "1_relu", "2_conv", "2_bn", "add", "out")


def layers(blocks: dict[int, int] = BLOCKS) -> list[str]:
    """Return the names of a residual network in order: more than 90 of them."""
    inside = [
        f"conv{stage}_block{block + 1}_{layer}"
        for stage, count in blocks.items()
        for block in range(count)
        for layer in LAYERS
    ]
    return ["input", "conv1_pad", "conv1_conv", *inside, "avg_pool", "predictions"]


def chain(names: list[str]) -> list[NodeDef]:
    """Return ops, each of which reads the one before."""
    pairs = pairwise(["", *names])
    return [node(name, "Relu", [before] if before else []) for before, name in pairs]


def children(graph: PreparedGraph, name: str = "") -> list[str]:
    row = graph.tree.find_scope(name)
    assert row is not None
    return [graph.tree.path(child) for child in graph.tree.children_of(row).tolist()]


def requested(*names: str, **others: object) -> Grouping:
    return Grouping(grouped=frozenset(names), **others)  # type: ignore[arg-type]


def test_flat_names_are_groups_that_nest() -> None:
    graph = prepare_graph(graph_bytes(*chain(layers())))
    stages = ["conv1_*", "conv2_*", "conv3_*", "conv4_*"]
    assert children(graph) == ["input", *stages, "avg_pool", "predictions"]
    assert children(graph, "conv1_*") == ["conv1_pad", "conv1_conv"]
    assert children(graph, "conv2_*") == [f"conv2_block{number}_*" for number in (1, 2, 3)]
    block = [f"conv2_block3_{layer}" for layer in LAYERS]
    assert children(graph, "conv2_block3_*") == block  # seven are read as they are


def test_a_group_says_what_it_is() -> None:
    graph = prepare_graph(graph_bytes(*chain(layers())))
    (_, _, group, *_) = build_scope(graph, "").nodes
    assert (group.kind, group.name, group.label) == ("prefix_group", "conv2_*", "conv2_*")
    assert (group.count, group.op, group.expandable) == (21, "", True)


def test_groups_that_hide_the_model_are_open_at_first() -> None:
    parts = [
        f"{part}{stage}_{layer}"
        for part in ("enc", "dec")
        for stage in "1234"
        for layer in "abcdef"
    ]
    graph = prepare_graph(graph_bytes(*chain(["input", *parts, "output"])))
    assert children(graph) == ["input", "enc*", "dec*", "output"]
    assert first_view_of(graph) == ("dec*", "enc*")
    assert children(graph, "enc*") == ["enc1_*", "enc2_*", "enc3_*", "enc4_*"]


def test_members_are_found_with_the_groups_around_them() -> None:
    graph = prepare_graph(graph_bytes(*chain(layers())))
    (match,) = search(graph, "conv3_block2_add").matches
    assert match.scopes == ["conv3_*", "conv3_block2_*"]
    found = {each.name: each.kind for each in search(graph, "conv3_block").matches}
    assert found["conv3_block2_*"] == "prefix_group"


def test_few_nodes_are_left_as_they_are() -> None:
    names = layers({2: 5})[:40]
    assert children(prepare_graph(graph_bytes(*chain(names)))) == names


def test_a_viewer_requests_groups_in_a_scope() -> None:
    names = [f"net/{name}" for name in layers({2: 3})]
    graph = prepare_graph(graph_bytes(*chain(names)))
    assert children(graph, "net") == names
    grouped = graph.grouped(requested("net/*"))
    assert children(grouped, "net") == [
        "net/input",
        "net/conv1_*",
        *(f"net/conv2_block{number}_*" for number in (1, 2, 3)),  # nearly all begin with conv2_
        "net/avg_pool",
        "net/predictions",
    ]
    assert children(graph.grouped(requested("other/*", "*", "net*")), "net") == names
    assert children(graph.grouped(Grouping(prefixes="all"))) == ["net"]
    assert children(graph.grouped(Grouping(prefixes="all")), "net") == children(grouped, "net")


def test_a_viewer_ungroups_one_or_all() -> None:
    graph = prepare_graph(graph_bytes(*chain(layers())))
    one = graph.grouped(Grouping(ungrouped=frozenset({"conv2_*"})))
    blocks = [f"conv2_block{number}_*" for number in (1, 2, 3)]
    assert children(one)[:6] == ["input", "conv1_*", *blocks, "conv3_*"]
    both = graph.grouped(Grouping(ungrouped=frozenset({"conv2_*", "conv2_block2_*"})))
    assert children(both)[3] == "conv2_block2_1_conv"
    for grouping in (
        Grouping(prefixes="none"),
        Grouping(threshold=0),
        Grouping(rule="tensorboard"),
        Grouping(ungrouped=frozenset({"*"})),
    ):
        assert children(graph.grouped(grouping)) == layers()
    assert children(graph.grouped(requested("*", prefixes="none"))) == children(graph)


@pytest.mark.parametrize(
    ("name", "scope"), [("*", ""), ("a/*", "a"), ("a/b*", None), ("a*", None), ("/*", None)]
)
def test_a_request_names_its_scope(name: str, scope: str | None) -> None:
    assert scope_of_request(name) == scope


def test_layers_that_differ_by_a_number_alone_stay_in_sight() -> None:
    names = [f"dense_{number}" for number in range(20)] + [f"relu{number}" for number in range(20)]
    mixed = [name for pair in zip(names[:20], names[20:], strict=True) for name in pair]
    data = [
        node(name, name[:4], inputs.input) for inputs, name in zip(chain(mixed), mixed, strict=True)
    ]
    graph = prepare_graph(graph_bytes(*data, node("loss", "Mean", [mixed[-1]])))
    assert not [name for name in children(graph) if "*" in name]
    by_request = graph.grouped(requested("*", threshold=50))
    assert set(children(by_request)) == {"dense_*", "relu*", "loss"}


def test_what_runs_side_by_side_may_differ_by_a_number_alone() -> None:
    lines = ["x Placeholder"]
    for number in range(4):
        lines += [f"mul_{number} Mul x", f"pow_{number} Pow mul_{number}"]
        lines += [f"abs_{number} Abs pow_{number}"]
    body = [f"part{'abcdefghijklmnopqrstuvwxyz'[n]} Relu x" for n in range(26)]
    graph = prepare_graph(ops(*lines, *body, "y AddN abs_0 abs_1 abs_2", "loss Neg y"))
    assert [each for each in children(graph) if "*" in each] == ["mul_*", "pow_*", "abs_*"]


def test_groups_that_would_feed_each_other_are_not_both_made() -> None:
    lines = ["x Placeholder", "a_1 Relu x", "b_1 Neg a_1", "b_2 Neg x", "a_2 Relu b_2"]
    lines += [f"c_{letter} Exp x" for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJK"]
    graph = prepare_graph(ops(*lines))
    assert [each for each in children(graph) if "*" in each] == ["a_*", "c_*"]


def test_the_model_and_bookkeeping_are_not_in_one_group() -> None:
    model = chain([f"net_{name}" for name in "abcdefghijklmnopqrstuvwxyz"])
    saver = [node(f"net_{name}", "SaveV2", ["net_a"]) for name in "ABCDEFGHIJKLMNOPQRST"]
    unlike = [node(f"net_{name}", "RestoreV2") for name in "UVWXYZ"]
    graph = prepare_graph(
        graph_bytes(*model, *saver, *unlike, node("z", "Neg", ["net_z"])),
    )
    graph = graph.grouped(Grouping(threshold=100))
    assert children(graph)[-2:] == ["net_*", "z"]
    assert set(children(graph, "net_*")) == {each.name for each in (*saver, *unlike)}
    named = graph.grouped(requested("*", threshold=100))
    assert children(named) == ["net_*", "net_*#2", "z"]


def test_a_scope_of_bookkeeping_is_left_as_it_is() -> None:
    saver = [
        node(f"save/{kind}_{name}", "SaveV2")
        for kind in "ab"
        for name in "abcdefghijklmnopqrstuvwx"
    ]
    graph = prepare_graph(graph_bytes(*saver, node("x", "MatMul")))
    assert len(children(graph.grouped(Grouping(threshold=100)), "save")) == 48
    grouped = graph.grouped(requested("save/*", threshold=100))
    assert children(grouped, "save") == ["save/a_*", "save/b_*"]


def test_modules_of_pytorch_go_by_their_attributes() -> None:
    kinds = ("Conv2d", "BatchNorm2d", "ReLU")
    names = [
        f"Net/{kinds[layer]}[enc{part}_{layer}]/{part}{layer}"
        for part in range(4)
        for layer in range(3)
    ]
    pairs = pairwise(["", *names])
    data = [node(name, "aten::relu", [before] if before else []) for before, name in pairs]
    graph = prepare_graph(graph_bytes(*data)).grouped(requested("Net/*"))
    assert children(graph, "Net") == [f"Net/enc{part}_*" for part in range(4)]


def test_a_series_and_a_stack_may_be_members() -> None:
    lines = ["x Placeholder", *(f"head_mul{number} Mul x" for number in range(6))]
    lines += [f"head_cell_{number}/{op} {op} x" for number in range(6) for op in ("Add", "Sub")]
    graph = prepare_graph(ops(*lines, "y Neg x")).grouped(requested("*"))
    assert children(graph) == ["x", "head_*", "y"]
    assert children(graph, "head_*") == ["head_mul[0-5]", "head_cell[0-5]"]
    assert children(graph, "head_cell[0-5]")[0] == "head_cell_0"


def test_the_inside_of_a_function_is_grouped_where_it_is_called() -> None:
    body = [f"{part}_{letter} Relu arg" for part in ("enc", "dec") for letter in "abcd"]
    net = function("net", "arg", "y=last:y:0", *body, "last AddN enc_a:y:0 dec_a:y:0")
    graph = prepare_graph(library([net], "x Placeholder", "call PartitionedCall x f=net"))
    shown = group_as_shown(graph, requested("call/*"))
    assert [each.name for each in build_scope(shown, "call").nodes if each.kind != "op"] == [
        "call/enc_*",
        "call/dec_*",
    ]
    assert [each.name for each in build_scope(shown, "call/dec_*").nodes] == [
        f"call/dec_{letter}" for letter in "abcd"
    ]


_WORDS = st.sampled_from(["a", "b", "c2", "d1"])


@st.composite
def flat_graph(draw: st.DrawFn) -> list[NodeDef]:
    """Draw more siblings than are left as they are, with names of few words, without cycles."""
    parts = st.lists(_WORDS, min_size=1, max_size=3).map("_".join)
    names = draw(st.lists(parts | parts.map("s/".__add__), min_size=46, max_size=60, unique=True))
    kinds = st.sampled_from(["Relu", "Relu", "Mul", "SaveV2"])
    nodes = []
    for number, name in enumerate(names):
        sources = st.sampled_from(names[max(0, number - 6) : number]) if number else st.nothing()
        inputs = draw(st.lists(sources, max_size=2, unique=True)) if number else []
        nodes.append(node(name, draw(kinds), inputs))
    return nodes


_GROUPINGS = st.sampled_from(
    [Grouping(), Grouping(prefixes="all"), requested("*", "s/*"), Grouping(threshold=2)]
)


@examples(40)
@given(flat_graph(), _GROUPINGS)
def test_names_and_edges_stay_and_groups_nest(nodes: list[NodeDef], grouping: Grouping) -> None:
    plain = prepare_graph(graph_bytes(*nodes), NO_GROUPING)
    graph = plain.grouped(grouping)
    tree = graph.tree
    assert sorted(tree.op[tree.first_op :].tolist()) == list(range(len(nodes)))
    for row in range(tree.first_op):
        inside = tree.children_of(row)
        assert tree.size[row] == tree.size[inside].sum()
        ends = tree.start[inside] + tree.size[inside]
        np.testing.assert_array_equal(tree.start[inside][1:], ends[:-1])
        np.testing.assert_array_equal(tree.depth[inside], tree.depth[row] + 1)
        assert tree.find_scope(tree.path(row)) == row
        if tree.kind(row) == "prefix_group":
            prefix = tree.path(row).partition("*")[0]
            assert inside.size > 1
            assert all(tree.path(child).startswith(prefix) for child in inside.tolist())
            siblings = tree.children_of(int(tree.parent[row]))
            assert siblings.size > 1
    for row in range(tree.first_group):
        assert tree.path(row) == plain.tree.path(row)
    assert _edges(graph) == _edges(plain)
    every = frozenset(tree.group_paths) | {"*", "s/*"}
    bare = plain.grouped(Grouping(threshold=grouping.threshold, ungrouped=every))
    assert not [each for each in bare.tree.group_paths if each.endswith("*")]


@examples(40)
@given(flat_graph(), _GROUPINGS, st.randoms(use_true_random=False))
def test_the_order_of_nodes_decides_nothing(
    nodes: list[NodeDef], grouping: Grouping, random: Random
) -> None:
    mixed = random.sample(nodes, len(nodes))
    assert _groups(nodes, grouping) == _groups(mixed, grouping)


@examples(40)
@given(flat_graph())
def test_groups_of_their_own_accord_put_no_model_on_a_cycle(nodes: list[NodeDef]) -> None:
    model = [each for each in nodes if each.op != "SaveV2"]
    names = {each.name for each in model}
    for each in model:
        each.input[:] = [name for name in each.input if name in names and "/" not in each.name]
    graph = prepare_graph(graph_bytes(*model), Grouping(threshold=100))
    for row in range(graph.tree.first_op):
        edges = inner_metaedges(graph.edges, graph.tree, row)
        pairs = zip(edges.source.tolist(), edges.target.tolist(), strict=True)
        drawn = nx.DiGraph([pair for pair in pairs if pair[0] != pair[1]])
        assert nx.is_directed_acyclic_graph(drawn)


def _groups(nodes: list[NodeDef], grouping: Grouping) -> dict[str, set[str]]:
    """Return the names inside each prefix group."""
    tree = prepare_graph(graph_bytes(*nodes), grouping).tree
    return {
        tree.path(row): {tree.path(child) for child in tree.children_of(row).tolist()}
        for row in range(tree.first_group, tree.first_op)
        if tree.kind(row) == "prefix_group"
    }


def _edges(graph: PreparedGraph) -> int:
    """Return the number of edges that the metaedges of all scopes have together."""
    rows = range(graph.tree.first_op)
    return sum(int(inner_metaedges(graph.edges, graph.tree, row).count.sum()) for row in rows)
