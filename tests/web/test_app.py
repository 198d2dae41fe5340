"""The application as a whole: prefixes, methods, and errors as answers."""

from functools import cache

import pytest
from starlette.testclient import TestClient

from scopeboard.api.http.schema import ErrorAnswer
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.openapi import openapi_document
from scopeboard.web.settings import AppSettings
from tools.routes import PATHS, ended


@cache
def client(path_prefix: str = "") -> TestClient:
    """Return a client of an application over an empty store, which no test here changes.

    To make one costs more than hundreds of its answers.
    """
    app = create_app(Store(), AppSettings(path_prefix=path_prefix, ending=ended()))
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


def test_below_a_prefix_everything_moves_together() -> None:
    browser = client("/board")
    assert browser.get("/board/").status_code == 200
    assert browser.get("/board/api/status").json()["name"] == "Scopeboard"
    assert browser.get("/api/status").status_code == 404


@pytest.mark.parametrize("query", ["", "?tab=graph&run=a%2Fb&run=%C3%A9"])
def test_a_prefix_without_its_slash_leads_to_the_page_with_its_query(query: str) -> None:
    answer = client("/board").get(f"/board{query}", follow_redirects=False)
    assert answer.headers["location"] == f"./board/{query}"


@pytest.mark.parametrize("prefix", ["", "/board"])
@pytest.mark.parametrize("path", ["/nowhere", "/board/nowhere", "/board/api/no", "/static/no"])
def test_an_unknown_path_is_an_error_in_json(prefix: str, path: str) -> None:
    answer = client(prefix).get(path)
    assert answer.status_code == 404
    ErrorAnswer.model_validate_json(answer.content, strict=True)


# The numbers of `/metrics` change with every request.
@pytest.mark.parametrize("path", [*(path for path in PATHS if path != "/metrics"), "/nowhere"])
def test_head_is_answered_as_get_is_but_for_the_body(path: str) -> None:
    browser = client()
    asked, looked = browser.get(path), browser.head(path)
    assert (looked.status_code, looked.headers) == (asked.status_code, asked.headers)
    assert asked.content
    assert looked.content == b""


@cache
def documented() -> dict[str, dict[str, object]]:
    """Return the documentation of each path by method; creates all routes."""
    paths: dict[str, dict[str, object]] = openapi_document()["paths"]
    return paths


def changing(path: str) -> set[str]:
    """Return the methods by which a route is documented to change something."""
    if path.endswith("/scalars_multirun"):
        return {"POST"}  # a question: TensorBoard's clients ask it with a form
    operations = documented().get(path.replace("nothing", "{graph_id}"), {})
    return {method.upper() for method in operations} - {"GET"}


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", sorted(set(PATHS)))
def test_only_documented_methods_make_changes(method: str, path: str) -> None:
    if method in changing(path):
        return
    answer = client().request(method, path)
    assert answer.status_code == 405
    ErrorAnswer.model_validate_json(answer.content, strict=True)


def test_a_wrong_method_lists_the_allowed_ones() -> None:
    assert client().post("/api/tags").headers["allow"] == "GET"
