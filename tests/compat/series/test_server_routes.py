"""Properties of every route, and the information about the server."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools import writer
from tools.loading import Log
from tools.media_events import sounds, wav

Serve = Callable[[dict[str, bytes]], TestClient]
POINT = writer.event(1, writer.tf1_scalar("x", 1))
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def client_of(store: Store, **settings: object) -> TestClient:
    app = create_app(store, AppSettings(**settings))  # type: ignore[arg-type]
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


def test_the_window_title_is_set_by_the_flag() -> None:
    client = client_of(Store(), window_title="my runs")
    assert client.get("/data/environment").json()["window_title"] == "my runs"
    assert client.get("/data/window_properties").json() == {"window_title": "my runs"}


def test_the_location_is_the_flag(tmp_path: Path) -> None:
    log = Log(tmp_path)
    log.load()
    client = client_of(log.store, data_location="a:/x,b:/y", log_directory="a, b")
    assert client.get("/data/environment").json()["data_location"] == "a:/x,b:/y"
    assert client.get("/data/logdir").json() == {"logdir": "a:/x,b:/y"}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("prefix", ["/data", "/experiment/any/data"])
@pytest.mark.parametrize("slash", ["", "/"])
def test_any_method_and_a_slash_at_the_end(
    serve: Serve, prefix: str, method: str, slash: str
) -> None:
    client = serve({"a": POINT})
    for path in ("runs", "plugin/scalars/tags", "plugin/hparams/experiment"):
        query = {"request": "{}"}
        plain = client.get(f"{prefix}/{path}", params=query)
        url, body = f"{prefix}/{path}{slash}", b"{}" if method == "POST" else None
        answer = client.request(method, url, params=query, content=body, follow_redirects=False)
        assert (answer.status_code, answer.content) == (200, plain.content), path


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost:8888"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://example.org"},
    ],
)
def test_requests_of_other_origins_are_rejected(serve: Serve, headers: dict[str, str]) -> None:
    client = serve({"a": POINT})
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert client.request(method, "/data/runs", headers=headers).status_code == 403


def test_no_response_allows_other_origins(serve: Serve) -> None:
    answer = serve({}).options(
        "/data/runs",
        headers={"Origin": "http://localhost:8888", "Access-Control-Request-Method": "POST"},
    )
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_scalars_of_several_runs_require_post(serve: Serve) -> None:
    answer = serve({"a": POINT}).get("/data/plugin/scalars/scalars_multirun?tag=x")
    assert answer.status_code == 405


@pytest.mark.parametrize("path", ["/api/runs/", "/api/graphs/", "/static/x/", "/nothing/"])
def test_there_is_no_redirect_behind_a_path_prefix(serve: Serve, path: str) -> None:
    answer = serve({}).get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers.get("location")) == (404, None)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("runs", 200),
        ("plugin/scalars/scalars?run=a&tag=x", 200),
        ("plugin/scalars/scalars?run=a&tag=y", 404),
        ("plugin/scalars/scalars", 400),
    ],
)
def test_responses_must_be_revalidated(serve: Serve, path: str, status: int) -> None:
    answer = serve({"a": POINT}).get(f"/data/{path}")
    assert answer.status_code == status
    assert answer.headers["cache-control"] == "no-cache, must-revalidate"
    assert answer.headers["expires"] == "0"


def test_there_are_no_runs_to_debug(serve: Serve) -> None:
    assert serve({"a": POINT}).get("/data/plugin/debugger-v2/runs").json() == {}


def test_audio_has_an_audio_content_type(serve: Serve) -> None:
    client = serve({"a": sounds(3, wav(0.1))})  # with a label
    (entry,) = client.get("/data/plugin/audio/audio?run=a&tag=au").json()
    assert entry["label"] == ""
    path = "/data/plugin/audio/individualAudio"
    assert client.get(f"{path}?{entry['query']}").content == wav(0.1)
    key = entry["query"].partition("&")[0]
    assert client.get(f"{path}?{key}&content_type=audio/wav").status_code == 200
    bad = client.get(f"{path}?{key}&content_type=text/html")
    assert (bad.status_code, bad.text) == (400, "Invalid argument: Illegal mime type 'text/html'")


@pytest.mark.parametrize(
    ("config", "vectors", "is_enabled"),
    [
        ("embeddings { tensor_path: 'v.tsv' }", "1\t2\n3\t4\n", True),
        ("embeddings { tensor_path: 'v.tsv' }", None, False),
        ("embeddings { tensor_name: 'of a checkpoint' }", "1\t2\n", False),
        ("", "1\t2\n", False),
        ("nonsense {", "1\t2\n", False),
    ],
)
def test_the_projector_is_enabled_where_it_has_vectors(
    tmp_path: Path, config: str, vectors: str | None, *, is_enabled: bool
) -> None:
    run = writer.write_run(tmp_path, "a", POINT).parent
    (run / "projector_config.pbtxt").write_text(config)
    if vectors is not None:
        (run / "v.tsv").write_text(vectors)
    log = Log(tmp_path)
    log.load()
    listing = client_of(log.store).get("/data/plugins_listing").json()
    assert listing["projector"]["enabled"] == is_enabled
