"""The list of runs."""

import os
from pathlib import Path

import pytest
from google.protobuf.struct_pb2 import Value
from starlette.testclient import TestClient

import writer
from scopeboard.app import create_app
from scopeboard.app_settings import AppSettings
from scopeboard.store.store import Store
from scopeboard.wire.plugins_pb2 import (
    STATUS_FAILURE,
    STATUS_SUCCESS,
    HParamsPluginData,
    SessionEndInfo,
    SessionStartInfo,
)
from scopeboard.wire.summary_pb2 import Summary

from .conftest import NOW, Serve, load


def test_runs_with_what_they_hold(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a/b": writer.scalar_file({"x": [1, 2]}) + writer.graph_event(b"")})
    (run,) = client.get("/api/runs").json()["runs"]
    assert run["name"] == "a/b"
    assert run["path"] == str(tmp_path / "a" / "b")
    assert run["tags"] == {"scalars": 1, "graphs": 1}
    assert (run["first_wall_time"], run["last_step"]) == (1.7e9, 1)
    assert run["warnings"] == []


def test_a_warning_names_file_and_place(serve: Serve) -> None:
    client = serve({"a": writer.record(b"\xff") + writer.scalar_file({"x": [1]})})
    (run,) = client.get("/api/runs").json()["runs"]
    (warning,) = run["warnings"]
    assert warning["file"] == f"a/{writer.FILE_NAME}"
    assert (warning["offset"], warning["kind"]) == (0, "not_an_event")


def test_steps_beyond_exact_numbers_are_strings(serve: Serve) -> None:
    client = serve({"a": writer.event(2**53 + 1, writer.tf1_scalar("x", 1), wall_time=1)})
    assert client.get("/api/runs").json()["runs"][0]["last_step"] == str(2**53 + 1)


@pytest.mark.parametrize(("quiet", "state"), [(10, "running"), (600, "stalled"), (7200, "done")])
def test_a_run_that_says_nothing_is_judged_by_its_silence(
    serve: Serve, tmp_path: Path, quiet: float, state: str
) -> None:
    path = writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    os.utime(path, (NOW - quiet, NOW - quiet))
    assert serve().get("/api/runs").json()["runs"][0]["state"] == state


def test_a_state_changes_with_time_alone(tmp_path: Path) -> None:
    for run, quiet in (("a", 100), ("b", 3000)):
        path = writer.write_run(tmp_path, run, writer.scalar_file({"x": [1]}))
        os.utime(path, (NOW - quiet, NOW - quiet))
    store, now = Store(), [NOW]
    load(store, tmp_path)
    app = create_app(store, AppSettings(clock=lambda: now[0]))
    client = TestClient(app, base_url="http://localhost")
    seen = []
    for now[0] in (NOW, NOW + 19, NOW + 21, NOW + 599, NOW + 601, NOW):
        answer = client.get("/api/runs")
        states = [run["state"] for run in answer.json()["runs"]]
        seen.append((states, answer.headers["etag"]))
    states = [states for states, _ in seen]
    assert states[:2] == [["running", "stalled"]] * 2
    assert states[2:4] == [["stalled", "stalled"]] * 2
    assert states[4:] == [["stalled", "done"], ["running", "stalled"]]
    assert len({etag for _, etag in seen}) == 3


def test_a_run_that_says_it_ended_did(serve: Serve, tmp_path: Path) -> None:
    content = HParamsPluginData(session_end_info=SessionEndInfo(status=STATUS_FAILURE))
    value = Summary.Value(
        tag="_hparams_/session_end_info",
        metadata=writer.plugin("hparams", content.SerializeToString()),
    )
    path = writer.write_run(tmp_path, "a", writer.event(0, value))
    os.utime(path, (NOW, NOW))
    assert serve().get("/api/runs").json()["runs"][0]["state"] == "failed"


def test_what_a_run_logged_into_its_own_directories_ended_with_it(
    serve: Serve, tmp_path: Path
) -> None:
    content = HParamsPluginData(session_end_info=SessionEndInfo(status=STATUS_SUCCESS))
    value = Summary.Value(
        tag="_hparams_/session_end_info",
        metadata=writer.plugin("hparams", content.SerializeToString()),
    )
    files = {
        "a": (writer.event(0, value), 600),
        "a/train": (writer.scalar_file({"x": [1]}), 650),
        "a/again": (writer.scalar_file({"x": [1]}), 10),
        "ab": (writer.scalar_file({"x": [1]}), 650),
    }
    for name, (data, quiet) in files.items():
        path = writer.write_run(tmp_path, name, data)
        os.utime(path, (NOW - quiet, NOW - quiet))
    states = {run["name"]: run["state"] for run in serve().get("/api/runs").json()["runs"]}
    assert states == {"a": "done", "a/train": "done", "a/again": "running", "ab": "stalled"}


def test_an_unchanged_list_is_not_sent_again(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [1]})})
    first = client.get("/api/runs")
    again = client.get("/api/runs", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_names_are_data(serve: Serve) -> None:
    names = ["__proto__", "a b/ü", "<b>", os.fsdecode(b"\xff")]
    client = serve({name: writer.scalar_file({"constructor": [1]}) for name in names})
    found = {run["name"] for run in client.get("/api/runs").json()["runs"]}
    assert found == {"__proto__", "a b/ü", "<b>", "�"}


def test_the_hyper_parameters_that_a_run_began_with(serve: Serve) -> None:
    start = SessionStartInfo(
        hparams={"lr": Value(number_value=0.1), "nan": Value(number_value=float("nan"))}
    )
    content = HParamsPluginData(session_start_info=start).SerializeToString()
    said = Summary.Value(
        tag="_hparams_/session_start_info", metadata=writer.plugin("hparams", content)
    )
    client = serve({"a": writer.event(0, said), "b": writer.scalar_file({"x": [1]})})
    hparams = {run["name"]: run["hparams"] for run in client.get("/api/runs").json()["runs"]}
    assert hparams == {
        "a": [{"name": "lr", "value": 0.1}, {"name": "nan", "value": "NaN"}],
        "b": [],
    }
