"""Derived warnings, from event files to sentences."""

import math

import pytest

import writer
from scopeboard.diagnostics import examine

from .conftest import Serve

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
