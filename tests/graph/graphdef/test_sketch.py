"""Sketches tell what parsing tells: whether two GraphDefs have the same content."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, ops, real_graph, summarize
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.sketch import sketch_of
from scopeboard.wire.graph_pb2 import GraphDef
from tools.examples import examples


@examples(150)
@given(any_graph(max_ops=4), any_graph(max_ops=4))
def test_what_sketches_say_of_two_graphs_their_contents_say(one: bytes, other: bytes) -> None:
    first, second = sketch_of(one), sketch_of(other)
    if first.ops != second.ops:
        assert summarize(one).fingerprint != summarize(other).fingerprint
    if first == second:
        assert summarize(one).fingerprint == summarize(other).fingerprint


@given(any_graph())
def test_attributes_and_devices_do_not_count(data: bytes) -> None:
    graph = GraphDef.FromString(data)
    for each in graph.node:
        each.attr["added"].i = 1
        each.device = "/cpu:0"
    assert sketch_of(graph.SerializeToString()) == sketch_of(data)


@given(any_graph(), st.data())
def test_another_input_makes_another_sketch_of_the_same_ops(
    data: bytes, drawn: st.DataObject
) -> None:
    graph = GraphDef.FromString(data)
    assume(graph.node)
    graph.node[drawn.draw(st.integers(0, len(graph.node) - 1))].input.append("new")
    changed = sketch_of(graph.SerializeToString())
    assert changed.ops == sketch_of(data).ops
    assert changed.inputs != sketch_of(data).inputs


def test_texts_do_not_run_into_each_other() -> None:
    assert sketch_of(ops("ab C")).ops != sketch_of(ops("a bC")).ops
    first = graph_bytes(node("a", inputs=["b", "c"]), node("b"))
    second = graph_bytes(node("a", inputs=["bc"]), node("b"))
    assert sketch_of(first).inputs != sketch_of(second).inputs


def test_functions_count() -> None:
    graph = GraphDef()
    graph.library.function.add().signature.name = "f"
    data = graph.SerializeToString()
    graph.library.function[0].signature.input_arg.add(name="x")
    assert sketch_of(data).inputs != sketch_of(graph.SerializeToString()).inputs
    graph.library.function[0].node_def.add(name="n", op="Add")
    assert sketch_of(data).ops != sketch_of(graph.SerializeToString()).ops


def test_bytes_without_a_graph() -> None:
    with pytest.raises(DamagedDataError):
        sketch_of(b"\xff\xff\xff")


def test_a_sketch_of_a_real_graph_survives_new_order_of_attributes() -> None:
    data = real_graph("seed_mnist")
    graph = GraphDef.FromString(data)
    for each in graph.node:
        entries = sorted(each.attr.items(), reverse=True)
        kept = [(key, value.SerializeToString()) for key, value in entries]
        each.attr.clear()
        for key, value in kept:
            each.attr[key].ParseFromString(value)
    assert sketch_of(graph.SerializeToString()) == sketch_of(data)
