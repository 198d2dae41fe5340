"""What changed since a cursor, over HTTP."""

from typing import Any

import pytest

from scopeboard.api.http.binary_columns import read_columns
from scopeboard.store.store import Store
from tools import writer

from ..conftest import Serve, client_of

NOTHING: dict[str, Any] = {"tags": [], "files": []}


def test_points_come_once(serve: Serve) -> None:
    client = serve({"a": writer.scalar_file({"x": [1, 2], "y": [3]}), "b": b""})
    runs = [run["id"] for run in client.get("/api/runs").json()["runs"]]
    query = {"tags": ["x", "x", "none"], "runs": [*runs, "gone"], "cursor": NOTHING}
    answer = client.post("/api/changes", json=query)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    found = read_columns(answer.content)
    added = found["added"]
    assert (added["runs"], added["tags"]) == (["a"], ["x"])
    assert (added["step"].tolist(), added["value"].tolist()) == ([0, 1], [1, 2])
    assert (found["removed"], found["superseded"]["step"].tolist()) == ([], [])
    again = client.post("/api/changes", json={**query, "cursor": found["places"]})
    assert read_columns(again.content).keys() == {"generation", "is_all"}
    assert read_columns(again.content)["is_all"] is True


@pytest.mark.parametrize(
    "cursor", [{}, {"tags": []}, {"tags": [], "files": [1]}, {"tags": [], "files": [["a"] * 6]}]
)
def test_what_is_no_cursor(serve: Serve, cursor: dict[str, Any]) -> None:
    answer = serve({}).post("/api/changes", json={"tags": [], "runs": [], "cursor": cursor})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "query")


def test_nothing_has_changed_while_the_log_is_read() -> None:
    client = client_of(Store())  # of which nothing was read
    answer = client.post("/api/changes", json={"tags": [], "runs": [], "cursor": NOTHING})
    assert read_columns(answer.content)["is_all"] is False
