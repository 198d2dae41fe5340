"""The same ops and edges have the same fingerprint, however they were written."""

from collections.abc import Callable
from itertools import permutations

import pytest

from graph.graphdefs import graph_bytes, node, ops
from scopeboard.graph.catalog.fingerprint import content_fingerprint
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef


def fingerprint(data: bytes) -> str:
    return content_fingerprint(parse_graph(data))


def test_the_order_of_attributes_does_not_matter() -> None:
    entries = []
    for key in ("a", "b", "c"):
        made = NodeDef()
        made.attr[key].i = 3
        entries.append(made.SerializeToString())
    head = NodeDef(name="n", op="Add").SerializeToString()
    found = set()
    for order in permutations(entries):
        raw = head + b"".join(order)
        data = b"\x0a" + bytes([len(raw)]) + raw
        graph = parse_graph(data + data.replace(b"\x01n", b"\x01m"))
        assert graph.attributes.tolist() == [0, 0]
        found.add(content_fingerprint(graph))
    assert len(found) == 1


BASE = ("a Add", "b Mul a", "c Mul a")


@pytest.mark.parametrize(
    "other",
    [
        ("x Add", "b Mul x", "c Mul x"),
        ("a Add", "b Add a", "c Mul a"),
        ("a Add", "b Mul a", "c Mul b"),
        ("a Add", "b Mul a", "c Mul ^a"),
        ("a Add", "b Mul a", "c Mul a:1"),
        ("a Add", "b Mul a"),
        ("a Add", "b Mul a", "c Mul a a"),
    ],
)
def test_another_graph_has_another(other: tuple[str, ...]) -> None:
    assert fingerprint(ops(*BASE)) != fingerprint(ops(*other))


def _large_value(graph: GraphDef) -> None:
    graph.node[0].attr["value"].s = bytes(5000)


def _shape(graph: GraphDef) -> None:
    graph.node[0].attr["_output_shapes"].list.shape.add()


@pytest.mark.parametrize("change", [_large_value, _shape])
def test_what_a_viewer_s_choices_do_not_hang_on(change: Callable[[GraphDef], None]) -> None:
    graph = GraphDef.FromString(graph_bytes(node("a"), node("b", inputs=["a"])))
    before = fingerprint(graph.SerializeToString())
    change(graph)
    assert fingerprint(graph.SerializeToString()) == before


def test_names_of_functions_count() -> None:
    one, other = GraphDef(), GraphDef()
    one.library.function.add().signature.name = "f"
    other.library.function.add().signature.name = "g"
    assert fingerprint(one.SerializeToString()) != fingerprint(other.SerializeToString())
