"""Edges between any two shown nodes, compared with the edges and bridges of scopes."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, ordinary_graph, real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.oracle import Oracle
from graph.shown import open_nodes, shown_children
from scopeboard.errors import NotFoundError
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.hierarchy.metaedges import (
    group_edges,
    inner_metaedges,
    inward_metaedges,
    outward_metaedges,
)
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.paths.base_edges import edges_between
from scopeboard.graph.paths.paths import ShownNode, opens, resolve, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.edge_tensors import FlowingTensor, tensors_between

PAIRS = Grouping(threshold=2)


def ends(graph: PreparedGraph, source: str, target: str) -> list[tuple[str, str]]:
    found = tensors_between(graph, source, target)
    return [(tensor.source, tensor.target) for tensor in found.tensors]


def count(graph: PreparedGraph, source: ShownNode, target: ShownNode) -> int:
    return int(edges_between(graph, source, target).edge.size)


def test_a_tensor_has_name_shape_and_size() -> None:
    data = graph_bytes(
        node("s/a", "Split", shapes=[None, [-1, 4]]), node("t/b", inputs=["s/a", "s/a:1", "^s/a"])
    )
    found = tensors_between(prepare_graph(data), "s", "t")
    assert (found.total, found.bound) == (3, None)
    assert found.tensors == [
        FlowingTensor("s/a", 0, "t/b", 0, "data", None, None, "float32", None, None, None, None),
        FlowingTensor("s/a", 1, "t/b", 1, "data", [-1, 4], "?×4", "float32", 4, 16, None, None),
        FlowingTensor(
            "s/a", None, "t/b", None, "control", None, None, None, None, None, None, None
        ),
    ]


def test_tensors_and_control_dependencies_are_separate() -> None:
    data = graph_bytes(node("a"), node("b", inputs=["a", "a", "^a"]))
    graph = prepare_graph(data)
    assert tensors_between(graph, "a", "b", control=False).total == 2
    assert [t.kind for t in tensors_between(graph, "a", "b", control=True).tensors] == ["control"]


def test_a_long_list_is_cut_and_has_its_length() -> None:
    graph = prepare_graph(graph_bytes(node("a"), node("b", inputs=["a"] * 1500)))
    first = tensors_between(graph, "a", "b", limit=5000)
    assert (len(first.tensors), first.bound) == (1000, "1,000 of 1,500 are listed.")
    rest = tensors_between(graph, "a", "b", offset=1000)
    assert [t.slot for t in rest.tensors] == list(range(1000, 1500))


def test_an_unknown_node_raises() -> None:
    with pytest.raises(NotFoundError, match="no node"):
        tensors_between(prepare_graph(graph_bytes(node("a"))), "a", "b")


def test_edges_lead_into_and_out_of_functions_and_across() -> None:
    neg = function("neg", "x", "y=n:o:0", "n Neg x")
    lines = ["p Add", "c1 neg p", "c2 PartitionedCall c1 f=neg", "q/r Neg c2"]
    graph = prepare_graph(library([neg], *lines))
    assert ends(graph, "p", "c1") == [("p", "c1")]
    assert ends(graph, "p", "c1/x") == [("p", "c1/x")]
    assert ends(graph, "p", "c1/n") == []
    assert ends(graph, "c1/x", "c1/n") == [("c1/x", "c1/n")]
    assert ends(graph, "c1/result:y", "c2/x") == [("c1/result:y", "c2/x")]
    assert ends(graph, "c1", "c2/x") == [("c1", "c2/x")]
    assert ends(graph, "c2/result:y", "q") == [("c2/result:y", "q/r")]
    assert ends(graph, "c1/x", "c2/n") == []


def test_the_edges_within_the_inner_node_are_left_out() -> None:
    data = graph_bytes(
        node("s/t/a"), node("s/t/b", inputs=["s/t/a"]), node("s/c", inputs=["s/t/b"])
    )
    graph = prepare_graph(data)
    assert ends(graph, "s/t", "s") == [("s/t/b", "s/c")]
    assert ends(graph, "s", "s/t") == ends(graph, "s", "s") == []


@unhurried
@given(any_library() | any_graph())
def test_metaedges_and_bridges_are_the_edges_between_their_ends(data: bytes) -> None:
    graph = prepare_graph(data, PAIRS)
    tree = graph.tree
    for shown in open_nodes(graph, limit=40):
        if tree.op[shown.row] >= 0:
            continue
        children = shown_children(graph, shown)
        inner = inner_metaedges(graph.edges, tree, shown.row)
        expected: Counter[tuple[str, str]] = Counter()
        for source, target, tensors in zip(inner.source, inner.target, inner.count, strict=True):
            expected[children[source].path, children[target].path] += int(tensors)
        found = {
            (one.path, other.path): count(graph, one, other)
            for one, other in product(children, children)
        }
        assert +expected == +Counter(found)
        for way, bridges in (("in", inward_metaedges), ("out", outward_metaedges)):
            across = bridges(graph.edges, tree, shown.row)
            inside = across.target if way == "in" else across.source
            outside = across.source if way == "in" else across.target
            by_ends: Counter[tuple[int, int]] = Counter()
            for row, child, tensors in zip(outside, inside, across.count, strict=True):
                by_ends[int(row), int(child)] += int(tensors)
            for (row, child), tensors in by_ends.items():
                name = shown_path(graph, row, shown.alias)
                pair = (ShownNode(row, name, shown.alias), children[child])
                assert count(graph, *(pair if way == "in" else pair[::-1])) == tensors


@unhurried
@given(any_library() | any_graph())
def test_edges_into_an_open_node_end_at_its_children(data: bytes) -> None:
    graph = prepare_graph(data, PAIRS)
    nodes = [each for each in open_nodes(graph, limit=12) if graph.tree.op[each.row] < 0]
    for one, other in combinations(nodes, 2):
        if one.path in ("", other.path) or f"{other.path}/".startswith(f"{one.path}/"):
            continue
        parts = [
            (child, grand)
            for child in shown_children(graph, one)
            for grand in shown_children(graph, other)
        ]
        for pairs, whole in ((parts, (one, other)), ([p[::-1] for p in parts], (other, one))):
            total = sum(count(graph, *pair) for pair in pairs)
            if not _nested(graph, one, other):
                assert total == count(graph, *whole)


def _nested(graph: PreparedGraph, one: ShownNode, other: ShownNode) -> bool:
    """Return whether one node is open within the other, series nodes included."""
    first, second = (
        {child.path for child in shown_children(graph, shown)} | {shown.path}
        for shown in (one, other)
    )
    return any(
        name == end or name.startswith(f"{end}/")
        for ends_of, names in ((first, second), (second, first))
        for name in names
        for end in ends_of
    )


def unwired(graph: PreparedGraph, call: ShownNode, shown: ShownNode) -> Counter[str]:
    """Count the edges into a call op from each op that no argument takes."""
    assert shown.alias is not None
    op, edges = shown.alias.call, graph.annotated.edges
    wiring, args = shown.alias.body.wiring, graph.annotated.ops.functions.args_of
    lost: Counter[str] = Counter()
    for edge in np.flatnonzero(edges.target == op).tolist():
        slot = int(edges.slot[edge]) - (wiring.skipped if wiring else 0)
        takes = wiring and 0 <= slot < args(shown.alias.body.function).size
        if edges.kind[edge] == CONTROL or not takes:
            name = shown_path(graph, graph.tree.row_of_op(int(edges.source[edge])) or 0, call.alias)
            lost[name] += 1
    return lost


@unhurried
@given(any_library())
def test_edges_into_a_call_end_at_its_arguments_or_its_border(data: bytes) -> None:
    graph = prepare_graph(data, Grouping(threshold=0))
    for shown in open_nodes(graph, limit=40):
        children = shown_children(graph, shown)
        for call in children:
            op = int(graph.tree.op[call.row])
            if op < 0 or len(graph.calls.bodies_of(op)) != 1 or not opens(graph, call):
                continue
            inside = resolve(graph, call.path)
            lost = unwired(graph, call, inside)
            for child in children:
                if child.path != call.path and graph.tree.op[child.row] >= 0:
                    into = [count(graph, child, each) for each in shown_children(graph, inside)]
                    assert sum(into) + lost[child.path] == count(graph, child, call)


def visible_nodes(graph: PreparedGraph, chooser: random.Random) -> list[ShownNode]:
    """Open some scopes and series nodes, and return the visible nodes."""
    visible, todo = [], shown_children(graph, resolve(graph, ""))
    while todo:
        shown = todo.pop()
        if graph.tree.op[shown.row] < 0 and chooser.random() < 0.6:
            todo += shown_children(graph, resolve(graph, shown.path))
        else:
            visible.append(shown)
    return visible


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn"])
def test_any_cut_of_a_real_graph_agrees_with_the_oracle(name: str) -> None:
    for seed in range(3):
        assert_cut(real_graph(name), random.Random(seed))  # noqa: S311 - the same in each run


@unhurried
@given(ordinary_graph(), st.randoms(use_true_random=False))
def test_any_cut_agrees_with_the_oracle(data: bytes, chooser: random.Random) -> None:
    assert_cut(data, chooser)


def assert_cut(data: bytes, chooser: random.Random) -> None:
    """Compare the metaedges between visible nodes with the base edges, those of annotations apart.

    Each base edge of the GraphDef either joins two nodes or ends at an annotation; what is between
    visible nodes is the former and what was carried over from the latter.
    """
    graph, oracle = prepare_graph(data, PAIRS), Oracle(data)
    visible = visible_nodes(graph, chooser)
    shown_in = {}
    for number, shown in enumerate(visible):
        start = int(graph.tree.start[shown.row])
        for position in range(start, start + int(graph.tree.size[shown.row])):
            shown_in[position] = number
    assert len(shown_in) == len(oracle.nodes)
    by_name = {name: op for op, name in enumerate(graph.annotated.ops.names)}
    at = {name: shown_in[int(graph.tree.position[by_name[name]])] for name in oracle.nodes}
    expected = Counter((at[link.source], at[link.target], link.kind) for link in oracle.links)
    found: Counter[tuple[int, int, str]] = Counter()
    for (s, one), (t, other) in product(enumerate(visible), repeat=2):
        edges = edges_between(graph, one, other).edge
        zeros = np.zeros(edges.size, dtype=np.int64)
        across = group_edges(graph.edges, edges, zeros, zeros)
        for kind, tensors in zip(across.kind.tolist(), across.count.tolist(), strict=True):
            found[s, t, "control" if kind == CONTROL else "tensor"] += tensors
    scopes = {n for n, shown in enumerate(visible) if graph.tree.op[shown.row] < 0}
    inside = {key for key in expected if key[0] == key[1] and key[0] in scopes}
    assert found == Counter({key: n for key, n in expected.items() if key not in inside})
