"""Derived warnings, from event files to sentences."""

import math
import os
from pathlib import Path

import pytest

from scopeboard.demo.cache import find_or_unpack_demo
from scopeboard.diagnostics import examine
from scopeboard.store.store import Store
from tools import writer

from ..conftest import NOW, Serve, client_of, load

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


def test_series_beyond_the_limit_are_left_out_and_counted(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examine, "MAX_SERIES", 3)
    client = serve({run: writer.scalar_file({"x": CURVE, "y": CURVE}) for run in "abcd"})
    answer = client.get("/api/warnings").json()
    assert (answer["series"], answer["left_out"]) == (3, 5)
    runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    assert answer["unfinished"] == sorted(runs.values())


@pytest.mark.parametrize("minutes", [1, 5, 20, 120])
def test_silence_is_a_state_and_no_warning(serve: Serve, minutes: float) -> None:
    end = NOW - 60 * minutes
    points = [
        writer.event(step, writer.tf1_scalar("lr", 1), wall_time=end - 500 + step / 10)
        for step in range(5000)
    ]
    client = serve({"a": b"".join(points)})
    assert client.get("/api/warnings").json()["warnings"] == []


def test_all_read_errors_of_a_run_are_one_warning(serve: Serve) -> None:
    odd, good = writer.record(b"\xff"), writer.scalar_file({"x": [1]})
    client = serve({"a": odd + good + odd, "b": good, "c": odd + good})
    runs = {run["id"]: run["name"] for run in client.get("/api/runs").json()["runs"]}
    warnings = client.get("/api/warnings").json()["warnings"]
    assert {(runs[one["run"]], one["kind"]) for one in warnings} == {
        ("a", "file_error"),
        ("c", "file_error"),
    }
    messages = {runs[one["run"]]: one["message"] for one in warnings}
    assert messages["a"].startswith("2 read errors, the first: ")
    assert messages["c"].startswith("Read error: ")
    assert f"(c/{writer.FILE_NAME}, byte 0)" in messages["c"]
    assert {(one["tag"], one["step"]) for one in warnings} == {(None, None)}


def test_an_evaluation_finds_its_training_if_only_it_is_requested(serve: Serve) -> None:
    """The trainings of a log do not depend on which of its runs are shown."""
    worse = [value + 0.1 + max(step - 900, 0) / 200 for step, value in enumerate(CURVE)]
    files = {"m_train": CURVE, "m_eval": worse, "m": CURVE}
    client = serve({name: writer.scalar_file({"loss": curve}) for name, curve in files.items()})
    runs = {run["name"]: run["id"] for run in client.get("/api/runs").json()["runs"]}
    answer = client.get("/api/warnings", params={"run": [runs["m_train"], runs["m_eval"]]}).json()
    assert "gap" in {one["kind"] for one in answer["warnings"]}


def test_the_runs_that_wrote_last_come_first(serve: Serve, tmp_path: Path) -> None:
    files = {"a": {"x": SPOILT}, "b": {"w": SPOILT, "x": SPOILT}, "c": {"z": SPOILT}}
    for age, (run, series) in enumerate(files.items()):
        path = writer.write_run(tmp_path, run, writer.scalar_file(series))
        os.utime(path, (NOW - age, NOW - age))
    answers = serve().get("/api/warnings").json()["warnings"]
    assert [one["tag"] for one in answers] == ["x", "w", "x", "z"]


def test_the_demo_raises_no_false_alarm_after_its_end(tmp_path: Path) -> None:
    store = Store()
    load(store, find_or_unpack_demo(tmp_path))
    end = max(run.changed_at for run in store.each_run())
    states = {}
    for minutes in (1, 5, 20, 120):
        client = client_of(store, clock=lambda now=end + 60 * minutes: now)
        assert client.get("/api/warnings").json()["warnings"] == []
        states[minutes] = {run["state"] for run in client.get("/api/runs").json()["runs"]}
    assert states == {minutes: {"done"} for minutes in (1, 5, 20, 120)}
