"""Graphs of other libraries as a GraphDef."""

from pathlib import Path

import networkx as nx
import pytest

import scopeboard as sb
from scopeboard import SummaryWriter
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.writer.graph_def import encoded_graph
from tools import writer
from tools.served import excerpt


def decoded(graph: object) -> list[NodeDef]:
    return list(GraphDef.FromString(encoded_graph(graph)).node)


def test_a_logged_graph_comes_back_through_networkx(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.graph_event(excerpt("graph/seed_mnist.pb")))
    log = sb.open(tmp_path, use_index=False)
    with SummaryWriter(tmp_path / "b") as written:
        written.add_graph(log.graph("a").to_networkx())
    log.refresh()
    first, second = log.graph("a"), log.graph("b")
    for name in ("name", "type", "device", "shape"):
        assert list(first.ops[name]) == list(second.ops[name]), name
    for name in ("source", "output", "target"):
        assert sorted(first.edges[name]) == sorted(second.edges[name]), name
    log.close()


def test_attributes_have_their_meaning() -> None:
    graph = nx.MultiDiGraph()
    graph.add_node("x", type="Placeholder", shape=[None, 3], dtype="float32", device="/cpu:0")
    graph.add_node("y", op="Add", size=7, label="sum", shape="scalar")
    graph.add_node(3, shape="wide")
    graph.add_edge("x", "y", input=1)
    graph.add_edge(3, "y", input=0, output=2)
    graph.add_edge("x", "y", kind="control")
    x, y, three = decoded(graph)
    assert (x.name, x.op, x.device) == ("x", "Placeholder", "/cpu:0")
    assert [dim.size for dim in x.attr["_output_shapes"].list.shape[0].dim] == [-1, 3]
    assert (y.op, list(y.input)) == ("Add", ["3:2", "x", "^x"])
    assert (y.attr["size"].i, y.attr["label"].s) == (7, b"sum")
    assert len(y.attr["_output_shapes"].list.shape[0].dim) == 0
    assert (three.name, three.op) == ("3", "Node")
    assert "_output_shapes" not in three.attr


def test_what_is_no_graph_is_an_error() -> None:
    with pytest.raises(TypeError, match="not list"):
        encoded_graph([])
    with pytest.raises(ValueError, match="3 bytes that are no GraphDef"):
        encoded_graph(b"\xff\xff\xff")
    with pytest.raises(ValueError, match="same name"):
        encoded_graph(nx.DiGraph([("1", 1)]))
    with pytest.raises(TypeError, match="directed"):
        encoded_graph(nx.Graph([("a", "b")]))
