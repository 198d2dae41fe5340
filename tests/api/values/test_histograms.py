"""Histograms over HTTP: both forms of the log, both forms of the answer."""

import json
import math
import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto
from scopeboard.wire.types_pb2 import DT_DOUBLE
from tools import writer

from ..conftest import Serve

BINARY = {"Accept": "application/octet-stream"}
COLUMNS = ("step", "wall_time", "bins", "left", "right", "count", "percentiles")
TABLE: list[list[float]] = [[-2.0, -1, 3], [-1, 0, 0], [0, 4, 9]]


def old(table: list[list[float]], tag: str = "h") -> Summary.Value:
    """Return a histogram as TensorFlow 1 and PyTorch write it, with empty buckets at both ends."""
    edges = [table[0][0], *(right for _, right, _ in table)]
    histo = HistogramProto(
        min=edges[0],
        max=edges[-1],
        bucket_limit=[edges[0] - 1, *edges[1:-1], edges[-1] + 1, 1e308],
        bucket=[0, *(count for _, _, count in table), 0],
    )
    return Summary.Value(tag=tag, histo=histo)


def new(table: list[list[float]], tag: str = "h") -> Summary.Value:
    """Return the same as TensorFlow 2 writes it."""
    tensor = TensorProto(dtype=DT_DOUBLE, tensor_content=np.array(table, "<f8").tobytes())
    for size in (len(table), 3):
        tensor.tensor_shape.dim.add(size=size)
    return Summary.Value(tag=tag, tensor=tensor, metadata=writer.plugin("histograms"))


def logged(make: Callable[[list[list[float]]], Summary.Value], steps: range = range(3)) -> bytes:
    """Return a file in which the first bucket of a step counts as many values as its number."""
    rows = ([[-2.0, -1, step + 1], *TABLE[1:]] for step in steps)
    return b"".join(writer.event(s, make(table)) for s, table in zip(steps, rows, strict=True))


def ask(client: TestClient, query: str = "tag=h") -> list[dict[str, Any]]:
    answer = client.get(f"/api/histograms?{query}")
    assert answer.status_code == 200, answer.text
    series: list[dict[str, Any]] = answer.json()["series"]
    return series


def test_every_step_with_its_buckets(serve: Serve) -> None:
    (series,) = ask(serve({"a": logged(new)}))
    assert series["step"] == [0, 1, 2]
    assert series["wall_time"] == [1.7e9, 1.7e9 + 1, 1.7e9 + 2]
    assert series["bins"] == [3, 3, 3]
    assert series["left"] == [-2, -1, 0] * 3
    assert series["right"] == [-1, 0, 4] * 3
    assert series["count"] == [1, 0, 9, 2, 0, 9, 3, 0, 9]
    assert (series["total"], series["hidden"], series["unread"]) == (3, 0, [])


def test_percentiles_are_interpolated_in_their_bucket(serve: Serve) -> None:
    (series,) = ask(serve({"a": writer.event(0, new([[0, 1, 1], [1, 3, 1]]))}))
    assert series["percentiles"] == pytest.approx(
        [0, 0.1336, 0.3174, 0.617, 1, 1.766, 2.3652, 2.7328, 3]
    )


def test_both_forms_of_the_log_are_one(serve: Serve) -> None:
    first, second = ask(serve({"a": logged(old), "b": logged(new)}))
    assert {**first, "run": ""} == {**second, "run": ""}


def test_both_forms_of_the_answer_say_the_same(serve: Serve) -> None:
    client = serve({"a": logged(old), "b": logged(new, range(2))})
    binary = client.get("/api/histograms?tag=h", headers=BINARY).content
    (length,) = struct.unpack_from("<I", binary)
    answer = json.loads(binary[4 : 4 + length])
    for series in answer["series"]:
        for name in COLUMNS:
            place = series[name]
            at = 4 + length + place["offset"]
            assert at % 8 == 0
            series[name] = np.frombuffer(binary, place["dtype"], place["length"], at).tolist()
    assert answer == client.get("/api/histograms?tag=h").json()


def test_few_of_many_steps_with_both_ends(serve: Serve) -> None:
    client = serve({"a": logged(new, range(100))})
    (series,) = ask(client, "tag=h&steps=4")
    assert (series["step"], series["total"]) == ([0, 33, 66, 99], 100)
    (series,) = ask(client, "tag=h&steps=3&from=10&to=20")
    assert (series["step"], series["total"]) == ([10, 15, 20], 11)


def test_any_step_by_its_number(serve: Serve) -> None:
    client = serve({"a": logged(new, range(100))})
    (series,) = ask(client, "tag=h&at=57&at=3&at=57&at=1000")
    assert series["step"] == [3, 57]
    assert series["count"][::3] == [4, 58]


def test_neighbouring_buckets_are_merged_on_request(serve: Serve) -> None:
    table = [[i / 10, (i + 1) / 10, 1.0] for i in range(50)]
    client = serve({"a": writer.event(0, new(table))})
    whole, merged = (ask(client, f"tag=h&bins={bins}")[0] for bins in (0, 10))
    assert whole["bins"] == [50]
    assert merged["bins"][0] <= 10
    assert sum(merged["count"]) == 50
    assert merged["percentiles"] == whole["percentiles"]


def test_an_unreadable_step_is_reported(serve: Serve) -> None:
    broken = new(TABLE)
    del broken.tensor.tensor_shape.dim[1]
    data = writer.event(0, new(TABLE)) + writer.event(1, broken) + writer.event(2, new(TABLE))
    (series,) = ask(serve({"a": data}))
    assert series["step"] == [0, 2]
    (unread,) = series["unread"]
    assert unread["step"] == 1
    assert "a tensor of 3 elements has more" in unread["message"]


def test_a_step_that_was_cut_is_not_filled_up(serve: Serve) -> None:
    cut = new(TABLE)
    cut.tensor.tensor_content = cut.tensor.tensor_content[:-8]
    (series,) = ask(serve({"a": writer.event(0, new(TABLE)) + writer.event(1, cut)}))
    assert series["step"] == [0]
    assert "was cut: it has only" in series["unread"][0]["message"]


def test_numbers_that_json_has_no_sign_for(serve: Serve) -> None:
    (series,) = ask(serve({"a": writer.event(2**60, new([[-math.inf, 0, 1], [0, math.inf, 1]]))}))
    assert (series["left"], series["right"]) == (["-Infinity", 0], [0, "Infinity"])
    assert series["step"] == [str(2**60)]


def test_a_dead_layer_is_a_warning(serve: Serve) -> None:
    dead = [[0.0, 1e-12, 99], [1e-12, 1, 1]]
    data = writer.event(0, old([[0.0, 1, 50], [1, 2, 50]])) + writer.event(7, old(dead))
    (series,) = ask(serve({"a": data}))
    assert [(sign["kind"], sign["step"]) for sign in series["warnings"]] == [("dead", 7)]


def test_a_histogram_without_numeric_edges_is_reported(serve: Serve) -> None:
    healthy, odd = [[0.0, 1.0, 5.0], [1.0, 2.0, 7.0]], [[math.nan, math.nan, 0.0]] * 2
    client = serve({"a": writer.event(0, new(healthy)) + writer.event(1, new(odd))})
    (series,) = ask(client)
    assert [sign["kind"] for sign in series["warnings"]] == ["exploded"]
    assert "not finite at step 1" in series["warnings"][0]["message"]
    assert series["bins"] == [2, 0]
    assert series["percentiles"][9:] == ["NaN"] * 9


def test_an_answer_that_is_held_is_not_sent_again(serve: Serve) -> None:
    client = serve({"a": logged(new)})
    etag = client.get("/api/histograms?tag=h").headers["etag"]
    held = {"If-None-Match": etag}
    assert client.get("/api/histograms?tag=h", headers=held).status_code == 304
    assert client.get("/api/histograms?tag=h&bins=9", headers=held).status_code == 200


def test_an_unknown_tag(serve: Serve) -> None:
    answer = serve({"a": logged(new)}).get("/api/histograms?tag=other")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == "No run has histograms 'other'."
