"""Graphs as text of the message, without attributes beyond a limit."""

from collections.abc import Callable

import pytest
from google.protobuf import text_format
from starlette.testclient import TestClient

from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.run_metadata_pb2 import RunMetadata
from tools import writer
from tools.media_events import strings

Serve = Callable[[dict[str, bytes]], TestClient]
GRAPH = "/data/plugin/graphs/graph"


def graph_def(nodes: int, *, functions: int = 2) -> GraphDef:
    graph = GraphDef(versions={"producer": 7, "min_consumer": 1})
    for number in range(nodes):
        node = graph.node.add(name=f"n{number}", op="Const" if number % 3 else "PartitionedCall")
        node.input.extend([f"n{max(number - 1, 0)}", f"^n{max(number - 2, 0)}"])
        node.attr["value"].tensor.string_val.append(b"x" * (number % 50))
        if not number % 3:
            node.attr["f"].func.name = "body0"
    for number in range(functions):
        function = graph.library.function.add()
        function.signature.name = f"body{number}"
        function.node_def.add(name="inner", op="Add")
    graph.library.gradient.add(function_name="body0", gradient_func="body1")
    return graph


def traced(*graphs: GraphDef) -> bytes:
    metadata = RunMetadata()
    for graph in graphs:
        metadata.function_graphs.add(pre_optimization_graph=graph)
    return trace(metadata)


def trace(metadata: RunMetadata) -> bytes:
    value = strings("step", "graph_run_metadata", metadata.SerializeToString(), shape=())
    value.metadata.plugin_data.content = b"1"
    return writer.event(1, value)


def get_text(client: TestClient, path: str, **query: str) -> str:
    answer = client.get(path, params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/x-protobuf; charset=utf-8"
    return answer.text


@pytest.mark.parametrize("nodes", [0, 1, 6000])
def test_a_graph_is_the_text_of_its_message(serve: Serve, nodes: int) -> None:
    graph = graph_def(nodes)
    client = serve({"a": writer.graph_event(graph.SerializeToString())})
    assert get_text(client, GRAPH, run="a") == str(graph)
    assert client.get("/data/plugin/graphs/info").json() == {
        "a": {"run": "a", "tags": {}, "run_graph": True}
    }


def test_libraries_are_merged(serve: Serve) -> None:
    data = graph_def(2).SerializeToString() + graph_def(0).SerializeToString()
    data += GraphDef(library=graph_def(0, functions=5).library).SerializeToString() * 2
    text = get_text(serve({"a": writer.graph_event(data)}), GRAPH, run="a")
    assert text_format.Parse(text, GraphDef()) == GraphDef.FromString(data)
    assert text.count("library {") == 1


def test_attributes_that_are_too_large_are_named(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def(60).SerializeToString())})
    text = get_text(client, GRAPH, run="a", limit_attr_size="40", large_attrs_key="_large")
    limited = text_format.Parse(text, GraphDef())
    for row, (node, logged) in enumerate(zip(limited.node, graph_def(60).node, strict=True)):
        is_large = logged.attr["value"].ByteSize() > 40
        assert ("value" in node.attr) != is_large, row
        assert list(node.attr["_large"].list.s) == [b"value"] * is_large


def test_several_functions_are_one_graph(serve: Serve) -> None:
    client = serve({"a": traced(graph_def(3), graph_def(5, functions=1))})
    merged = text_format.Parse(get_text(client, GRAPH, run="a", tag="step"), GraphDef())
    assert [node.name for node in merged.node][2:5] == ["graph_1/n2", "graph_2/n0", "graph_2/n1"]
    assert list(merged.node[2].input) == ["graph_1/n1", "^graph_1/n0"]
    assert merged.node[3].attr["f"].func.name == "graph_2_body0"
    names = [function.signature.name for function in merged.library.function]
    assert names == ["graph_1_body0", "graph_1_body1", "graph_2_body0"]
    assert merged.library.gradient[1].gradient_func == "graph_2_body1"
    assert merged.versions == graph_def(0).versions


def test_merged_graphs_without_functions_have_no_library(serve: Serve) -> None:
    graphs = graph_def(1), graph_def(2)
    for graph in graphs:
        graph.library.Clear()
        graph.library.SetInParent()
    merged = get_text(serve({"a": traced(*graphs)}), GRAPH, run="a", tag="step")
    assert "library" not in merged


def test_one_function_is_its_graph(serve: Serve) -> None:
    client = serve({"a": traced(graph_def(4))})
    assert get_text(client, GRAPH, run="a", tag="step") == str(graph_def(4))
    assert get_text(serve({"b": traced()}), GRAPH, run="b", tag="step") == ""


def test_run_metadata_is_the_text_of_its_message(serve: Serve) -> None:
    metadata = RunMetadata(session_metadata={"name": "s", "version": 3})
    for device in ("cpu", "gpu"):
        stats = metadata.step_stats.dev_stats.add(device=device)
        stats.node_stats.add(node_name="n", all_start_micros=5)
    metadata.partition_graphs.add().CopyFrom(graph_def(2))
    client = serve({"a": trace(metadata)})
    assert get_text(client, "/data/plugin/graphs/run_metadata", run="a", tag="step") == str(
        metadata
    )


def test_a_damaged_graph_is_written_as_far_as_it_can_be_read(serve: Serve) -> None:
    node = b"\x0a\x03\x0a\x01a"
    client = serve({"a": writer.graph_event(node + b"\x0a\x03\x0a\x01\xff" + node + b"\x0a\x7f")})
    text = get_text(client, GRAPH, run="a")
    assert text.count('name: "a"') == 2
    assert text.count("#") == 2


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("run=a&limit_attr_size=x&large_attrs_key=k", 400),
        ("run=a&limit_attr_size=0&large_attrs_key=k", 400),
        ("run=a&limit_attr_size=5", 400),
        ("run=b", 404),
        ("run=a&tag=no", 404),
        ("run=a&tag=step&conceptual=true", 404),
    ],
)
def test_invalid_requests_have_an_error_status(serve: Serve, query: str, status: int) -> None:
    client = serve({"a": traced(graph_def(1)) + writer.graph_event(b"")})
    assert client.get(f"{GRAPH}?{query}").status_code == status
