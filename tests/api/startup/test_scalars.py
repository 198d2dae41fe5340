"""Time series over HTTP, in JSON and in binary."""

import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from tools import writer

from ..conftest import Serve, load

BINARY = {"Accept": "application/octet-stream"}
POINTS = ("step", "wall_time", "value")
SMOOTHED = ("smoothed", "smoothed_last")
BUCKETS = ("x", "min", "max", "mean", "first", "last", "count", "nans", "infs", "negative_infs")


def ids(client: TestClient) -> dict[str, str]:
    return {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}


def unpack(body: bytes) -> dict[str, Any]:
    """Read the binary form as the page does."""
    (length,) = struct.unpack_from("<I", body)
    answer: dict[str, Any] = json.loads(body[4 : 4 + length])
    for series in answer["series"]:
        for name in {*POINTS, *BUCKETS, *SMOOTHED}:
            if name in series:
                place = series[name]
                offset = 4 + length + place["offset"]
                assert offset % 8 == 0
                series[name] = np.frombuffer(body, place["dtype"], place["length"], offset).tolist()
    return answer


def test_every_point_when_they_fit(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [0.5, 1.5, -2]})})
    answer = client.get("/api/scalars?tag=x").json()
    assert answer == {
        "tag": "x",
        "x": "step",
        "smoothing": None,
        "series": [
            {
                "run": ids(client)["a"],
                "total": 3,
                "nan": 0,
                "inf": 0,
                "hidden": 0,
                "undated": 0,
                "restarts": [],
                "whole": True,
                "before": 0,
                "after": 0,
                "raw": True,
                "x": None,
                "smoothed": None,
                "step": [0, 1, 2],
                "wall_time": [1.7e9, 1.7e9 + 1, 1.7e9 + 2],
                "value": [0.5, 1.5, -2],
            }
        ],
    }


def test_buckets_when_they_do_not_and_every_point_on_request(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": range(5000)})})
    (series,) = client.get("/api/scalars?tag=x&points=10").json()["series"]
    assert series["raw"] is False
    assert (series["min"][0], series["max"][-1], sum(series["count"])) == (0, 4999, 5000)
    assert len(series["x"]) == 10
    (series,) = client.get("/api/scalars?tag=x&points=0").json()["series"]
    assert series["value"] == list(range(5000))


def test_a_part_is_smoothed_as_the_whole_is(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [float(n % 7) for n in range(5000)]})})
    url = "/api/scalars?tag=x&smoothing=0.9"
    answer = client.get(f"{url}&points=0").json()
    assert answer["smoothing"] == {"kind": "ema", "amount": 0.9}
    (whole,) = answer["series"]
    part_of = f"{url}&context=true&from=4000.5&to=4003.5"
    for answer in (
        client.get(part_of).json(),
        unpack(client.get(part_of, headers=BINARY).content),
    ):
        (part,) = answer["series"]
        assert part["step"] == [4000, 4001, 4002, 4003, 4004]
        assert part["smoothed"] == whole["smoothed"][4000:4005]
        assert (part["total"], part["before"], part["after"], part["whole"]) == (3, 1, 1, False)
    part_of += "&points=1"
    for answer in (
        client.get(part_of).json(),
        unpack(client.get(part_of, headers=BINARY).content),
    ):
        (part,) = answer["series"]
        assert (part["x"], part["count"]) == ([4000, 4002, 4004], [1, 3, 1])
        smoothed = whole["smoothed"][4000:4005]
        assert part["smoothed"] == pytest.approx(
            [smoothed[0], sum(smoothed[1:4]) / 3, smoothed[4]], rel=1e-12
        )
        assert part["smoothed_last"] == [smoothed[0], smoothed[3], smoothed[4]]
        assert part["first"] == [whole["value"][4000], whole["value"][4001], whole["value"][4004]]


def test_a_short_series_comes_whole_beside_a_long_one(serve: Serve) -> None:
    short, long = writer.scalar_file({"x": range(20)}), writer.scalar_file({"x": range(3000)})
    client = serve({"short": short, "long": long})
    url = "/api/scalars?tag=x&context=true&smoothing=mean:3&from=7&to=9"
    series = {one["run"]: one for one in client.get(url).json()["series"]}
    first, second = (series[ids(client)[name]] for name in ("short", "long"))
    assert (first["step"], first["smoothed"]) == (list(range(20)), None)
    assert (first["whole"], first["total"], first["before"], first["after"]) == (True, 3, 7, 10)
    assert (second["step"], second["smoothed"]) == ([6, 7, 8, 9, 10], [6, 7, 8, 9, 10])
    binary = unpack(client.get(url, headers=BINARY).content)["series"]
    assert sorted("smoothed" in one for one in binary) == [False, True]


@pytest.mark.parametrize("asked", ["smoothing=1.5", "smoothing=x", "order=logged&context=true"])
def test_an_invalid_smoothing_is_refused_with_a_sentence(serve: Serve, asked: str) -> None:
    client = serve({"a": writer.scalar_file({"x": range(3)})})
    answer = client.get(f"/api/scalars?tag=x&{asked}")
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "query")


def test_a_client_with_the_body_gets_304(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": range(3)})})
    url, held = "/api/scalars?tag=x", client.get("/api/scalars?tag=x").headers["etag"]
    for known in (held, f"W/{held}", f'"else", {held}', "*"):
        assert client.get(url, headers={"If-None-Match": known}).status_code == 304
    for unknown in ('"else"', '"*"', ""):
        assert client.get(url, headers={"If-None-Match": unknown}).status_code == 200


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("application/octet-stream", "octet-stream"),
        ("text/html, Application/Octet-Stream;q=0.5", "octet-stream"),
        ("application/json, application/octet-stream;q=0", "json"),
        ("application/octet-streams", "json"),
        ("*/*", "json"),
    ],
)
def test_the_form_follows_the_accept_header(serve: Serve, accept: str, form: str) -> None:
    client = serve({"a": writer.scalar_file({"x": range(3)})})
    answer = client.get("/api/scalars?tag=x", headers={"Accept": accept})
    assert answer.headers["content-type"] == f"application/{form}"


@pytest.mark.parametrize("x", ["step", "wall_time", "relative"])
@pytest.mark.parametrize("ends", ["from=inf", "to=-inf", "from=nan", f"from={'9' * 400}"])
def test_a_range_beyond_all_numbers_is_empty(serve: Serve, x: str, ends: str) -> None:
    client = serve({"a": writer.scalar_file({"x": range(3)})})
    (series,) = client.get(f"/api/scalars?tag=x&x={x}&{ends}").json()["series"]
    assert (series["total"], series["value"]) == (0, [])


@pytest.mark.parametrize(
    "tag", ['a"b', "a\\b", "a\nb", "\0", "é😀", "%s %b", "a&b=c,+ d", "</script>"]
)
def test_a_tag_may_have_any_name(serve: Serve, tag: str) -> None:
    client = serve({"a, b %d": writer.scalar_file({tag: range(3)})})
    for headers in ({}, BINARY):
        answer = client.get("/api/scalars", params={"tag": tag}, headers=headers)
        assert answer.status_code == 200
    assert client.get("/api/scalars", params={"tag": tag}).json()["tag"] == tag


def test_zooming_in_reaches_the_points(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": range(5000)})})
    (series,) = client.get("/api/scalars?tag=x&points=10&from=100&to=105").json()["series"]
    assert (series["raw"], series["step"]) == (True, list(range(100, 106)))


@pytest.mark.parametrize("axis", ["step", "wall_time", "relative"])
@pytest.mark.parametrize("points", [0, 7])
def test_binary_and_json_are_equal(serve: Serve, axis: str, points: int) -> None:
    client = serve(
        {
            "a": writer.scalar_file({"x": [math.nan, 1, math.inf, *range(30)]}),
            "b": writer.scalar_file({"x": [1, 2]}),
        }
    )
    url = f"/api/scalars?tag=x&x={axis}&points={points}"
    binary = client.get(url, headers=BINARY)
    assert binary.headers["content-type"] == "application/octet-stream"
    named = json.loads(json.dumps(unpack(binary.content)), parse_constant=str)
    for series in named["series"]:
        for name in ("x", "smoothed") if series["raw"] else (*BUCKETS, *SMOOTHED):
            series.setdefault(name, None)
    assert named == client.get(url).json()


def test_a_zoomed_relative_axis_still_starts_with_the_series(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": range(10)})})
    (series,) = client.get("/api/scalars?tag=x&x=relative&from=3&to=5").json()["series"]
    assert (series["x"], series["step"]) == ([3, 4, 5], [3, 4, 5])


def test_not_a_number_and_infinities_are_text_and_counted(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [math.nan, math.inf, -math.inf, 1]})})
    (series,) = client.get("/api/scalars?tag=x").json()["series"]
    assert series["value"] == ["NaN", "Infinity", "-Infinity", 1]
    assert (series["total"], series["nan"], series["inf"]) == (4, 1, 2)
    (series,) = client.get("/api/scalars?tag=x&points=1").json()["series"]
    assert (series["min"], series["first"], series["count"]) == ([1], ["NaN"], [4])
    assert [series[name] for name in ("nans", "infs", "negative_infs")] == [[1], [2], [1]]


def test_a_bucket_counts_its_values_that_are_not_finite(serve: Serve) -> None:
    odd = [0.0] * 5 + [math.nan] + [0.0] * 5 + [-math.inf]
    client = serve({"a": writer.scalar_file({"x": odd}), "b": writer.scalar_file({"x": [1] * 12})})
    found = client.get("/api/scalars?tag=x&points=4").json()["series"]
    assert [series["nans"] for series in found] == [[0, 1, 0, 0], None]
    assert [series["infs"] for series in found] == [[0, 0, 0, 1], None]
    assert [series["negative_infs"] for series in found] == [[0, 0, 0, 1], None]


def test_a_bucket_without_finite_values_has_no_extremes(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [math.nan] * 4})})
    (series,) = client.get("/api/scalars?tag=x&points=1").json()["series"]
    assert series["mean"] == series["min"] == ["NaN"]


def test_wall_times_that_are_not_finite_are_valid_json(serve: Serve) -> None:
    client = serve({"a": writer.event(0, writer.tf1_scalar("x", 1), wall_time=math.nan)})
    (series,) = client.get("/api/scalars?tag=x").json()["series"]
    assert series["wall_time"] == ["NaN"]
    assert client.get("/api/scalars?tag=x&x=relative").json()["series"][0]["total"] == 0


def test_steps_beyond_exact_numbers_are_strings_in_json_and_exact_in_binary(serve: Serve) -> None:
    steps = [2**53 + 1, 2**62 + 1]
    rows = [writer.event(step, writer.tf1_scalar("x", 0), wall_time=0) for step in steps]
    client = serve({"a": b"".join(rows)})
    assert client.get("/api/scalars?tag=x").json()["series"][0]["step"] == list(map(str, steps))
    body = client.get("/api/scalars?tag=x", headers=BINARY).content
    assert unpack(body)["series"][0]["step"] == steps
    one = client.get(f"/api/scalars?tag=x&from={steps[0]}&to={steps[0]}").json()
    assert one["series"][0]["step"] == [str(steps[0])]


def test_only_the_requested_runs(serve: Serve) -> None:
    client = serve({name: writer.scalar_file({"x": [1]}) for name in "abc"})
    wanted = ids(client)
    answer = client.get(f"/api/scalars?tag=x&run={wanted['a']}&run={wanted['c']}&run=gone").json()
    assert [series["run"] for series in answer["series"]] == [wanted["a"], wanted["c"]]


def test_requested_runs_are_prioritized(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    store = Store()
    load(store, tmp_path)
    client = TestClient(create_app(store), base_url="http://localhost")
    (run,) = ids(client).values()
    client.get(f"/api/scalars?tag=x&run={run}&run=nobody")
    assert store.prioritized_runs() == [run]


@pytest.mark.parametrize("tag", ["__proto__", "a/b c", "ü", "x&y=1", ""])
def test_any_tag_can_be_requested(serve: Serve, tag: str) -> None:
    client = serve({"a": writer.scalar_file({tag: [1]})})
    answer = client.get("/api/scalars", params={"tag": tag}).json()
    assert (answer["tag"], answer["series"][0]["value"]) == (tag, [1])


def test_points_in_logged_order_on_request(serve: Serve) -> None:
    rows = [writer.event(step, writer.tf1_scalar("x", step), wall_time=step + 1) for step in (2, 1)]
    client = serve({"a": b"".join(rows)})
    for order, steps in (("sorted", [1, 2]), ("logged", [2, 1])):
        (series,) = client.get(f"/api/scalars?tag=x&order={order}").json()["series"]
        assert series["step"] == steps


def test_superseded_points_are_hidden_by_default(serve: Serve, tmp_path: Path) -> None:
    for file, (start, steps) in enumerate([(1000, range(4)), (2000, range(2, 5))]):
        rows = (
            writer.event(step, writer.tf1_scalar("x", step * start), wall_time=start + step)
            for step in steps
        )
        writer.write_run(tmp_path, "a", b"".join(rows), f"events.out.tfevents.{file}")
    client = serve()
    (series,) = client.get("/api/scalars?tag=x").json()["series"]
    assert (series["value"], series["hidden"]) == ([0, 1000, 4000, 6000, 8000], 2)
    assert series["restarts"] == [2]
    for axis, place in (("wall_time", 2002), ("relative", 1002)):
        (placed,) = client.get(f"/api/scalars?tag=x&x={axis}&points=1").json()["series"]
        assert placed["restarts"] == [place]
    (series,) = client.get("/api/scalars?tag=x&superseded=true").json()["series"]
    assert (series["step"], series["hidden"]) == ([0, 1, 2, 2, 3, 3, 4], 0)


def test_points_without_a_date_are_counted_on_an_axis_of_time(serve: Serve) -> None:
    rows = [writer.event(0, writer.tf1_scalar("x", 0), wall_time=time) for time in (0, 5)]
    client = serve({"a": b"".join(rows)})
    for axis, undated in (("step", 0), ("wall_time", 1), ("relative", 1)):
        (series,) = client.get(f"/api/scalars?tag=x&x={axis}").json()["series"]
        assert series["undated"] == undated


def test_an_unchanged_answer_is_not_sent_again(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": writer.scalar_file({"x": [1]}), "b": writer.scalar_file({"y": [1]})})
    tags = {url: client.get(url).headers["etag"] for url in ("/api/scalars?tag=x&points=5",)}
    ((url, etag),) = tags.items()
    again = client.get(url, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    for other in (f"{url}&order=logged", "/api/scalars?tag=x&points=6", "/api/scalars?tag=y"):
        assert client.get(other).headers["etag"] != etag
    assert client.get(url, headers=BINARY).headers["etag"] != etag
    (run,) = (series["run"] for series in client.get(url).json()["series"])
    assert client.get(f"{url}&run={run}").headers["etag"] == etag
    with (tmp_path / "b" / writer.FILE_NAME).open("ab") as file:
        file.write(writer.event(1, writer.tf1_scalar("y", 2)))
    assert serve().get(url).headers["etag"] == etag
    with (tmp_path / "a" / writer.FILE_NAME).open("ab") as file:
        file.write(writer.event(1, writer.tf1_scalar("x", 2)))
    assert serve().get(url).headers["etag"] != etag


def test_an_unknown_tag_is_a_sentence(serve: Serve) -> None:
    answer = serve().get("/api/scalars?tag=nothing")
    assert answer.status_code == 404
    assert answer.json() == {
        "error": {"kind": "not_found", "message": "No run has scalars 'nothing'."}
    }


@pytest.mark.parametrize(
    "query", ["points=-1", "points=1e9", "x=sideways", "from=here", "order=random"]
)
def test_invalid_parameters_are_refused_with_a_sentence(serve: Serve, query: str) -> None:
    answer = serve({"a": writer.scalar_file({"x": [1]})}).get(f"/api/scalars?tag=x&{query}")
    assert answer.status_code == 422
    assert query.partition("=")[0] in answer.json()["error"]["message"]


def test_a_large_answer_arrives_whole(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": range(40_000)})})
    answer = client.get("/api/scalars?tag=x&points=0")
    assert len(answer.content) > 1_000_000
    (series,) = answer.json()["series"]
    assert series["value"] == list(range(40_000))
    head = client.head("/api/scalars?tag=x&points=0")
    assert (head.headers["etag"], head.content) == (answer.headers["etag"], b"")


@pytest.mark.parametrize("numbers_at_once", [200_000, 1000])
def test_an_answer_in_parts_is_the_same_each_time_and_in_binary(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, numbers_at_once: int
) -> None:
    monkeypatch.setattr("scopeboard.api.startup.scalars._NUMBERS_AT_ONCE", numbers_at_once)
    data = writer.scalar_file({"x": [at / 7 for at in range(20_000)]})
    client = serve({"a": data, "b": data, "c": data, "d": writer.scalar_file({"x": [math.nan]})})
    as_it_is = {"Accept-Encoding": "identity"}
    first = client.get("/api/scalars?tag=x&points=0", headers=as_it_is)
    is_sent_while_made = numbers_at_once < 180_000
    assert ("content-length" not in first.headers) is is_sent_while_made
    assert client.get("/api/scalars?tag=x&points=0").content == first.content
    series = unpack(client.get("/api/scalars?tag=x&points=0", headers=BINARY).content)["series"]
    for one, other in zip(first.json()["series"][:3], series[:3], strict=True):
        assert [one[name] for name in POINTS] == [other[name] for name in POINTS]
    held = {"If-None-Match": first.headers["etag"]}
    assert client.get("/api/scalars?tag=x&points=0", headers=held).status_code == 304
