"""No malformed request is answered with a server error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.routing import Route
from starlette.testclient import TestClient

from compat.record_answers import DATA
from scopeboard.compat.http.server_facts import ServerFacts
from scopeboard.compat.routes import compat_routes
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools.examples import examples
from tools.loading import Log

PATHS = sorted(
    {
        route.path
        for route in compat_routes(Store(), ServerFacts()).routes
        if isinstance(route, Route) and route.path.startswith("/data/")
    }
)
NAMES = (
    *("run", "runs", "tag", "name", "sample", "step", "blob_key", "imageId", "format", "requests"),
    *("request", "content_type", "limit_attr_size", "large_attrs_key", "conceptual", "num_rows"),
    *("columnsVisibility", "markdown", "samples"),
)
VALUES = (
    *("traces", "keras", "mesh", "embedded", "pr", "s", "h", "im", "tx", "one", "func", "m1"),
    *("words", "curve/pr_curves", "VERTEX", "true", "csv", "json", "latex", "[1]", "{}", "[{}]"),
    *("[3]", "null", "0", "-1", "1e999", "nan", "9" * 30, "(", "a" * 2000, "\x00", "\udc80"),
    '[{"plugin": [], "tag": {}}, {"plugin": "images", "tag": "im", "run": "traces", "sample": -1}]',
    '{"allowedStatuses": [{}], "colParams": [[]], "aggregationType": []}',
    '{"allowedStatuses": ["STATUS_SUCCESS"], "colParams": [{"hparam": 3}]}',
    '{"sliceSize": "9999999999999999999999", "hparamsLimit": 1.5}',
    '{"metricName": {"tag": 3}, "sessionName": []}',
    "WyJpbWFnZXMiLCJhIiwiYiIsMSwwLDBd",
    "WyJpbWFnZXMiLCJhIiwiYiIsOTk5OTk5OTk5OTk5OTk5OTk5OSwwLDBd",
)


@pytest.fixture(scope="module")
def client() -> TestClient:
    """Serve a log with values of all kinds; its exceptions are raised in the test."""
    log = Log(DATA / "kinds")
    log.load()
    return TestClient(create_app(log.store, AppSettings()), base_url="http://localhost:6006")


@examples(150)
@given(
    path=st.sampled_from(PATHS),
    query=st.dictionaries(
        st.sampled_from(NAMES), st.one_of(st.sampled_from(VALUES), st.text(max_size=20)), max_size=6
    ),
    body=st.one_of(st.none(), st.sampled_from(VALUES), st.text(max_size=50)),
    is_form=st.booleans(),
)
def test_malformed_requests(
    client: TestClient, path: str, query: dict[str, str], body: str | None, *, is_form: bool
) -> None:
    params = {name: value.encode("utf-8", "surrogateescape") for name, value in query.items()}
    if body is None:
        answer = client.get(path, params=params)
    elif is_form:
        answer = client.post(path, data=params)
    else:
        content = body.encode("utf-8", "surrogateescape")
        answer = client.post(path, params=params, content=content)
    assert answer.status_code < 500


@pytest.mark.parametrize("path", PATHS)
def test_requests_without_parameters(client: TestClient, path: str) -> None:
    for answer in (client.get(path), client.post(path), client.post(path, content=b"\xff\x00{")):
        assert answer.status_code in (200, 400, 404, 405)
