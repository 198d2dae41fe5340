"""What differs between graphs of all origins: steps of one run, files, stages of a traced step."""

from typing import Any

from starlette.testclient import TestClient

from scopeboard.wire.run_metadata_pb2 import RunMetadata
from tools import writer
from tools.served import excerpt

from ..conftest import Serve
from .test_catalog import graph_def, graph_ids
from .test_sources import drop, graph, listed, tensor_event, trace_of


def changes(client: TestClient, before: str, after: str) -> dict[str, str]:
    """Return what became of each op that differs, by its name."""
    found: dict[str, Any] = client.get(f"/api/graphs/{before}~{after}/changes").json()
    return {change["name"]: change["status"] for change in found["changes"]}


def test_an_earlier_graph_of_the_same_run(serve: Serve) -> None:
    events = [writer.graph_event(graph_def(*names)) for names in (("in", "a"), ("in", "a", "b"))]
    client = serve({"run": b"".join(events)})
    after, before = graph_ids(client)
    assert changes(client, before, after) == {"b": "added"}
    assert changes(client, after, before) == {"b": "removed"}


def test_graphs_of_two_steps_of_a_tag(serve: Serve) -> None:
    steps = [
        tensor_event(
            "step", "graph_run_metadata", RunMetadata(partition_graphs=[made]).SerializeToString()
        )
        for made in (graph("x", "y"), graph("x", "y", "z"))
    ]
    client = serve({"run": b"".join(steps)})
    ids = {each["nodes"]: each["id"] for each in listed(client)}
    assert changes(client, ids[2], ids[3]) == {"z": "added"}


def test_an_uploaded_file_beside_the_graph_of_a_run(serve: Serve) -> None:
    client = serve({"run": writer.graph_event(graph_def("in", "a"))})
    (sent,) = drop(client, graph_def("in", "a", "c")).json()["graphs"]
    (logged,) = [each["id"] for each in listed(client) if each["run"] == "run"]
    assert changes(client, logged, sent["id"]) == {"c": "added"}


def test_uploaded_files_of_two_formats(serve: Serve) -> None:
    client = serve({})
    sent = [
        drop(client, excerpt(f"graph/{path}"), path).json()["graphs"][0]["id"]
        for path in ("onnx/cnn_dynamo.onnx", "torch_export/cnn.pt2")
    ]
    found = client.get(f"/api/graphs/{sent[0]}~{sent[1]}/changes").json()
    assert found["formats"] == ["onnx", "torch_export"]
    added = [each["op"] for each in found["changes"] if each["status"] == "added"]
    assert sorted(added) == ["aten::relu", "nn.Buffer", "nn.Buffer"]


def test_a_graph_before_and_after_optimisation_and_as_its_parts_ran(serve: Serve) -> None:
    function = RunMetadata.FunctionGraphs(
        pre_optimization_graph=graph("x", "y", "z"),
        post_optimization_graph=graph("x", "z"),
        partition_graphs=[graph("x", "z")],
    )
    client = serve({"run": tensor_event("step", "graph_run_metadata_graph", trace_of(function))})
    before, after, part = [each["id"] for each in listed(client)]
    assert changes(client, before, after) == {"y": "removed"}
    assert changes(client, after, part) == {}
