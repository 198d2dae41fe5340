"""Modules that a start does not need are imported on request, or when the server is idle."""

import errno
import subprocess
import sys
import threading
from textwrap import dedent

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.lazy_router import LazyRoutes, load_in_background
from scopeboard.web.settings import AppSettings


def test_a_start_imports_nothing_beyond_the_first_screen() -> None:
    program = dedent("""
        import sys
        from starlette.testclient import TestClient
        from scopeboard.web.server import create_app
        from scopeboard.store.store import Store

        client = TestClient(create_app(Store()), base_url="http://localhost")
        assert client.get("/api/status").status_code == 200
        assert client.get("/data/runs").json() == []
        for path in ("/", "/api/runs", "/api/tags?kind=scalars", "/api/state"):
            assert client.get(path).status_code == 200, path
        assert client.get("/api/scalars?tag=loss").status_code == 404
        assert client.get("/api/state/part?name=runs").json()["revision"] == 0
        assert "fastapi" not in sys.modules
        assert "pydantic" not in sys.modules
        assert client.get("/api/views?id=nothing").status_code == 422
        assert "scopeboard.graph.prepared.prepared_graph" not in sys.modules
        assert "scopeboard.api.log.hparams" not in sys.modules
        import pydantic.v1  # other packages of the process may need it
        assert client.get("/api/hparams").status_code == 200
        assert "scopeboard.api.log.hparams" in sys.modules
        assert "scopeboard.api.values.media" not in sys.modules
        assert "scopeboard.graph.prepared.prepared_graph" not in sys.modules
        assert client.get("/api/graphs").json()["graphs"] == []
        assert client.get("/api/openapi.json").json()["paths"]["/api/scalars"]
        assert "scopeboard.graph.prepared.prepared_graph" in sys.modules
    """)
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("prefix", ["", "/board"])
def test_lazy_routes_answer_below_a_prefix_too(prefix: str) -> None:
    app = create_app(Store(), AppSettings(path_prefix=prefix))
    client = TestClient(app, base_url="http://localhost")
    assert client.get(f"{prefix}/api/graphs").status_code == 200
    assert client.get(f"{prefix}/api/graphs/nothing/scope").status_code == 404
    assert client.get(f"{prefix}/api/graphsandmore").status_code == 404
    assert client.get(f"{prefix}/api/openapi.json").json()["paths"]["/api/graphs"]


def _loaded_after(do: str, module: str = "scopeboard.web.api") -> bool:
    """Return whether a module is imported after `do` with a client, without a request for it."""
    program = f"""
import sys, threading, time
from starlette.testclient import TestClient
from scopeboard.web.server import create_app
from scopeboard.web.settings import AppSettings
from scopeboard.store.store import Store

has_read = threading.Event()
client = TestClient(create_app(Store(), AppSettings(has_read=has_read)), base_url="http://localhost")
{do}
loading = [thread for thread in threading.enumerate() if thread.name == "load"]
if has_read.is_set() or len(loading) > 1:
    loading[-1].join()
print({module!r} in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    return told.stdout.strip() == b"True"


def test_the_api_is_loaded_with_a_page_that_asks_it_or_once_all_has_been_read() -> None:
    assert not _loaded_after("client.get('/api/runs')")
    assert not _loaded_after("client.get('/?tab=scalars')")
    assert _loaded_after("client.get('/?tab=text')")
    assert _loaded_after("has_read.set()")


@pytest.mark.parametrize(
    ("query", "is_loaded"), [("", False), ("?tab=scalars", False), ("?tab=media", True)]
)
def test_the_routes_of_a_tab_are_loaded_with_the_page(query: str, is_loaded: bool) -> None:
    assert _loaded_after(f"client.get('/{query}')", "scopeboard.api.values.media") == is_loaded


def test_a_module_that_could_not_be_opened_is_loaded_by_a_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failures: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    tried = threading.Event()

    def load() -> ASGIApp:
        if not tried.is_set():
            tried.set()
            raise OSError(errno.EMFILE, "Too many open files")
        return PlainTextResponse("loaded")

    routes = LazyRoutes(("/late",), load)
    load_in_background([routes])
    loader = next((one for one in threading.enumerate() if one.name == "load"), None)
    if loader is not None:
        loader.join()
    assert tried.is_set()
    assert not failures
    assert TestClient(Starlette(routes=[routes])).get("/late").text == "loaded"
