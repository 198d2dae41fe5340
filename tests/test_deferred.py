"""The graph engine is loaded with the first question about a graph, and not before."""

import subprocess
import sys
from textwrap import dedent

import pytest
from starlette.testclient import TestClient

from scopeboard.app import AppSettings, create_app
from scopeboard.store.store import Store


def test_a_server_starts_without_what_the_first_screen_does_not_need() -> None:
    program = dedent("""
        import sys
        from starlette.testclient import TestClient
        from scopeboard.web import create_app
        from scopeboard.store.store import Store

        client = TestClient(create_app(Store()), base_url="http://localhost")
        for path in ("/", "/api/status", "/api/runs", "/api/tags", "/api/state"):
            assert client.get(path).status_code == 200, path
        assert "scopeboard.graph.prepared" not in sys.modules
        assert "scopeboard.tab_routes" not in sys.modules
        assert client.get("/api/hparams").status_code == 200
        assert "scopeboard.tab_routes" in sys.modules
        assert "scopeboard.graph.prepared" not in sys.modules
        assert client.get("/api/graphs").json()["graphs"] == []
        assert "scopeboard.graph.prepared" in sys.modules
    """)
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("prefix", ["", "/board"])
def test_deferred_routes_answer_where_they_are(prefix: str) -> None:
    app = create_app(Store(), AppSettings(path_prefix=prefix))
    client = TestClient(app, base_url="http://localhost")
    assert client.get(f"{prefix}/api/graphs").status_code == 200
    assert client.get(f"{prefix}/api/graphs/nothing/scope").status_code == 404
    assert client.get(f"{prefix}/api/graphsandmore").status_code == 404
    assert client.get(f"{prefix}/api/openapi.json").json()["paths"]["/api/graphs"]
