"""Metrics of scopes over HTTP, from the bytes of event files."""

from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.api.http.binary_columns import read_columns
from scopeboard.graph.scope_metrics import answer
from scopeboard.wire.graph_pb2 import GraphDef, NodeDef
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer

from ..conftest import Serve

NAMES = ["Net/Block[0]/Linear[fc]/5", "Net/Block[1]/Linear[fc]/6", "Net/Block[1]/Norm[norm]/7"]
GRAPH = writer.graph_event(
    GraphDef(node=[NodeDef(name=name, op="aten::add") for name in NAMES]).SerializeToString()
)
LOGGED = {
    "grad/0.fc.weight": [1.0, 2.0, 4.0],
    "grad/1.fc.weight": [3.0, float("nan"), 4.0],
    "grad/1.norm.weight": [-5.0, 1.0, 8.0],
    "size/0.fc.weight": [10.0, 10.0, 8.0],
    "loss": [1.0, 1.0, 1.0],
}
OTHER = {"grad/0.fc.weight": [2.0, 2.0, 2.0]}


@pytest.fixture
def client(serve: Serve) -> TestClient:
    return serve({"a": writer.scalar_file(LOGGED) + GRAPH, "b": writer.scalar_file(OTHER)})


def ask(client: TestClient, **query: Any) -> dict[str, list[float]]:  # noqa: ANN401
    (graph,) = client.get("/api/graphs").json()["graphs"]
    asked = {"metric": "grad", **query}
    response = client.get(f"/api/graphs/{graph['id']}/metrics", params=asked)
    assert response.status_code == 200, response.text
    read = read_columns(response.content)
    assert read["total_steps"] >= len(read["steps"])
    values = read["values"].reshape(len(read["names"]), len(read["steps"]))
    return dict(zip(read["names"], values.tolist(), strict=True))


BLOCK = "Net/Block[1]"
INF = float("inf")


def test_closed_scopes_have_the_worst_inside(client: TestClient) -> None:
    found = ask(client)
    assert found["Net/Block[0]/Linear[fc]"] == [1.0, 2.0, 4.0]
    assert found[f"{BLOCK}/Norm[norm]"] == [-5.0, 1.0, 8.0]
    assert found[BLOCK] == [-5.0, INF, 8.0]
    assert found["Net"] == [-5.0, INF, 8.0]


def test_views_compare_with_scopes_runs_and_steps(client: TestClient) -> None:
    assert ask(client, view="share")["Net/Block[0]"] == pytest.approx([1 / 9, 2 / 3, 0.25])
    assert ask(client, view="change", since=0)[f"{BLOCK}/Norm[norm]"] == [0.0, 6.0, 13.0]
    assert ask(client, view="rate")["Net/Block[0]"][1:] == [1.0, 2.0]
    over = ask(client, view="over", over="size")
    assert over["Net/Block[0]"] == [0.1, 0.2, 0.5]
    assert np.isnan(over[f"{BLOCK}/Norm[norm]"]).all()
    runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    assert ask(client, view="ratio", baseline=runs["b"])["Net/Block[0]"] == [0.5, 1.0, 2.0]


def test_of_two_metrics_the_greatest_ratio_is_the_worst(serve: Serve) -> None:
    logged = {
        "update/0.fc.weight": [0.001],
        "update/1.fc.weight": [0.5],
        "update/1.norm.weight": [0.0001],
        "size/0.fc.weight": [1.0],
        "size/1.fc.weight": [1.0],
        "size/1.fc.bias": [100.0],
        "size/1.norm.weight": [1.0],
    }
    client = serve({"a": writer.scalar_file(logged) + GRAPH})
    found = ask(client, metric="update", view="over", over="size")
    assert found[BLOCK] == found["Net"] == [0.5]


def test_the_number_of_steps_is_bounded_by_what_is_read(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    parameters = ("weight", "bias", "gamma", "beta", "kernel")
    logged = {f"grad/0.fc.{each}": [1.0, 2.0, 3.0] for each in parameters}
    client = serve({"a": writer.scalar_file(logged) + GRAPH})
    monkeypatch.setattr(answer, "MAX_CELLS", 10)  # five tags of one of three scopes
    assert ask(client)["Net"] == [1.0, 3.0]


def test_a_held_answer_is_not_read(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    (graph,) = client.get("/api/graphs").json()["graphs"]
    path, query = f"/api/graphs/{graph['id']}/metrics", {"metric": "grad"}
    monkeypatch.delattr(answer.MetricSeries, "read")
    assert client.get(path, params=query, headers={"If-None-Match": "*"}).status_code == 304


def test_a_window_has_few_steps_and_the_answer_is_held(client: TestClient) -> None:
    assert ask(client, steps=2)["Net/Block[0]"] == [1.0, 4.0]
    assert ask(client, **{"from": 1, "to": 1})["Net/Block[0]"] == [2.0]
    (graph,) = client.get("/api/graphs").json()["graphs"]
    path = f"/api/graphs/{graph['id']}/metrics"
    etag = client.get(path, params={"metric": "grad"}).headers["etag"]
    held = client.get(path, params={"metric": "grad"}, headers={"If-None-Match": etag})
    assert held.status_code == 304
    assert client.get(path, params={"metric": "none"}).status_code == 404
    for lacking in ("change", "ratio", "over"):
        asked = {"metric": "grad", "view": lacking}
        assert client.get(path, params=asked).status_code == 422


def histogram_event(step: int, tag: str, *points: tuple[float, int]) -> bytes:
    """Return the histogram of some values, each of which is there some times."""
    limits, counts = [value for value, _ in points], [count for _, count in points]
    proto = HistogramProto(min=0, max=4, bucket_limit=limits, bucket=counts)
    return writer.event(step, Summary.Value(tag=tag, histo=proto))


def test_histograms_give_statistics(serve: Serve) -> None:
    tag = "0.fc.weight"
    first = histogram_event(0, tag, (-1e-12, 0), (1e-12, 6), (4.0, 2))
    events = first + histogram_event(5, tag, (-1e-12, 0), (1e-12, 1), (4.0, 3))
    client = serve({"a": events + GRAPH})
    (graph,) = client.get("/api/graphs").json()["graphs"]
    query = {"metric": "", "kind": "histograms", "statistic": "zeros"}
    response = client.get(f"/api/graphs/{graph['id']}/metrics", params=query)
    read = read_columns(response.content)
    assert set(read["names"]) == {"Net", "Net/Block[0]", "Net/Block[0]/Linear[fc]"}
    assert read["values"].tolist() == [0.75, 0.25] * 3


def test_few_histograms_are_read(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    logged = [
        histogram_event(step, f"{block}.fc.weight", (0.0, 1), (4.0, 2))
        for step in range(9)
        for block in range(2)
    ]
    client = serve({"a": b"".join(logged) + GRAPH})
    query = {"metric": "", "kind": "histograms"}
    assert len(ask(client, **query)["Net"]) == 9
    monkeypatch.setattr(answer, "MAX_HISTOGRAMS", 8)
    assert len(ask(client, **query, steps=100)["Net"]) == 4
    assert len(ask(client, **query, view="over", over="", over_kind="histograms")["Net"]) == 2
