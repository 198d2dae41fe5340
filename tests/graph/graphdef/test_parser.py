"""A GraphDef becomes columns: names, types, devices, edges."""

import pytest
from hypothesis import given

from graph.graphdefs import any_graph, graph_bytes, node, ops, real_graph
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.parser import parse, parse_graph
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE
from scopeboard.wire.graph_pb2 import GraphDef


def test_ops_keep_type_and_device() -> None:
    graph = parse_graph(
        graph_bytes(node("a", "Add", device="/gpu:0"), node("b", "Mul"), node("c", "Add"))
    )
    assert graph.names == ["a", "b", "c"]
    assert [graph.op_types[code] for code in graph.op_type] == ["Add", "Mul", "Add"]
    assert [graph.devices[code] for code in graph.device] == ["/gpu:0", "", ""]


def test_parallel_tensors_are_separate_edges() -> None:
    graph = parse_graph(ops("a Split", "b Add a:0 a:1 a:1"))
    assert graph.edges.port.tolist() == [0, 1, 1]
    assert graph.edges.slot.tolist() == [0, 1, 2]


def test_each_edge_carries_the_tensor_of_its_port() -> None:
    data = graph_bytes(
        node("a", shapes=[[2], [3, 4]]), node("b", inputs=["a:1", "a:0", "a:2", "^a"])
    )
    graph = parse_graph(data)
    labels = [graph.tensors.find_label(tensor) for tensor in graph.edges.tensor.tolist()]
    assert labels == ["3×4", "2", None, None]


def test_edges_have_kinds() -> None:
    graph = parse_graph(ops("v VariableV2", "x Add", "w Assign v x ^x"))
    assert graph.edges.kind.tolist() == [REFERENCE, DATA, CONTROL]


def test_repeated_names_get_free_numbers() -> None:
    graph = parse_graph(ops("a Add", "a Mul", "a#2 Sub", "a Div", "b Add a"))
    assert graph.names == ["a", "a#3", "a#2", "a#4", "b"]
    assert graph.edges.source.tolist() == [0]


def test_inputs_without_an_op_are_no_edges() -> None:
    graph = parse_graph(ops("a Add gone ^lost", "b Add a"))
    assert (graph.edges.source.tolist(), graph.edges.target.tolist()) == ([0], [1])


def test_no_bytes_are_an_empty_graph() -> None:
    graph = parse_graph(b"")
    assert (len(graph), len(graph.edges)) == (0, 0)


def test_a_truncated_graph_has_the_nodes_before_the_cut() -> None:
    whole = parse_graph(real_graph("seed_mnist"))
    graph = parse_graph(real_graph("seed_mnist")[:40_000])
    assert 0 < len(graph) < len(whole)
    assert graph.names == whole.names[: len(graph)]


def test_other_bytes_are_refused_with_a_sentence() -> None:
    with pytest.raises(DamagedDataError, match=r"truncated or damaged at byte \d+\.$"):
        parse_graph(real_graph("seed_mnist")[:20])


@given(any_graph())
def test_every_op_has_a_unique_name(data: bytes) -> None:
    graph = parse_graph(data)
    assert len(graph) == len(set(graph.names)) == len(GraphDef.FromString(data).node)


def test_a_pytorch_graph_names_outputs_without_ports() -> None:
    graph = parse_graph(real_graph("torch_cnn"))
    assert len(graph) == 137
    assert set(graph.edges.port.tolist()) == {0}


@pytest.mark.parametrize("size", [3, 5_000, 2 << 20])
def test_a_constant_without_dtype_and_shape_is_a_scalar_whatever_its_size(size: int) -> None:
    graph = GraphDef()
    node = graph.node.add(name="a", op="Const")
    node.attr["value"].tensor.tensor_content = bytes(size)
    assert parse(graph.SerializeToString()).graph.tensors.find_shape(0) == ()
