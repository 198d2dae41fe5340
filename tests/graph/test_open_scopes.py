"""What must hold over all answers for a graph, with series nodes and functions opened in place."""

import random
from collections import Counter
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, real_graph, unhurried
from graph.libraries import any_library
from graph.shown import open_nodes
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.paths.paths import group_as_shown
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph
from scopeboard.graph.query.edge_tensors import tensors_between
from scopeboard.graph.scope.answer import Scope
from scopeboard.graph.scope.build import ScopeOptions, build_scope
from scopeboard.graph.scope.extraction import ExtractOptions

PAIRS = Grouping(threshold=2)
OPTIONS = [
    (DEFAULT_GROUPING, ScopeOptions()),
    (PAIRS, ScopeOptions()),
    (Grouping(threshold=0), ScopeOptions()),
    (
        DEFAULT_GROUPING,
        ScopeOptions(extract=ExtractOptions(sink_types=("Add",), max_control_degree=0)),
    ),
]


def answer(graph: PreparedGraph, path: str, way: tuple[Grouping, ScopeOptions]) -> Scope:
    """Return the answer for a scope, in one grouping and with the other options."""
    grouping, options = way
    return build_scope(group_as_shown(graph, grouping), path, options)


def all_scopes(graph: PreparedGraph, limit: int = 150) -> dict[str, Scope]:
    """Return the answers for all that a viewer can open, up to a limit."""
    return {place.path: build_scope(graph, place.path) for place in open_nodes(graph, "", limit)}


def in_tree(graph: PreparedGraph) -> dict[str, Scope]:
    """Return the answers for the scopes of the tree itself, the library's included."""
    return {
        graph.tree.path(row): build_scope(graph, graph.tree.path(row))
        for row in range(graph.tree.first_op)
    }


@unhurried
@given(any_library() | any_graph())
def test_each_op_appears_exactly_once(data: bytes) -> None:
    graph = prepare_graph(data, PAIRS)
    nodes = [node for scope in in_tree(graph).values() for node in scope.nodes]
    bodies = {graph.tree.path(row) for row in graph.calls.function_rows.tolist() if row >= 0}
    shown = Counter(n.name for n in nodes if n.kind in ("op", "function") and n.name not in bodies)
    beside = {annotation.name for node in nodes for annotation in node.annotations}
    ops = range(len(graph.annotated.ops))
    is_node = graph.annotated.is_node
    assert shown == Counter(graph.tree.op_path(op) for op in ops if is_node[op])
    annotations = graph.annotated.annotations.op.tolist()
    assert beside == set(map(graph.tree.op_path, annotations))
    assert beside.isdisjoint(shown)


@unhurried
@given(any_library() | any_graph())
def test_each_op_of_a_body_appears_once_where_it_is_opened(data: bytes) -> None:
    graph = prepare_graph(data, PAIRS)
    for place in open_nodes(graph, limit=30):
        if place.alias is None or place.row != place.alias.root:
            continue
        scopes = [build_scope(graph, each.path) for each in open_nodes(graph, place.path)]
        own = [n for s in scopes for n in s.nodes if n.kind in ("op", "function")]
        functions = graph.annotated.ops.functions
        first, end = (int(c[place.alias.body.function]) for c in (functions.first, functions.end))
        expected = Counter(
            place.path + graph.tree.op_path(op)[len(graph.tree.path(place.row)) :]
            for op in range(first, end)
            if graph.annotated.is_node[op]
        )
        shown = Counter(n.name for n in own)
        assert {name: shown[name] for name in expected} == dict(expected)
        assert place.path == "" or all(n.name.startswith(f"{place.path}/") for n in own)


@unhurried
@given(any_library() | any_graph())
def test_every_end_of_an_edge_is_a_node_that_can_be_seen(data: bytes) -> None:
    graph = prepare_graph(data, PAIRS)
    scopes = all_scopes(graph, limit=300)
    everywhere = {n.name for scope in scopes.values() for n in scope.nodes}
    for scope in scopes.values():
        here = {n.name for n in scope.nodes}
        assert here.issuperset({end for e in scope.edges for end in (e.source, e.target)})
        assert here.issuperset({b.node for b in scope.bridges})
        if len(scopes) < 300:
            assert everywhere.issuperset({b.neighbour for b in scope.bridges})
        assert not any(b.neighbour in here for b in scope.bridges)


@unhurried
@given(any_library() | any_graph())
def test_the_tensors_of_edges_and_bridges_are_listed_on_demand(data: bytes) -> None:
    graph = prepare_graph(data, PAIRS)
    for scope in all_scopes(graph, limit=25).values():
        for edge in scope.edges:
            found = tensors_between(graph, edge.source, edge.target, control=edge.kind == "control")
            assert found.total == edge.tensors
        for bridge in scope.bridges:
            ends = (bridge.neighbour, bridge.node)
            source, target = ends if bridge.direction == "in" else ends[::-1]
            found = tensors_between(graph, source, target, control=bridge.kind == "control")
            assert found.total == bridge.tensors


@unhurried
@given(any_library() | any_graph(), st.randoms(use_true_random=False))
def test_an_answer_does_not_depend_on_what_was_asked_before(
    data: bytes, chooser: random.Random
) -> None:
    graph = prepare_graph(data)
    paths = [place.path for place in open_nodes(graph, limit=15)]
    paths = [path for path in paths if path not in graph.tree.group_paths]
    asked = list(product(chooser.sample(paths, min(2, len(paths))), OPTIONS))
    asked = chooser.sample(asked, min(5, len(asked)))  # so that a place is asked for in two ways
    alone = {each: answer(prepare_graph(data), *each) for each in asked}
    for each in chooser.sample(asked * 2, len(asked) * 2):
        assert answer(graph, *each) == alone[each]


def test_every_scope_of_a_real_loop_is_whole() -> None:
    graph = prepare_graph(real_graph("traced_while"))
    scopes = all_scopes(graph)
    body = scopes["enc/while/body"]
    assert {n.kind for n in scopes["enc/while"].nodes} == {"function"}
    assert [(b.neighbour, b.node, b.direction) for b in body.bridges] == [
        ("enc/Relu", "enc/while/body/enc_while_placeholder_1", "in"),
        ("dec", "enc/while/body/result:enc_while_identity_3", "out"),
    ]
