"""Shown names and rows of the tree: functions open in place, and recursion ends."""

from itertools import pairwise

import pytest
from hypothesis import given

from graph.graphdefs import any_graph, ops, real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.shown import open_nodes, shown_children
from scopeboard.errors import NotFoundError
from scopeboard.graph.hierarchy.grouping import Grouping
from scopeboard.graph.paths.paths import (
    can_open,
    find_node,
    find_op,
    group_as_shown,
    opens,
    path_to,
    resolve,
    shortest_alias,
    shown_op_path,
    shown_path,
)
from scopeboard.graph.paths.reveal import scopes_around
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph

RELU = function("relu", "x", "y=max:o:0", "max Maximum x", "s/two Mul x")


def children(graph: PreparedGraph, name: str) -> list[str]:
    return [child.path for child in shown_children(graph, resolve(graph, name))]


def test_a_call_opens_into_its_function_under_its_own_name() -> None:
    graph = prepare_graph(library([RELU], "a/in Placeholder", "a/call PartitionedCall a/in f=relu"))
    assert children(graph, "a") == ["a/in", "a/call"]
    assert children(graph, "a/call") == ["a/call/x", "a/call/max", "a/call/s", "a/call/result:y"]
    assert children(graph, "a/call/s") == ["a/call/s/two"]
    assert children(graph, "(functions)/relu/s") == ["(functions)/relu/s/two"]


def test_an_op_whose_type_is_a_function_opens_too() -> None:
    graph = prepare_graph(library([RELU], "in Placeholder", "call relu in"))
    assert children(graph, "call/s") == ["call/s/two"]


def test_a_call_with_several_bodies_opens_into_one_node_each() -> None:
    cond = function("cond", "x", "go=less:o:0", "less Less x")
    graph = prepare_graph(library([cond, RELU], "in Add", "loop While in cond=cond body=relu"))
    assert children(graph, "loop") == ["loop/cond", "loop/body"]
    assert children(graph, "loop/cond") == ["loop/cond/x", "loop/cond/less", "loop/cond/result:go"]
    assert find_node(graph, "loop/other") is None
    assert graph.calls.count(graph.annotated.ops.names.index("loop")) == 3 + 4


def test_branches_are_numbered() -> None:
    graph = prepare_graph(library([RELU], "i Add", "x Add", "c Case i x branches=relu,relu"))
    assert children(graph, "c") == ["c/branches[0]", "c/branches[1]"]
    assert children(graph, "c/branches[1]/s") == ["c/branches[1]/s/two"]


def test_calls_nest() -> None:
    outer = function("outer", "x", "y=inner:o:0", "inner PartitionedCall x f=relu")
    graph = prepare_graph(library([RELU, outer], "in Add", "call PartitionedCall in f=outer"))
    assert children(graph, "call/inner/s") == ["call/inner/s/two"]
    assert children(graph, "(functions)/outer/inner/s") == ["(functions)/outer/inner/s/two"]


def test_a_call_that_is_also_a_scope_opens_under_its_strict_name() -> None:
    graph = prepare_graph(library([RELU], "in Add", "n/x Add", "n PartitionedCall in f=relu"))
    assert children(graph, "n") == ["n/x", "n/(n)"]
    assert children(graph, "n/(n)/s") == ["n/(n)/s/two"]


def test_recursion_ends() -> None:
    again = function("again", "x", "y=more:o:0", "more PartitionedCall x f=again")
    graph = prepare_graph(library([again], "in Add", "call PartitionedCall in f=again"))
    assert children(graph, "call") == ["call/x", "call/more", "call/result:y"]
    shown_node = find_node(graph, "call/more")
    assert shown_node is not None
    assert not opens(graph, shown_node)
    with pytest.raises(NotFoundError, match="recursion"):
        resolve(graph, "call/more")
    with pytest.raises(NotFoundError, match="recursion"):
        resolve(graph, "(functions)/again/more")


def test_mutual_recursion_ends_at_the_second_call() -> None:
    even = function("even", "x", "y=a:o:0", "a odd x")
    odd = function("odd", "x", "y=b:o:0", "b even x")
    graph = prepare_graph(library([even, odd], "in Add", "call even in"))
    assert children(graph, "call/a") == ["call/a/x", "call/a/b", "call/a/result:y"]
    for name in ("call/a/b", "(functions)/odd/b/a", "(functions)/even/a/b"):
        with pytest.raises(NotFoundError, match="recursion"):
            resolve(graph, name)


def test_a_recursive_body_is_found_but_does_not_open() -> None:
    body = function("body", "x", "y=x", "in While x cond=cond body=body")
    cond = function("cond", "x", "y=x")
    graph = prepare_graph(library([body, cond], "p Add", "loop While p cond=cond body=body"))
    assert children(graph, "loop/body/in") == ["loop/body/in/cond", "loop/body/in/body"]
    inner = find_node(graph, "loop/body/in/body")
    assert inner is not None
    assert not opens(graph, inner)
    assert find_node(graph, "loop/body/in/body/in") is None
    with pytest.raises(NotFoundError, match="recursion"):
        resolve(graph, "loop/body/in/body")


def test_a_function_without_ops_does_not_open() -> None:
    graph = prepare_graph(library([function("none", "", "")], "call PartitionedCall f=none"))
    with pytest.raises(NotFoundError, match="no ops"):
        resolve(graph, "call")


@pytest.mark.parametrize("name", ["nowhere", "in", "call/nowhere", "call/", "call/max/s", "/call"])
def test_a_name_that_does_not_open_raises(name: str) -> None:
    graph = prepare_graph(library([RELU], "in Add", "call PartitionedCall in f=relu"))
    with pytest.raises(NotFoundError, match="no scope"):
        resolve(graph, name)


def test_the_name_of_an_op_is_by_the_shortest_chain_of_calls() -> None:
    outer = function("outer", "x", "y=inner:o:0", "inner PartitionedCall x f=relu")
    lost = function("lost", "x", "", "n Neg x")
    lines = ["in Add", "long PartitionedCall in f=outer", "if If in in then_branch=relu"]
    graph = prepare_graph(library([RELU, outer, lost], *lines, "short PartitionedCall in f=relu"))
    shown = {path_to(graph, op) for op in range(len(graph.annotated.ops))}
    assert {"if/s/two", "long/inner", "(functions)/lost/n", "in"} <= shown
    assert not any(name.startswith(("short/", "long/inner/")) for name in shown)


def chain_of_functions(count: int) -> PreparedGraph:
    """Return a graph in which each function calls the next."""
    functions = [
        function(f"f{n}", "x", "y=call:o:0", f"s/call PartitionedCall x f=f{n + 1}")
        for n in range(count)
    ]
    last = function(f"f{count}", "x", "", "n Neg x")
    return prepare_graph(library([*functions, last], "in Add", "call PartitionedCall in f=f0"))


def test_a_chain_of_2_000_calls_opens_to_its_end() -> None:
    graph = chain_of_functions(2000)
    deepest = "/".join(["call", *(["s/call"] * 2000)])
    assert children(graph, deepest) == [f"{deepest}/x", f"{deepest}/n"]


def test_a_function_after_too_many_calls_is_shown_in_the_library() -> None:
    graph = chain_of_functions(200)
    names = graph.annotated.ops.names
    near, far = (names.index(f"(functions)/f{n}/x") for n in (99, 100))
    assert path_to(graph, near) == "/".join(["call", *(["s/call"] * 99), "x"])
    assert path_to(graph, far) == "(functions)/f100/x"


def test_an_annotation_in_a_body_is_found_by_its_shown_name() -> None:
    body = function("f", "x", "y=add:o:0", "s/c Const", "add Add x s/c:o:0")
    graph = prepare_graph(library([body], "in Add", "call PartitionedCall in f=f"))
    found = find_op(graph, "call/s/c")
    assert found is not None
    assert graph.annotated.ops.names[found[0]] == "(functions)/f/s/c"
    assert path_to(graph, found[0]) == "call/s/c"
    assert find_op(graph, "call/s/d") is None


def test_scopes_around_an_op() -> None:
    body = function("f", "x", "y=t/n0:o:0", *(f"t/n{number} Neg x" for number in range(5)))
    lines = ["in Add", "s/w While in cond=f body=f", "s/call PartitionedCall in f=f"]
    graph = prepare_graph(library([body], *lines))
    for name, scopes in {
        "s/w/body/t/n3": ["s", "s/w", "s/w/body", "s/w/body/t", "s/w/body/t/n[0-4]"],
        "s/call/t/n3": ["s", "s/call", "s/call/t", "s/call/t/n[0-4]"],
        "s/call/x": ["s", "s/call"],
        "s/w/cond": ["s", "s/w"],
        "s": [],
    }.items():
        shown_node = find_node(graph, name)
        assert shown_node is not None
        assert scopes_around(graph, shown_node.row, shown_node.alias) == scopes


def test_series_nodes_in_functions_are_ungrouped_by_their_shown_names() -> None:
    body = function("f", "x", "y=t/n0:o:0", *(f"t/n{number} Neg x" for number in range(5)))
    graph = prepare_graph(library([body], "in Add", "call PartitionedCall in f=f"))
    assert children(graph, "call/t") == ["call/t/n[0-4]"]
    apart = group_as_shown(graph, Grouping(ungrouped=frozenset({"call/t/n[0-4]"})))
    assert children(apart, "call/t") == [f"call/t/n{number}" for number in range(5)]
    again = group_as_shown(apart, Grouping(0, grouped=frozenset({"call/t/n[0-4]"})))
    assert children(again, "call/t") == ["call/t/n[0-4]"]


def test_a_graph_without_functions_resolves_its_own_names_only() -> None:
    graph = prepare_graph(ops("a/b Add", "a/c Add"))
    assert children(graph, "") == ["a"]
    assert not can_open(graph, None, 0)


@unhurried
@given(any_library() | any_graph())
def test_every_shown_name_resolves_to_its_row(data: bytes) -> None:
    graph = prepare_graph(data)
    seen = set()
    for shown_node in open_nodes(graph, limit=30):
        assert resolve(graph, shown_node.path) == shown_node
        for child in shown_children(graph, shown_node):
            assert child.path not in seen
            seen.add(child.path)
            assert find_node(graph, child.path) == child
            around = scopes_around(graph, child.row, child.alias)
            assert around[-1:] == ([shown_node.path] if shown_node.path else [])
            chain = ["", *around, child.path]
            for outer, inner in pairwise(chain):
                assert inner in [each.path for each in shown_children(graph, resolve(graph, outer))]


def test_a_constant_may_be_named_as_if_it_were_in_a_call() -> None:
    outer = function("outer", "x", "", "s PartitionedCall s/c x f=relu", "s/c Const")
    graph = prepare_graph(library([RELU, outer], "in Add", "call PartitionedCall in f=outer"))
    found = find_op(graph, "call/s/c")
    assert found is not None
    assert shown_op_path(graph, *found) == "call/s/c"
    assert graph.annotated.ops.names[found[0]] == "(functions)/outer/s/c"
    assert find_op(graph, "call/s/nowhere") is None


@unhurried
@given(any_library() | any_graph())
def test_every_op_and_row_is_found_by_its_shortest_name(data: bytes) -> None:
    graph = prepare_graph(data)
    for op in range(len(graph.annotated.ops)):
        name = path_to(graph, op)
        found = find_op(graph, name)
        assert found is not None
        if found[0] != op:  # an annotation named like an op in the call before its last part
            assert graph.tree.row_of_op(op) is None
            assert name == shown_op_path(graph, *found)
    for row in range(graph.tree.op.size):
        alias = shortest_alias(graph, graph.calls.function_of_row(row))
        name = shown_path(graph, row, alias)
        shown_node = find_node(graph, name)
        assert shown_node is not None
        assert row in (shown_node.row, resolve(graph, name).row if opens(graph, shown_node) else -1)


def test_every_op_of_a_real_loop_is_found() -> None:
    graph = prepare_graph(real_graph("traced_while"))
    shown = {path_to(graph, op) for op in range(len(graph.annotated.ops))}
    assert "enc/while/body/enc/while/mul" in shown
    assert not any(name.startswith("(functions)") for name in shown)
