"""What runs come to, as a table of runs asks for it."""

import math

from tools import writer

from ..conftest import Serve


def test_last_least_and_greatest_of_each_run(serve: Serve) -> None:
    client = serve(
        {
            "a": writer.scalar_file({"loss": [3.0, 1.0, 2.0], "other": [1.0]}),
            "b": writer.scalar_file({"loss": [math.nan, math.inf]}),
            "c": writer.scalar_file({"other": [7.0]}),
        }
    )
    ids = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    answer = client.get("/api/metrics?tag=loss&tag=nope")
    loss, nope = answer.json()["metrics"]
    assert loss == {
        "tag": "loss",
        "runs": [ids["a"], ids["b"]],
        "last": [2.0, "Infinity"],
        "last_step": [2, 1],
        "min": [1.0, "NaN"],
        "max": [3.0, "NaN"],
        "at": [],
    }
    assert nope == {key: [] for key in loss} | {"tag": "nope"}


def test_the_value_at_the_last_step_up_to_another(serve: Serve) -> None:
    late = writer.version() + b"".join(
        writer.event(step, writer.tf1_scalar("loss", step)) for step in (10, 20, 30)
    )
    client = serve({"a": writer.scalar_file({"loss": [3.0, math.nan, 2.0]}), "b": late})
    at = {
        step: client.get(f"/api/metrics?tag=loss&step={step}").json()["metrics"][0]["at"]
        for step in (-1, 1, 20, 29, 2**63 - 1, -(2**70), 2**70)
    }
    assert at == {
        -1: [None, None],
        1: ["NaN", None],
        20: [2.0, 20.0],
        29: [2.0, 20.0],
        2**63 - 1: [2.0, 30.0],
        -(2**70): [None, None],
        2**70: [2.0, 30.0],
    }


def test_it_is_sent_once_for_each_generation(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"loss": [1.0]})})
    etag = client.get("/api/metrics?tag=loss").headers["etag"]
    again = client.get("/api/metrics?tag=loss", headers={"If-None-Match": etag})
    assert again.status_code == 304


def test_too_many_tags_are_refused(serve: Serve) -> None:
    tags = "&".join(f"tag=t{number}" for number in range(51))
    assert serve().get(f"/api/metrics?{tags}").status_code == 422
