"""Views that are too long for an address, and the ids that stand for them."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scopeboard.api.viewer.views import MAX_CHARACTERS
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store

from ..conftest import client_of

SEARCH = "tab=scalars&" + "&".join(f"runs=sweep/{number}" for number in range(1000))


@pytest.fixture
def client() -> TestClient:
    return client_of(Store())


def kept(client: TestClient, search: str) -> str:
    answer = client.post("/api/views", json={"search": search})
    assert answer.status_code == 200
    name: str = answer.json()["id"]
    return name


@pytest.mark.parametrize("search", [SEARCH, "", "runs=%F0%9F%A6%86&__proto__=x"])
def test_a_view_comes_back_under_its_id(client: TestClient, search: str) -> None:
    name = kept(client, search)
    assert client.get(f"/api/views?id={name}").json() == {"search": search}


def test_the_same_view_has_the_same_id_on_every_server(client: TestClient) -> None:
    assert kept(client, SEARCH) == kept(client, SEARCH) == kept(client_of(Store()), SEARCH)
    assert kept(client, SEARCH) != kept(client, f"{SEARCH}&x=wall_time")


def test_a_saved_view_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    name = kept(client_of(Store(), state=StateFile(path)), SEARCH)
    again = client_of(Store(), state=StateFile(path, read_only=True))
    assert again.get(f"/api/views?id={name}").json() == {"search": SEARCH}
    for search in (SEARCH, "another"):
        refused = again.post("/api/views", json={"search": search})
        assert (refused.status_code, refused.json()["error"]["kind"]) == (403, "refused")


@pytest.mark.parametrize(
    ("query", "status"),
    [(f"?id={'0' * 24}", 404), ("?id=../../etc", 422), ("?id=", 422), ("", 422)],
)
def test_an_invalid_id_is_refused(client: TestClient, query: str, status: int) -> None:
    assert client.get(f"/api/views{query}").status_code == status


def test_a_view_beyond_the_limit_is_refused(client: TestClient) -> None:
    for length, status in ((MAX_CHARACTERS, 200), (MAX_CHARACTERS + 1, 422)):
        answer = client.post("/api/views", json={"search": "x" * length})
        assert answer.status_code == status
