"""Names in the records of runtimes, matched to ops."""

import pytest

from graph.libraries import function, library
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.profile.op_matching import find_ops

INNER = function("inner", "x", "y=mul:z:0", "mul Mul x", "only Neg x")
BODY = function("body", "i", "o=next:y:0", "next PartitionedCall i f=inner", "add Add i", "mul Sub")
GRAPH = library(
    [INNER, BODY],
    "a/b MatMul",
    "a/b:c Add",
    "x Placeholder",
    "call StatefulPartitionedCall x f=body",
    "net/loop While x cond=inner body=body",
    "net/if If x then_branch=inner else_branch=body",
    "net/case Case x branches=inner,body",
    "user inner x",
)


@pytest.fixture(scope="module")
def graph() -> OpGraph:
    return parse_graph(GRAPH)


@pytest.mark.parametrize(
    ("written", "op"),
    [
        ("a/b", "a/b"),
        ("a/b:MatMul", "a/b"),
        ("a/b:c", "a/b:c"),
        ("a/b = MatMul(x, w:1)", "a/b"),
        ("a/b:MatMul#id=3#", "a/b"),
        ("_arg_x_0_12", "x"),
        ("_retval_x_0_0", None),
        ("_SOURCE", None),
        ("a/b/_15", None),
        ("", None),
        ("call", "call"),
        ("call/add", "(functions)/body/add"),
        ("call/inlined/add:Add", "(functions)/body/add"),
        ("call/_7/add", "(functions)/body/add"),
        ("call/next/mul", "(functions)/inner/mul"),
        ("call/mul", "(functions)/body/mul"),
        ("user/mul", "(functions)/inner/mul"),
        ("net/loop/body/_12/add", "(functions)/body/add"),
        ("net/loop/body/_12/next/mul", "(functions)/inner/mul"),
        ("net/loop/cond/_13/mul", "(functions)/inner/mul"),
        ("net/loop/cond/_13/add", None),
        ("net/if/then/_1/mul", "(functions)/inner/mul"),
        ("net/if/else/_2/add", "(functions)/body/add"),
        ("net/case/branch1/_2/add", "(functions)/body/add"),
        ("net/case/branch0/_2/add", None),
        ("add", "(functions)/body/add"),
        ("only", "(functions)/inner/only"),
        ("mul", None),  # both bodies have one
        ("call/" * 1000, None),
    ],
)
def test_names(graph: OpGraph, written: str, op: str | None) -> None:
    (result,) = find_ops(graph, [written]).tolist()
    assert (graph.names[result] if result >= 0 else None) == op


def test_recursion_ends() -> None:
    lines = ("a PartitionedCall x f=f", "a/a PartitionedCall x f=f", "op Neg x")
    graph = parse_graph(library([function("f", "x", "", *lines)], "call PartitionedCall f=f"))
    names = ["call/a/a/op", "call/" + "a/" * 500 + "op"]
    result = find_ops(graph, names).tolist()
    assert graph.names[result[0]] == "(functions)/f/op"
    assert result[1] == -1
