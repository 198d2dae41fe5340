"""The list of tags."""

from scopeboard.wire.summary_pb2 import Summary
from tools import writer

from ..conftest import Serve


def test_tags_of_a_kind_with_their_runs_and_names(serve: Serve) -> None:
    value = writer.tf2_scalar("loss", 1, first=True)
    value.metadata.display_name = "Loss"
    value.metadata.summary_description = "cross entropy"
    image = Summary.Value(tag="i", image=Summary.Image())
    client = serve({"a": writer.event(0, value, image), "b": writer.scalar_file({"loss": [1]})})
    ids = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    (tag,) = client.get("/api/tags?kind=scalars").json()["tags"]
    assert tag == {
        "tag": "loss",
        "kind": "scalars",
        "display_name": "Loss",
        "description": "cross entropy",
        "runs": [ids["a"], ids["b"]],
    }
    kinds = [tag["kind"] for tag in client.get("/api/tags").json()["tags"]]
    assert kinds == ["images", "scalars"]


def test_an_unknown_kind_is_an_error(serve: Serve) -> None:
    answer = serve().get("/api/tags?kind=nonsense")
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == "invalid_request"
    assert "'kind'" in answer.json()["error"]["message"]
