"""Which runs have the same model, over HTTP."""

from graph.graphdefs import ops
from tools import writer

from ..conftest import Serve
from .test_catalog import graph_ids


def test_each_run_with_a_graph_has_the_hash_of_its_model(serve: Serve) -> None:
    one, other = (writer.graph_event(ops("a A", last)) for last in ("b B a", "c C a"))
    client = serve({"x": one, "y": other, "z": one, "none": writer.event(1)})
    answer = client.get("/api/graphs/models").json()
    hashes = {client_run["run"]: client_run["hash"] for client_run in answer["models"]}
    runs = {run["id"]: run["name"] for run in client.get("/api/runs").json()["runs"]}
    found = {runs[run]: value for run, value in hashes.items()}
    assert not answer["reading"]
    assert found["x"] == found["z"] != found["y"]
    assert "none" not in found
    assert {model["graph"] for model in answer["models"]} == set(graph_ids(client))


def test_an_answer_that_is_the_same_is_not_sent_again(serve: Serve) -> None:
    client = serve({"x": writer.graph_event(ops("a A"))})
    first = client.get("/api/graphs/models")
    again = client.get("/api/graphs/models", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
