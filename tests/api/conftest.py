"""A served log directory: real files, a real loader, the real application."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from scopeboard.ingest.loader import Loader
from scopeboard.store.store import Store
from scopeboard.web.app import create_app
from scopeboard.web.settings import AppSettings
from tools import writer

Serve = Callable[..., TestClient]
NOW = 2e9
OWN_PAGE = {"Origin": "http://localhost:6006"}
"""A header of requests that the page sends, which may change what is served."""


def load(store: Store, log_directory: Path) -> None:
    """Read everything that is there now."""
    loader = Loader(store, log_directory)
    loader.scan()
    while loader.read_next():
        pass


def client_of(store: Store, **settings: object) -> TestClient:
    """Return a client of the application that shows a store."""
    known = {"clock": lambda: NOW, **settings}
    app = create_app(store, AppSettings(**known))  # type: ignore[arg-type]
    return TestClient(app, base_url="http://localhost:6006", raise_server_exceptions=False)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have lists of graphs wait until they are whole, however busy the machine is."""
    monkeypatch.setattr("scopeboard.api.graphs.catalog._PATIENCE_SECONDS", None)


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Return a function that writes runs (name to bytes) and serves them."""

    def served(runs: dict[str, bytes] | None = None, **settings: object) -> TestClient:
        for name, data in (runs or {}).items():
            writer.write_run(tmp_path, name, data)
        store = Store()
        load(store, tmp_path)
        return client_of(store, **settings)

    return served
