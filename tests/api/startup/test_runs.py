"""The list of runs."""

import os
from pathlib import Path

import pytest
from google.protobuf.struct_pb2 import Value
from starlette.testclient import TestClient

from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.plugins_pb2 import (
    STATUS_FAILURE,
    STATUS_SUCCESS,
    HParamsPluginData,
    SessionEndInfo,
    SessionStartInfo,
    Status,
)
from scopeboard.wire.summary_pb2 import Summary
from tools import writer

from ..conftest import NOW, Serve, load


def test_runs_with_tags_and_times(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a/b": writer.scalar_file({"x": [1, 2]}) + writer.graph_event(b"")})
    (run,) = client.get("/api/runs").json()["runs"]
    assert run["name"] == "a/b"
    assert run["path"] == str(tmp_path / "a" / "b")
    assert run["tags"] == {"scalars": 1, "graphs": 1}
    assert (run["first_wall_time"], run["last_step"]) == (1.7e9, 1)
    assert run["warnings"] == []


def test_a_log_that_was_converted_does_not_end_before_it_began(serve: Serve) -> None:
    """Its file says when it was written, its points when they were logged elsewhere."""
    begin = writer.record(Event(wall_time=NOW, file_version="brain.Event:2").SerializeToString())
    client = serve({"a": begin + lately(5000)})
    (run,) = client.get("/api/runs").json()["runs"]
    assert run["first_wall_time"] == run["last_wall_time"] == NOW - 5000


def test_a_warning_has_file_and_offset(serve: Serve) -> None:
    client = serve({"a": writer.record(b"\xff") + writer.scalar_file({"x": [1]})})
    (run,) = client.get("/api/runs").json()["runs"]
    (warning,) = run["warnings"]
    assert warning["file"] == f"a/{writer.FILE_NAME}"
    assert (warning["offset"], warning["kind"]) == (0, "not_an_event")


def test_steps_beyond_exact_numbers_are_strings(serve: Serve) -> None:
    client = serve({"a": writer.event(2**53 + 1, writer.tf1_scalar("x", 1), wall_time=1)})
    assert client.get("/api/runs").json()["runs"][0]["last_step"] == str(2**53 + 1)


def lately(quiet: float) -> bytes:
    """Return a file of a run that logged a point so many seconds ago."""
    return writer.event(0, writer.tf1_scalar("x", 1), wall_time=NOW - quiet)


@pytest.mark.parametrize(("quiet", "state"), [(10, "running"), (600, "inactive"), (7200, "done")])
def test_a_run_without_an_end_is_judged_by_its_last_write(
    serve: Serve, tmp_path: Path, quiet: float, state: str
) -> None:
    path = writer.write_run(tmp_path, "a", lately(quiet))
    os.utime(path, (NOW - quiet, NOW - quiet))
    assert serve().get("/api/runs").json()["runs"][0]["state"] == state


def test_a_state_changes_with_time_alone(tmp_path: Path) -> None:
    for run, quiet in (("a", 100), ("b", 3000)):
        path = writer.write_run(tmp_path, run, lately(quiet))
        os.utime(path, (NOW - quiet, NOW - quiet))
    store, now = Store(), [NOW]
    load(store, tmp_path)
    app = create_app(store, AppSettings(clock=lambda: now[0]))
    client = TestClient(app, base_url="http://localhost")
    seen = []
    for now[0] in (NOW, NOW + 19, NOW + 21, NOW + 599, NOW + 601, NOW):
        answer = client.get("/api/runs")
        states = {run["name"]: run["state"] for run in answer.json()["runs"]}
        seen.append(([states["a"], states["b"]], answer.headers["etag"]))
    found = [states for states, _ in seen]
    assert found[:2] == [["running", "inactive"]] * 2
    assert found[2:4] == [["inactive", "inactive"]] * 2
    assert found[4:] == [["inactive", "done"], ["running", "inactive"]]
    assert len({etag for _, etag in seen}) == 3


def test_a_copied_log_is_not_running(serve: Serve, tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", lately(86_400))
    os.utime(path, (NOW, NOW))
    assert serve().get("/api/runs").json()["runs"][0]["state"] == "done"


def test_the_last_write_of_a_training_fits_its_state(serve: Serve, tmp_path: Path) -> None:
    """One clock is a day fast, one log was copied, and of one no clock tells."""
    for name, quiet, changed in [("fast", -86_400, 600), ("copy", 7200, 60), ("lost", -1e5, -1e5)]:
        path = writer.write_run(tmp_path, name, lately(quiet))
        os.utime(path, (NOW - changed, NOW - changed))
    runs = serve().get("/api/runs").json()["runs"]
    assert {run["name"]: (run["state"], run["wrote_at"]) for run in runs} == {
        "fast": ("inactive", NOW - 600),
        "copy": ("done", NOW - 7200),
        "lost": ("done", None),
    }


def test_the_last_write_of_an_unread_run_is_null(tmp_path: Path) -> None:
    store = Store()
    store.add_run("a", str(tmp_path))
    client = TestClient(
        create_app(store, AppSettings(clock=lambda: NOW)), base_url="http://localhost"
    )
    assert [run["wrote_at"] for run in client.get("/api/runs").json()["runs"]] == [None]


def test_runs_have_training_and_phase(serve: Serve) -> None:
    line = writer.scalar_file({"loss/all": [1]})
    names = ["a", "a/loss_all_sgd", "b/train", "c/train", "c/validation", "c/extra"]
    files = {name: writer.scalar_file({"x": [1], "y": [1]}) for name in names}
    runs = serve(files | {"a/loss_all_sgd": line}).get("/api/runs").json()["runs"]
    keys = ("training", "phase", "lasting_training")
    assert {run["name"]: tuple(run[key] for key in keys) for run in runs} == {
        "a": ("a", "", "a"),
        "a/loss_all_sgd": ("a", "loss_all_sgd", "a"),
        "b/train": ("b/train", "", "b"),
        "c/train": ("c", "train", "c"),
        "c/validation": ("c", "validation", "c"),
        "c/extra": ("c", "extra", "c"),
    }


def session_end(status: Status, wall_time: float) -> bytes:
    content = HParamsPluginData(session_end_info=SessionEndInfo(status=status))
    metadata = writer.plugin("hparams", content.SerializeToString())
    value = Summary.Value(tag="_hparams_/session_end_info", metadata=metadata)
    return writer.event(0, value, wall_time=wall_time)


@pytest.mark.parametrize(
    ("name", "tag"), [("a", "train/train_runtime"), ("a/1795208891.7", ""), ("a/eval", "")]
)
def test_the_logged_end_of_any_run_ends_the_training(
    serve: Serve, tmp_path: Path, name: str, tag: str
) -> None:
    """Hugging Face's Trainer says so by a tag, PyTorch in a directory named for the time."""
    files = {"a/train": lately(300) + lately(210), "a": lately(300) + lately(200)}
    end = writer.event(9, writer.tf1_scalar(tag, 9), wall_time=NOW - 200)
    files[name] = files.get(name, b"") + (end if tag else session_end(STATUS_SUCCESS, NOW - 200))
    for run, data in files.items():
        os.utime(writer.write_run(tmp_path, run, data), (NOW - 200, NOW - 200))
    runs = serve().get("/api/runs").json()["runs"]
    assert {run["training"] for run in runs} == {"a"}
    assert {run["state"] for run in runs} == {"done"}


def test_a_session_that_was_stopped_is_done_until_it_starts_again(
    serve: Serve, tmp_path: Path
) -> None:
    def log(status: "SessionLog.SessionStatus") -> bytes:
        log = SessionLog(status=status)
        return writer.record(Event(wall_time=NOW - 200, session_log=log).SerializeToString())

    stopped = lately(400) + log(SessionLog.STOP)
    for name, data in {"a": stopped, "b": stopped + log(SessionLog.START)}.items():
        os.utime(writer.write_run(tmp_path, name, data), (NOW - 200, NOW - 200))
    states = {run["name"]: run["state"] for run in serve().get("/api/runs").json()["runs"]}
    assert states == {"a": "done", "b": "inactive"}


def test_a_logged_end_counts(serve: Serve, tmp_path: Path) -> None:
    data = lately(100) + session_end(STATUS_FAILURE, NOW)
    path = writer.write_run(tmp_path, "a", data)
    os.utime(path, (NOW, NOW))
    assert serve().get("/api/runs").json()["runs"][0]["state"] == "failed"


def test_runs_below_a_directory_end_with_its_run(serve: Serve, tmp_path: Path) -> None:
    files = {
        "a": (lately(900) + session_end(STATUS_SUCCESS, NOW - 600), 600),
        "a/train": (lately(650), 650),
        "a/x/1": (lately(650), 650),
        "a/again": (lately(10), 10),
        "ab": (lately(650), 650),
    }
    for name, (data, quiet) in files.items():
        path = writer.write_run(tmp_path, name, data)
        os.utime(path, (NOW - quiet, NOW - quiet))
    states = {run["name"]: run["state"] for run in serve().get("/api/runs").json()["runs"]}
    assert states == {
        "a": "done",
        "a/train": "done",
        "a/x/1": "done",
        "a/again": "running",
        "ab": "inactive",
    }


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
