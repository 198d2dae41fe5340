"""Graphs over HTTP."""

from itertools import pairwise

from starlette.testclient import TestClient

import writer
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef

from .conftest import Serve


def graph_def(*names: str) -> bytes:
    nodes = [NodeDef(name=names[0], op="Placeholder")]
    nodes += [NodeDef(name=name, op="Relu", input=[before]) for before, name in pairwise(names)]
    return GraphDef(node=nodes).SerializeToString()


def graph_ids(client: TestClient) -> list[str]:
    return [graph["id"] for graph in client.get("/api/graphs").json()["graphs"]]


def test_graphs_are_listed_with_their_size(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def("in", "s/x", "s/y"))})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    assert (graph["run"], graph["tag"], graph["kind"]) == ("a", "", "op")
    assert (graph["nodes"], graph["edges"], graph["error"]) == (3, 2, None)
    assert graph["wall_time"] == 1.7e9


def test_several_graphs_of_a_run_are_several_the_newest_first(serve: Serve) -> None:
    events = writer.graph_event(graph_def("a")) + writer.graph_event(graph_def("a", "b"))
    client = serve({"a": events})
    assert [graph["nodes"] for graph in client.get("/api/graphs").json()["graphs"]] == [2, 1]
    assert len(set(graph_ids(client))) == 2


def test_the_top_level_and_the_inside_of_a_scope(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def("in", "s/x", "s/y"))})
    (graph,) = graph_ids(client)
    top = client.get(f"/api/graphs/{graph}/scope").json()
    assert [(node["name"], node["kind"]) for node in top["nodes"]] == [
        ("in", "op"),
        ("s", "metanode"),
    ]
    (edge,) = top["edges"]
    assert (edge["source"], edge["target"], edge["kind"], edge["tensors"]) == ("in", "s", "data", 1)
    inside = client.get(f"/api/graphs/{graph}/scope", params={"name": "s"}).json()
    assert [node["label"] for node in inside["nodes"]] == ["x", "y"]
    (bridge,) = inside["bridges"]
    assert (bridge["node"], bridge["neighbour"], bridge["direction"]) == ("s/x", "in", "in")


def test_a_scope_never_changes_under_its_hash(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def("in", "s/x"))})
    url = f"/api/graphs/{graph_ids(client)[0]}/scope"
    first = client.get(url)
    assert first.headers["etag"] == f'"{first.json()["hash"]}"'
    again = client.get(url, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_not_there_is_a_sentence(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def("in"))})
    for url in (f"/api/graphs/{graph_ids(client)[0]}/scope?name=no", "/api/graphs/no/scope"):
        answer = client.get(url)
        assert answer.status_code == 404
        assert answer.json()["error"]["message"].endswith(".")


def test_a_damaged_graph_hides_no_other(serve: Serve) -> None:
    client = serve(
        {"bad": writer.graph_event(b"\xff\xff"), "good": writer.graph_event(graph_def("in"))}
    )
    graphs = {graph["run"]: graph for graph in client.get("/api/graphs").json()["graphs"]}
    assert graphs["good"]["nodes"] == 1
    assert graphs["bad"]["error"]
    answer = client.get(f"/api/graphs/{graphs['bad']['id']}/scope")
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "damaged_data"
