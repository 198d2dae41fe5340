"""The responses of the startup routes are those of the API."""

from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from scopeboard.api.http.binary_columns import BINARY
from scopeboard.state.state_file import StateFile
from scopeboard.store.store import Store
from scopeboard.web.errors import answer_errors
from scopeboard.web.lazy_routes import lazy_routes
from scopeboard.web.services import create_services
from scopeboard.web.settings import AppSettings
from scopeboard.web.startup_routes import startup_routes
from tools import writer
from tools.reads import batches_of, put
from tools.routes import ended

LEFT: Final = "left to the API"


def filled_store() -> Store:
    store = Store()
    points = [writer.event(step, writer.tf1_scalar("x", step)) for step in range(-3, 9)]
    for run in ("a", "b"):
        put(store, store.add_run(run, Path("/logs") / run), "file", *batches_of(b"".join(points)))
    return store


STORE: Final = filled_store()
RUNS: Final = [run.id for run in STORE.runs()]


def saved_state() -> StateFile:
    """Return a state with a part that is JSON, and one with a number that JSON does not have."""
    state = StateFile(None)
    state.write("runs", {"a": {"colour": 3, "note": "é"}}, 0)
    state.write("views", {"odd": float("inf")}, 0)
    return state


def client_of(app: ASGIApp) -> TestClient:
    return TestClient(app, raise_server_exceptions=False)


SETTINGS: Final = AppSettings(
    reload_interval=3, clock=lambda: 2e9, state=saved_state(), ending=ended()
)
SERVICES: Final = create_services(STORE, SETTINGS)
FRONT: Final = Starlette(routes=startup_routes(SERVICES, PlainTextResponse(LEFT)))
answer_errors(FRONT)
FIRST, API = client_of(FRONT), client_of(Starlette(routes=lazy_routes(SERVICES)))

VALUES: Final = {
    "tag": ["x", "y", ""],
    "run": [*RUNS, "gone", ""],
    "kind": ["scalars", "images", "nothing", ""],
    "name": ["runs", "views", "never", "no name", ""],
    "x": ["step", "wall_time", "relative", "steps", ""],
    "order": ["sorted", "logged", "backwards"],
    "superseded": ["true", "false", "1", "yes", ""],
    "context": ["true", "false", "1", ""],
    "smoothing": ["0.6", "0", "ema:0.999", "gauss:4", "median:9", "ema:2", "other:1", ""],
    "since": ["", "-", f"{STORE.instance}-0"],
    "other": ["1"],
}
NUMBERS: Final = st.one_of(
    st.integers(-(10**20), 10**20).map(str),
    st.integers(-5, 10).map(str),
    st.floats().map(str),
    st.sampled_from(
        ["", "+1", " 1", "1_0", "01", "-0", "1e1", "1E1", ".5", "5.", "٣", "0x1", "1 "]
    ),
)
PAIRS: Final = st.one_of(
    *(st.tuples(st.just(name), st.sampled_from(some)) for name, some in VALUES.items()),
    st.tuples(st.sampled_from(["from", "to", "points"]), NUMBERS),
)


@given(
    st.sampled_from(["status", "runs", "tags", "scalars", "state", "state/part", "stream"]),
    st.lists(PAIRS, max_size=6),
    st.sampled_from(["application/json", BINARY]),
)
def test_answers_are_those_of_the_api_or_left_to_it(
    path: str, query: list[tuple[str, str]], accept: str
) -> None:
    if path == "scalars":
        query = [("tag", "x"), *query]
    url = f"/api/{path}?{urlencode(query)}"
    first, api = (client.get(url, headers={"Accept": accept}) for client in (FIRST, API))
    if first.content != LEFT.encode():
        assert first.status_code == api.status_code
        for name in ("content-type", "etag", "cache-control"):
            assert first.headers.get(name) == api.headers.get(name)
        is_json = first.headers["content-type"] == "application/json"
        assert first.json() == api.json() if is_json else first.content == api.content


@pytest.mark.parametrize(
    "question",
    [
        "status",
        "runs",
        "tags",
        "tags?kind=scalars",
        f"scalars?tag=x&run={RUNS[0]}&run={RUNS[1]}&x=step&points=1000",
        "scalars?tag=x&x=relative&from=-1.5&to=1e3&points=0&order=logged&superseded=true",
        "scalars?tag=x&from=2&points=5&context=true&smoothing=time:0.9",
        "state",
        "state/part?name=runs",
        "stream?since=",
    ],
)
def test_requests_of_the_first_screen_are_answered_at_once(question: str) -> None:
    answer = FIRST.get(f"/api/{question}")
    assert answer.status_code == 200
    assert answer.content != LEFT.encode()


@pytest.mark.parametrize(
    "question",
    ["scalars", "scalars?tag=x&points=-1", "tags?kind=x", "state/part", "state/part?name=views"],
)
def test_other_requests_are_left_to_the_api(question: str) -> None:
    assert FIRST.get(f"/api/{question}").content == LEFT.encode()


def test_both_have_the_same_entity_tags() -> None:
    for path in ("runs", "tags", "scalars?tag=x"):
        etag = FIRST.get(f"/api/{path}").headers["etag"]
        assert API.get(f"/api/{path}", headers={"If-None-Match": etag}).status_code == 304
