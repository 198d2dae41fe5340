"""Removing the event files of a run over HTTP."""

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from scopeboard.store.store import Store
from tools import writer

from ..conftest import Serve, client_of, load

POINTS = writer.scalar_file({"x": [1, 2, 3]})


def ask(client: TestClient, run: str, name: str | None = None) -> tuple[int, Any]:
    """Request the removal of the files of a run; return the status and the body."""
    ids = {one["name"]: one["id"] for one in client.get("/api/runs").json()["runs"]}
    query = {"run": ids.get(run, run), "name": run if name is None else name}
    answer = client.delete("/api/event_files", params=query)
    said = answer.json()
    return answer.status_code, said["error"]["message"] if "error" in said else said


def test_a_server_without_the_flag_removes_nothing(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": POINTS})
    status, message = ask(client, "a")
    assert status == 403
    assert "--allow_delete" in message
    assert (tmp_path / "a" / writer.FILE_NAME).exists()


def test_a_run_has_to_be_named(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": POINTS, "b": POINTS}, removable_from=tmp_path)
    assert ask(client, "a", name="A")[0] == 422
    assert ask(client, "a", name="b")[0] == 422
    assert ask(client, "nothing")[0] == 404
    assert (tmp_path / "a" / writer.FILE_NAME).exists()
    assert ask(client, "a") == (200, {"files": 1, "bytes": len(POINTS), "kept": []})
    assert not (tmp_path / "a" / writer.FILE_NAME).exists()
    assert (tmp_path / "b" / writer.FILE_NAME).exists()


def test_another_page_may_not_ask(serve: Serve, tmp_path: Path) -> None:
    client = serve({"a": POINTS}, removable_from=tmp_path)
    [run] = client.get("/api/runs").json()["runs"]
    query = {"run": run["id"], "name": "a"}
    for headers in ({"Origin": "http://localhost:8080"}, {"Sec-Fetch-Site": "same-site"}):
        assert client.delete("/api/event_files", params=query, headers=headers).status_code == 403
    assert (tmp_path / "a" / writer.FILE_NAME).exists()


def test_removed_runs_leave_the_list(tmp_path: Path) -> None:
    for run in ("a", "b"):
        writer.write_run(tmp_path, run, POINTS)
    store = Store()
    load(store, tmp_path)
    client = client_of(store, removable_from=tmp_path, reload_interval=0.0)
    assert ask(client, "a")[0] == 200
    assert [run["name"] for run in client.get("/api/runs").json()["runs"]] == ["b"]
    assert ask(client, "a")[0] == 404
