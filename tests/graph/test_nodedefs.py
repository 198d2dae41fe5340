"""NodeDefs come out of a GraphDef without their large values, and damage is refused."""

import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.graphdefs import any_graph, graph_bytes, node, real_graph
from scopeboard.errors import DamagedDataError
from scopeboard.graph import nodedefs
from scopeboard.graph.nodedefs import NodeDefs
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.types_pb2 import DT_FLOAT


def constant(name: str, values: int) -> NodeDef:
    made = NodeDef(name=name, op="Const", input=["^before"])
    tensor = made.attr["value"].tensor
    tensor.dtype = DT_FLOAT
    tensor.tensor_shape.dim.add(size=values)
    tensor.tensor_content = bytes(4 * values)
    made.attr["dtype"].type = DT_FLOAT
    return made


@pytest.mark.parametrize("name", ["seed_mnist", "torch_cnn"])
def test_real_nodes_come_out_as_protobuf_reads_them(name: str) -> None:
    data = real_graph(name)
    assert list(NodeDefs(data)) == list(GraphDef.FromString(data).node)


@given(any_graph())
def test_small_nodes_come_out_whole(data: bytes) -> None:
    assert list(NodeDefs(data)) == list(GraphDef.FromString(data).node)


def test_more_nodes_than_a_batch_stay_in_order() -> None:
    data = graph_bytes(*(node(f"op{place}") for place in range(5000)))
    assert [found.name for found in NodeDefs(data)] == [f"op{n}" for n in range(5000)]


def test_a_large_value_is_left_behind_but_not_its_type() -> None:
    (found,) = NodeDefs(graph_bytes(constant("weights", 1000)))
    assert found.attr["value"].tensor.tensor_content == b""
    assert found.attr["value"].tensor.dtype == 1
    assert [dim.size for dim in found.attr["value"].tensor.tensor_shape.dim] == [1000]
    assert (found.name, found.op, list(found.input)) == ("weights", "Const", ["^before"])
    assert found.attr["dtype"].type == 1


def test_large_values_are_not_copied() -> None:
    data = graph_bytes(constant("weights", 4_000_000))
    tracemalloc.start()
    list(NodeDefs(data))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000


def test_a_long_list_of_shapes_is_kept() -> None:
    wide = node("split", "Split", shapes=[[n, 7] for n in range(500)])
    (found,) = NodeDefs(graph_bytes(wide))
    assert len(found.attr["_output_shapes"].list.shape) == 500


def test_other_large_attributes_are_dropped() -> None:
    made = node("embed")
    made.attr["serialized"].s = bytes(2000)
    (found,) = NodeDefs(graph_bytes(made))
    assert sorted(found.attr) == ["T"]


def test_text_that_is_not_utf8_gets_replacement_characters() -> None:
    data = graph_bytes(node("good"), node("bXd", inputs=["good"])).replace(b"bXd", b"b\xffd")
    found = list(NodeDefs(data))
    assert [(made.name, list(made.input)) for made in found] == [("good", []), ("b�d", ["good"])]


def test_an_attribute_that_protobuf_refuses_costs_only_itself() -> None:
    made = node("op")
    made.attr["note"].placeholder = "XXXX"
    nodes = NodeDefs(graph_bytes(made).replace(b"XXXX", b"\xff\xfe\xfd\xfc"))
    (found,) = nodes
    assert (found.name, sorted(found.attr)) == ("op", ["T"])
    assert nodes.damaged == 1


@pytest.mark.parametrize("key", ["value", "_output_shapes"])
def test_a_large_attribute_that_cannot_be_read_costs_only_itself(key: str) -> None:
    made = constant("weights", 1000)
    made.attr[key].s = b"X" * 2000
    whole = made.attr[key].SerializeToString()
    damaged = graph_bytes(node("a"), made, node("b")).replace(whole, b"\x0f" * len(whole))
    nodes = NodeDefs(damaged)
    assert [found.name for found in nodes] == ["a", "weights", "b"]
    assert (nodes.damaged, nodes.is_cut) == (1, False)


def test_a_damaged_node_keeps_what_stands_before_the_damage() -> None:
    good = node("good", inputs=["a"]).SerializeToString()
    raw = good + b"\x0f\x01"
    nodes = NodeDefs(graph_bytes(node("a")) + b"\x0a" + bytes([len(raw)]) + raw)
    assert [(found.name, list(found.input)) for found in nodes] == [("a", []), ("good", ["a"])]
    assert (nodes.damaged, nodes.is_cut) == (1, False)


def test_nodes_before_a_cut_are_read_and_none_is_no_graph() -> None:
    data = graph_bytes(node("a"), node("b"))
    edge = len(graph_bytes(node("a")))
    for length in range(1, edge):
        with pytest.raises(DamagedDataError):
            list(NodeDefs(data[:length]))
    for length in range(edge, len(data) + 1):
        nodes = NodeDefs(data[:length])
        assert [found.name for found in nodes] == ["a", "b"][: 1 + (length == len(data))]
        assert nodes.is_cut == (edge < length < len(data))


@pytest.mark.parametrize(
    "data", [b"brain.Event:2", b"\xff\xd8\xff\xe0", b"{}", b"\x08\x01", b"PK\x03\x04"]
)
def test_other_files_are_no_graph(data: bytes) -> None:
    with pytest.raises(DamagedDataError):
        list(NodeDefs(data))


@given(st.binary(max_size=200))
def test_garbage_is_read_or_refused(data: bytes) -> None:
    with suppress(DamagedDataError):
        list(NodeDefs(data))


@given(any_graph(), st.data())
def test_damage_anywhere_is_read_or_refused(data: bytes, draw: st.DataObject) -> None:
    if data:
        place = draw.draw(st.integers(0, len(data) - 1))
        data = data[:place] + draw.draw(st.binary(max_size=3)) + data[place + 1 :]
    with suppress(DamagedDataError):
        list(NodeDefs(data))


def test_a_graph_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodedefs, "MAX_NODES", 3)
    assert len(list(NodeDefs(graph_bytes(*[node("a")] * 3)))) == 3
    with pytest.raises(DamagedDataError, match="more than 3 nodes"):
        list(NodeDefs(graph_bytes(*[node("a")] * 4)))
