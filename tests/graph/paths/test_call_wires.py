"""Wires at the border of functions opened in place."""

from collections import Counter

import numpy as np
from hypothesis import given

from graph.graphdefs import real_graph, unhurried
from graph.libraries import any_library, function, library
from graph.shown import open_nodes, shown_children
from scopeboard.graph.model.op_graph import CONTROL
from scopeboard.graph.paths.call_wires import call_wires, wired_annotations
from scopeboard.graph.paths.paths import ShownNode, find_node, resolve, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph, prepare_graph

TWO = function("two", "x y", "sum=add:o:0 x=x", "s/n Neg x", "add Add s/n:o:0 y")

Wire = tuple[str, str, int]


def wires(graph: PreparedGraph, name: str) -> tuple[list[Wire], list[Wire]]:
    """Return the wires into and out of an open node: neighbour, child and number of edges."""
    shown = resolve(graph, name)
    found = call_wires(graph, shown)
    names = [child.path for child in shown_children(graph, shown)]
    into, out = found.inward, found.outward
    inward = [
        (shown_path(graph, source, found.outer), names[target], count)
        for source, target, count in zip(
            into.source.tolist(), into.target.tolist(), into.count.tolist(), strict=True
        )
    ]
    outward = [
        (shown_path(graph, target, found.outer), names[source], count)
        for source, target, count in zip(
            out.source.tolist(), out.target.tolist(), out.count.tolist(), strict=True
        )
    ]
    return sorted(inward), sorted(outward)


def test_inputs_are_arguments_and_outputs_are_results() -> None:
    lines = ["a/p Add", "b/q Add", "b/call PartitionedCall a/p b/q f=two", "c/r Neg b/call:1"]
    graph = prepare_graph(library([TWO], *lines))
    assert wires(graph, "b/call") == (
        [("a", "b/call/x", 1), ("b/q", "b/call/y", 1)],
        [("c", "b/call/result:x", 1)],
    )


def test_a_tensor_keeps_its_size_through_a_wire() -> None:
    graph = prepare_graph(real_graph("traced_while"))
    inward = call_wires(graph, resolve(graph, "enc/while/body")).inward
    assert inward.tensor.size == inward.count.sum() == 1


def test_control_dependencies_end_at_the_border() -> None:
    graph = prepare_graph(library([TWO], "p Add", "call two p p ^p", "r Neg ^call"))
    assert wires(graph, "call") == ([("p", "call/x", 1), ("p", "call/y", 1)], [])


def test_the_first_input_of_a_choice_is_no_argument() -> None:
    lines = ["i Add", "p Add", "q Add", "if If i p q then_branch=two else_branch=two", "r Neg if"]
    graph = prepare_graph(library([TWO], *lines))
    inward, outward = wires(graph, "if/else_branch")
    assert inward == [("p", "if/else_branch/x", 1), ("q", "if/else_branch/y", 1)]
    assert outward == [("r", "if/else_branch/result:sum", 1)]
    assert wires(graph, "if") == (
        [(end, f"if/{branch}", 1) for end in "pq" for branch in ("else_branch", "then_branch")],
        [("r", f"if/{branch}", 1) for branch in ("else_branch", "then_branch")],
    )


def test_the_condition_of_a_loop_feeds_nothing_outside() -> None:
    lines = ["p Add", "loop While p p cond=two body=two", "r Neg loop"]
    graph = prepare_graph(library([TWO], *lines))
    inward, outward = wires(graph, "loop")
    assert inward == [("p", "loop/body", 2), ("p", "loop/cond", 2)]
    assert outward == [("r", "loop/body", 1)]
    assert wires(graph, "loop/cond")[1] == []


def test_uncertain_inputs_are_not_wired() -> None:
    lines = ["p Add", "map MapDataset p f=two", "r Neg map"]
    assert wires(prepare_graph(library([TWO], *lines)), "map") == ([], [])


def test_inputs_beyond_the_arguments_are_not_wired() -> None:
    graph = prepare_graph(library([TWO], "p Add", "call two p p p", "r Neg call:7"))
    assert wires(graph, "call") == ([("p", "call/x", 1), ("p", "call/y", 1)], [])


def test_an_op_that_feeds_itself_is_no_neighbour() -> None:
    graph = prepare_graph(library([TWO], "call two call call"))
    assert wires(graph, "call") == ([], [])


def test_neighbours_within_a_body_have_names_in_the_alias_of_its_call() -> None:
    outer = function("outer", "x", "r=m/in:sum:0", "a Neg x", "m/in two a:o:0 x", "z Neg m/in:x:0")
    graph = prepare_graph(library([TWO, outer], "p Add", "call PartitionedCall p f=outer"))
    assert wires(graph, "call/m/in") == (
        [("call/a", "call/m/in/x", 1), ("call/x", "call/m/in/y", 1)],
        [("call/result:r", "call/m/in/result:sum", 1), ("call/z", "call/m/in/result:x", 1)],
    )
    assert wires(graph, "call/m") == ([], [])


def test_arguments_in_a_series_node_are_wired_through_it() -> None:
    many = function("many", " ".join(f"x{n}" for n in range(6)), "")
    graph = prepare_graph(library([many], "p Add", f"call many {'p ' * 6}"))
    assert wires(graph, "call")[0] == [("p", "call/x[0-5]", 6)]
    assert Counter(wires(graph, "call/x[0-5]")[0]) == Counter(
        ("p", f"call/x{n}", 1) for n in range(6)
    )


def test_constants_and_summaries_of_a_call_belong_to_its_arguments_and_results() -> None:
    lines = ["c Const", "p Add", "call two c p", "t Const", "show ScalarSummary t call"]
    graph = prepare_graph(library([TWO], *lines))
    shown = find_node(graph, "call")
    assert shown is not None
    alias = resolve(graph, "call").alias
    assert alias is not None
    rows = wired_annotations(graph, alias)
    names = graph.annotated.ops.names
    assert [(names[host], names[op]) for host, op in zip(rows.host, rows.op, strict=True)] == [
        ("(functions)/two/x", "c"),
        ("(functions)/two/result:sum", "show"),
    ]


def expected_inputs(graph: PreparedGraph, shown: ShownNode) -> int:
    """Count the data edges into the call of a node that have an argument."""
    alias = shown.alias
    assert alias is not None
    if alias.body.wiring is None:
        return 0
    edges = graph.annotated.edges
    functions = graph.annotated.ops.functions
    last = functions.args_of(alias.body.function).size + alias.body.wiring.skipped
    return sum(
        edges.source[edge] != alias.call
        and edges.kind[edge] != CONTROL
        and alias.body.wiring.skipped <= edges.slot[edge] < last
        for edge in np.flatnonzero(edges.target == alias.call).tolist()
    )


@unhurried
@given(any_library())
def test_every_edge_into_a_call_is_one_wire_at_each_depth(data: bytes) -> None:
    graph = prepare_graph(data)
    for shown in open_nodes(graph):
        found = call_wires(graph, shown)
        if shown.alias is None or graph.tree.op[shown.row] >= 0:
            continue
        by_child: Counter[str] = Counter()
        children = shown_children(graph, shown)
        for way, ends in (("in", found.inward.target), ("out", found.outward.source)):
            counts = found.inward.count if way == "in" else found.outward.count
            for end, count in zip(ends.tolist(), counts.tolist(), strict=True):
                by_child[f"{way} {children[end].path}"] += count
        if shown.row == shown.alias.root:
            assert found.inward.count.sum() == expected_inputs(graph, shown)
        for child in children:
            if graph.tree.op[child.row] < 0:
                inner = call_wires(graph, resolve(graph, child.path))
                assert inner.inward.count.sum() == by_child[f"in {child.path}"]
                assert inner.outward.count.sum() == by_child[f"out {child.path}"]
