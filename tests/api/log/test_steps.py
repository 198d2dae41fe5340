"""The steps of values that stay in files, over HTTP."""

import json
import struct
from typing import Any

import numpy as np
from starlette.testclient import TestClient

from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer

from ..conftest import Serve


def histogram(tag: str) -> Summary.Value:
    return Summary.Value(tag=tag, histo=HistogramProto(bucket_limit=[1], bucket=[1]))


def logged(*steps: int, tag: str = "h") -> bytes:
    return b"".join(writer.event(step, histogram(tag), wall_time=100 + step) for step in steps)


def ids(client: TestClient) -> dict[str, str]:
    return {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}


def test_steps_by_tag_and_run(serve: Serve) -> None:
    client = serve({"a": logged(0, 10, 2**60) + logged(5, tag="i"), "b": logged(7)})
    of = ids(client)
    answer = client.get("/api/steps?kind=histograms&tag=i&tag=h&tag=none").json()
    assert answer == {
        "kind": "histograms",
        "series": [
            {"tag": "i", "run": of["a"], "hidden": 0, "step": [5], "wall_time": [105]},
            {
                "tag": "h",
                "run": of["a"],
                "hidden": 0,
                "step": [0, 10, str(2**60)],
                "wall_time": [100, 110, 100 + 2.0**60],
            },
            {"tag": "h", "run": of["b"], "hidden": 0, "step": [7], "wall_time": [107]},
        ],
    }
    some = client.get("/api/steps", params={"kind": "histograms", "tag": "h", "run": of["b"]})
    assert [series["run"] for series in some.json()["series"]] == [of["b"]]


def test_both_forms_say_the_same(serve: Serve) -> None:
    client = serve({"a": logged(0, 10), "b": logged(7, 2**60)})
    said = client.get("/api/steps?kind=histograms&tag=h")
    binary = client.get(
        "/api/steps?kind=histograms&tag=h", headers={"Accept": "application/octet-stream"}
    )
    assert said.headers["etag"] != binary.headers["etag"]
    (length,) = struct.unpack_from("<I", binary.content)
    answer: dict[str, Any] = json.loads(binary.content[4 : 4 + length])
    for series, same in zip(answer["series"], said.json()["series"], strict=True):
        for name in ("step", "wall_time"):
            place = series[name]
            at = 4 + length + place["offset"]
            column = np.frombuffer(binary.content, place["dtype"], place["length"], at)
            assert column.tolist() == [float(x) if name != "step" else int(x) for x in same[name]]


def test_an_answer_that_is_held_is_not_sent_again(serve: Serve) -> None:
    client = serve({"a": logged(0, 10)})
    etag = client.get("/api/steps?kind=histograms&tag=h").headers["etag"]
    again = client.get("/api/steps?kind=histograms&tag=h", headers={"If-None-Match": etag})
    assert again.status_code == 304


def test_an_unknown_tag_has_no_steps(serve: Serve) -> None:
    assert serve({}).get("/api/steps?kind=images&tag=x").json()["series"] == []


def test_scalars_have_their_own_route(serve: Serve) -> None:
    answer = serve({}).get("/api/steps?kind=scalars&tag=x")
    assert answer.status_code == 422
    assert "/api/scalars" in answer.json()["error"]["message"]
