"""Expressions over the tags of a log, from event files to the answer."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from starlette.testclient import TestClient

from scopeboard.store.store import Store
from tools import writer
from tools.hparam_values import hparams_event, start

from ..conftest import Serve, client_of, load
from ..startup.test_scalars import BINARY, ids, unpack


def ask(client: TestClient, path: str = "", /, **parameters: object) -> dict[str, Any]:
    """Return the answer to a request for an expression."""
    response = client.get(f"/api/expressions{path}?{urlencode(parameters, doseq=True)}")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def values(client: TestClient, expression: str, /, **parameters: object) -> dict[str, Any]:
    """Return the values of an expression by the name of the run."""
    names = {run: name for name, run in ids(client).items()}
    series = ask(client, expression=expression, points=0, **parameters)["series"]
    return {names[each["run"]]: each["value"] for each in series}


def events(tag: str, points: dict[int, float]) -> bytes:
    """Return the events of a tag at some steps."""
    rows = [writer.event(step, writer.tf1_scalar(tag, value)) for step, value in points.items()]
    return b"".join(rows)


KERAS = {
    f"{run}/{phase}": writer.scalar_file({"loss": [offset + 1, offset + 2, offset + 4]})
    for run, base in (("a", 0), ("b", 10))
    for phase, offset in (("train", base), ("validation", base + 0.5))
}


def test_tags_of_one_run(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x/y": [1, 2, 4], "b": [2, 2, 2]})})
    answer = ask(client, expression='"x/y" ** b - 1')
    (series,) = answer["series"]
    assert (answer["tag"], answer["x"]) == ('"x/y" ** b - 1', "step")
    assert (answer["unmatched"], answer["missing"]) == ([], [])
    assert series["value"] == [0, 3, 15]
    assert (series["step"], series["x"], series["whole"]) == ([0, 1, 2], None, True)
    assert series["wall_time"] == [1.7e9, 1.7e9 + 1, 1.7e9 + 2]


def test_both_forms_say_the_same(serve: Serve) -> None:
    client = serve(
        {"a": writer.scalar_file({"x": range(3000)}), "b": writer.scalar_file({"x": [1]})}
    )
    for query in ("x=x*2", "from=10&to=2000&points=50&context=true&smoothing=0.6"):
        url = f"/api/expressions?expression=x%2B1&{query}"
        in_json = client.get(url).json()
        binary = unpack(client.get(url, headers=BINARY).content)
        for one, other in zip(in_json.pop("series"), binary.pop("series"), strict=True):
            assert {name: part for name, part in one.items() if part is not None} == other
        assert in_json == binary


def test_phases_of_each_training(serve: Serve) -> None:
    client = serve(KERAS)
    assert values(client, "loss@validation - loss@train") == {
        "a/validation": [0.5, 0.5, 0.5],
        "b/validation": [0.5, 0.5, 0.5],
    }
    one = values(client, "loss@train - loss@val", run=ids(client)["b/validation"])
    assert one == {"b/train": [-0.5, -0.5, -0.5]}
    beside = values(client, "loss - loss@train", run=ids(client)["a/validation"])
    assert beside == {"a/validation": [0.5, 0.5, 0.5]}


def test_the_baseline_run(serve: Serve) -> None:
    client = serve(KERAS)
    found = values(client, "loss - baseline(loss)", baseline=ids(client)["a/train"])
    assert found == {
        "a/train": [0, 0, 0],
        "a/validation": [0, 0, 0],
        "b/train": [10, 10, 10],
        "b/validation": [10, 10, 10],
    }
    missing = ask(client, expression="loss - baseline(loss)")["missing"]
    assert {each["operand"] for each in missing} == {"baseline(loss)"}
    assert len(missing) == 4


def test_steps_that_do_not_match_and_the_latest_value(serve: Serve) -> None:
    data = writer.scalar_file({"x": range(6)}) + events("v", {1: 10, 4: 20, 9: 30})
    client = serve({"a": data})
    answer = ask(client, expression="x + v")
    assert answer["series"][0]["value"] == [11, 24]
    assert answer["unmatched"] == [{"run": ids(client)["a"], "steps": 5}]
    assert values(client, "x + last(v)")["a"] == [11, 12, 13, 24, 25]
    (series,) = ask(client, expression="last(x) + last(v)")["series"]
    assert (series["step"], series["value"]) == ([1, 2, 3, 4, 5, 9], [11, 12, 13, 24, 25, 35])


def test_not_a_number_and_the_infinities_propagate(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [1, 0, -1, np.nan, np.inf]})})
    (series,) = ask(client, expression="1 / x")["series"]
    assert series["value"] == [1, "Infinity", -1, "NaN", 0]
    assert (series["nan"], series["inf"]) == (1, 1)
    assert values(client, "log(x)")["a"] == [0, "-Infinity", "NaN", "NaN", "Infinity"]
    assert values(client, "max(x, 0)")["a"] == [1, 0, 0, "NaN", "Infinity"]


def test_buckets_are_of_the_points_of_the_expression(serve: Serve) -> None:
    up, down = np.arange(4000.0), np.arange(4000.0)[::-1]
    client = serve({"a": writer.scalar_file({"x": up, "y": down})})
    (series,) = ask(client, expression="min(x, y)", points=10)["series"]
    peak = np.minimum(up, down)
    assert sum(series["count"]) == 4000
    assert series["max"] == [peak[rows].max() for rows in np.split(np.arange(4000), 10)]
    assert series["mean"] == pytest.approx([part.mean() for part in np.split(peak, 10)])


def test_an_axis_that_is_a_tag_or_an_expression(serve: Serve) -> None:
    data = writer.scalar_file({"x": range(6)}) + events("epoch", {1: 0, 3: 1, 5: np.nan})
    client = serve({"a": data, "b": writer.scalar_file({"x": [1]})})
    answer = ask(client, tag="x", x="epoch", points=0)
    (series,) = answer["series"]
    assert (answer["tag"], answer["x"]) == ("x", "epoch")
    assert (series["x"], series["step"], series["undated"]) == ([0, 0, 1, 1], [1, 2, 3, 4], 2)
    assert answer["missing"] == [{"run": ids(client)["b"], "operand": "epoch"}]
    series = ask(client, tag="x", x="-step", points=0, run=ids(client)["a"])["series"][0]
    assert (series["x"], series["value"]) == ([-5, -4, -3, -2, -1, 0], [5, 4, 3, 2, 1, 0])
    series = ask(client, tag="x", x="relative / 2", **{"from": 1, "to": 1.5})["series"][0]
    assert (series["x"], series["total"]) == ([1, 1.5], 2)


def test_a_tag_of_the_axis_may_be_of_another_run_of_the_training(serve: Serve) -> None:
    runs = {"a/train": writer.scalar_file({"x": [1, 2], "epoch": [0, 7]})}
    client = serve({**runs, "a/val": writer.scalar_file({"x": [5, 6]})})
    found = ask(client, tag="x", x="epoch", points=0)["series"]
    assert [(each["x"], each["value"]) for each in found] == [([0, 7], [1, 2]), ([0, 7], [5, 6])]


def test_an_axis_of_steps_times_a_hyperparameter(serve: Serve) -> None:
    scalars = writer.scalar_file({"x": [1, 2, 3]})
    client = serve(
        {
            "a": scalars + hparams_event(start({"batch size": 32})),
            "b": scalars + hparams_event(start({"batch size": 8})),
            "c": scalars,
        }
    )
    answer = ask(client, tag="x", x="step * hparam('batch size')", points=0)
    assert [each["x"] for each in answer["series"]] == [[0, 32, 64], [0, 8, 16]]
    assert [each["operand"] for each in answer["missing"]] == ["hparam(batch size)"]
    assert values(client, "x * hparam('batch size')")["b"] == [8, 16, 24]


def test_superseded_points_do_not_count_and_restarts_are_placed(
    serve: Serve, tmp_path: Path
) -> None:
    first = events("x", {0: 1, 1: 2, 2: 3, 3: 4}) + events("e", {0: 0, 2: 5})
    again = b"".join(
        writer.event(step, writer.tf1_scalar("x", value), wall_time=1.8e9 + step)
        for step, value in ((2, 30), (3, 40))
    )
    writer.write_run(tmp_path, "a", writer.version() + first, "events.out.tfevents.1.a")
    writer.write_run(tmp_path, "a", writer.version() + again, "events.out.tfevents.2.a")
    client = serve()
    (series,) = ask(client, expression="x * 2")["series"]
    assert (series["value"], series["restarts"], series["hidden"]) == ([2, 4, 60, 80], [2], 0)
    (series,) = ask(client, tag="x", x="e + 1")["series"]
    assert (series["x"], series["restarts"]) == ([1, 1, 6, 6], [6])


def test_an_answer_changes_with_any_of_its_inputs_and_with_no_other(tmp_path: Path) -> None:
    for run in ("a", "b"):
        writer.write_run(tmp_path, run, writer.scalar_file({"x": [1, 2], "y": [1, 2], "z": [1]}))
    store = Store()
    load(store, tmp_path)
    client = client_of(store)
    first = ids(client)["a"]
    urls = [
        f"/api/expressions?run={first}&{query}"
        for query in ("expression=x-y", "tag=x&x=y", "expression=x-last(y)")
    ]
    urls.append(f"/api/expressions/changes?run={first}&expression=x-y")
    etags = [client.get(url).headers["etag"] for url in urls]
    assert len(set(etags)) == len(urls)

    def grow(run: str, tag: str) -> None:
        path = tmp_path / run / writer.FILE_NAME
        path.write_bytes(path.read_bytes() + events(tag, {2: 9}))
        load(store, tmp_path)

    grow("a", "z")
    grow("b", "y")
    for url, etag in zip(urls, etags, strict=True):
        assert client.get(url, headers={"If-None-Match": f"{etag}"}).status_code == 304
    grow("a", "y")
    grow("a", "x")
    for url, etag in zip(urls, etags, strict=True):
        response = client.get(url, headers={"If-None-Match": etag})
        assert response.status_code == 200
        assert response.headers["etag"] != etag


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("", 422, "Give either an expression or a tag."),
        ("?tag=x&expression=x", 422, "Give either an expression or a tag."),
        ("?expression=x%2B", 422, "found the end (character 3)."),
        ("?expression=nothing", 404, "No run has scalars 'nothing'."),
        ("?tag=x&x=nothing", 404, "No run has scalars 'nothing'."),
        ("?expression=x@val", 404, "No training has a phase 'val'."),
        ("?expression=x*hparam(lr)", 404, "No run has the hyper-parameter 'lr'."),
        ("?tag=x&x=hparam(lr)", 422, "Expected a tag, step or a time on an axis"),
        ("?tag=x&smoothing=9", 422, "above the maximum"),
    ],
)
def test_what_an_expression_cannot_be(serve: Serve, query: str, status: int, message: str) -> None:
    client = serve({"a": writer.scalar_file({"x": [1]})})
    response = client.get(f"/api/expressions{query}")
    assert response.status_code == status
    assert message in response.json()["error"]["message"]


def test_too_many_points_for_the_operations_are_refused(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scopeboard.expressions.computed_series.MAX_WORK", 55)
    client = serve({"a": writer.scalar_file({"x": [1, 2, 3, 4, 5]})})
    ask(client, expression="-x")
    response = client.get("/api/expressions?expression=-(-x)")
    assert response.status_code == 422
    assert "5 points are more than the 4 that can" in response.json()["error"]["message"]


def test_a_check_names_what_an_expression_needs_and_its_first_error(serve: Serve) -> None:
    client = serve({**KERAS, "c": hparams_event(start({"lr": 1}))})

    def check(text: str, of: str = "value") -> tuple[Any, ...]:
        found = ask(client, "/check", expression=text, of=of)
        return found["tags"], found["hparams"], found["problem"]

    assert check("loss@val * hparam(lr)") == (["loss"], ["lr"], None)
    assert check("step * hparam(lr)", "axis") == ([], ["lr"], None)
    assert check("loss - 'a/b'") == (
        ["loss", "a/b"],
        [],
        {"message": "No run has scalars 'a/b'.", "position": 7},
    )
    assert check("loss@dev")[2] == {
        "message": "No training has a phase 'dev'; there are train, validation.",
        "position": 0,
    }
    assert check("loss * hparam(bs)")[2]["position"] == 7
    tags, _, problem = check("loss -")
    assert (tags, problem["position"]) == ([], 6)
    assert problem["message"].startswith("Expected a tag, a number")


def test_places_of_steps(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": range(5)}), "b": writer.scalar_file({"x": [7]})})
    of_step = {"tag": "x", "step": [3, 0, 9]}
    a, b = ids(client)["a"], ids(client)["b"]
    assert ask(client, "/places", **of_step)["series"] == [
        {"run": a, "x": [0, 3], "step": [0, 3]},
        {"run": b, "x": [0], "step": [0]},
    ]
    moments = ask(client, "/places", x="wall_time", run=a, **of_step)["series"]
    assert moments == [{"run": a, "x": [1.7e9, 1.7e9 + 3], "step": [0, 3]}]
    squares = ask(client, "/places", x="step * step", run=a, **of_step)["series"]
    assert squares == [{"run": a, "x": [0, 9], "step": [0, 3]}]
    too_many = client.get("/api/expressions/places", params={"tag": "x", "step": [1] * 501})
    assert too_many.status_code == 422


def test_changes_of_a_value(serve: Serve) -> None:
    client = serve(
        {
            "a": writer.scalar_file({"lr": [0.5, 0.5, 0.25, 0.25, 0.125], "e": [0, 0, 0, 1, 1]}),
            "b": writer.scalar_file({"lr": range(9)}),
        }
    )
    answer = ask(client, "/changes", tag="lr", most=5)
    assert answer["series"][0] == {
        "run": ids(client)["a"],
        "total": 2,
        "x": [2, 4],
        "step": [2, 4],
        "wall_time": [1.7e9 + 2, 1.7e9 + 4],
        "before": [0.5, 0.25],
        "value": [0.25, 0.125],
    }
    assert (answer["series"][1]["total"], answer["series"][1]["step"]) == (8, [])
    (series,) = ask(client, "/changes", expression="floor(lr * 4)", x="e", run=ids(client)["a"])[
        "series"
    ]
    assert (series["x"], series["value"]) == ([0, 1], [1, 0])
    url = f"/api/expressions/changes?tag=lr&run={ids(client)['a']}"
    body = client.get(url, headers=BINARY).content
    length = int.from_bytes(body[:4], "little")
    header = json.loads(body[4 : 4 + length])
    place = header["series"][0]["before"]
    found = np.frombuffer(body, place["dtype"], place["length"], 4 + length + place["offset"])
    assert found.tolist() == [0.5, 0.25]
