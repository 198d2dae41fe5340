"""Derived warnings, from event files to sentences."""

import math
import os
from pathlib import Path

import pytest

import writer
from scopeboard.diagnostics import examine

from .conftest import NOW, Serve

CURVE = [2 * math.exp(-step / 300) for step in range(1500)]
SPOILT = [*CURVE[:700], math.nan, *CURVE[701:900], math.inf, *CURVE[901:]]


def test_the_step_of_the_first_odd_value_is_exact(serve: Serve) -> None:
    client = serve(
        {"a": writer.scalar_file({"lr": SPOILT}), "b": writer.scalar_file({"lr": CURVE})}
    )
    runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    answer = client.get("/api/warnings").json()
    (warning,) = answer["warnings"]
    assert (warning["run"], warning["tag"]) == (runs["a"], "lr")
    assert (warning["kind"], warning["step"]) == ("not_finite", 700)
    assert (answer["series"], answer["left_out"]) == (2, 0)
    assert client.get("/api/warnings", params={"run": runs["b"]}).json()["warnings"] == []


def test_an_evaluation_is_compared_with_its_training(serve: Serve) -> None:
    worse = [value + 0.1 + max(step - 900, 0) / 200 for step, value in enumerate(CURVE)]
    files = {"m/train": CURVE, "m/eval": worse, "other/train": CURVE}
    client = serve({name: writer.scalar_file({"loss": curve}) for name, curve in files.items()})
    kinds = {warning["kind"] for warning in client.get("/api/warnings").json()["warnings"]}
    assert kinds == {"gap", "diverging"}


def test_what_is_too_much_is_left_out_and_told(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examine, "MAX_SERIES", 3)
    client = serve({run: writer.scalar_file({"x": CURVE, "y": CURVE}) for run in "abcd"})
    answer = client.get("/api/warnings").json()
    assert (answer["series"], answer["left_out"]) == (3, 5)


def test_a_silent_run_is_told_of_by_all_of_its_points(serve: Serve) -> None:
    start = NOW - 1000
    points = [
        writer.event(step, writer.tf1_scalar("lr", 1), wall_time=start + step / 10)
        for step in range(5000)
    ]
    client = serve({"a": b"".join(points)})
    (warning,) = client.get("/api/warnings").json()["warnings"]
    assert warning["kind"] == "silent"
    assert warning["message"] == "Nothing for 8 minutes, where a step used to take 0.1 s."


def test_the_runs_that_wrote_last_come_first(serve: Serve, tmp_path: Path) -> None:
    files = {"a": {"x": SPOILT}, "b": {"w": SPOILT, "x": SPOILT}, "c": {"z": SPOILT}}
    for age, (run, series) in enumerate(files.items()):
        path = writer.write_run(tmp_path, run, writer.scalar_file(series))
        os.utime(path, (NOW - age, NOW - age))
    answers = serve().get("/api/warnings").json()["warnings"]
    assert [one["tag"] for one in answers] == ["x", "w", "x", "z"]
