"""One writer gives the text of real graphs, to every client."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from google.protobuf import text_format

from graph.graphdefs import DATA
from graph.libraries import function, library
from scopeboard.graph.export import message_text
from scopeboard.graph.export.graph_edits import AttributeLimit
from scopeboard.graph.export.pbtxt import PbtxtWriter
from scopeboard.graph.graphdef.parser import parse_graph
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.run_metadata_pb2 import RunMetadata

from ..memory_bytes import MemoryBytes

REAL_GRAPHS = [
    *sorted(path for path in DATA.glob("*.pb") if "run_metadata" not in path.name),
    *sorted((DATA / "parameters").glob("*.pb.gz")),
]


@pytest.fixture(params=REAL_GRAPHS, ids=lambda path: path.name.partition(".")[0])
def data(request: pytest.FixtureRequest) -> bytes:
    path: Path = request.param
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def test_a_real_graph_is_the_text_of_its_message(data: bytes) -> None:
    assert "".join(PbtxtWriter(MemoryBytes(data)).graph()) == str(GraphDef.FromString(data))


def test_the_nodes_of_a_real_graph_are_the_text_of_its_nodes(data: bytes) -> None:
    graph = parse_graph(data)
    nodes = GraphDef(node=GraphDef.FromString(data).node)
    ops = np.arange(graph.main_count)
    assert "".join(PbtxtWriter(MemoryBytes(data)).nodes(graph, ops)) == str(nodes)


def test_a_real_graph_in_small_fragments_is_the_same_graph(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_text, "FRAGMENT_BYTES", 100)
    expected = GraphDef.FromString(data)
    expected.DiscardUnknownFields()
    assert (
        text_format.Parse("".join(PbtxtWriter(MemoryBytes(data)).graph()), GraphDef()) == expected
    )


def test_large_attributes_of_a_real_graph_are_listed(data: bytes) -> None:
    text = "".join(PbtxtWriter(MemoryBytes(data)).graph(AttributeLimit(40, "_large")))
    limited = text_format.Parse(text, GraphDef())
    for node, full in zip(limited.node, GraphDef.FromString(data).node, strict=True):
        large = {key.encode() for key, value in full.attr.items() if value.ByteSize() > 40}
        assert {*node.attr["_large"].list.s} == large


def test_graphs_of_a_trace_are_merged() -> None:
    graph = GraphDef.FromString(
        library([function("f", "x", "o=a:o:0", "a Neg x")], "in Placeholder", "y Call in ^in f=f")
    )
    graph.node[1].op = "PartitionedCall"
    graph.library.gradient.add(function_name="f", gradient_func="g")
    graph.versions.producer = 3
    trace = RunMetadata()
    for _ in range(2):
        trace.function_graphs.add(pre_optimization_graph=graph)
    text = "".join(PbtxtWriter(MemoryBytes(trace.SerializeToString())).traced_graphs(None))
    merged = text_format.Parse(text, GraphDef())
    assert [(node.name, list(node.input)) for node in merged.node] == [
        ("graph_1/in", []),
        ("graph_1/y", ["graph_1/in", "^graph_1/in"]),
        ("graph_2/in", []),
        ("graph_2/y", ["graph_2/in", "^graph_2/in"]),
    ]
    assert [node.attr["f"].func.name for node in merged.node][1::2] == ["graph_1_f", "graph_2_f"]
    assert [each.signature.name for each in merged.library.function] == ["graph_1_f", "graph_2_f"]
    assert [each.function_name for each in merged.library.gradient] == ["graph_1_f", "graph_2_f"]
    assert merged.versions.producer == 3
