"""Two graphs as one: each of them is in it, and nothing else."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from programs.bench.graph_edits import EDITS, scramble
from scopeboard.arrays import Indices
from scopeboard.graph.diff.graph_diff import diff_graphs
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.diff.union import Status, UnionGraph, unite
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import CONTROL, OpGraph
from scopeboard.wire.graph_pb2 import FunctionDef, FunctionDefLibrary, GraphDef
from tools.examples import examples

CHANCES = st.integers(0, 2**32).map(random.Random)
Wires = Counter[tuple[int, int, bool]]


def union_of(one: bytes, other: bytes) -> UnionGraph:
    return unite(diff_graphs(parse_graph(one), parse_graph(other)))


def wires(graph: OpGraph, known: Indices, rows: Indices | slice = slice(None)) -> Wires:
    """Count the edges of a graph by their ends, which `known` renumbers."""
    edges = graph.edges
    source, target = known[edges.source[rows]].tolist(), known[edges.target[rows]].tolist()
    return Counter(zip(source, target, (edges.kind[rows] == CONTROL).tolist(), strict=True))


def shapes(graph: OpGraph, op: int) -> list[str | None]:
    tensors = graph.tensors
    return [tensors.find_label(row) for row in range(tensors.first[op], tensors.first[op + 1])]


def facts(graph: OpGraph, op: int) -> tuple[object, ...]:
    """Return all that an op of a graph is, apart from its name and its edges."""
    row = int(graph.attributes[op])
    return (
        graph.op_types[graph.op_type[op]],
        graph.devices[graph.device[op]],
        graph.attribute_sets[row] if row >= 0 else None,
        shapes(graph, op),
    )


def check(union: UnionGraph) -> None:
    """Both graphs are in the union by their ops and edges, in their order, and nothing is twice."""
    one, other, both = union.diff.before, union.diff.after, union.ops
    assert len(set(both.names)) == len(both)
    assert both.main_count == np.count_nonzero(
        (union.after < other.main_count)
        & ((union.after != NO_OP) | (union.before < one.main_count))
    )
    status = union.edge_status(both.edges, one.edges, other.edges)
    every = np.arange(len(both))
    assert wires(both, every, status != Status.REMOVED) == wires(other, union.from_after)
    assert wires(both, every, status != Status.ADDED) == wires(one, union.from_before)
    assert np.array_equal(np.sort(union.from_after), np.flatnonzero(union.status != Status.REMOVED))
    assert np.array_equal(np.sort(union.from_before), np.flatnonzero(union.status != Status.ADDED))
    assert np.array_equal(union.from_after, np.sort(union.from_after))
    for op, at in enumerate(union.from_after.tolist()):
        assert both.names[at] == other.names[op]
        assert facts(both, at) == facts(other, op)
    for op in union.diff.removed.tolist():
        assert facts(both, int(union.from_before[op])) == facts(one, op)


@given(any_graph(), any_graph())
@unhurried
def test_has_both_graphs_and_nothing_else(one: bytes, other: bytes) -> None:
    check(union_of(one, other))


@given(any_graph())
@unhurried
def test_is_the_graph_itself_where_nothing_differs(data: bytes) -> None:
    union = union_of(data, data)
    graph = union.diff.after
    assert not union.status.any()
    assert union.ops.names == graph.names
    assert not union.edge_status(union.ops.edges, graph.edges, graph.edges).any()
    assert np.array_equal(union.from_after, np.arange(len(graph)))


@pytest.mark.parametrize("edit", EDITS)
@given(CHANCES)
@examples(8)
def test_says_what_became_of_each_op(edit: object, chance: random.Random) -> None:
    before = GraphDef.FromString(real_graph(chance.choice(["seed_mnist", "torch_cnn"])))
    assert callable(edit)
    edited = edit(GraphDef(node=before.node), chance)
    union = union_of(
        GraphDef(node=before.node).SerializeToString(), edited.graph.SerializeToString()
    )
    check(union)
    found = {
        status: tuple(union.ops.names[op] for op in np.flatnonzero(union.status == status).tolist())
        for status in (Status.ADDED, Status.REMOVED)
    }
    assert found[Status.ADDED] == edited.added
    assert len(found[Status.REMOVED]) == len(edited.removed)


def test_has_both_graphs_when_names_say_nothing() -> None:
    before = GraphDef(node=GraphDef.FromString(real_graph("seed_mnist")).node)
    after, _ = scramble(before, random.Random(1))  # noqa: S311
    check(union_of(before.SerializeToString(), after.SerializeToString()))


def test_a_removed_op_is_in_the_scope_that_its_neighbours_are_in() -> None:
    inside = ["x", "y", "z", "w"]
    before = [node("a/x", "Placeholder", [], [[3]]), node("a/gone", "Exp", ["a/x"])]
    before += [
        node(f"a/{name}", kind, [f"a/{of}"])
        for of, name, kind in zip(inside, inside[1:], ("Relu", "Neg", "Sin"), strict=False)
    ]
    after = [node("b/x", "Placeholder", [], [[3]])]
    after += [
        node(f"b/{name}", kind, [f"b/{of}"])
        for of, name, kind in zip(inside, inside[1:], ("Relu", "Neg", "Sin"), strict=False)
    ]
    union = union_of(graph_bytes(*before), graph_bytes(*after))
    assert union.ops.names == ["b/x", "b/gone", "b/y", "b/z", "b/w"]
    assert union.status.tolist() == [
        Status.MOVED, Status.REMOVED, Status.MOVED, Status.MOVED, Status.MOVED,
    ]  # fmt: skip


def test_names_a_removed_op_apart_from_another_of_its_name() -> None:
    diff = diff_graphs(
        parse_graph(graph_bytes(node("a", "Exp"))), parse_graph(graph_bytes(node("b", "Relu")))
    )
    renamed = unite(diff)
    assert sorted(renamed.ops.names) == ["a", "b"]
    other = graph_bytes(node("a", "Relu"), node("a#removed", "Neg"))
    apart = diff_graphs(parse_graph(graph_bytes(node("a", "Exp"))), parse_graph(other))
    apart.counterpart[:] = NO_OP
    assert unite(apart).ops.names == ["a#removed2", "a", "a#removed"]


def function(name: str, *nodes: str) -> FunctionDef:
    made = FunctionDef()
    made.signature.name = name
    made.signature.input_arg.add(name="x")
    made.signature.output_arg.add(name="r")
    source = "x"
    for each in nodes:
        made.node_def.add(name=each, op=each.title(), input=[source])
        source = f"{each}:y:0"
    made.ret["r"] = source
    return made


def library(*functions: FunctionDef) -> bytes:
    graph = GraphDef(library=FunctionDefLibrary(function=functions))
    graph.node.add(name="x", op="Placeholder")
    for each in functions:
        graph.node.add(name=f"call_{each.signature.name}", op=each.signature.name, input=["x"])
    return graph.SerializeToString()


def test_functions_have_the_ops_of_both() -> None:
    one = library(function("f", "exp", "neg", "sin"), function("gone", "cos"))
    other = library(function("f", "exp", "sin", "tan"), function("new", "sqrt"))
    union = union_of(one, other)
    check(union)
    functions = union.ops.functions
    assert functions.names == ["f", "new", "gone"]
    bodies = {
        name: {each.rpartition("/")[2] for each in union.ops.names[first:end]}
        for name, first, end in zip(functions.names, functions.first, functions.end, strict=True)
    }
    assert {"exp", "neg", "sin", "tan"} <= bodies["f"]
    assert "cos" in bodies["gone"]
    assert all(
        name.startswith(f"(functions)/{function}/")
        for function, first, end in zip(
            functions.names, functions.first, functions.end, strict=True
        )
        for name in union.ops.names[first:end]
    )
    calls = union.ops.calls
    called = {
        union.ops.names[op]: functions.names[of]
        for op, of in zip(calls.op.tolist(), calls.function.tolist(), strict=True)
    }
    assert called["call_gone"] == "gone"
