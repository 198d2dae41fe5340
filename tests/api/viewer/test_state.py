"""The state over HTTP."""

from pathlib import Path

from starlette.testclient import TestClient

from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings


def client(path: Path | None, *, read_only: bool = False) -> TestClient:
    settings = AppSettings(state=StateFile(path, read_only=read_only))
    return TestClient(create_app(Store(), settings), base_url="http://localhost")


def test_a_part_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "runs.state.json"
    change = {"based_on": 0, "value": {"a": {"colour": "#123456"}}}
    kept = client(path).put("/api/state/part", params={"name": "runs"}, json=change)
    assert kept.json() == {"revision": 1, "value": change["value"]}
    again = client(path)
    assert again.get("/api/state/part", params={"name": "runs"}).json() == kept.json()
    assert again.get("/api/state").json() == {"read_only": False, "revisions": {"runs": 1}}


def test_invalid_changes_are_refused_with_a_sentence() -> None:
    server = client(None)
    first = {"based_on": 0, "value": {}}
    assert server.put("/api/state/part", params={"name": "runs"}, json=first).status_code == 200
    conflict = server.put("/api/state/part", params={"name": "runs"}, json=first)
    assert conflict.status_code == 409
    assert conflict.json()["error"]["message"] == "Someone else changed this in the meantime."
    assert server.put("/api/state/part", params={"name": "../a"}, json=first).status_code == 422
    assert server.put("/api/state/part", params={"name": "runs"}, json=[]).status_code == 422
    assert server.get("/api/state/part", params={"name": "views"}).json()["revision"] == 0


def test_a_read_only_server_is_marked() -> None:
    server = client(None, read_only=True)
    assert server.get("/api/state").json()["read_only"]
    change = {"based_on": 0, "value": {}}
    assert server.put("/api/state/part", params={"name": "runs"}, json=change).status_code == 403


def test_a_failing_disk_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    change = {"based_on": 0, "value": {}}
    server = client(tmp_path / "file" / "runs.state.json")
    answer = server.put("/api/state/part", params={"name": "runs"}, json=change)
    assert answer.status_code == 503
    assert "could not be written" in answer.json()["error"]["message"]


def test_half_a_character_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    server = client(tmp_path / "runs.state.json")
    kept = {"based_on": 0, "value": {"marks": [{"run": "a", "tags": ["😀"]}]}}
    server.put("/api/state/part", params={"name": "runs"}, json=kept)
    half = b'{"based_on": 1, "value": {"marks": [{"run": "a", "tags": ["x\\ud83d"]}]}}'
    headers = {"Content-Type": "application/json"}
    answer = server.put("/api/state/part?name=runs", content=half, headers=headers)
    assert answer.status_code == 422
    assert "half of a character" in answer.json()["error"]["message"]
    found = server.get("/api/state/part", params={"name": "runs"})
    assert found.json() == {"revision": 1, "value": kept["value"]}


def test_damage_in_the_file_is_a_notice_and_costs_one_part(tmp_path: Path) -> None:
    path = tmp_path / "runs.state.json"
    parts = '{"runs": {"revision": 1, "value": {"a": "\\ud83d"}}, "views": 3}'
    path.write_text(f'{{"version": 1, "parts": {parts}}}')
    server = client(path)
    assert server.get("/api/state").json()["revisions"] == {"runs": 1}
    assert server.get("/api/state/part?name=runs").json()["value"] == {"a": "\ufffd"}
    (notice,) = server.get("/api/status").json()["notices"]
    assert notice["kind"] == "damaged_state"
    assert "(runs, views)" in notice["message"]
