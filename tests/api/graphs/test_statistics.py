"""Statistics over HTTP: measurements by scope, and hot spots."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from graph.graphdefs import real_graph
from graph.run_metadatas import CPU, metadata, ran, real_metadata
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_STRING
from tools import writer

from ..conftest import Serve


def measured_event(tag: str, step: int, data: bytes, wall_time: float = 1.7e9) -> bytes:
    """Return the record that a session writes of the statistics of one step."""
    tagged = TaggedRunMetadata(tag=tag, run_metadata=data)
    event = Event(wall_time=wall_time + step, step=step, tagged_run_metadata=tagged)
    return writer.record(event.SerializeToString())


def exported(tag: str, step: int, data: bytes) -> bytes:
    """Return the record of a function's trace that was exported with what it measured."""
    tensor = TensorProto(dtype=DT_STRING, string_val=[data])
    value = Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin("graph_run_metadata"))
    return writer.event(step, value)


@pytest.fixture
def client(serve: Serve) -> TestClient:
    later = metadata({CPU: [ran("layer1/Relu", 5, (0, 3, 4), [(8, 8)])]})
    return serve(
        {
            "train": writer.graph_event(real_graph("seed_mnist"))
            + measured_event("step099", 99, real_metadata())
            + measured_event("step199", 199, later)
            + measured_event("bad", 300, b"\xff\xff\xff"),
            "other": measured_event("elsewhere", 1, later),
        }
    )


def url(client: TestClient) -> str:
    graphs = client.get("/api/graphs").json()["graphs"]
    return f"/api/graphs/{graphs[0]['id']}"


def test_the_steps_of_the_graphs_run_are_listed(client: TestClient) -> None:
    steps = client.get(f"{url(client)}/run_metadata").json()["steps"]
    assert [(s["tag"], s["step"], s["wall_time"]) for s in steps] == [
        ("step099", 99, 1.7e9 + 99),
        ("step199", 199, 1.7e9 + 199),
        ("bad", 300, 1.7e9 + 300),
    ]
    assert [s["devices"] for s in steps] == [{CPU: 122}, {CPU: 1}, None]
    assert [s["error"] for s in steps] == [None, None, "The file has no statistics of a run."]


def test_colours_by_device_are_of_where_ops_ran(client: TestClient) -> None:
    def devices(**parameters: str) -> dict[str, int]:
        query = {"by": "device", "scope": "layer1", **parameters}
        answer = client.get(f"{url(client)}/colours", params=query)
        assert answer.status_code == 200
        return {value["value"]: value["count"] for value in answer.json()["values"]}

    everywhere = devices()
    assert list(everywhere) == [""]
    assert devices(tag="step199")[CPU] == 1
    ran = devices(tag="step099")
    assert ran[CPU] > 10
    assert sum(ran.values()) == everywhere[""]
    refused = client.get(f"{url(client)}/colours", params={"by": "device", "tag": "none"})
    assert refused.status_code == 404


def test_the_children_of_a_scope(client: TestClient) -> None:
    answer = client.get(f"{url(client)}/statistics", params={"tag": "step099", "scope": "layer1"})
    told = answer.json()
    assert told["totals"]["ran"] == 25
    assert "layer1/Relu" in told["children"]["names"]
    assert told["stranger_records"] == 4
    assert told["devices"][0]["name"] == CPU
    again = client.get(answer.url, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_hot_spots(client: TestClient) -> None:
    ask: dict[str, str | int] = {"tag": "step099", "scope": "layer1", "by": "memory", "top": 2}
    told = client.get(f"{url(client)}/hot_spots", params=ask).json()
    assert [spot["name"] for spot in told["spots"]] == [
        "layer1/summaries/stddev/sub",
        "layer1/Relu",
    ]
    assert told["sum"] == 1_768_108


def test_of_one_tag_the_last_step_unless_another_is_chosen(serve: Serve) -> None:
    steps = [metadata({CPU: [ran("in", 1, (0, time, time))]}) for time in (1, 2)]
    events = [measured_event("t", step, data) for step, data in enumerate(steps)]
    client = serve({"a": writer.graph_event(real_graph("seed_mnist")) + b"".join(events)})
    for step, records in ((None, 1), (0, 1), (1, 1)):
        ask = {"tag": "t"} | ({} if step is None else {"step": step})
        told = client.get(f"{url(client)}/statistics", params=ask).json()
        assert told["stranger_records"] == records
        assert told["strangers"][0]["total"] == (1000 if step == 0 else 2000)
    absent = client.get(f"{url(client)}/statistics", params={"tag": "t", "step": 7})
    assert absent.status_code == 404


def test_the_signature_of_an_exported_function(serve: Serve) -> None:
    data = metadata({CPU: [ran("layer1/Relu", 5, (0, 3, 4))]})
    client = serve(
        {"a": writer.graph_event(real_graph("seed_mnist")) + exported("step_fn", 3, data)}
    )
    (step,) = client.get(f"{url(client)}/run_metadata").json()["steps"]
    assert (step["tag"], step["step"], step["devices"]) == ("step_fn", 3, {CPU: 1})
    told = client.get(f"{url(client)}/statistics", params={"tag": "step_fn"}).json()
    assert told["totals"]["compute"] == 3000


def test_a_step_without_measurements_is_reported(serve: Serve) -> None:
    client = serve(
        {"run": writer.graph_event(real_graph("seed_mnist")) + measured_event("none", 0, b"")}
    )
    (step,) = client.get(f"{url(client)}/run_metadata").json()["steps"]
    assert step["error"] == "The file has no data at this position, or changed; reload the page."


def test_failures_are_sentences(client: TestClient) -> None:
    for path, status in (
        ("statistics?tag=no", 404),
        ("statistics?tag=step099&scope=no", 404),
        ("statistics?tag=bad", 422),
        ("statistics", 422),
        ("hot_spots?tag=step099&by=colour", 422),
        ("hot_spots?tag=step099&top=0", 422),
    ):
        answer = client.get(f"{url(client)}/{path}")
        assert answer.status_code == status, path
        assert answer.json()["error"]["message"].endswith("."), path
    assert client.get("/api/graphs/no/run_metadata").status_code == 404


def test_a_missing_file_is_reported(serve: Serve, tmp_path: Path) -> None:
    event = measured_event("step", 1, real_metadata())
    path = writer.write_run(tmp_path, "a", event, f"{writer.FILE_NAME}.second")
    client = serve({"a": writer.graph_event(real_graph("seed_mnist"))})
    path.unlink()
    (step,) = client.get(f"{url(client)}/run_metadata").json()["steps"]
    assert "cannot be read" in step["error"]
