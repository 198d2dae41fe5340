"""Nodes are read without their large values, and damage costs as little as possible."""

import tracemalloc
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph, unhurried
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef import message_index
from scopeboard.graph.graphdef.message_index import index_messages
from scopeboard.graph.graphdef.nodes import NodeReader
from scopeboard.graph.graphdef.parser import Faults, parse
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT


@dataclass
class Nodes:
    """The output of a reader."""

    nodes: list[NodeDef]
    is_cut: bool
    damaged: int


def read(data: bytes) -> Nodes:
    """Read the nodes, as NodeDefs again."""
    layout = index_messages(data)
    reader = NodeReader(data, layout)
    nodes = []
    for block in reader:
        for name, op, device, attributes in zip(*block, strict=True):
            made = NodeDef.FromString(attributes)
            made.name, made.op, made.device = (
                text.decode("utf-8", "replace") for text in (name, op, device)
            )
            nodes.append(made)
    inputs = reader.inputs()
    for number, start, end in zip(*(column.tolist() for column in inputs), strict=True):
        nodes[number].input.append(data[start:end].decode("utf-8", "replace"))
    return Nodes(nodes, layout.is_cut, reader.damaged)


def written(data: bytes) -> list[NodeDef]:
    """Return the nodes as protobuf reads them, without the fields that are never shown."""
    nodes = list(GraphDef.FromString(data).node)
    for each in nodes:
        each.ClearField("experimental_debug_info")
        each.ClearField("experimental_type")
        each.DiscardUnknownFields()
    return nodes


def constant(name: str, values: int) -> NodeDef:
    made = NodeDef(name=name, op="Const", input=["^before"])
    tensor = made.attr["value"].tensor
    tensor.dtype = DT_FLOAT
    tensor.tensor_shape.dim.add(size=values)
    tensor.tensor_content = bytes(4 * values)
    made.attr["dtype"].type = DT_FLOAT
    return made


def attributes_of(graph: OpGraph, op: int) -> NodeDef:
    return NodeDef.FromString(graph.attribute_sets[graph.attributes[op]])


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn"])
def test_real_nodes_equal_those_of_protobuf(name: str) -> None:
    data = real_graph(name)
    assert read(data).nodes == written(data)


@unhurried
@given(any_graph())
def test_small_nodes_are_complete(data: bytes) -> None:
    assert read(data).nodes == written(data)


def test_nodes_of_several_blocks_stay_in_order() -> None:
    data = graph_bytes(*(node(f"op{index}", inputs=[f"op{index}"]) for index in range(40_000)))
    graph = parse(data).graph
    assert graph.names == [f"op{n}" for n in range(40_000)]
    assert graph.edges.source.tolist() == graph.edges.target.tolist() == list(range(40_000))


def test_a_large_value_is_omitted_and_its_type_is_not() -> None:
    (node_read,) = read(graph_bytes(constant("weights", 1000))).nodes
    assert node_read.attr["value"].tensor.tensor_content == b""
    assert node_read.attr["value"].tensor.dtype == 1
    assert [dim.size for dim in node_read.attr["value"].tensor.tensor_shape.dim] == [1000]
    assert (node_read.name, node_read.op, list(node_read.input)) == (
        "weights",
        "Const",
        ["^before"],
    )
    assert node_read.attr["dtype"].type == 1


def test_large_values_are_not_copied() -> None:
    data = graph_bytes(constant("weights", 4_000_000))
    tracemalloc.start()
    parse(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_a_long_list_of_shapes_is_included() -> None:
    wide = node("split", "Split", shapes=[[n, 7] for n in range(500)])
    (node_read,) = read(graph_bytes(wide)).nodes
    assert len(node_read.attr["_output_shapes"].list.shape) == 500


def test_other_large_attributes_are_omitted() -> None:
    made = node("embed")
    made.attr["serialized"].s = bytes(2000)
    (node_read,) = read(graph_bytes(made)).nodes
    assert sorted(node_read.attr) == ["T"]


def test_attributes_that_are_not_contiguous() -> None:
    one, other = NodeDef(), NodeDef()
    one.attr["a"].i, other.attr["b"].i = 1, 2
    raw = one.SerializeToString() + NodeDef(name="n").SerializeToString()
    raw += other.SerializeToString()
    parsed = parse(b"\x0a" + bytes([len(raw)]) + raw)
    assert parsed.graph.names == ["n"]
    assert sorted(attributes_of(parsed.graph, 0).attr) == ["a", "b"]
    assert parsed.faults == Faults()


def test_text_that_is_not_utf8_gets_replacement_characters() -> None:
    data = graph_bytes(node("good"), node("bXd", inputs=["good"])).replace(b"bXd", b"b\xffd")
    parsed = parse(data)
    assert parsed.graph.names == ["good", "b�d"]
    assert parsed.graph.edges.source.tolist() == [0]
    assert parsed.faults.damaged_ops == 0


def test_an_attribute_that_protobuf_refuses_costs_only_itself() -> None:
    made = node("op")
    made.attr["note"].placeholder = "XXXX"
    parsed = parse(graph_bytes(made, made).replace(b"XXXX", b"\xff\xfe\xfd\xfc"))
    assert parsed.graph.op_types == ["Identity"]
    assert parsed.faults.damaged_ops == 2


@pytest.mark.parametrize("key", ["value", "_output_shapes"])
def test_a_large_attribute_that_cannot_be_read_costs_only_itself(key: str) -> None:
    made = constant("weights", 1000)
    made.attr[key].s = b"X" * 2000
    whole = made.attr[key].SerializeToString()
    damaged = graph_bytes(node("a"), made, node("b")).replace(whole, b"\x0f" * len(whole))
    parsed = parse(damaged)
    assert parsed.graph.names == ["a", "weights", "b"]
    assert (parsed.faults.damaged_ops, parsed.faults.is_cut) == (1, False)


def test_a_damaged_node_keeps_the_fields_before_the_damage() -> None:
    good = node("good", inputs=["a"]).SerializeToString()
    raw = good + b"\x0f\x01"
    parsed = parse(graph_bytes(node("a")) + b"\x0a" + bytes([len(raw)]) + raw)
    assert parsed.graph.names == ["a", "good"]
    assert parsed.graph.edges.source.tolist() == [0]
    assert (parsed.faults.damaged_ops, parsed.faults.is_cut) == (1, False)


def test_nodes_before_a_cut_are_read_and_without_any_it_is_no_graph() -> None:
    data = graph_bytes(node("a"), node("b"))
    edge = len(graph_bytes(node("a")))
    for length in range(1, edge):
        with pytest.raises(DamagedDataError):
            parse(data[:length])
    for length in range(edge, len(data) + 1):
        parsed = parse(data[:length])
        assert parsed.graph.names == ["a", "b"][: 1 + (length == len(data))]
        assert parsed.faults.is_cut == (edge < length < len(data))


@pytest.mark.parametrize(
    "data", [b"brain.Event:2", b"\xff\xd8\xff\xe0", b"{}", b"\x08\x01", b"PK\x03\x04"]
)
def test_other_files_are_no_graph(data: bytes) -> None:
    with pytest.raises(DamagedDataError):
        parse(data)


@given(st.binary(max_size=200))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(DamagedDataError):
        parse(data)


@unhurried
@given(any_graph(), st.data())
def test_damage_anywhere_is_read_or_refused(data: bytes, draw: st.DataObject) -> None:
    if data:
        index = draw.draw(st.integers(0, len(data) - 1))
        data = data[:index] + draw.draw(st.binary(max_size=3)) + data[index + 1 :]
    with suppress(DamagedDataError):
        parse(data)


def test_a_graph_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_index, "MAX_NODES", 3)
    assert len(parse(graph_bytes(*[node("a")] * 3)).graph) == 3
    with pytest.raises(DamagedDataError, match="more than 3 nodes"):
        parse(graph_bytes(*[node("a")] * 4))
