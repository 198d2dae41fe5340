"""What is served and how far reading is."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graph.graphdefs import graph_bytes, node
from scopeboard import __version__
from scopeboard.ingest.discovery.discover import MAX_DEPTH
from scopeboard.store.open import open_store
from scopeboard.store.store import Store
from tools import writer
from tools.full_disk import full_disk
from tools.platforms import needs_proc

from ..conftest import Serve, client_of, load

FOREIGN = Path(__file__).parents[2] / "data" / "graph" / "foreign"


@pytest.fixture(autouse=True)
def _no_status_from_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show changes on disk in the next answer, not a tenth of a second later."""
    monkeypatch.setattr("scopeboard.api.startup.live_status.FRESH_SECONDS", 0.0)


def test_lists_the_log_directory_and_the_progress(serve: Serve, tmp_path: Path) -> None:
    status = serve({"a": writer.scalar_file({"x": [1, 2]})}, reload_interval=3).get("/api/status")
    answer = status.json()
    assert (answer["name"], answer["version"]) == ("Scopeboard", __version__)
    assert answer["log_directories"] == [
        {
            "path": str(tmp_path),
            "exists": True,
            "entries": 1,
            "unreadable": 0,
            "too_deep": 0,
            "profiles": [],
            "videos": 0,
            "reason": None,
            "message": "",
            "traffic": None,
        }
    ]
    loading = answer["loading"]
    assert (loading["state"], loading["runs"], loading["points"]) == ("ready", 1, 2)
    assert loading["bytes_done"] == loading["bytes_total"] > 0
    assert loading["rate"] >= 0
    assert loading["remaining"] is None
    assert answer["reload_interval"] == 3


def test_nothing_is_ready_before_the_log_directory_was_looked_through(tmp_path: Path) -> None:
    store = Store()
    client = client_of(store)
    assert client.get("/api/status").json()["loading"]["state"] == "reading"
    load(store, tmp_path)
    assert client.get("/api/status").json()["loading"]["state"] == "ready"


def test_reports_the_index_and_a_full_disk(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    writer.write_run(logs, "a", writer.scalar_file({"x": [1, 2]}))
    store = open_store(logs, index)
    client = client_of(store)
    answer = client.get("/api/status").json()
    assert answer["notices"] == []
    assert answer["index"]["state"] == "kept"
    assert Path(answer["index"]["path"]).parent == index
    with full_disk():
        load(store, logs)
        answer = client.get("/api/status").json()
    assert answer["index"]["state"] == "memory"
    (notice,) = answer["notices"]
    assert notice["kind"] == "memory"
    assert "File too large" in notice["message"]


@needs_proc
@pytest.mark.parametrize("number", [errno.EIO, errno.ESTALE])
def test_an_index_directory_that_fails_is_a_notice_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    writer.write_run(logs, "a", writer.scalar_file({"x": [1, 2]}))
    store = open_store(logs, index)
    load(store, logs)
    client = client_of(store)
    before = client.get("/api/status").json()["index"]
    failing = Failing(number, index)
    with monkeypatch.context() as patch:
        for name in ("scandir", "stat", "fstat"):
            patch.setattr(os, name, failing.around(getattr(os, name)))
        answer = client.get("/api/status")
        assert client.get("/").status_code == 200
        assert client.get("/api/scalars?tag=x").status_code == 200
        store.flush(0.0)
    assert failing.failed
    assert answer.status_code == 200
    assert answer.json()["index"] == before
    (notice,) = answer.json()["notices"]
    assert notice["kind"] == "unreadable_index"
    assert os.strerror(number) in notice["message"]
    after = client.get("/api/status").json()
    assert [notice["kind"] for notice in after["notices"]] == ["private"] * (number == errno.ESTALE)


class Failing:
    """Calls of the system that fail for an index, by path and by descriptor."""

    def __init__(self, number: int, index: Path) -> None:
        self._number, self._index = number, str(index)
        self.failed = 0

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def fail(path: Any = ".", *args: Any, **named: Any) -> Any:  # noqa: ANN401 - any call
            is_open = isinstance(path, int)
            at = str(Path(f"/proc/self/fd/{path}").readlink() if is_open else path)
            if at.startswith(self._index):
                self.failed += 1
                raise OSError(self._number, os.strerror(self._number), at)
            return call(path, *args, **named)

        return fail


def test_every_start_is_another_instance(serve: Serve) -> None:
    first, second = (serve().get("/api/status").json()["instance"] for _ in range(2))
    assert first != second


def test_counts_the_files_that_hold_graphs(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    writer.write_run(logs, "a", writer.scalar_file({"x": [1, 2]}))
    (logs / "projector_config.pbtxt").write_text("embeddings { tensor_path: 'x' }")
    (logs / "label_map.pbtxt").write_text("item { id: 1 }")
    (logs / "empty.pb").write_bytes(b"")
    store = open_store(logs, None)
    load(store, logs)
    client = client_of(store, graphs=(tmp_path / "given.pb",))
    assert client.get("/api/status").json()["graph_files"] == 1
    (logs / "frozen.pb").write_bytes(graph_bytes(node("a")))
    load(store, logs)
    assert client.get("/api/status").json()["graph_files"] == 2
    (logs / "frozen.pb").write_bytes(b"no longer a graph")
    load(store, logs)
    assert client.get("/api/status").json()["graph_files"] == 1


def test_names_profiles_and_never_opens_them_as_graphs(tmp_path: Path) -> None:
    session = tmp_path / "train" / "plugins" / "profile" / "2026_11_22_18_26_32"
    session.mkdir(parents=True)
    (session / "vm.xplane.pb").write_bytes((FOREIGN / "xplane.pb").read_bytes())
    (tmp_path / "renamed.pb").write_bytes((FOREIGN / "xplane.pb").read_bytes())
    store = open_store(tmp_path, None)
    load(store, tmp_path)
    client = client_of(store)
    status = client.get("/api/status").json()
    assert status["graph_files"] == 0
    assert status["log_directories"][0]["profiles"] == [
        {"format": "xplane", "sessions": 1, "directories": 1, "places": ["train"]}
    ]
    assert client.get("/api/graphs").json()["graphs"] == []


def test_counts_directories_beyond_the_depth_limit(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "above", writer.scalar_file({"x": [1, 2]}))
    writer.write_run(tmp_path, "/".join(["deep"] * (MAX_DEPTH + 2)), b"")
    store = open_store(tmp_path, None)
    load(store, tmp_path)
    client = client_of(store)
    status = client.get("/api/status").json()
    assert status["log_directories"][0]["too_deep"] == 1
    (notice,) = status["notices"]
    assert notice["kind"] == "too_deep"
    assert notice["message"].startswith("1 directory was not searched for runs: more than 64")
    assert " … " in notice["message"]
    assert [run["name"] for run in client.get("/api/runs").json()["runs"]] == ["above"]


def test_gives_a_reason_if_there_are_no_runs(serve: Serve) -> None:
    status = serve().get("/api/status").json()
    (found,) = status["log_directories"]
    assert (found["reason"], found["message"]) == ("empty", "there is no file in it.")
    assert status["notices"] == []
