"""Graphs as files: complete, readable by others, bounded."""

import io
import json
import re
from typing import Any

import networkx as nx
import pytest
from google.protobuf import text_format
from starlette.testclient import TestClient

from graph.graphdefs import graph_bytes, node, real_graph
from scopeboard.api.graphs import export as graph_export
from scopeboard.wire.graph_pb2 import GraphDef
from tools import writer

from ..conftest import Serve


def read_graphml(file: io.BytesIO) -> nx.MultiDiGraph:
    return nx.read_graphml(file, force_multigraph=True)


def exported(client: TestClient, form: str, **params: str) -> Any:  # noqa: ANN401
    (graph,) = client.get("/api/graphs").json()["graphs"]
    return client.get(f"/api/graphs/{graph['id']}/export", params={"format": form, **params})


@pytest.mark.parametrize("name", ["seed_mnist", "traced_while", "torch_cnn"])
def test_text_format_is_the_graph_again(serve: Serve, name: str) -> None:
    answer = exported(serve({"a": writer.graph_event(real_graph(name))}), "pbtxt")
    assert answer.headers["content-disposition"] == "attachment"
    expected = GraphDef.FromString(real_graph(name))
    expected.DiscardUnknownFields()
    expected.version = 0  # deprecated, and of no meaning beside `versions`
    assert text_format.Parse(answer.text, GraphDef()) == expected


def test_the_text_of_a_truncated_graph_marks_the_cut(serve: Serve) -> None:
    data = real_graph("seed_mnist")[:40_000]
    text = exported(serve({"a": writer.graph_event(data)}), "pbtxt").text
    assert text.endswith("# The graph is cut or damaged here; what follows cannot be read.\n")
    assert text_format.Parse(text, GraphDef()).node[0].name == "input/x-input"


def test_the_text_of_a_scope_has_its_nodes(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(real_graph("seed_mnist"))})
    found = text_format.Parse(exported(client, "pbtxt", scope="layer1").text, GraphDef())
    wanted = [n for n in GraphDef.FromString(real_graph("seed_mnist")).node]  # noqa: C416
    names = {each.name for each in found.node}
    assert {n.name for n in wanted if n.name.startswith("layer1/") and n.op == "MatMul"} <= names
    assert all("/" in name for name in names)


def test_json_has_all_ops_and_edges(serve: Serve) -> None:
    graph = json.loads(
        exported(serve({"a": writer.graph_event(real_graph("seed_mnist"))}), "json").text
    )
    raw = GraphDef.FromString(real_graph("seed_mnist"))
    assert {each["op"] for each in graph["nodes"]} == {each.op for each in raw.node}
    assert len(graph["nodes"]) == len(raw.node)
    assert len(graph["edges"]) == sum(len(each.input) for each in raw.node)
    shapes = {each["name"]: each["outputs"] for each in graph["nodes"]}
    assert shapes["layer1/MatMul"] == [{"shape": [-1, 500], "dtype": "float32"}]


def test_dot_has_clusters_and_escapes(serve: Serve) -> None:
    data = graph_bytes(
        node("in", shapes=[[-1, 8]]),
        node('s/"quoted"\\n', inputs=["in"]),
        node("s/t/deep", inputs=["in", "^in"]),
    )
    dot = exported(serve({"a": writer.graph_event(data)}), "dot").text
    assert dot.count("{") == dot.count("}")
    assert len(re.findall(r"subgraph cluster", dot)) == 2
    assert r"\"quoted\"\\n" in dot
    assert '[label="?×8"]' in dot
    assert len(re.findall(r"^  n\d+ -> n\d+", dot, re.MULTILINE)) == 3
    assert dot.count('[style="dashed"]') == 1


@pytest.mark.parametrize("name", ["seed_mnist", "traced_while", "torch_cnn"])
def test_graphml_and_gexf_have_what_json_has(serve: Serve, name: str) -> None:
    client = serve({"a": writer.graph_event(real_graph(name))})
    wanted = json.loads(exported(client, "json").text)
    types = {each["name"]: each["op"] for each in wanted["nodes"]}
    edges = sorted((each["source"], each["target"], each["kind"]) for each in wanted["edges"])
    for form, read in (("graphml", read_graphml), ("gexf", nx.read_gexf)):
        answer = exported(client, form)
        assert answer.headers["content-type"].startswith(f"application/{form}+xml")
        graph = read(io.BytesIO(answer.content))
        assert nx.get_node_attributes(graph, "type") == types
        assert sorted((a, b, row["kind"]) for a, b, row in graph.edges(data=True)) == edges


def test_graphml_of_a_scope_has_its_ops(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(real_graph("seed_mnist"))})
    wanted = json.loads(exported(client, "json", scope="layer1").text)
    graph = read_graphml(io.BytesIO(exported(client, "graphml", scope="layer1").content))
    assert {*graph} == {each["name"] for each in wanted["nodes"]}
    assert graph.number_of_edges() == len(wanted["edges"]) > 20
    assert exported(client, "gexf", scope="nowhere").status_code == 404


def test_a_call_is_exported_as_it_opens(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(real_graph("traced_while"))})
    graph = json.loads(exported(client, "json", scope="enc/while/body").text)
    assert graph["nodes"]
    assert all(each["name"].startswith("enc/while/body/") for each in graph["nodes"])


def test_large_and_missing_scopes_are_refused(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve({"a": writer.graph_event(real_graph("seed_mnist"))})
    assert exported(client, "json", scope="nowhere").status_code == 404
    assert exported(client, "gif").status_code == 422
    monkeypatch.setitem(graph_export.MAX_OPS, "dot", 100)
    answer = exported(client, "dot")
    assert answer.status_code == 422
    assert answer.json()["error"]["message"] == (
        "The scope has 292 ops; the dot export is limited to 100. Choose a smaller scope."
    )
