"""Graphs over HTTP."""

import os
from itertools import pairwise
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from scopeboard.store.open import open_store
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.summary_pb2 import Summary
from tools import writer
from tools.platforms import needs_pipes

from ..conftest import Serve, client_of, load


def graph_def(*names: str) -> bytes:
    nodes = [NodeDef(name=names[0], op="Placeholder")]
    nodes += [NodeDef(name=name, op="Relu", input=[before]) for before, name in pairwise(names)]
    return GraphDef(node=nodes).SerializeToString()


def listed(client: TestClient) -> dict[str, Any]:
    """Return the only graph in the list."""
    (graph,) = client.get("/api/graphs").json()["graphs"]
    found: dict[str, Any] = graph
    return found


def graph_ids(client: TestClient) -> list[str]:
    return [graph["id"] for graph in client.get("/api/graphs").json()["graphs"]]


def test_graphs_are_listed_with_their_size(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def("in", "s/x", "s/y"))})
    graph = listed(client)
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


def test_missing_graphs_are_refused_with_a_sentence(serve: Serve) -> None:
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


def test_a_cut_graph_is_shown_up_to_the_cut(serve: Serve) -> None:
    data = graph_def("in", "s/x", "s/y")
    client = serve({"a": writer.graph_event(data[:-3])})
    graph = listed(client)
    assert (graph["nodes"], graph["edges"]) == (2, 1)
    assert graph["error"] == "The graph is cut after 2 nodes; the part before the cut is shown."
    top = client.get(f"/api/graphs/{graph['id']}/scope").json()
    assert [node["name"] for node in top["nodes"]] == ["in", "s"]


def test_oddities_of_a_graph_are_sentences(serve: Serve) -> None:
    ghosts = GraphDef(node=[NodeDef(name="in", input=["gone", "^lost"])]).SerializeToString()
    damaged = b"\x0a\x02\x0f\x01"
    client = serve({"a": writer.graph_event(ghosts + graph_def("in") + damaged)})
    assert listed(client)["warnings"] == [
        "1 op shares its name with another and is shown with a number, as in #2.",
        "2 inputs name no op.",
        "1 op is damaged and shown as far as it can be read.",
    ]
    assert listed(client)["error"] is None
    assert listed(serve({"a": writer.graph_event(graph_def("in", "out"))}))["warnings"] == []


def test_a_summary_without_a_tag_is_not_the_graph_of_the_run(serve: Serve) -> None:
    metadata = writer.plugin("graph_keras_model")
    keras = writer.event(0, Summary.Value(tag="", metadata=metadata))
    client = serve({"a": writer.graph_event(graph_def("in")) + keras})
    graph, model = client.get("/api/graphs").json()["graphs"]
    assert (graph["tag"], graph["nodes"], graph["error"]) == ("", 1, None)
    assert (model["kind"], model["nodes"]) == ("conceptual", 0)
    assert model["error"] == "The file has no data at this position, or changed; reload the page."


def test_a_temporarily_missing_file_is_not_a_lasting_error(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": writer.graph_event(graph_def("in"))})
    path = tmp_path / "a" / writer.FILE_NAME
    path.rename(tmp_path / "away")
    failed = client.get("/api/graphs")
    assert failed.json()["graphs"][0]["error"].endswith(".")
    (tmp_path / "away").rename(path)
    again = client.get("/api/graphs", headers={"If-None-Match": failed.headers["etag"]})
    assert again.status_code == 200
    assert again.json()["graphs"][0]["error"] is None
    unchanged = client.get("/api/graphs", headers={"If-None-Match": again.headers["etag"]})
    assert unchanged.status_code == 304


def test_a_file_whose_name_is_no_text_may_be_away_too(serve: Serve, tmp_path: Path) -> None:
    name = os.fsdecode(b"events.tfevents.\xff")
    path = writer.write_run(tmp_path, "a", writer.graph_event(graph_def("in")), name)
    client = serve()
    path.unlink()
    assert "cannot be read" in listed(client)["error"]


def test_a_graph_replaced_by_one_of_equal_size_is_read_again(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": writer.graph_event(graph_def("aaa"))})
    url = f"/api/graphs/{listed(client)['id']}/scope"
    assert [node["name"] for node in client.get(url).json()["nodes"]] == ["aaa"]
    writer.write_run(tmp_path, "a", writer.graph_event(graph_def("bbb")))
    assert [node["name"] for node in client.get(url).json()["nodes"]] == ["bbb"]


def test_the_summary_of_a_graph_survives_a_restart(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    events = writer.graph_event(graph_def(*(f"scope/op_{n}" for n in range(2000))))
    path = writer.write_run(logs, "a", events)
    store = open_store(logs, index)
    load(store, logs)
    counted = listed(client_of(store))
    assert (counted["nodes"], counted["edges"]) == (2000, 1999)
    store.close()
    spoil(path, len(events) // 2)
    store = open_store(logs, index)
    load(store, logs)
    client = client_of(store)
    assert listed(client) == counted
    # It was neither counted nor read again: the present file is unreadable.
    assert len(client.get(f"/api/graphs/{counted['id']}/scope").json()["nodes"]) == 1


def spoil(path: Path, offset: int) -> None:
    """Change a byte outside the parts that are compared."""
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1]))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@needs_pipes
def test_a_pipe_named_like_a_graph_file_blocks_no_request(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": writer.graph_event(graph_def("in"))})
    path = tmp_path / "a" / writer.FILE_NAME
    path.unlink()
    os.mkfifo(path)
    held = os.open(path, os.O_RDWR)  # so that even a reader that opens it does not block
    try:
        assert "not a regular file" in listed(client)["error"]
    finally:
        os.close(held)


def test_several_scopes_come_in_one_answer_each_with_its_hash(serve: Serve) -> None:
    client = serve({"a": writer.graph_event(graph_def("in", "s/x", "t/y"))})
    url = f"/api/graphs/{graph_ids(client)[0]}/scope"
    first = client.get(f"{url}s", params={"name": ["s", "no", "t"], "choice": "exclude:op:Relu"})
    answer = first.json()
    assert (answer["missing"], answer["left"]) == (["no"], [])
    for scope in answer["scopes"]:
        choice = "exclude:op:Relu"
        assert scope == client.get(url, params={"name": scope["name"], "choice": choice}).json()
    assert [scope["name"] for scope in answer["scopes"]] == ["s", "t"]
    again = client.get(str(first.url), headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{url}s").status_code == 422


def test_types_beside_the_main_graph_can_be_others_or_none(serve: Serve) -> None:
    nodes = [
        NodeDef(name="init", op="NoOp"),
        NodeDef(name="a", op="Relu"),
        NodeDef(name="b", op="Add"),
    ]
    nodes[2].input.append("a")
    nodes[0].input.append("^b")
    client = serve({"a": writer.graph_event(GraphDef(node=nodes).SerializeToString())})
    (graph,) = graph_ids(client)

    def roles(**query: str | bool) -> dict[str, str]:
        answer = client.get(f"/api/graphs/{graph}/scope", params=query).json()
        return {node["name"]: node["role"] for node in answer["nodes"]}

    assert roles()["init"] == "out_extract"
    assert roles(sink_type="") == {"a": "main", "b": "main", "init": "main"}
    assert roles(sink_type="Add", isolated=False)["b"] == "out_extract"
    assert roles(source_type="Relu", isolated=False)["a"] == "in_extract"
