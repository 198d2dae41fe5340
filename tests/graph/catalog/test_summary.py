"""A summary counts ops, edges and faults, and has a fingerprint and a label of the content."""

from collections.abc import Callable
from contextlib import suppress
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import (
    any_graph,
    graph_bytes,
    node,
    ops,
    real_graph,
    summarize,
    unhurried,
)
from scopeboard.errors import DamagedDataError
from scopeboard.graph.catalog.summary import content_fingerprint, graph_label
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef


def assert_agrees(data: bytes) -> None:
    """Compare the summary of a graph with the parsed graph, and the errors of both."""
    try:
        graph = parse_graph(data)
    except DamagedDataError as refused:
        with pytest.raises(DamagedDataError, match=str(refused)):
            summarize(data)
    else:
        summary = summarize(data)
        assert (summary.nodes, summary.edges) == (len(graph), len(graph.edges))


def test_faults_are_counted() -> None:
    summary = summarize(ops("a Add gone ^lost a:1", "a Add a", "a Mul", "b Add ^a"))
    assert (summary.nodes, summary.edges) == (4, 3)
    assert (summary.duplicate_names, summary.ghost_inputs) == (2, 2)
    assert (summary.damaged_ops, summary.is_cut) == (0, False)


@unhurried
@given(any_graph())
def test_every_op_and_input_is_counted(data: bytes) -> None:
    assert_agrees(data)
    raw, summary = GraphDef.FromString(data).node, summarize(data)
    assert summary.edges + summary.ghost_inputs == sum(len(made.input) for made in raw)
    assert summary.nodes - summary.duplicate_names == len({made.name for made in raw})


@unhurried
@given(any_graph(), st.data())
def test_damage_counts_as_in_the_parsed_graph(data: bytes, draw: st.DataObject) -> None:
    offset = draw.draw(st.integers(0, len(data)))
    assert_agrees(data[:offset] + draw.draw(st.binary(max_size=3)) + data[offset + 1 :])


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn"])
def test_real_graphs(name: str) -> None:
    assert_agrees(real_graph(name))
    # PyTorch's reads of weights name modules, which are no ops.
    assert summarize(real_graph(name)).ghost_inputs == 0


@given(st.binary(max_size=100))
def test_garbage_has_a_summary_or_raises(data: bytes) -> None:
    with suppress(DamagedDataError):
        summarize(data)


def test_other_names_have_another_fingerprint() -> None:
    one, other = (summarize(ops(f"{name} Add")).fingerprint for name in "ab")
    assert one != other
    assert one == summarize(ops("a Add")).fingerprint


def fingerprint(data: bytes) -> str:
    return content_fingerprint(parse_graph(data))


def test_the_order_of_attributes_does_not_change_the_fingerprint() -> None:
    entries = []
    for key in ("a", "b", "c"):
        attributes = NodeDef()
        attributes.attr[key].i = 3
        entries.append(attributes.SerializeToString())
    head = NodeDef(name="n", op="Add").SerializeToString()
    fingerprints = set()
    for order in permutations(entries):
        raw = head + b"".join(order)
        data = b"\x0a" + bytes([len(raw)]) + raw
        graph = parse_graph(data + data.replace(b"\x01n", b"\x01m"))
        assert graph.attributes.tolist() == [0, 0]
        fingerprints.add(content_fingerprint(graph))
    assert len(fingerprints) == 1


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
def test_another_graph_has_another_fingerprint(other: tuple[str, ...]) -> None:
    assert fingerprint(ops(*BASE)) != fingerprint(ops(*other))


def _large_value(graph: GraphDef) -> None:
    graph.node[0].attr["value"].s = bytes(5000)


def _shape(graph: GraphDef) -> None:
    graph.node[0].attr["_output_shapes"].list.shape.add()


@pytest.mark.parametrize("change", [_large_value, _shape])
def test_attributes_do_not_change_the_fingerprint(change: Callable[[GraphDef], None]) -> None:
    graph = GraphDef.FromString(graph_bytes(node("a"), node("b", inputs=["a"])))
    before = fingerprint(graph.SerializeToString())
    change(graph)
    assert fingerprint(graph.SerializeToString()) == before


def test_function_names_change_the_fingerprint() -> None:
    one, other = GraphDef(), GraphDef()
    one.library.function.add().signature.name = "f"
    other.library.function.add().signature.name = "g"
    assert fingerprint(one.SerializeToString()) != fingerprint(other.SerializeToString())


@pytest.mark.parametrize(
    ("op_types", "label"),
    [
        (["_Arg", "_Arg", "DivNoNan", "_Retval"], "DivNoNan"),
        (["Mul", "Add", "Mul", "Const", "Sub"], "Mul, Add"),
        (["_Arg", "Identity", "_Retval"], ""),
        ([], ""),
    ],
)
def test_the_label_has_the_most_frequent_op_types(op_types: list[str], label: str) -> None:
    data = graph_bytes(*(node(f"n{number}", op) for number, op in enumerate(op_types)))
    assert graph_label(parse_graph(data)) == label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("__inference_one_step_on_data_1365", "one_step_on_data"),
        ("__forward_call_12_34", "call"),
        ("step", "step"),
        ("__inference_7", "__inference_7"),
    ],
)
def test_the_label_is_the_name_of_the_called_function(name: str, label: str) -> None:
    graph = GraphDef(node=[node("x", "_Arg"), node("call", "PartitionedCall")])
    graph.node[1].attr["f"].func.name = name
    graph.library.function.add().signature.name = name
    assert graph_label(parse_graph(graph.SerializeToString())) == label
