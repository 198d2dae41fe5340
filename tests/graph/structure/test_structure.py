"""Structure: scopes with equal contents, compared with isomorphism by networkx."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from networkx.algorithms.isomorphism import MultiDiGraphMatcher

from graph.graphdefs import graph_bytes, node, ops, unhurried
from scopeboard.arrays import Hashes
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph, annotate
from scopeboard.graph.hierarchy.tree import ScopeTree, build_tree
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.structure.structure import UNIQUE, group_structures, structure_hashes
from scopeboard.wire.graph_pb2 import GraphDef


def hashed(data: bytes) -> tuple[AnnotatedGraph, ScopeTree, Hashes]:
    graph = annotate(parse_graph(data))
    tree = build_tree(graph)
    return graph, tree, structure_hashes(graph, tree)


def hash_of(name: str, *lines: str) -> int:
    """Return the hash of a scope in a graph written as lines."""
    _, tree, hashes = hashed(ops(*lines))
    row = tree.find_scope(name)
    assert row is not None
    return int(hashes[row])


def same(*lines: str) -> bool:
    """Return whether the scopes `s` and `t` of a graph have the same structure."""
    return hash_of("s", *lines) == hash_of("t", *lines)


def test_names_devices_and_shapes_do_not_count() -> None:
    data = graph_bytes(
        node("s/x", "Relu", [], [[2, 3]]),
        node("s/y", "MatMul", ["s/x", "s/x"], [[4]], device="/gpu:0"),
        node("t/b", "MatMul", ["t/a", "t/a"], [[5]]),
        node("t/a", "Relu"),
    )
    graph, tree, hashes = hashed(data)
    assert group_structures(tree, hashes).tolist() == [UNIQUE, 0, 0, *[UNIQUE] * len(graph.ops)]


@pytest.mark.parametrize(
    ("s", "t"),
    [
        (["s/a A", "s/b B"], ["t/a A", "t/b A"]),
        (["s/a A"], ["t/a A", "t/b A"]),
        (["s/a A", "s/b B s/a"], ["t/a A", "t/b B"]),
        (["s/a A", "s/b B s/a"], ["t/a A t/b", "t/b B"]),
        (["s/a A", "s/b B s/a"], ["t/a A", "t/b B ^t/a"]),
        (["s/a A", "s/b B s/a"], ["t/a A", "t/b B t/a:1"]),
        (["s/a A", "s/b B s/a s/a"], ["t/a A", "t/b B t/a"]),
        (["s/a A", "s/b B", "s/c C s/a s/b"], ["t/a A", "t/b B", "t/c C t/b t/a"]),
        (["s/n/a A"], ["t/a A"]),
        (["s/a A s/c", "s/c Const"], ["t/a A"]),
    ],
    ids=str,
)
def test_types_wiring_and_nesting_count(s: list[str], t: list[str]) -> None:
    assert not same(*s, *t)


def test_control_inputs_have_no_order() -> None:
    s = ["s/a A", "s/b B", "s/c C ^s/a ^s/b"]
    t = ["t/a A", "t/b B", "t/c C ^t/b ^t/a"]
    assert same(*s, *t)


def test_edges_across_the_border_do_not_count() -> None:
    assert same("o O", "s/a A o", "s/b B s/a", "t/a A", "t/b B t/a", "p P t/b")


def test_it_matters_which_op_inside_a_child_an_edge_ends_at() -> None:
    s = ["s/m/a A", "s/m/b B s/m/a", "s/z Z s/m/b"]
    t = ["t/m/a A", "t/m/b B t/m/a", "t/z Z t/m/a"]
    assert not same(*s, *t)
    assert hash_of("s/m", *s) == hash_of("t/m", *t)


def test_it_matters_whether_two_edges_end_at_one_op() -> None:
    s = ["s/m/a A", "s/m/b A", "s/y Y s/m/a", "s/z Z s/m/a"]
    t = ["t/m/a A", "t/m/b A", "t/y Y t/m/a", "t/z Z t/m/b"]
    assert not same(*s, *t)


def test_it_matters_whether_an_op_has_both_inputs_and_outputs() -> None:
    s = ["s/x X", "s/m/a A s/x", "s/m/b A", "s/z Z s/m/a"]
    t = ["t/x X", "t/m/a A t/x", "t/m/b A", "t/z Z t/m/b"]
    assert not same(*s, *t)


def test_the_position_in_a_long_chain_counts() -> None:
    def chain(scope: str, odd: int) -> list[str]:
        return [
            f"{scope}/{i} {'B' if i == odd else 'A'} {scope}/{i - 1 if i else 'none'}"
            for i in range(60)
        ]

    assert not same(*chain("s", 20), *chain("t", 30))
    assert same(*chain("s", 20), *chain("t", 20))


def test_the_size_of_similar_components_counts() -> None:
    s = ["s/a A", "s/b A", "s/c C s/a s/a", "s/d C s/b s/b"]
    t = ["t/a A", "t/b A", "t/c C t/a t/b", "t/d C t/b t/a"]
    assert not same(*s, *t)


def test_cycles_and_the_ops_after_them_count() -> None:
    s = ["s/a A s/b", "s/b B s/a", "s/c C s/b", "s/d D s/c"]
    assert same(*s, *(line.replace("s/", "t/") for line in s))
    assert not same(*s, "t/a A t/b", "t/b B t/a", "t/c C t/b", "t/d D t/b")


def test_structures_are_numbered_as_they_appear() -> None:
    lines = ["c/x X", "a/y Y", "d/y Y", "b/x X", "e/z Z"]
    _, tree, hashes = hashed(ops(*lines))
    numbers = group_structures(tree, hashes)
    structures = {name: int(numbers[tree.find_scope(name) or 0]) for name in "cadbe"}
    assert structures == {"c": 0, "a": 1, "d": 1, "b": 0, "e": UNIQUE}


def test_five_thousand_levels() -> None:
    deep = "/".join(["n"] * 5000)
    lines = [f"{top}/{deep}/a A" for top in "st"]
    assert same(*lines)


# The oracle: a scope as a graph of its ops and nested scopes, each op below the scope it is in,
# compared by trying all mappings.


def as_graph(graph: AnnotatedGraph, tree: ScopeTree, scope: int) -> "nx.MultiDiGraph[int]":
    whole: nx.MultiDiGraph[int] = nx.MultiDiGraph()
    start, end = int(tree.start[scope]), int(tree.start[scope] + tree.size[scope])
    row_of = {}
    for row in range(tree.parent.size):
        if start <= tree.start[row] < end and scope in tree.ancestors(row):
            op = int(tree.op[row])
            row_of[op] = row
            whole.add_node(row, kind="" if op < 0 else graph.ops.op_types[graph.ops.op_type[op]])
            if row != scope:
                whole.add_edge(int(tree.parent[row]), row, kind="inside")
    edges = graph.edges
    for source, target, port, slot, kind in zip(
        edges.source.tolist(), edges.target.tolist(), edges.port.tolist(), edges.slot.tolist(),
        edges.kind.tolist(), strict=True,
    ):  # fmt: skip
        if source in row_of and target in row_of:
            label = "control" if kind == CONTROL else f"{port}:{slot}"
            whole.add_edge(row_of[source], row_of[target], kind=label)
    return whole


def is_isomorphic(left: "nx.MultiDiGraph[int]", right: "nx.MultiDiGraph[int]") -> bool:
    matcher = MultiDiGraphMatcher(left, right, _same_kind, _same_kinds)
    return bool(matcher.is_isomorphic())


def _same_kind(left: dict[str, str], right: dict[str, str]) -> bool:
    return left["kind"] == right["kind"]


def _same_kinds(left: dict[int, dict[str, str]], right: dict[int, dict[str, str]]) -> bool:
    return sorted(e["kind"] for e in left.values()) == sorted(e["kind"] for e in right.values())


Body = list[tuple[str, str, list[str]]]  # path, op type, inputs

_LABELS = ["a", "b", "c"]
_PATHS = st.lists(st.sampled_from(_LABELS), min_size=1, max_size=3).map("/".join)


@st.composite
def small_body(draw: st.DrawFn) -> Body:
    """Draw up to six ops of two types in nested scopes, wired at random."""
    paths = draw(st.lists(_PATHS, min_size=1, max_size=6, unique=True))
    inputs = st.lists(
        st.tuples(st.sampled_from(["", "", "", "^"]), st.sampled_from(paths)).map("".join),
        max_size=2,
    )
    return [(path, draw(st.sampled_from(["A", "B"])), draw(inputs)) for path in paths]


def placed(scope: str, body: Body) -> list[str]:
    lines = []
    for path, op, inputs in body:
        wired = [f"^{scope}/{i[1:]}" if i.startswith("^") else f"{scope}/{i}" for i in inputs]
        lines.append(" ".join([f"{scope}/{path}", op, *wired]))
    return lines


def renamed(body: Body, names: dict[str, str]) -> Body:
    """Rename every segment of every name."""
    table = str.maketrans(names)
    return [
        (p.translate(table), op, [i.translate(table) for i in inputs]) for p, op, inputs in body
    ]


@st.composite
def like_bodies(draw: st.DrawFn) -> tuple[Body, Body]:
    """Draw a body, and the same with other names and order, perhaps with one change."""
    body = draw(small_body())
    names = dict(zip(_LABELS, draw(st.permutations(_LABELS)), strict=True))
    other = draw(st.permutations(renamed(body, names)))
    if draw(st.booleans()):
        index = draw(st.integers(0, len(other) - 1))
        path, op, inputs = other[index]
        source = draw(st.sampled_from([path for path, _, _ in other]))
        other[index] = draw(
            st.sampled_from(
                [(path, "B", inputs), (path, op, inputs[:1]), (path, op, [*inputs[:1], source])]
            )
        )
    return body, other


@unhurried
@given(like_bodies())
def test_scopes_are_the_same_when_they_are_isomorphic(bodies: tuple[Body, Body]) -> None:
    s, t = bodies
    graph, tree, hashes = hashed(ops(*placed("s", s), *placed("t", t)))
    scopes = np.flatnonzero(tree.op < 0).tolist()
    graphs = {scope: as_graph(graph, tree, scope) for scope in scopes}
    for left, right in combinations(scopes, 2):
        is_same = hashes[left] == hashes[right]
        assert is_same == is_isomorphic(graphs[left], graphs[right]), (
            tree.path(left),
            tree.path(right),
        )


def calls(*bodies: list[str]) -> bytes:
    """Return a graph with a scope for each body, and in it a call of a function of that body."""
    graph = GraphDef()
    for index, lines in enumerate(bodies):
        made = graph.node.add(name=f"s{index}/call", op="PartitionedCall")
        made.attr["f"].func.name = f"f{index}"
        body = GraphDef.FromString(ops(*lines)).node
        graph.library.function.add(node_def=body).signature.name = f"f{index}"
    return graph.SerializeToString()


def test_a_call_counts_as_the_body_it_opens_into() -> None:
    data = calls(["a A", "b B a"], ["x A", "y B x"], ["a A", "b B"])
    _, tree, hashes = hashed(data)
    first, same_body, other = (int(hashes[tree.find_scope(f"s{i}") or 0]) for i in range(3))
    assert first == same_body != other


def test_a_recursive_function_ends() -> None:
    graph = GraphDef.FromString(calls(["a A"]))
    again = graph.library.function[0].node_def.add(name="again", op="PartitionedCall")
    again.attr["f"].func.name = "f0"
    _, tree, hashes = hashed(graph.SerializeToString())
    assert hashes.size == tree.parent.size
