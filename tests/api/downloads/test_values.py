"""Histograms, texts and curves of many tags as one file, in each format."""

import csv
import io
import json

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.export import pieces, value_csv
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_DOUBLE, DT_FLOAT
from tools import writer
from tools.media_events import strings

from ..conftest import Serve

COUNTS = ([2, 1], [2, 0], [0, 2], [0, 1], [0.5, 1], [1, 0.5])


def table(tag: str, plugin: str, rows: object) -> Summary.Value:
    array = np.array(rows, "<f8")
    tensor = TensorProto(dtype=DT_DOUBLE, tensor_content=array.tobytes())
    for size in array.shape:
        tensor.tensor_shape.dim.add(size=size)
    return Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin(plugin))


def histogram(step: int, rows: list[list[float]], tag: str = "h") -> bytes:
    return writer.event(step, table(tag, "histograms", rows))


def text(step: int, *texts: bytes, shape: tuple[int, ...] = (), tag: str = "note") -> bytes:
    return writer.event(step, strings(tag, "text", *texts, shape=shape))


def lines_of(client: TestClient, query: str) -> list[dict[str, str]]:
    answer = client.get(f"/api/export/values?{query}")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == "attachment"
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


def values_of(client: TestClient, query: str) -> list[dict[str, object]]:
    answer = client.get(f"/api/export/values?format=json&{query}")
    values: list[dict[str, object]] = json.loads(answer.content)["values"]
    return [{name: value[name] for name in value if name != "wall_time"} for value in values]


@pytest.fixture
def histograms(serve: Serve) -> TestClient:
    odd = Summary.Value(tag="h", metadata=writer.plugin("histograms"))
    odd.tensor.dtype = DT_FLOAT
    of_a = histogram(0, [[-1, 0, 2], [0, 4, 3]]) + writer.event(5, odd)
    return serve({"a": of_a, "b/c": histogram(7, [[0.1, 0.1, np.inf]], tag="g")})


def test_every_bucket_is_a_line(histograms: TestClient) -> None:
    rows = [tuple(row.values()) for row in lines_of(histograms, "kind=histograms")]
    assert [(run, tag, step, *others) for run, tag, step, _, *others in rows] == [
        ("b/c", "g", "7", "0.1", "0.1", "Infinity"),
        ("a", "h", "0", "-1.0", "0.0", "2.0"),
        ("a", "h", "0", "0.0", "4.0", "3.0"),
        ("a", "h", "5", "", "", ""),
    ]


def test_unreadable_values_have_a_message_in_json(histograms: TestClient) -> None:
    first, second = values_of(histograms, "kind=histograms&tag=h")
    assert first == {
        "run": "a",
        "tag": "h",
        "step": 0,
        "left": [-1, 0],
        "right": [0, 4],
        "count": [2, 3],
        "left_out": 0,
    }
    assert second["step"] == 5
    assert "byte" in str(second["message"])
    (other,) = values_of(histograms, "kind=histograms&tag=g")
    assert other["count"] == ["Infinity"]


def test_buckets_that_are_no_numbers_are_counted(serve: Serve) -> None:
    rows: list[list[float]] = [[0, 1, 2], [np.nan, 2, 1], [1, 2, np.nan]]
    (value,) = values_of(serve({"a": histogram(1, rows)}), "kind=histograms")
    assert (value["left"], value["count"], value["left_out"]) == ([0], [2], 2)


def test_portions_change_nothing(histograms: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lines_of(histograms, "kind=histograms")
    monkeypatch.setattr(value_csv, "_ROWS_AT_ONCE", 1)
    monkeypatch.setattr(pieces, "_MIN_BYTES", 1)
    assert lines_of(histograms, "kind=histograms") == whole


def test_texts_come_cell_by_cell_and_run_nothing(serve: Serve) -> None:
    table = text(2, b"a", b"=1+1", b'say "x",\nthen y', b"d", shape=(2, 2))
    client = serve({"a": table + text(3, b"whole")})
    rows = [
        list(row.values())[2:3] + list(row.values())[4:] for row in lines_of(client, "kind=text")
    ]
    assert rows == [
        ["2", "0", "0", "a"],
        ["2", "0", "1", "'=1+1"],
        ["2", "1", "0", 'say "x",\nthen y'],
        ["2", "1", "1", "d"],
        ["3", "0", "0", "whole"],
    ]
    first, last = values_of(client, "kind=text")
    assert first["text"] == ["a", "=1+1", 'say "x",\nthen y', "d"]
    assert (last["row"], last["column"], last["text"]) == ([0], [0], ["whole"])


def test_names_run_nothing_either(serve: Serve) -> None:
    client = serve({"=a": text(1, b"x", tag="@SUM(1,2)"), "-0.5": text(1, b"-0.5", tag="plain")})
    rows = [(row["run"], row["tag"], row["text"]) for row in lines_of(client, "kind=text")]
    assert rows == [("'=a", "'@SUM(1,2)", "x"), ("-0.5", "plain", "-0.5")]
    names = [(value["run"], value["tag"]) for value in values_of(client, "kind=text")]
    assert names == [("=a", "@SUM(1,2)"), ("-0.5", "plain")]


def test_a_text_without_cells_keeps_its_step(serve: Serve) -> None:
    client = serve({"a": text(4, shape=(0,))})
    (row,) = lines_of(client, "kind=text")
    assert (row["step"], row["row"], row["text"]) == ("4", "", "")


def test_curves_have_their_ratios(serve: Serve) -> None:
    client = serve({"a": writer.event(1, table("pr", "pr_curves", COUNTS))})
    rows = lines_of(client, "kind=curves")
    assert [(row["threshold"], row["recall"], row["precision"]) for row in rows] == [
        ("0.0", "1.0", "0.5"),
        ("1.0", "0.5", "1.0"),
    ]


def test_runs_and_tags_are_chosen(histograms: TestClient) -> None:
    runs = {run["name"]: run["id"] for run in histograms.get("/api/runs").json()["runs"]}
    only = lines_of(histograms, f"kind=histograms&run={runs['b/c']}")
    assert {row["run"] for row in only} == {"b/c"}
    missing = histograms.get(f"/api/export/values?kind=histograms&tag=h&run={runs['b/c']}")
    assert missing.status_code == 404
    assert histograms.get("/api/export/values?kind=text").status_code == 404
    assert histograms.get("/api/export/values?kind=images").status_code == 422
