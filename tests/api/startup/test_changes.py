"""Change notices. The streams here end after their first messages."""

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from starlette.testclient import TestClient

from scopeboard.api.startup import changes as change_stream
from scopeboard.store.store import Store
from scopeboard.web.security import Access
from tools import writer
from tools.reads import batches_of, put
from tools.routes import ended
from tools.served import PATIENCE, dashboard

from ..conftest import client_of

Message = tuple[str, str, Any]


def messages_in(text: str) -> list[Message]:
    """Return the type, id and data of each message; comments carry none."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if "data" in fields:
            found.append((fields["event"], fields.get("id", ""), json.loads(fields["data"])))
    return found


@pytest.fixture
def store() -> Store:
    store = Store()
    put(store, store.add_run("a", Path("/logs/a")), "file", *batches_of(point(1)))
    return store


def point(step: int, tag: str = "x") -> bytes:
    return writer.event(step, writer.tf1_scalar(tag, 1), wall_time=10.0 + step)


def told(client: TestClient, since: str = "", **headers: str) -> list[Message]:
    query = f"?since={since}" if since else ""
    return messages_in(client.get(f"/api/stream{query}", headers=headers).text)


def test_begins_with_the_status(store: Store) -> None:
    client = client_of(store, ending=ended())
    ((kind, version, status),) = told(client)
    assert (kind, status) == ("status", client.get("/api/status").json())
    assert version == f"{store.instance}-{store.generation}"


def test_a_client_that_reconnects_receives_the_changes_since(store: Store) -> None:
    client = client_of(store, ending=ended())
    version = told(client)[-1][1]
    (run,) = store.runs()
    put(store, run.id, "file", *batches_of(point(2**60)))
    expected = {
        "run": run.id,
        "tags": ["x"],
        "last_step": str(2**60),
        "last_wall_time": 10.0 + 2**60,
        "version": f"{store.instance}-{store.generation}",
    }
    for answer in (told(client, version), told(client, **{"Last-Event-ID": version})):
        assert [kind for kind, _, _ in answer] == ["change", "status"]
        assert [version for _, version, _ in answer] == ["", expected["version"]]
        assert answer[0][2] == expected


@pytest.mark.parametrize("version", ["another-3", "-", "x" * 3000, "{0}-", "{0}-x", "{0}-99"])
def test_of_another_version_anything_may_have_changed(store: Store, version: str) -> None:
    answer = told(client_of(store, ending=ended()), version.format(store.instance))
    assert [kind for kind, _, _ in answer] == ["change", "status"]
    assert (answer[0][2]["run"], answer[0][2]["tags"]) == (None, None)


def test_answers_head_without_end_or_body(store: Store) -> None:
    assert client_of(store).head("/api/stream").text == ""


def test_the_number_of_streams_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(store, ending=ended())
    for _ in range(3):
        assert client.get("/api/stream").status_code == 200
    monkeypatch.setattr(change_stream, "MAX_CLIENTS", 0)
    refused = client.get("/api/stream")
    assert refused.status_code == 503
    assert refused.json()["error"]["kind"] == "unavailable"


def test_is_behind_the_guard(store: Store) -> None:
    token = "of 256 bits"
    settings = {"ending": ended(), "access": Access(token=token), "path_prefix": "/p"}
    client = client_of(store, **settings)
    assert client.get("/p/api/stream").status_code == 401
    headers = {"Authorization": f"Bearer {token}"}
    (message,) = messages_in(client.get("/p/api/stream", headers=headers).text)
    assert message[0] == "status"
    cross = headers | {"Sec-Fetch-Site": "cross-site"}
    assert client.get("/p/api/stream", headers=cross).status_code == 403


def test_follows_a_growing_file_and_ends_with_the_server(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", point(1))
    with dashboard("--logdir", str(tmp_path), "--port", "0") as served:
        served.wait_until_read()
        request = Request(f"{served.url}api/stream", headers={"Accept": "text/event-stream"})
        with urlopen(request) as answer:
            lines = (line.decode() for line in answer)
            assert next(lines) == "event: status\n"
            with path.open("ab") as file:
                file.write(point(2))
            change = next(line for line in lines if line.startswith('data: {"run"'))
            assert json.loads(change[6:])["tags"] == ["x"]
            served.process.terminate()
            assert served.process.wait(PATIENCE) == 0
            rest = answer.read()  # fails if the answer is cut short
            assert rest.decode().splitlines()[-1:] in ([], [""])
